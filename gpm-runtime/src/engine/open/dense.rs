//! Questions for dense subgraphs: maximal k-plexes and quasi-cliques.

use std::time::Instant;

use super::cliques::{OpenReport, Wanted};
use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::planning::ensure_simple;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, VertexId};
use crate::open::dense::{LARGE, MaximalDense};
use crate::open::{Density, Found, Ordered};
use crate::run::Sink;

/// Which dense sets of vertices are wanted.
///
/// ```
/// use gpm::{Control, DenseOptions, Density, Engine, Graph};
///
/// // A ring of four is a 2-plex: each vertex misses itself and one other.
/// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)])?;
/// let options = DenseOptions { density: Density::Plex(2), min_size: 4, containing: vec![] };
/// let found = Engine::auto()?.maximal_dense(&graph, &options, &Control::new())?;
/// assert_eq!((found.sizes, found.largest), (vec![(4, 1)], vec![0, 1, 2, 3]));
///
/// let options = DenseOptions { density: Density::QuasiClique("0.6".parse()?), ..options };
/// let found = Engine::auto()?.maximal_dense(&graph, &options, &Control::new())?;
/// assert_eq!(found.count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseOptions {
    /// What makes a set dense.
    pub density: Density,
    /// Smaller sets are left out. Of k-plexes at least 2k - 1.
    pub min_size: usize,
    /// Vertices that the sets have.
    pub containing: Vec<VertexId>,
}

impl Engine {
    /// Counts the maximal k-plexes or quasi-cliques of a graph by size: sets of vertices that are dense and part of no larger set that is.
    /// Directions and labels do not matter. Runs on the CPU.
    ///
    /// Memory: for each thread one bit matrix over the vertices at most two edges away from a vertex and before it in degeneracy order.
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph's file is damaged, [`EngineError::Option`] for a vertex that the graph does not have, for 0-plexes,
    /// and for k-plexes of fewer than 2k - 1 vertices, which need not be connected.
    pub fn maximal_dense(
        &self,
        graph: &Graph,
        options: &DenseOptions,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        self.dense(graph, options, control, Wanted::Sizes)
    }

    /// As [`Engine::maximal_dense`], and counts the sets that each vertex is part of.
    ///
    /// # Errors
    /// As there.
    pub fn maximal_dense_per_vertex(
        &self,
        graph: &Graph,
        options: &DenseOptions,
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        self.dense(graph, options, control, Wanted::PerVertex)
    }

    /// As [`Engine::maximal_dense`], and hands each set over, in no particular order and with its vertices in none. `Break` ends the run.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// If `each` does, with its panic.
    pub fn list_maximal_dense(
        &self,
        graph: &Graph,
        options: &DenseOptions,
        control: &Control,
        each: &mut Sink<'_>,
    ) -> Result<OpenReport, EngineError> {
        self.dense(graph, options, control, Wanted::Each(each))
    }

    fn dense(
        &self,
        graph: &Graph,
        DenseOptions { density, min_size, containing }: &DenseOptions,
        control: &Control,
        wanted: Wanted<'_, '_>,
    ) -> Result<OpenReport, EngineError> {
        let start = Instant::now();
        ensure_simple(graph)?;
        graph.ensure_valid()?;
        if containing.iter().any(|&v| v as usize >= graph.num_vertices()) {
            return Err(EngineError::Option {
                what: "a vertex that dense sets contain",
                must: "a vertex of the graph",
            });
        }
        if *density == Density::Plex(0) {
            return Err(EngineError::Option { what: "k of k-plexes", must: "1 or more" });
        }
        if *min_size < density.smallest_near() {
            return Err(EngineError::Option {
                what: "the smallest size of k-plexes",
                must: "2k-1 or more: smaller ones need not be connected, so that almost any few vertices are one",
            });
        }
        let (each, per_vertex) = wanted.parts(graph);
        self.in_run(control, |control| {
            let least = density.needs(*min_size);
            let last = containing.first().copied();
            let ordered = match self.pool.install(|| Ordered::core(graph, least, last, control)) {
                Ok(Some(ordered)) => ordered,
                _ => return self.found(Found::none(per_vertex), control, start),
            };
            let base: Option<Vec<VertexId>> = containing.iter().map(|&v| ordered.place(v)).collect();
            let Some(base) = base else { return self.found(Found::none(per_vertex), control, start) };
            let problem = MaximalDense::new(&ordered, (*density, *min_size), base, control, LARGE);
            self.searched(&problem, control, (each, per_vertex), start)
        })
    }
}
