//! Walks of swaps: so many steps, with triangles turned now and then, and in batches where the number of components is
//! kept.

use std::hint::black_box;

use rand::RngCore;
use rand::rngs::SmallRng;

use super::components::{Batches, Forest, Search};
use super::{Chain, Walk};
use crate::model::LEAST_STEPS;

/// Of so many steps in directed graphs one tries to turn a triangle. *guess*: few graphs need it at all, and most tries
/// are in vain.
pub(super) const TURN: u64 = 16;

/// Steps that are tried to see what a check of each costs. *guess*
const TRIES: u64 = 500;

/// Swaps that are picked, and whose reads are begun, before the first of them is made. *guess*
const AHEAD: usize = 32;

/// Graphs that swaps lead from one to another.
pub(super) trait Swaps: Send + Sync {
    /// A graph on the way.
    type State;

    /// The observed graph.
    fn start(&self) -> Self::State;

    /// What a swap exchanges, by 64 random bits.
    fn pick(&self, bits: u64) -> [u32; 2];

    /// Reads what a swap will read, so that it is at hand then: some number made of that.
    fn touch(&self, state: &Self::State, pick: [u32; 2]) -> u32;

    /// Makes a swap if it is allowed, and says whether.
    fn swap(&self, state: &mut Self::State, pick: [u32; 2]) -> bool;

    /// Makes a swap that is known to be allowed. Made twice it undoes itself.
    fn exchange(&self, state: &mut Self::State, pick: [u32; 2]);

    /// The vertices a, b, c and d of a swap of a–b and c–d to a–d and c–b.
    fn corners(&self, state: &Self::State, pick: [u32; 2]) -> [u32; 4];

    /// Whether [`Swaps::neighbors`] go along edges both ways.
    fn both_ways(&self) -> bool;

    /// Whether there are triangles to turn.
    fn turns(&self) -> bool;

    /// Tries to turn a directed triangle round.
    fn turn(&self, state: &mut Self::State, rng: &mut SmallRng);

    /// The vertices that an edge or a mutual pair joins, by its number in [`Switches::items`].
    fn ends(&self, state: &Self::State, item: u32) -> [u32; 2];

    /// The edges, in the order of the observed graph's.
    fn edges(&self, state: &Self::State) -> Vec<[u32; 2]>;

    /// Whether there is the arc, or the edge.
    fn joined(&self, state: &Self::State, u: u32, v: u32) -> bool;

    /// Where arcs or edges of a vertex lead.
    fn neighbors<'a>(&self, state: &'a Self::State, vertex: u32) -> &'a [u32];
}

/// A chain of swaps.
pub(super) struct Switches<S> {
    /// The graphs.
    pub(super) swaps: S,
    /// Edges, or mutual pairs, that can be swapped.
    pub(super) items: Vec<u32>,
    /// Batches, where the number of components is kept.
    pub(super) batches: Option<Batches>,
}

/// A walk of swaps.
struct Walking<'a, S: Swaps> {
    chain: &'a Switches<S>,
    state: S::State,
    /// What the check of a batch writes.
    forest: Forest,
    /// What the check of a single swap writes.
    search: Search,
    /// The swaps of a batch.
    made: Vec<[u32; 2]>,
}

impl<S: Swaps> Chain for Switches<S> {
    fn items(&self) -> &[u32] {
        &self.items
    }

    fn unit(&self) -> &'static str {
        "swaps an edge"
    }

    fn rate(&self) -> f64 {
        self.items.len() as f64
    }

    fn least(&self) -> u64 {
        LEAST_STEPS as u64
    }

    fn begin(&self) -> Box<dyn Walk + '_> {
        Box::new(Walking::new(self))
    }
}

impl<S: Swaps> Switches<S> {
    /// Sets how long batches are, with which the number of components of the observed graph is kept.
    pub(super) fn keep_components(&mut self, vertices: usize, rng: &mut SmallRng) {
        if self.items.is_empty() {
            return;
        }
        let mut walk = Walking::new(self);
        let components = walk.components(vertices);
        let most = self.items.len() as u64;
        let mut batches = Batches::tried(vertices, components, most, |batches| walk.batch(batches, batches.steps, rng));
        if components == 1 && self.swaps.both_ways() {
            // About a third of batches stay. A step on the one way and on the other, in vertices and neighbors looked
            // at.
            let counted = 3 * (vertices + 2 * self.items.len()) as u64 / batches.steps;
            walk.search.reserve(vertices);
            let mut steps = 0;
            while steps < TRIES && walk.search.visits <= TRIES * counted {
                walk.single(rng);
                steps += 1;
            }
            batches.single = walk.search.visits <= steps * counted;
        }
        self.batches = Some(batches);
    }
}

