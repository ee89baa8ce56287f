//! A search: a nest and what it is bound to.

use std::borrow::Cow;

use gpm_plan::nest::LoopNest;

use crate::graph::Graph;
use crate::run::BoundNest;
use crate::view::{BindError, Bound, Under, are_lent};

/// What is searched for one nest of a plan, or for several.
#[derive(Debug)]
pub(in crate::engine) struct BoundSearch<'p, 'g> {
    pub(in crate::engine) nest: Cow<'p, LoopNest>,
    pub(in crate::engine) bound: Bound<'g>,
    graph: &'g Graph,
}

impl<'p, 'g> BoundSearch<'p, 'g> {
    /// # Errors
    /// [`BindError`] if the nest does not fit the graph, or the run was stopped.
    pub(in crate::engine) fn new(
        graph: &'g Graph,
        nest: Cow<'p, LoopNest>,
        under: Under<'_>,
    ) -> Result<Self, BindError> {
        Ok(BoundSearch { bound: Bound::under(graph, &nest, under)?, nest, graph })
    }

    /// As back ends take it.
    pub(in crate::engine) fn nest(&self) -> BoundNest<'_> {
        BoundNest { nest: &self.nest, bound: &self.bound, graph: self.graph }
    }
}

/// Whether it takes no work to bind a nest: its rows are the graph's as they are.
pub(in crate::engine) fn needs_no_work(graph: &Graph, nest: &LoopNest) -> bool {
    graph.has_splits() && are_lent(graph, nest)
}
