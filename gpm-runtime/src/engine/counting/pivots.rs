//! Cliques of one size without a plan: a tree of pivots counts them.

use gpm_plan::query::{Query, Unit};

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::open::{CliqueOptions, Rule, Wanted};
use crate::engine::terms::{EngineError, Report};
use crate::run::RunError;

impl Engine {
    /// The count of a query of a session for [`Strategy::Pivots`](gpm_plan::strategy::Strategy).
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged, and [`EngineError::Run`] if the number leaves 128 bits.
    pub(super) fn by_pivots(
        &self,
        session: &Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let graph = session.graph();
        let size = query.pattern.num_vertices();
        let found =
            self.cliques(graph, &CliqueOptions::default(), control, (Rule::Sizes(size..=size), Wanted::Sizes))?;
        let each = match query.unit {
            Unit::Embeddings => query.pattern.automorphisms(query.semantics).order(),
            Unit::Subgraphs => 1,
        };
        Ok(Report {
            count: found.count.checked_mul(each).ok_or(RunError::Overflow)?,
            partial: found.partial,
            limited: false,
            device: found.device,
            seconds: found.seconds,
            gpu: None,
            query: query.clone(),
            plan: None,
        })
    }
}