impl<'a, S: Swaps> Walking<'a, S> {
    fn new(chain: &'a Switches<S>) -> Walking<'a, S> {
        let mut search = Search::default();
        if let Some(batches) = chain.batches.as_ref().filter(|batches| batches.single) {
            search.reserve(batches.vertices);
        }
        Walking { chain, state: chain.swaps.start(), forest: Forest::default(), search, made: Vec::new() }
    }

    /// Makes a step, and undoes it if the number of components is another.
    fn single(&mut self, rng: &mut SmallRng) {
        let swaps = &self.chain.swaps;
        let pick = swaps.pick(rng.next_u64());
        let corners = swaps.corners(&self.state, pick);
        if swaps.swap(&mut self.state, pick)
            && !self.search.keeps(corners, |vertex| swaps.neighbors(&self.state, vertex))
        {
            swaps.exchange(&mut self.state, pick);
        }
    }

    /// Number of components, where arcs join both ways.
    fn components(&mut self, vertices: usize) -> usize {
        self.forest.clear(vertices);
        for vertex in 0..vertices as u32 {
            for &other in self.chain.swaps.neighbors(&self.state, vertex) {
                self.forest.join(vertex, other);
            }
        }
        self.forest.trees()
    }

    /// Makes steps, and undoes them if the number of components is another. Says whether they stay.
    fn batch(&mut self, batches: &Batches, steps: u64, rng: &mut SmallRng) -> bool {
        let swaps = &self.chain.swaps;
        self.made.clear();
        for _ in 0..steps {
            let pick = swaps.pick(rng.next_u64());
            if swaps.swap(&mut self.state, pick) {
                self.made.push(pick);
            }
        }
        if self.made.is_empty() || self.components(batches.vertices) == batches.components {
            return true;
        }
        while let Some(pick) = self.made.pop() {
            swaps.exchange(&mut self.state, pick);
        }
        false
    }
}

impl<S: Swaps> Walk for Walking<'_, S> {
    fn advance(&mut self, steps: u64, rng: &mut SmallRng) {
        let chain = self.chain;
        let swaps = &chain.swaps;
        if chain.items.is_empty() {
            return;
        }
        // A rhythm rather than chance: swaps and turns each leave the uniform distribution as it is, so that one after
        // the other does.
        let stride = match &chain.batches {
            Some(batches) => batches.steps.max(TURN),
            None if swaps.turns() => TURN,
            None => u64::MAX,
        };
        let mut left = steps;
        while left > 0 {
            let part = left.min(stride);
            left -= part;
            let turns = if swaps.turns() { part.div_ceil(TURN) } else { 0 };
            match &chain.batches {
                None => {
                    let mut rest = part - turns;
                    while rest > 0 {
                        let steps = rest.min(AHEAD as u64);
                        rest -= steps;
                        let picks = &mut [[0; 2]; AHEAD][..steps as usize];
                        let mut sum = 0u32;
                        for pick in picks.iter_mut() {
                            *pick = swaps.pick(rng.next_u64());
                            sum = sum.wrapping_add(swaps.touch(&self.state, *pick));
                        }
                        black_box(sum);
                        for &pick in picks.iter() {
                            swaps.swap(&mut self.state, pick);
                        }
                    }
                }
                Some(batches) if batches.single => (turns..part).for_each(|_| self.single(rng)),
                Some(batches) => {
                    let mut rest = part - turns;
                    while rest > 0 {
                        let steps = rest.min(batches.steps);
                        self.batch(batches, steps, rng);
                        rest -= steps;
                    }
                }
            }
            // A turned triangle joins the same vertices as before.
            for _ in 0..turns {
                swaps.turn(&mut self.state, rng);
            }
        }
    }

    fn ends(&self, item: u32) -> [u32; 2] {
        self.chain.swaps.ends(&self.state, item)
    }

    fn edges(&self) -> Vec<[u32; 2]> {
        self.chain.swaps.edges(&self.state)
    }

    fn joined(&self, u: u32, v: u32) -> bool {
        self.chain.swaps.joined(&self.state, u, v)
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        self.chain.swaps.neighbors(&self.state, vertex)
    }
}
