//! Global trades of neighbors in undirected graphs.
//!
//! An edge is in two lists, and each place knows the other. When `u` gives its neighbor `x` to `v`, the list of `x` has
//! `v` for `u`.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use super::deal::{Deal, least};
use super::lists::Lists;
use super::{Chain, Walk};
use crate::edges::Edges;

/// What all samples share.
pub(super) struct EdgeTrades {
    lists: Lists,
    /// Vertices that have neighbors.
    traders: Vec<u32>,
    /// All places.
    items: Vec<u32>,
    /// The vertex that each place is in the list of.
    owners: Vec<u32>,
    start: State,
}

/// A graph on the way.
#[derive(Clone)]
struct State {
    /// The lists.
    neighbors: Vec<u32>,
    /// Where each edge is in the list of the neighbor.
    twins: Vec<u32>,
    /// The observed edge that each place is of.
    edges: Vec<u32>,
}

impl EdgeTrades {
    /// The edges as they are in the observed graph.
    pub(super) fn new(observed: &Edges) -> EdgeTrades {
        let lists = Lists::new(&observed.degrees().0);
        let (mut next, mut neighbors) = (lists.starts(), lists.room());
        let slots = lists.slots();
        let [mut twins, mut edges, mut owners] = [vec![0; slots], vec![0; slots], vec![0; slots]];
        for (edge, &ends) in (0..).zip(&observed.edges) {
            let places = ends.map(|vertex| {
                let place = next[vertex as usize];
                next[vertex as usize] += 1;
                place
            });
            for side in [0, 1] {
                let place = places[side] as usize;
                neighbors[place] = ends[1 - side];
                twins[place] = places[1 - side];
                edges[place] = edge;
                owners[place] = ends[side];
            }
        }
        let traders = (0..observed.vertices as u32).filter(|&vertex| lists.degree(vertex) > 0).collect();
        EdgeTrades {
            lists,
            traders,
            items: (0..slots as u32).collect(),
            owners,
            start: State { neighbors, twins, edges },
        }
    }
}

impl Chain for EdgeTrades {
    fn items(&self) -> &[u32] {
        &self.items
    }

    fn unit(&self) -> &'static str {
        "rounds"
    }

    fn rate(&self) -> f64 {
        1.0
    }

    fn least(&self) -> u64 {
        least(self.items.len() / 2)
    }

    fn begin(&self) -> Box<dyn Walk + '_> {
        Box::new(Trading {
            chain: self,
            state: self.start.clone(),
            traders: self.traders.clone(),
            deal: Deal::new(self.lists.vertices()),
            twins: Vec::new(),
        })
    }
}

/// A walk of trades of neighbors.
struct Trading<'a> {
    chain: &'a EdgeTrades,
    state: State,
    traders: Vec<u32>,
    deal: Deal,
    twins: Vec<u32>,
}

impl Walk for Trading<'_> {
    fn advance(&mut self, rounds: u64, rng: &mut SmallRng) {
        let EdgeTrades { lists, owners, .. } = self.chain;
        let State { neighbors, twins, edges } = &mut self.state;
        for _ in 0..rounds {
            self.traders.shuffle(rng);
            for pair in self.traders.as_chunks::<2>().0 {
                if !self.deal.gather(neighbors, *pair, pair.map(|vertex| lists.list(vertex))) {
                    continue;
                }
                self.twins.clear();
                self.twins.extend(self.deal.places.iter().map(|&place| twins[place as usize]));
                self.twins.shuffle(rng);
                for (&place, &twin) in self.deal.places.iter().zip(&self.twins) {
                    let (here, there) = (place as usize, twin as usize);
                    neighbors[here] = owners[there];
                    neighbors[there] = owners[here];
                    twins[here] = twin;
                    twins[there] = place;
                    // The edge stays at the vertex that trades.
                    edges[there] = edges[here];
                }
            }
        }
    }

    fn ends(&self, item: u32) -> [u32; 2] {
        [self.chain.owners[item as usize], self.state.neighbors[item as usize]]
    }

    fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges = vec![[0; 2]; self.chain.items.len() / 2];
        for (&edge, &item) in self.state.edges.iter().zip(&self.chain.items) {
            edges[edge as usize] = self.ends(item);
        }
        edges
    }

    fn joined(&self, u: u32, v: u32) -> bool {
        let lists = &self.chain.lists;
        let (fewer, other) = if lists.degree(u) <= lists.degree(v) { (u, v) } else { (v, u) };
        lists.has(&self.state.neighbors, fewer, other)
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        self.chain.lists.neighbors(&self.state.neighbors, vertex)
    }
}
