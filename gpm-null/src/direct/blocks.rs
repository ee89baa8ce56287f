//! The microcanonical stochastic block model: the number of edges between each two blocks is kept.

use crate::direct::pairs::Pairs;
use crate::direct::seen::Seen;
use crate::edges::{Edges, key};
use crate::error::NullError;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;

/// Uniform over all graphs with the observed number of edges between each two blocks [Peixoto2017].
#[derive(Debug)]
pub(crate) struct Blocks {
    /// The vertices, those of a block one after the other.
    vertices: Vec<u32>,
    /// What is drawn between two blocks that have edges.
    groups: Vec<Group>,
    /// Positions of edges, those of a group one after the other.
    edges: Vec<u32>,
    /// How many keys a sample has to remember.
    room: usize,
}

/// The edges between two blocks.
#[derive(Debug)]
struct Group {
    /// The pairs that can be edges, as places in the list of vertices.
    pairs: Pairs,
    /// How many are.
    count: u64,
}

impl Blocks {
    /// Graphs like the observed one, given a block per vertex: any numbers. O(n log n + m log m).
    ///
    /// # Errors
    /// If there is not one block for each vertex.
    pub(crate) fn new(observed: &Edges, blocks: &[u32]) -> Result<Blocks, NullError> {
        if blocks.len() != observed.vertices {
            let (given, wanted) = (blocks.len(), observed.vertices);
            return Err(NullError::Length { what: "blocks", given, wanted });
        }
        let mut vertices: Vec<u32> = (0..observed.vertices as u32).collect();
        vertices.sort_by_key(|&vertex| blocks[vertex as usize]);
        let mut ranges = FxHashMap::default();
        let mut start = 0;
        for members in vertices.chunk_by(|&u, &v| blocks[u as usize] == blocks[v as usize]) {
            let end = start + members.len() as u32;
            ranges.insert(blocks[members[0] as usize], start..end);
            start = end;
        }
        let of = |edge: u32| observed.edges[edge as usize].map(|end| blocks[end as usize]);
        let group = |edge: u32| {
            let [from, to] = of(edge);
            if observed.directed || from < to { key(from, to) } else { key(to, from) }
        };
        let mut edges: Vec<u32> = (0..observed.edges.len() as u32).collect();
        edges.sort_by_cached_key(|&edge| group(edge));
        let groups: Vec<Group> = edges
            .chunk_by(|&one, &other| group(one) == group(other))
            .map(|members| {
                let key = group(members[0]);
                let [from, to] = [(key >> 32) as u32, key as u32].map(|block| ranges[&block].clone());
                Group { pairs: Pairs { from, to, directed: observed.directed }, count: members.len() as u64 }
            })
            .collect();
        let room = groups.iter().map(|group| group.pairs.room(group.count) as usize).sum();
        Ok(Blocks { vertices, groups, edges, room })
    }

    /// A graph. Edge i lies between the blocks of the observed edge i, in directed graphs in the same direction. Edges of the
    /// same two blocks are in random order. O(m) expected.
    pub(crate) fn sample(&self, rng: &mut SmallRng) -> Vec<[u32; 2]> {
        let mut edges = vec![[0; 2]; self.edges.len()];
        // Places in the list of vertices are numbers of their own for each group's pairs, so that one set serves all.
        let (mut seen, mut chosen) = (Seen::with_room(self.room), Vec::new());
        let mut start = 0;
        for group in &self.groups {
            group.pairs.choose(group.count, rng, &mut seen, &mut chosen);
            for (&edge, pair) in self.edges[start..].iter().zip(&chosen) {
                edges[edge as usize] = pair.map(|place| self.vertices[place as usize]);
            }
            start += chosen.len();
        }
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};
    use crate::testing::{all_graphs_of_any_degrees, assert_uniform, pairs};

    fn sample(observed: &Edges, blocks: &[u32], index: u64) -> Edges {
        let model = Blocks::new(observed, blocks).expect("a block for each vertex");
        observed.with(model.sample(&mut stream(9, index, Purpose::Sample)))
    }

    /// The blocks of an edge, the same for both directions if there are none.
    fn between(graph: &Edges, blocks: &[u32], ends: [u32; 2]) -> [u32; 2] {
        let mut two = ends.map(|end| blocks[end as usize]);
        if !graph.directed {
            two.sort_unstable();
        }
        two
    }

