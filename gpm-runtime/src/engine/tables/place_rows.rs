//! The rows of a table by vertex or by edge, and which entries of a count by anchor each is made of.

use gpm_plan::pattern::OrbitsOf;
use gpm_plan::plan::AnswerError;
use rayon::prelude::*;

use crate::control::{Control, Stopped};
use crate::graph::{Graph, VertexId};
use crate::table::Counts;

/// What the rows of a table stand for.
pub(in crate::engine) struct PlaceRows {
    of: OrbitsOf,
    edges: Vec<[VertexId; 2]>,
    /// Of each edge its entries in the rows of its ends; of an arc the one that it has, twice.
    arcs: Vec<[usize; 2]>,
}

impl PlaceRows {
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(in crate::engine) fn new(graph: &Graph, of: OrbitsOf, control: &Control) -> Result<PlaceRows, Stopped> {
        let (mut edges, mut arcs) = (Vec::new(), Vec::new());
        if of == OrbitsOf::Edges {
            let rows = graph.out();
            // Rows are ascending: the arcs back to smaller vertices come in the order of these.
            let mut next: Vec<usize> = rows.offsets().iter().map(|&offset| offset as usize).collect();
            for v in 0..graph.num_vertices() {
                control.ensure_running()?;
                for entry in rows.offsets()[v] as usize..rows.offsets()[v + 1] as usize {
                    let w = rows.neighbors()[entry];
                    if graph.is_directed() {
                        edges.push([v as VertexId, w]);
                        arcs.push([entry, entry]);
                    } else if v < w as usize {
                        edges.push([v as VertexId, w]);
                        arcs.push([entry, next[w as usize]]);
                        next[w as usize] += 1;
                    }
                }
            }
        }
        Ok(PlaceRows { of, edges, arcs })
    }

    /// Counts by row: those of an edge are at either of its arcs, or at both where the ends of the place differ.
    pub(super) fn of_arcs(&self, counts: Counts, is_symmetric: bool) -> Result<Counts, AnswerError> {
        if self.of == OrbitsOf::Vertices {
            return Ok(counts);
        }
        let count = |&[there, back]: &[usize; 2]| match is_symmetric {
            true => Ok(counts.get(there)),
            false => counts.get(there).checked_add(counts.get(back)).ok_or(AnswerError::Overflow),
        };
        Ok(Counts::collect(self.arcs.par_iter().map(count).collect::<Result<_, _>>()?))
    }

    /// The same of what a shard adds.
    pub(in crate::engine) fn sums_of_arcs(
        &self,
        sums: Vec<i128>,
        is_symmetric: bool,
    ) -> Result<Vec<i128>, AnswerError> {
        if self.of == OrbitsOf::Vertices {
            return Ok(sums);
        }
        let sum = |&[there, back]: &[usize; 2]| match is_symmetric {
            true => Ok(sums[there]),
            false => sums[there].checked_add(sums[back]).ok_or(AnswerError::Overflow),
        };
        self.arcs.par_iter().map(sum).collect()
    }

    /// The edges that rows stand for, if they do.
    pub(in crate::engine) fn into_edges(self) -> Vec<[VertexId; 2]> {
        self.edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_arcs_that_leave_128_bits_are_an_error() {
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        let rows = PlaceRows::new(&graph, OrbitsOf::Edges, &Control::new()).unwrap();
        assert_eq!(rows.sums_of_arcs(vec![i128::MAX, 1], true), Ok(vec![i128::MAX]));
        assert_eq!(rows.sums_of_arcs(vec![i128::MAX, -1], false), Ok(vec![i128::MAX - 1]));
        assert_eq!(rows.sums_of_arcs(vec![i128::MAX, 1], false), Err(AnswerError::Overflow));
        assert!(matches!(rows.of_arcs(Counts::Wide(vec![u128::MAX, 1]), false), Err(AnswerError::Overflow)));
    }

    #[test]
    fn edges_are_those_that_the_graph_says() {
        let edges = [(2, 0), (0, 1), (1, 2), (3, 1)];
        for graph in [Graph::from_edges(4, edges).unwrap(), Graph::from_directed_edges(4, edges).unwrap()] {
            let rows = PlaceRows::new(&graph, OrbitsOf::Edges, &Control::new()).unwrap();
            assert_eq!(rows.into_edges(), graph.edges());
        }
    }
}
