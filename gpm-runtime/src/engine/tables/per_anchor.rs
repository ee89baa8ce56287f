//! Counts for each vertex or edge that the anchors of a pattern may be.

use std::time::Instant;

use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::{asked, refuse_records};
use crate::engine::running::{Tabulated, ensure_places};
use crate::engine::terms::EngineError;
use crate::graph::Graph;

impl Engine {
    /// Counts for each data vertex the subgraphs in which the pattern's anchor lies there; with two anchors, for each arc of
    /// the graph those in which they lie at its ends.
    ///
    /// A subgraph counts once for each choice of its vertices that the anchors may be: it is told by its embedding up to
    /// automorphisms that leave the anchors where they are.
    ///
    /// ```
    /// use gpm::{Engine, Graph, Pattern};
    ///
    /// let paw = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let middle = "a-b-c".parse::<Pattern>()?.with_anchors(&[1])?;
    /// let wedges = Engine::auto()?.count_per_anchor(&paw, middle)?;
    /// assert_eq!(wedges.counts.iter().collect::<Vec<_>>(), [1, 1, 3, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`]; [`EngineError::NoAnchors`]; [`EngineError::NoArc`] for an undirected pattern with two anchors in
    /// a directed graph.
    pub fn count_per_anchor(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<Tabulated, EngineError> {
        self.count_per_anchor_in(&mut Session::new(graph), query, &Control::new())
    }

    /// The same on the graph of a session, sharing what earlier queries found, under a handle that may stop the run. Counts of
    /// a run that was stopped are those of the part of the graph searched until then, or zeros where part of a sum says nothing;
    /// there are as many in any case.
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor`]; [`EngineError::OfShard`] if the session is for a shard.
    pub fn count_per_anchor_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Tabulated, EngineError> {
        let query = asked(session.graph(), query)?;
        if query.pattern.anchors().len() > 1 {
            refuse_records(session.graph())?;
        }
        session.ensure_whole()?;
        self.in_run(control, |control| self.counted_per_anchor(session, &query, control))
    }

    /// The same by a plan made before. A plan made for another graph gives the same counts, at another cost.
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor`].
    pub fn count_per_anchor_planned(
        &self,
        graph: &Graph,
        plan: &Plan,
        control: &Control,
    ) -> Result<Tabulated, EngineError> {
        ensure_places(graph, &plan.query.pattern)?;
        let session = &mut Session::with_stats(graph, &plan.stats);
        self.in_run(control, |control| self.tabulate(session, plan.clone(), Instant::now(), control))
    }
}
