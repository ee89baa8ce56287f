//! Trees in a graph, ready to be matched at random.

use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::spanning::Forest;

use super::weights::Weights;
use crate::graph::{Csr, VertexId};

/// Trees, and the arrays that they are matched by: these are named by their numbers, since trees share them.
#[derive(Clone, Debug)]
pub struct Trees<'a> {
    /// Bounds of rows; the first are those of the graph.
    pub offsets: Vec<&'a [u64]>,
    /// Rows of vertices; the first are those of the graph, ascending.
    pub targets: Vec<&'a [VertexId]>,
    /// Running sums of homomorphisms: by entry of rows, anew in each row, or by root.
    pub sums: Vec<&'a [f64]>,
    /// The trees.
    pub trees: Vec<Drawn>,
    /// What all draws depend on.
    pub seed: u64,
}

/// A tree whose vertices are drawn one after the other.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The sums by which its root is drawn, by place after the vertex `base`.
    pub roots: usize,
    /// The first of the vertices that the root may be.
    pub base: VertexId,
    /// Its other vertices.
    pub links: Vec<Link>,
    /// Pairs of vertices that it does not join and that are looked at, by the second.
    pub pairs: Vec<Pair>,
    /// Whether all of these pairs must be as they say. If so, there is one code; else a code has a bit for each that is joined, that of the first the lowest.
    pub needs_all: bool,
}

/// Pairs of a tree that a kernel can be told of.
pub const PAIRS: usize = 256;

/// Two vertices of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The one that is drawn before the other.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Whether the graph must join them, or must not, if that matters.
    pub is_joined: bool,
}

/// How a vertex is drawn that hangs on another one.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The one that it hangs on.
    pub parent: usize,
    /// Bounds of the rows that it is drawn from, by place of its parent after the vertex `base`.
    pub offsets: usize,
    /// These rows.
    pub targets: usize,
    /// The sums by which it is drawn; `None` if all are as likely.
    pub sums: Option<usize>,
    /// The first of the vertices that its parent may be.
    pub base: VertexId,
}

impl Drawn {
    /// How many codes there are.
    pub fn num_codes(&self) -> usize {
        if self.needs_all { 1 } else { 1 << self.pairs.len() }
    }
}

impl<'a> Trees<'a> {
    /// All trees of a size, in undirected rows without regard to labels.
    pub fn of_forest(rows: &'a Csr, forest: &Forest, weights: &'a Weights, seed: u64) -> Trees<'a> {
        let num_branches = weights.rows.len();
        let sums = weights.rows.iter().chain(&weights.roots).map(Vec::as_slice).collect();
        let drawn = |(number, tree): (usize, &gpm_plan::spanning::Tree)| {
            let link = |v: usize| Link {
                parent: tree.parents[v],
                offsets: 0,
                targets: 0,
                // There is one leaf below each neighbor.
                sums: Some(tree.branches[v]).filter(|&branch| branch > 0),
                base: 0,
            };
            let links = (1..forest.size).map(link).collect();
            let free = tree.free.iter().map(|&(first, second)| Pair { first, second, is_joined: true });
            Drawn { roots: num_branches + number, base: 0, links, pairs: free.collect(), needs_all: false }
        };
        let trees = forest.trees.iter().enumerate().map(drawn).collect();
        Trees { offsets: vec![rows.offsets()], targets: vec![rows.neighbors()], sums, trees, seed }
    }

    /// The one tree that spans a pattern, whose vertex `i` is the pattern's vertex `order[i]`: samples have a code if they are matches of the pattern. `None` if the
    /// pattern may be matched otherwise than injectively.
    pub fn of_pattern(
        (rows, forest, weights): (&'a Csr, &Forest, &'a Weights),
        (pattern, semantics, order): (&Pattern, Semantics, &[usize]),
        seed: u64,
    ) -> Option<Trees<'a>> {
        let asks_of_all = match semantics {
            Semantics::EdgeInduced => false,
            Semantics::VertexInduced => true,
            Semantics::Homomorphism => return None,
        };
        let mut trees = Trees::of_forest(rows, forest, weights, seed);
        for own in &mut trees.trees {
            own.needs_all = true;
            own.pairs.iter_mut().for_each(|pair| {
                pair.is_joined = pattern.are_adjacent(order[pair.first], order[pair.second]);
            });
            own.pairs.retain(|pair| asks_of_all || pair.is_joined);
        }
        Some(trees)
    }

    /// Homomorphisms of a tree.
    pub fn total(&self, tree: usize) -> f64 {
        self.sums[self.trees[tree].roots].last().copied().unwrap_or(0.0)
    }
}
