//! Graphlet orbit counts: for each vertex or edge how often it lies on each orbit [ORCA].

use std::cmp::Reverse;

use gpm_plan::pattern::{Orbit, OrbitsOf, orbits};
use gpm_plan::query::Query;
use rayon::prelude::*;

use super::{Engine, EngineError, Seconds, Session};
use crate::control::Control;
use crate::graph::{Graph, VertexId};
use crate::table::Counts;

/// How often each vertex or edge of a graph lies on each orbit.
#[derive(Clone, Debug)]
pub struct OrbitCounts {
    /// By number of the orbit a count for each row: a vertex, by [`VertexId`], or one of [`edges`](Self::edges).
    pub counts: Vec<Counts>,
    /// The edges that rows stand for, each with its smaller end first, ascending; none where rows are vertices.
    pub edges: Vec<[VertexId; 2]>,
    /// What it ran on.
    pub device: String,
    /// How long it took.
    pub seconds: Seconds,
}

impl Engine {
    /// Counts for each vertex, or each edge, of an undirected graph how often it lies on each orbit of the graphlets of up to
    /// `size` vertices, which is 4 or 5; `None` if the run was stopped, since part of a signed sum says nothing.
    ///
    /// Graphlets are vertex-induced; [`orbits`] gives their numbers. Cost: one search for each edge-induced pattern of up to
    /// `size` vertices and each of its own orbits; memory for twice as many tables as there are orbits.
    ///
    /// ```
    /// # use gpm_plan::pattern::OrbitsOf;
    /// # use gpm_runtime::{control::Control, engine::Engine, graph::Graph};
    /// let paw = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]);
    /// let found = Engine::auto()?.count_orbits(&paw, OrbitsOf::Vertices, 4, &Control::new())?.expect("nobody stops it");
    /// let of_tail: Vec<u128> = found.counts.iter().map(|orbit| orbit.get(3)).collect();
    /// assert_eq!(of_tail, [1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor`].
    ///
    /// # Panics
    /// As [`orbits`], for another size.
    pub fn count_orbits(
        &self,
        graph: &Graph,
        of: OrbitsOf,
        size: usize,
        control: &Control,
    ) -> Result<Option<OrbitCounts>, EngineError> {
        let rows = Rows::new(graph, of);
        let mut session = Session::new(graph);
        let mut seconds = Seconds::default();
        // The densest first: what their sums are made of is there already when it comes to sparser ones, so that these choose
        // sums that share it.
        let mut orbits: Vec<(usize, Orbit)> = orbits(of, size).into_iter().enumerate().collect();
        orbits.sort_by_key(|(number, orbit)| (Reverse(orbit.pattern.num_edges()), *number));
        let mut counts: Vec<(usize, Counts)> = Vec::new();
        let is_whole = control.timed(|| -> Result<bool, EngineError> {
            for (number, orbit) in &orbits {
                let query = Query::from(orbit.pattern.clone()).vertex_induced();
                let found = self.count_per_anchor_in(&mut session, &query, control)?;
                if found.report.partial {
                    return Ok(false);
                }
                log::debug!("orbit {number}, {:.6} s: {}", found.report.seconds.run, found.report.plan);
                let own = found.report.seconds;
                log::debug!("orbit {number}, {}: plan {:.3} s, run {:.3} s", orbit.pattern, own.plan, own.run);
                log::trace!("{}", found.report.plan);
                seconds = seconds.then(own);
                counts.push((*number, self.pool.install(|| rows.of_arcs(found.counts, orbit.is_symmetric))));
            }
            Ok(true)
        })?;
        counts.sort_by_key(|(number, _)| *number);
        let counts = counts.into_iter().map(|(_, counts)| counts).collect();
        Ok(is_whole.then(|| OrbitCounts { counts, edges: rows.edges, device: self.device(), seconds }))
    }
}

/// What the rows of orbit counts stand for.
struct Rows {
    of: OrbitsOf,
    edges: Vec<[VertexId; 2]>,
    /// Of each edge its entries in the rows of its ends.
    arcs: Vec<[usize; 2]>,
}

impl Rows {
    fn new(graph: &Graph, of: OrbitsOf) -> Rows {
        let (mut edges, mut arcs) = (Vec::new(), Vec::new());
        if of == OrbitsOf::Edges {
            let rows = graph.out();
            // Rows are ascending: the arcs back to smaller vertices come in the order of these.
            let mut next: Vec<usize> = rows.offsets().iter().map(|&offset| offset as usize).collect();
            for v in 0..graph.num_vertices() {
                for entry in rows.offsets()[v] as usize..rows.offsets()[v + 1] as usize {
                    let w = rows.neighbors()[entry];
                    if v < w as usize {
                        edges.push([v as VertexId, w]);
                        arcs.push([entry, next[w as usize]]);
                        next[w as usize] += 1;
                    }
                }
            }
        }
        Rows { of, edges, arcs }
    }

    /// Counts by row: those of an edge are at either of its arcs, or at both where the ends of the orbit differ.
    fn of_arcs(&self, counts: Counts, is_symmetric: bool) -> Counts {
        if self.of == OrbitsOf::Vertices {
            return counts;
        }
        let count = |&[there, back]: &[usize; 2]| match is_symmetric {
            true => counts.get(there),
            false => counts.get(there) + counts.get(back),
        };
        Counts::collect(self.arcs.par_iter().map(count).collect())
    }
}
