//! Binding a plan: what is to be searched for its nests is found once, and bound to the graph.

use std::borrow::Cow;

use gpm_plan::nest::LoopNest;
use gpm_plan::plan::Plan;

use crate::control::Control;
use crate::engine::kept::{BoundSearch, Engine, Session, needs_no_work};
use crate::engine::planning::searched;
use crate::engine::terms::EngineError;
use crate::view::{BindError, Bound, Under};

/// A plan, and what is searched for it.
#[derive(Debug)]
pub(super) struct BoundPlan<'p, 'g> {
    pub(super) plan: &'p Plan,
    /// In the order in which they are run.
    pub(super) searches: Vec<BoundSearch<'p, 'g>>,
    /// By nest of the plan, which search counts it; `None` where its total was known before.
    places: Vec<Option<usize>>,
}

impl<'p, 'g> BoundPlan<'p, 'g> {
    /// The nests of the plan, each with the place of its search unless its total was known before.
    pub(super) fn nests(&self) -> impl Iterator<Item = (&'p LoopNest, Option<usize>)> {
        self.plan.nests().zip(self.places.iter().copied())
    }

    /// By nest, what it was bound to; of nests that one search counts, the first has it.
    pub(super) fn into_bounds(self) -> Vec<Option<Bound<'g>>> {
        let mut bounds: Vec<Option<Bound<'g>>> = self.searches.into_iter().map(|search| Some(search.bound)).collect();
        self.places.into_iter().map(|place| bounds[place?].take()).collect()
    }
}

impl Engine {
    /// Binds what is searched for a plan, but for nests whose totals are known. `fused` are nests that count for several.
    pub(super) fn bind<'p, 'g>(
        &self,
        session: &Session<'g>,
        plan: &'p Plan,
        fused: &'p [LoopNest],
        control: &Control,
    ) -> Result<BoundPlan<'p, 'g>, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        let mut distinct: Vec<&LoopNest> = Vec::new();
        let mut place = |nest| {
            let searched = searched(nest, fused);
            distinct.iter().position(|other| std::ptr::eq(*other, searched)).unwrap_or_else(|| {
                distinct.push(searched);
                distinct.len() - 1
            })
        };
        let places = plan.nests().map(|nest| (!session.is_known(nest)).then(|| place(nest))).collect();
        let bind = || {
            let bind =
                |nest| BoundSearch::new(graph, Cow::Borrowed(nest), Under { known: &session.candidates, control });
            distinct.into_iter().map(bind).collect::<Result<Vec<_>, BindError>>()
        };
        // Waking threads takes as long as a small query.
        let is_free = plan.nests().all(|nest| needs_no_work(graph, nest));
        let searches = if is_free { bind() } else { self.pool.install(bind) }?;
        Ok(BoundPlan { plan, searches, places })
    }
}
