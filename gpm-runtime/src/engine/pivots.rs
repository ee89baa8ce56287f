//! Cliques of one size without a plan: a tree of pivots counts them. This file alone decides which queries are answered like this.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::Semantics;
use gpm_plan::query::{Query, Unit};

use super::error::EngineError;
use super::open::{CliqueOptions, Rule, Wanted};
use super::report::Report;
use super::session::Session;
use super::setup::Engine;
use crate::control::Control;
use crate::graph::Graph;
use crate::run::RunError;

/// The fewest vertices of cliques that the tree counts. A nest meets the prefixes of each clique, and their number grows with the size of the
/// cliques; the tree takes about as long for any size. Measured on one thread of an AMD EPYC, on 13 real graphs, as
/// `gpm cliques GRAPH -k K --device cpu --threads 1` with a nest against `-k K..K`: with 5 vertices the nest is faster on 9 graphs, with 6 on 4, by a fifth
/// at most, and with 7 on none. There the tree takes from 0.8 of the time down to less than a thousandth.
///
/// On complete graphs of ten parts of ten vertices the nest is 16 times faster with 7 vertices. The predicted cost of the nest does not tell such graphs: it
/// is 18 times too high there, and 4 to 9 times too low on com-dblp and ca-GrQc, where the tree is 120 and 40 times faster.
const LEAST: usize = 7;

impl Engine {
    /// The count of a query of a session, if it asks for large cliques and the CPU of this engine runs alone.
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged, and [`EngineError::Run`] if the number leaves 128 bits.
    pub(super) fn by_pivots(
        &self,
        session: &Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Option<Report>, EngineError> {
        let graph = session.graph();
        if !self.executor.is_cpu_alone() || session.needs_plan(query) || !is_large_clique(query, graph) {
            return Ok(None);
        }
        let size = query.pattern.num_vertices();
        let found =
            self.cliques(graph, &CliqueOptions::default(), control, (Rule::Sizes(size..=size), Wanted::Sizes))?;
        let each = match query.unit {
            Unit::Embeddings => query.pattern.automorphisms(query.semantics).order(),
            Unit::Subgraphs => 1,
        };
        Ok(Some(Report {
            count: found.count.checked_mul(each).ok_or(RunError::Overflow)?,
            partial: found.partial,
            limited: false,
            device: found.device,
            seconds: found.seconds,
            gpu: None,
            query: query.clone(),
            plan: None,
        }))
    }
}

/// Whether a query counts large cliques, whatever their labels. Queries that leave passes out are asked for the sake of their plan.
fn is_large_clique(query: &Query, graph: &Graph) -> bool {
    let (pattern, size) = (&query.pattern, query.pattern.num_vertices());
    let has_plain_edges = pattern.edges().all(|edge| edge.label.is_none()) && graph.edge_label_names().is_empty();
    let is_plain = pattern.anchors().is_empty() && pattern.predicate().is_empty() && !pattern.has_anti_edges();
    size >= LEAST
        && pattern.edges().count() == size * (size - 1) / 2
        && (0..size).all(|u| pattern.vertex_label(u).is_none())
        && has_plain_edges
        && is_plain
        && !pattern.is_directed()
        && !graph.is_directed()
        && query.semantics != Semantics::Homomorphism
        && query.disabled == PassSet::default()
}
