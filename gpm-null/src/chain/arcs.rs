//! Swaps of arcs: two of them exchange their targets, and directed triangles are turned round.
//!
//! An arc keeps its source for ever, so that the targets of a vertex stay one list, see [`Lists`], and the state of the
//! chain is one array of targets. Undirected edges between different classes are arcs from the lesser class to the
//! greater.
//!
//! A step reads two sources, two targets, where their lists are, and the lists: 440 KB for 10⁴ vertices and 5·10⁴ arcs.
//! Measured on one core at 2.6 GHz, nanoseconds a step: 15 there, 14 with a tenth of each, 26 with ten times as many, and
//! 31 where hubs have thousands of arcs. So instructions bound it, with hubs branches that were guessed wrong, as lists
//! are of any length, and in graphs that do not fit the second level of the cache the time of reads.

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
    /// The targets of each vertex.
    pub(super) lists: Lists,
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
    /// Where each arc ends.
    pub(super) targets: Vec<u32>,
    keys: Keys,
}

impl Base {
    /// The arcs as they are in the observed graph. `turns`: whether directed triangles are turned round, within a class
    /// where there are classes.
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

    /// The observed graph.
    pub(super) fn start(&self) -> State {
        State { targets: self.targets.clone(), keys: self.keys.clone() }
    }

    /// The source and the target of an arc.
    pub(super) fn ends(&self, state: &State, place: u32) -> [u32; 2] {
        [self.sources[place as usize], state.targets[place as usize]]
    }

    /// The edges, in the order of the observed graph's.
    pub(super) fn edges(&self, state: &State) -> Vec<[u32; 2]> {
        self.places.iter().map(|&place| self.ends(state, place)).collect()
    }

    /// Where the arcs of a vertex lead.
    pub(super) fn neighbors<'a>(&self, state: &'a State, vertex: u32) -> &'a [u32] {
        self.lists.neighbors(&state.targets, vertex)
    }

    /// Whether there is the arc.
    #[inline(always)]
    pub(super) fn joined(&self, state: &State, u: u32, v: u32) -> bool {
        if self.lists.long(u) { state.keys.contains(&key(u, v)) } else { self.lists.has(&state.targets, u, v) }
    }

    /// An arc gets another target.
    #[inline(always)]
    fn point(&self, state: &mut State, place: usize, source: u32, target: u32) {
        if self.lists.long(source) {
            state.keys.remove(&key(source, state.targets[place]));
            state.keys.insert(key(source, target));
        }
        state.targets[place] = target;
    }

    /// Arcs get other targets, all at once: that of `places` at the same position of `targets`.
    pub(super) fn deal(&self, state: &mut State, places: &[u32], targets: &[u32]) {
        // Keys of what goes are taken out before those of what comes are put in: a target may go from one arc of a
        // vertex to another.
        let long = |place: u32| self.lists.long(self.sources[place as usize]);
        for &place in places.iter().filter(|&&place| long(place)) {
            state.keys.remove(&key(self.sources[place as usize], state.targets[place as usize]));
        }
        for (&place, &target) in places.iter().zip(targets) {
            state.targets[place as usize] = target;
            if long(place) {
                state.keys.insert(key(self.sources[place as usize], target));
            }
        }
    }

    /// Tries to turn a directed triangle round.
    pub(super) fn turn(&self, state: &mut State, rng: &mut SmallRng) {
        // a → b → c → a. The way back picks its arcs with the same probability: one of the three, then one out of where
        // that ends.
        let first = rng.random_range(0..self.sources.len());
        let (a, b) = (self.sources[first], state.targets[first]);
        let (start, count) = self.lists.list(b);
        if count == 0 {
            return;
        }
        let second = start + rng.random_range(0..count);
        let c = state.targets[second];
        // A coin, as a graph that is one triangle would be turned in each step, and the chain have a period.
        if c == a || !rng.random::<bool>() || !self.joined(state, c, a) {
            return;
        }
        if let Some(classes) = &self.classes {
            let class = |vertex: u32| classes[vertex as usize];
            if class(a) != class(b) || class(b) != class(c) {
                return;
            }
        }
        if self.joined(state, b, a) || self.joined(state, c, b) || self.joined(state, a, c) {
            return;
        }
        if let Some(third) = self.lists.find(&state.targets, c, a) {
            self.point(state, first, a, c);
            self.point(state, second, b, a);
            self.point(state, third, c, b);
        }
    }
}

impl<P: Pick> Swaps for Arcs<P> {
    type State = State;

    fn start(&self) -> State {
        self.base.start()
    }

    #[inline(always)]
    fn pick(&self, bits: u64) -> [u32; 2] {
        self.picks.pick(bits)
    }

    #[inline(always)]
    fn touch(&self, state: &State, pick: [u32; 2]) -> u32 {
        pick.into_iter().fold(0, |sum, place| {
            let source = self.base.sources[place as usize];
            sum.wrapping_add(state.targets[place as usize]).wrapping_add(self.base.lists.list(source).0 as u32)
        })
    }

    #[inline(always)]
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

    #[inline(always)]
    fn exchange(&self, state: &mut State, [p, q]: [u32; 2]) {
        let (p, q) = (p as usize, q as usize);
        let (b, d) = (state.targets[p], state.targets[q]);
        self.base.point(state, p, self.base.sources[p], d);
        self.base.point(state, q, self.base.sources[q], b);
    }

    fn corners(&self, state: &State, [p, q]: [u32; 2]) -> [u32; 4] {
        let ([a, b], [c, d]) = (self.base.ends(state, p), self.base.ends(state, q));
        [a, b, c, d]
    }

    fn both_ways(&self) -> bool {
        false
    }

    fn turns(&self) -> bool {
        self.base.turns
    }

    fn turn(&self, state: &mut State, rng: &mut SmallRng) {
        self.base.turn(state, rng);
    }

    fn ends(&self, state: &State, place: u32) -> [u32; 2] {
        self.base.ends(state, place)
    }

    fn edges(&self, state: &State) -> Vec<[u32; 2]> {
        self.base.edges(state)
    }

    fn joined(&self, state: &State, u: u32, v: u32) -> bool {
        self.base.joined(state, u, v)
    }

    fn neighbors<'a>(&self, state: &'a State, vertex: u32) -> &'a [u32] {
        self.base.neighbors(state, vertex)
    }
}
