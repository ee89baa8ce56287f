//! Markov chains over graphs that keep degrees.

mod arcs;
mod components;
pub(crate) mod curveball;
mod deal;
mod edge_trades;
mod lists;
mod pairs;
mod picks;
mod swaps;
pub(crate) mod switching;
#[cfg(test)]
mod tests;

use rand::rngs::SmallRng;

pub(crate) use components::components;

/// A chain that starts at the observed graph.
pub(crate) trait Chain: Send + Sync {
    /// The edges, or mutual pairs, that the chain may change, by numbers of its own.
    fn items(&self) -> &[u32];

    /// What lengths are given in, such as `"swaps an edge"`.
    fn unit(&self) -> &'static str;

    /// Steps to the unit.
    fn rate(&self) -> f64;

    /// Steps of a sample at least.
    fn least(&self) -> u64;

    /// A walk from the observed graph.
    fn begin(&self) -> Box<dyn Walk + '_>;
}

/// Where a chain is.
pub(crate) trait Walk {
    /// Makes steps.
    fn advance(&mut self, steps: u64, rng: &mut SmallRng);

    /// The vertices that item `item` joins.
    fn ends(&self, item: u32) -> [u32; 2];

    /// The edges, in the order of the observed graph's.
    fn edges(&self) -> Vec<[u32; 2]>;

    /// Whether there is the arc, or the edge.
    fn joined(&self, u: u32, v: u32) -> bool;

    /// Where arcs or edges of a vertex lead.
    fn neighbors(&self, vertex: u32) -> &[u32];
}
