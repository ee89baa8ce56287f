//! Swaps of arcs: two of them exchange their targets, and directed triangles are turned round.
//!
//! An arc keeps its source for ever, so that the targets of a vertex stay one list, see [`Lists`], and the state of the chain is
//! one array of targets. Undirected edges between different classes are arcs from the lesser class to the greater.
//!
//! A step reads two sources, two targets, where their lists are, and the lists. What bounds it is the time that these take from the second level
//! cache, and, where lists are longer than a block now and then, branches that were guessed wrong.

use rand::Rng;
use rand::rngs::SmallRng;

use super::lists::{Keys, Lists};
use super::picks::Pick;
use super::swaps::Swaps;
use crate::edges::{Edges, key};

/// What all samples share.
pub(super) struct Arcs<P> {
    picks: P,
    base: Base,
}

/// Arcs, in the order of their sources.
pub(super) struct Base {
    lists: Lists,
    /// Where each arc starts.
    sources: Vec<u32>,
    /// Where each ends, in the observed graph.
    targets: Vec<u32>,
    /// Arcs out of vertices with many.
    keys: Keys,
    /// The place of each edge of the observed graph.
    places: Vec<u32>,
    /// Whether triangles are turned: not those of arcs that stand for edges.
    turns: bool,
    /// A class per vertex: triangles in one class are turned.
    classes: Option<Vec<u32>>,
}

/// A graph on the way.
pub(super) struct State {
    targets: Vec<u32>,
    keys: Keys,
}

impl Base {
    /// The arcs as they are in the observed graph. `turns`: whether directed triangles are turned round, within a class where there are classes.
    pub(super) fn new(observed: &Edges, turns: bool, classes: Option<Vec<u32>>) -> Base {
        let mut degrees = vec![0; observed.vertices];
        observed.edges.iter().for_each(|&[u, _]| degrees[u as usize] += 1);
        let lists = Lists::new(&degrees);
        let (mut next, mut targets) = (lists.starts(), lists.room());
        let mut sources = vec![0; observed.edges.len()];
        let mut keys = Keys::default();
        let mut places = Vec::with_capacity(observed.edges.len());
        for &[u, v] in &observed.edges {
            let place = next[u as usize];
            next[u as usize] += 1;
            sources[place as usize] = u;
            targets[place as usize] = v;
            places.push(place);
            if lists.long(u) {
                keys.insert(key(u, v));
            }
        }
        Base { lists, sources, targets, keys, places, turns, classes }
    }

    /// The place of an edge of the observed graph.
    pub(super) fn place(&self, edge: usize) -> u32 {
        self.places[edge]
    }

    /// With what picks two arcs.
    pub(super) fn with<P: Pick>(self, picks: P) -> Arcs<P> {
        Arcs { picks, base: self }
    }

    #[inline]
    fn joined(&self, state: &State, u: u32, v: u32) -> bool {
        if self.lists.long(u) { state.keys.contains(&key(u, v)) } else { self.lists.has(&state.targets, u, v) }
    }

    /// An arc gets another target.
    #[inline]
    fn point(&self, state: &mut State, place: usize, source: u32, target: u32) {
        if self.lists.long(source) {
            state.keys.remove(&key(source, state.targets[place]));
            state.keys.insert(key(source, target));
        }
        state.targets[place] = target;
    }
}

impl<P: Pick> Swaps for Arcs<P> {
    type State = State;

    fn start(&self) -> State {
        State { targets: self.base.targets.clone(), keys: self.base.keys.clone() }
    }

    #[inline]
    fn pick(&self, bits: u64) -> [u32; 2] {
        self.picks.pick(bits)
    }

    #[inline]
    fn swap(&self, state: &mut State, [p, q]: [u32; 2]) -> bool {
        let (a, c) = (self.base.sources[p as usize], self.base.sources[q as usize]);
        let (b, d) = (state.targets[p as usize], state.targets[q as usize]);
        // Arcs of the same source or target, and an arc with itself, are refused as repetitions.
        if a == d || c == b || self.base.joined(state, a, d) || self.base.joined(state, c, b) {
            return false;
        }
        self.exchange(state, [p, q]);
        true
    }

    #[inline]
    fn exchange(&self, state: &mut State, [p, q]: [u32; 2]) {
        let (p, q) = (p as usize, q as usize);
        let (b, d) = (state.targets[p], state.targets[q]);
        self.base.point(state, p, self.base.sources[p], d);
        self.base.point(state, q, self.base.sources[q], b);
    }

    fn turns(&self) -> bool {
        self.base.turns
    }

    fn turn(&self, state: &mut State, rng: &mut SmallRng) {
        let base = &self.base;
        // a → b → c → a. The way back picks its arcs with the same probability: one of the three, then one out of where that ends.
        let first = rng.random_range(0..base.sources.len());
        let (a, b) = (base.sources[first], state.targets[first]);
        let (start, count) = base.lists.list(b);
        if count == 0 {
            return;
        }
        let second = start + rng.random_range(0..count);
        let c = state.targets[second];
        // A coin, as a graph that is one triangle would be turned in each step, and the chain have a period.
        if c == a || !rng.random::<bool>() || !base.joined(state, c, a) {
            return;
        }
        if let Some(classes) = &base.classes {
            let class = |vertex: u32| classes[vertex as usize];
            if class(a) != class(b) || class(b) != class(c) {
                return;
            }
        }
        if base.joined(state, b, a) || base.joined(state, c, b) || base.joined(state, a, c) {
            return;
        }
        if let Some(third) = base.lists.find(&state.targets, c, a) {
            base.point(state, first, a, c);
            base.point(state, second, b, a);
            base.point(state, third, c, b);
        }
    }

    fn ends(&self, state: &State, place: u32) -> [u32; 2] {
        [self.base.sources[place as usize], state.targets[place as usize]]
    }

    fn edges(&self, state: &State) -> Vec<[u32; 2]> {
        self.base.places.iter().map(|&place| self.ends(state, place)).collect()
    }

    fn joined(&self, state: &State, u: u32, v: u32) -> bool {
        self.base.joined(state, u, v)
    }

    fn neighbors<'a>(&self, state: &'a State, vertex: u32) -> &'a [u32] {
        self.base.lists.neighbors(&state.targets, vertex)
    }
}