    fn counts(graph: &Edges, blocks: &[u32]) -> Vec<[u32; 2]> {
        let mut all: Vec<[u32; 2]> = graph.edges.iter().map(|&ends| between(graph, blocks, ends)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn graphs_of_the_counts_are_uniform() {
        type Case<'a> = (bool, &'a [u32], &'a [[u32; 2]]);
        let cases: [Case<'_>; 10] = [
            (false, &[0, 0, 1, 1], &[[0, 1], [1, 2]]),
            (false, &[7, 2, 7, 2, 2], &[[0, 2], [0, 1], [2, 3], [1, 4], [3, 4]]),
            (false, &[0, 1, 0, 1, 0], &[[0, 1], [0, 3], [2, 1], [2, 3], [4, 3]]),
            (false, &[0, 1, 2, 3], &[[0, 1], [2, 3]]),
            (false, &[5, 5, 5, 5, 5], &[[0, 1], [2, 3], [1, 4]]),
            (true, &[0, 0, 1, 1], &[[0, 1], [1, 2], [3, 0], [3, 2]]),
            (true, &[1, 0, 0, 1], &[[0, 3], [3, 0], [1, 0], [1, 3], [2, 0]]),
            (true, &[3, u32::MAX, 3], &[[0, 2], [1, 2]]),
            (true, &[4, 4, 4], &[[0, 2], [1, 2], [2, 0], [2, 1]]),
            (true, &[0, 1, 2], &[[0, 2], [2, 0]]),
        ];
        for (directed, blocks, edges) in cases {
            let observed = Edges::new(blocks.len(), directed, edges.to_vec()).expect("simple");
            let kept = counts(&observed, blocks);
            let graphs = all_graphs_of_any_degrees(&observed, |graph| {
                graph.edges.len() == kept.len() && counts(graph, blocks) == kept
            });
            assert_uniform(&observed, &graphs, 200 * graphs.len() as u64, |index| sample(&observed, blocks, index));
        }
    }

    #[test]
    fn edges_stay_between_their_blocks() {
        // Blocks of 0 to 29 vertices, sparse and dense ones: a pair is an edge as the product of their sizes falls out.
        let blocks: Vec<u32> = (0..30).flat_map(|block: u32| (0..block).map(move |_| block * 31 % 30)).collect();
        let vertices = blocks.len() as u32;
        for directed in [false, true] {
            let none = Edges::new(blocks.len(), directed, vec![]).expect("simple");
            let all = (0..vertices).flat_map(|u| (0..vertices).map(move |v| [u, v]));
            let wanted = |&[u, v]: &[u32; 2]| {
                let product = blocks[u as usize] * blocks[v as usize] + u * v;
                (directed && u != v || u < v) && product % 7 < 1 + blocks[u as usize] % 7
            };
            let observed = none.with(all.filter(wanted).collect());
            let sample = sample(&observed, &blocks, 0);
            assert_eq!(sample.check(), Ok(()));
            assert!(observed.edges.len() > 10_000);
            assert_eq!(sample.edges.len(), observed.edges.len());
            for (&own, &other) in sample.edges.iter().zip(&observed.edges) {
                assert_eq!(between(&observed, &blocks, own), between(&observed, &blocks, other));
            }
            assert_ne!(sample.edges, observed.edges);
        }
    }

    #[test]
    fn small_and_full_graphs_are_drawn_and_short_lists_refused() {
        for directed in [false, true] {
            for vertices in 0..5usize {
                let none = Edges::new(vertices, directed, vec![]).expect("simple");
                let all = none.with(pairs(&none));
                for blocks in [vec![3; vertices], (0..vertices as u32).rev().collect()] {
                    assert_eq!(sample(&none, &blocks, 0), none);
                    let graphs = [(1 << pairs(&none).len()) - 1];
                    assert_uniform(&all, &graphs, 3, |index| sample(&all, &blocks, index));
                }
                let refused = Blocks::new(&all, &vec![0; vertices + 1]).expect_err("one too many");
                assert_eq!(refused, NullError::Length { what: "blocks", given: vertices + 1, wanted: vertices });
            }
        }
    }
}
