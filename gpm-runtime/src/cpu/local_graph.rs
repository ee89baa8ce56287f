//! The bit matrix of a root's neighborhood: row `i` says which members the `i`-th member is adjacent to.

use crate::graph::VertexId;
use crate::view::Rows;

/// Largest root neighborhood searched as a bit matrix (8 MiB of rows); larger ones use lists.
pub const LOCAL_LIMIT: usize = 8192;

/// Marks vertices that are not members.
const STRANGER: u32 = u32::MAX;

/// Builds local bit matrices, reusing its memory.
#[derive(Debug)]
pub(super) struct LocalGraphBuilder {
    /// For each data vertex its place among the members, or [`STRANGER`].
    position: Vec<u32>,
    rows: Vec<u64>,
    lower_only: bool,
}

impl LocalGraphBuilder {
    pub(super) fn new(num_vertices: usize, lower_only: bool) -> Self {
        LocalGraphBuilder { position: vec![STRANGER; num_vertices], rows: Vec::new(), lower_only }
    }

    /// Builds the matrix over `members` (ascending): `members.len()` rows of the returned number of words each, bit `j` of
    /// row `i` set if members `i` and `j` are adjacent (and `j < i`, if only the lower triangle is asked for).
    ///
    /// Cost: one random read for each entry below its owner in the members' rows.
    pub(super) fn build(&mut self, members: &[VertexId], view: &Rows<'_>) -> (usize, &mut [u64]) {
        // One column more than members: strangers all fall there, which spares a branch an entry.
        let n = members.len();
        let words = n / 64 + 1;
        if self.rows.len() < n * words {
            self.rows.resize(n * words, 0);
        }
        self.rows[..n * words].fill(0);
        members.iter().zip(0..).for_each(|(&v, i)| self.position[v as usize] = i);
        let (splits, last) = (view.splits(), n as u32);
        for (i, &v) in members.iter().enumerate() {
            let row = &mut self.rows[i * words..(i + 1) * words];
            for &w in &view.row(v)[..splits[v as usize] as usize] {
                let j = self.position[w as usize].min(last) as usize;
                row[j / 64] |= 1 << (j % 64);
            }
            row[n / 64] &= (1 << (n % 64)) - 1;
        }
        members.iter().for_each(|&v| self.position[v as usize] = STRANGER);
        if !self.lower_only {
            self.mirror(n, words);
        }
        (words, &mut self.rows[..n * words])
    }

    /// Sets bit `i` of row `j` wherever bit `j` of row `i` is set.
    fn mirror(&mut self, n: usize, words: usize) {
        for i in 0..n {
            for word in 0..=i / 64 {
                let mut left = self.rows[i * words + word];
                if word == i / 64 {
                    left &= (1 << (i % 64)) - 1;
                }
                while left != 0 {
                    let j = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    self.rows[j * words + i / 64] |= 1 << (i % 64);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::view::Bound;
    use gpm_plan::{cost::GraphStats, pattern::Pattern, plan::Plan, query::Query};

    #[test]
    fn rows_are_the_adjacency_among_members() {
        let edges = (0..200u32).flat_map(|i| (0..i).filter(move |j| (i * 7 + j * 13) % 5 < 2).map(move |j| (i, j)));
        let graph = Graph::from_edges(200, edges);
        let plan = Plan::new(Query::from("clique:4".parse::<Pattern>().unwrap()), &GraphStats::typical()).unwrap();
        let bound = Bound::new(&graph, &plan.nest).unwrap();
        let members: Vec<u32> = (0..200).filter(|v| v % 2 == 0).collect();
        for lower_only in [true, false] {
            let mut builder = LocalGraphBuilder::new(200, lower_only);
            let (words, _) = builder.build(&members, &bound.views[0]);
            for (i, &v) in members.iter().enumerate() {
                for (j, &w) in members.iter().enumerate() {
                    let bit = builder.rows[i * words + j / 64] >> (j % 64) & 1 == 1;
                    assert_eq!(bit, graph.out().has_edge(v, w) && (!lower_only || j < i), "{i} {j}");
                }
            }
        }
    }
}
