//! Queries that are known before the first is answered: they are planned together, and nests with the same loops are searched once.

use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::Semantics;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use super::{Engine, EngineError, Session};

/// A query to come, and its plan.
#[derive(Clone, Debug)]
pub(super) struct Announced {
    query: Query,
    plan: Plan,
    took: Duration,
}

impl Engine {
    /// Announces that all of these will be counted in a session, in this order, those with the most edges first. Then vertex-induced
    /// subgraphs are made from the same edge-induced counts, each of which is made once, even where one by itself had better be
    /// counted in another way; and patterns whose nests have the same loops are searched together, when the first of them is.
    /// Takes the time to plan all queries, tens of milliseconds for the patterns of five vertices.
    ///
    /// # Errors
    /// As [`Engine::plan`].
    pub fn announce(&self, session: &mut Session<'_>, queries: &[Query]) -> Result<(), EngineError> {
        let converted = queries.iter().filter(|query| query.semantics == Semantics::VertexInduced);
        session.expect(self.executor.overheads(), converted.map(|query| query.pattern.clone()));
        for query in queries {
            let start = Instant::now();
            let query = Query { output: Output::Count, ..query.clone() };
            let plan = self.plan_in(session, &query)?;
            session.announced.push(Announced { query, plan, took: start.elapsed() });
        }
        Ok(())
    }
}

impl Session<'_> {
    /// The plan of a query that was announced, and the time it took.
    pub(super) fn announced(&self, query: &Query) -> Option<(Plan, Duration)> {
        let announced = self.announced.iter().find(|announced| announced.query == *query)?;
        Some((announced.plan.clone(), announced.took))
    }

    /// The fused nests by which what is not known of a plan is to be counted, with all that was announced.
    pub(super) fn fused(&self, plan: &Plan) -> Vec<LoopNest> {
        let mut nests: Vec<&LoopNest> = Vec::new();
        let announced = self.announced.iter().map(|announced| &announced.plan);
        let plans = std::iter::once(plan).chain(announced).filter(|plan| !plan.query.disabled.contains("fuse"));
        for nest in plans.flat_map(Plan::nests).filter(|nest| self.known(nest).is_none()) {
            if !nests.iter().any(|other| other.is_same_search(nest)) {
                nests.push(nest);
            }
        }
        LoopNest::fuse(nests)
    }
}

/// What is searched to count by a nest: a fused one that it is part of, or the nest alone.
pub(super) fn searched<'n>(nest: &'n LoopNest, fused: &'n [LoopNest]) -> &'n LoopNest {
    let is_part = |group: &&LoopNest| group.parts().iter().any(|part| part.is_same_search(nest));
    fused.iter().find(is_part).unwrap_or(nest)
}
