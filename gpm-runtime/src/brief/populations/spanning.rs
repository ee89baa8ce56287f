//! The order in which the vertices of a pattern are matched, and a spanning tree of it with the ways to go on along it.

use std::cmp::Reverse;

use gpm_plan::pattern::{MAX_VERTICES, bits};

use crate::brief::candidates::Candidates;
use crate::brief::ground::Ground;
use crate::brief::question::Question;

/// An order, with a tree in it.
#[derive(Debug)]
pub(super) struct Spanning {
    /// Pattern vertices in the order in which they are matched: each but the first has a neighbor before it.
    pub(super) order: Vec<usize>,
    /// The others, as a mask: leaves, which are counted once all of the order are matched. What closes a cycle is better matched early.
    pub(super) rest: u32,
    /// By pattern vertex but the first, which of its neighbors before it is above it in the tree.
    pub(super) above: [usize; MAX_VERTICES],
    /// By pattern vertex but the first, the most neighbors with its label that a candidate of the vertex above it has.
    pub(super) longest: [usize; MAX_VERTICES],
    /// By pattern vertex and place of a candidate among the vertices with its label, how many homomorphisms there are of what is below it in the
    /// tree.
    ways: Vec<Vec<f64>>,
    /// By pattern vertex but the first, and place of a candidate of the vertex above it: the sum of the ways of its neighbors.
    sums: Vec<Vec<f64>>,
}

/// How much each child is worth beside the others: a power of the ways to go on from it.
#[derive(Debug)]
pub(super) struct Worth {
    /// [`Spanning`]'s, to that power.
    ways: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
}

impl Spanning {
    /// For a connected pattern all of whose vertices have candidates. Cost: for each edge of the tree the rows of the candidates above it.
    pub(super) fn new(ground: &Ground, question: &Question, candidates: &[Candidates]) -> Spanning {
        let mut order = order(question, candidates);
        let is_leaf = |&&u: &&usize| question.neighbors[u].is_power_of_two();
        let rest: u32 = order[1..].iter().filter(is_leaf).map(|&u| 1 << u).sum();
        // Others still have a neighbor before them.
        order.sort_by_key(|u| rest >> u & 1);
        let mut above = [0; MAX_VERTICES];
        for (at, &u) in order.iter().enumerate().skip(1) {
            let before = order[..at].iter().fold(0, |mask, &w| mask | 1 << w);
            let nearest = bits(question.neighbors[u] & before).min_by_key(|&w| candidates[w].vertices.len());
            above[u] = nearest.expect("a pattern is connected");
        }
        let places = |u: usize| ground.rows.class(question.labels[u]).len();
        let mut ways: Vec<Vec<f64>> = (0..question.num_vertices).map(|u| vec![0.0; places(u)]).collect();
        let mut sums: Vec<Vec<f64>> = (0..question.num_vertices).map(|u| vec![0.0; places(above[u])]).collect();
        let mut longest = [0; MAX_VERTICES];
        for (at, &u) in order.iter().enumerate().rev() {
            for &x in &candidates[u].vertices {
                let place = candidates[u].place(x);
                let below = order[at + 1..].iter().filter(|&&w| above[w] == u);
                ways[u][place] = below.map(|&w| sums[w][place]).product();
            }
            if at > 0 {
                let (own, over) = (&candidates[u], &candidates[above[u]]);
                for &x in &over.vertices {
                    let row = ground.row(x, question.labels[u]);
                    longest[u] = longest[u].max(row.len());
                    // What is no candidate has no ways.
                    sums[u][over.place(x)] = row.iter().map(|&y| ways[u][own.place(y)]).sum();
                }
            }
        }
        order.truncate(order.len() - rest.count_ones() as usize);
        Spanning { order, rest, above, longest, ways, sums }
    }

    /// Homomorphisms of the tree: there are no more matches of the pattern.
    pub(super) fn total(&self) -> f64 {
        self.ways[self.order[0]].iter().sum()
    }

    /// What children are worth, to some power of the ways.
    pub(super) fn worth(&self, power: f64) -> Worth {
        let powered = |all: &[Vec<f64>]| all.iter().map(|own| own.iter().map(|x| x.powf(power)).collect()).collect();
        // Where nothing is below, nothing is worth a draw: not even to the power of 0.
        let mut ways: Vec<Vec<f64>> = powered(&self.ways);
        for (own, all) in ways.iter_mut().flatten().zip(self.ways.iter().flatten()) {
            if *all == 0.0 {
                *own = 0.0;
            }
        }
        Worth { ways, sums: powered(&self.sums) }
    }
}

impl Worth {
    /// Of a child at a place for the first vertex.
    pub(super) fn of_first(&self, u: usize, place: usize) -> f64 {
        self.ways[u][place]
    }

    /// Of a child at a place, over that of all children which its parent, at another place, would have along the tree.
    pub(super) fn of(&self, u: usize, place: usize, above: usize) -> f64 {
        self.ways[u][place] / self.sums[u][above]
    }
}

/// Vertices on cycles come first, and of those that have a neighbor before them the one with most such neighbors: what ends early costs little.
fn order(question: &Question, candidates: &[Candidates]) -> Vec<usize> {
    let cores = question.cores();
    let (mut order, mut placed) = (Vec::new(), 0u32);
    while order.len() < question.num_vertices {
        let is_next = |u: &usize| placed >> u & 1 == 0 && (placed == 0 || question.neighbors[*u] & placed != 0);
        let key = |&u: &usize| {
            let each = (candidates[u].vertices.len() << 16) / question.neighbors[u].count_ones().max(1) as usize;
            (Reverse(cores[u].min(2)), Reverse((question.neighbors[u] & placed).count_ones()), each)
        };
        let next = (0..question.num_vertices).filter(is_next).min_by_key(key).expect("a pattern is connected");
        placed |= 1 << next;
        order.push(next);
    }
    order
}
