//! Lower parts of rows as bits, for the vertices where that takes less room than the list.
//!
//! In a degree-ordered graph the first vertices are hubs, and most neighbors of a hub are hubs: what is left of its row is dense among
//! few ids. As bits such rows are a small table that stays in the cache, and a word of it is as good as 64 elements.

use super::VertexId;

/// For some vertices a bit for each smaller vertex, set where the two are neighbors.
#[derive(Debug, Default)]
pub(crate) struct BitRows {
    /// By vertex, where its words begin; [`NONE`] if it has none. Vertices beyond the last one with words are left out.
    starts: Vec<u32>,
    words: Vec<u64>,
}

const NONE: u32 = u32::MAX;

/// Whether so many smaller neighbors of `v` take no more room as bits than as a list.
pub(crate) fn is_short_as_bits(v: usize, smaller: usize) -> bool {
    smaller > 0 && 2 * v.div_ceil(64) <= smaller
}

impl BitRows {
    /// Those of a graph whose rows have at most `longest` elements. Cost: the rows of hubs, and their bounds; never more than half of the memory
    /// that the lists take.
    pub(super) fn of<'r>(num_vertices: usize, longest: usize, row: impl Fn(VertexId) -> &'r [VertexId]) -> BitRows {
        let mut rows = BitRows::default();
        // A row as bits has an element for each 32 smaller vertices.
        let last = num_vertices.min(32 * (longest + 1));
        for v in 0..last {
            let (row, num_words) = (row(v as VertexId), v.div_ceil(64));
            if !is_short_as_bits(v, row.len()) {
                continue;
            }
            let lower = &row[..row.partition_point(|&w| (w as usize) < v)];
            let Some(start) = u32::try_from(rows.words.len()).ok().filter(|start| *start != NONE) else { break };
            if is_short_as_bits(v, lower.len()) {
                rows.starts.resize(v, NONE);
                rows.starts.push(start);
                rows.words.resize(start as usize + num_words, 0);
                let words = &mut rows.words[start as usize..];
                lower.iter().for_each(|&w| words[w as usize / 64] |= 1 << (w % 64));
            }
        }
        rows
    }

    /// The words of `v`: one bit for each vertex that is smaller, and zeros up to the end of the last word.
    pub(crate) fn row(&self, v: VertexId) -> Option<&[u64]> {
        let start = *self.starts.get(v as usize).filter(|&&start| start != NONE)? as usize;
        Some(&self.words[start..start + (v as usize).div_ceil(64)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn bits_are_the_smaller_neighbors_where_there_are_many() {
        let edges = (0..400u32).flat_map(|i| (0..i).map(move |j| (i, j)));
        let graph =
            Graph::from_edges(400, edges.filter(|(i, j)| j % 40 == 3 || (i < &200 && (i + j) % 3 == 0))).unwrap();
        let rows = graph.out();
        let (mut dense, mut sparse) = (0, 0);
        for v in 0..400u32 {
            let lower: Vec<VertexId> = rows.row(v).iter().copied().filter(|&w| w < v).collect();
            match rows.lower_bits().row(v) {
                Some(words) => {
                    dense += 1;
                    let set = (0..words.len() as u32 * 64).filter(|w| words[*w as usize / 64] >> (w % 64) & 1 == 1);
                    assert_eq!(set.collect::<Vec<_>>(), lower, "of {v}");
                    assert!(8 * words.len() <= 4 * lower.len(), "of {v}");
                }
                None => sparse += 1,
            }
        }
        assert!(dense > 100 && sparse > 100, "{dense} and {sparse}");
        let none = Graph::from_edges(3, []).unwrap();
        assert!((0..5).all(|v| none.out().lower_bits().row(v).is_none()));
    }
}
