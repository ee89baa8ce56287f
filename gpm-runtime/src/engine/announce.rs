//! Queries that are known before the first is answered: they are planned together, and nests with the same loops are searched once.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;
use gpm_plan::passes::Pass;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use super::{Engine, EngineError, Session};
use crate::control::Control;
use crate::view::Bound;

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
    /// Takes the time to plan all queries, tens of milliseconds for the patterns of five vertices. Where `control` stops it, some
    /// are not announced: they are planned when they are counted.
    ///
    /// ```
    /// use gpm::{Control, Engine, Graph, Query, Session, pattern};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let (engine, mut session) = (Engine::auto()?, Session::new(&graph));
    /// let mut motifs: Vec<Query> = pattern::all_connected(3).iter().map(|motif| Query::from(motif).vertex_induced()).collect();
    /// motifs.sort_by_key(|query| std::cmp::Reverse(query.pattern.num_edges()));
    /// engine.announce(&mut session, &motifs, &Control::new())?;
    /// let mut counts = Vec::new();
    /// for motif in &motifs {
    ///     counts.push(engine.count_in(&mut session, motif, &Control::new())?.count);
    /// }
    /// assert_eq!(counts, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::plan`].
    pub fn announce(&self, session: &mut Session<'_>, queries: &[Query], control: &Control) -> Result<(), EngineError> {
        match control.timed(|| self.announce_all(session, queries, control)) {
            Err(error) if error.is_stopped() => Ok(()),
            announced => announced,
        }
    }

    fn announce_all(&self, session: &mut Session<'_>, queries: &[Query], control: &Control) -> Result<(), EngineError> {
        let converted = queries.iter().filter(|query| query.semantics == Semantics::VertexInduced);
        session.expect(self.prices(), converted.map(|query| query.pattern.clone()));
        for query in queries {
            let start = Instant::now();
            let query = Query { output: Output::Count, ..query.clone() };
            let plan = self.plan_in(session, &query, control)?;
            session.announced.push(Announced { query, plan, took: start.elapsed() });
        }
        let nests = session.fuse_announced();
        // Rows that would have to be laid out are bound when they are needed.
        let is_lent = session.graph().has_splits() && !session.graph().is_directed();
        let plain = nests.iter().filter(|nest| is_lent && nest.classes.len() == 1 && nest.columns().is_empty());
        let bind = |nest| Ok((nest, Bound::under(session.graph(), nest, control)?));
        let bound = plain.map(bind).collect::<Result<Vec<_>, EngineError>>()?;
        self.executor.expect(&bound.iter().map(|(nest, bound)| (*nest, bound)).collect::<Vec<_>>());
        Ok(())
    }
}

impl Session<'_> {
    /// The plan of a query that was announced, and the time it took.
    pub(super) fn announced(&self, query: &Query) -> Option<(Plan, Duration)> {
        let announced = self.announced.iter().find(|announced| announced.query == *query)?;
        Some((announced.plan.clone(), announced.took))
    }

    /// The fused nests by which what is not known of a plan is to be counted: with all that was announced, if it was announced.
    pub(super) fn fused(&self, plan: &Plan) -> Vec<LoopNest> {
        match self.announced.iter().any(|announced| announced.query == plan.query) {
            true => self.fused.clone(),
            false => LoopNest::fuse(self.unknown([plan])),
        }
    }

    /// Joins the nests of all plans that were announced. Returns what is to be searched, in the order in which it is needed.
    fn fuse_announced(&mut self) -> Vec<LoopNest> {
        let nests = self.unknown(self.announced.iter().map(|announced| &announced.plan));
        let fused = LoopNest::fuse(nests.iter().copied());
        let mut searches: Vec<LoopNest> = Vec::new();
        for nest in self.announced.iter().flat_map(|announced| announced.plan.nests()) {
            let search = searched(nest, &fused);
            if self.known(nest).is_none() && !searches.contains(search) {
                searches.push(search.clone());
            }
        }
        self.fused = fused;
        searches
    }

    /// The nests of plans that may be fused, but those that are known, each once.
    fn unknown<'p>(&self, plans: impl IntoIterator<Item = &'p Plan>) -> Vec<&'p LoopNest> {
        let mut nests: Vec<&LoopNest> = Vec::new();
        let mut seen: BTreeMap<&Pattern, Vec<&LoopNest>> = BTreeMap::new();
        let plans = plans.into_iter().filter(|plan| !plan.query.disabled.contains(Pass::Fuse));
        for nest in plans.flat_map(Plan::nests).filter(|nest| self.known(nest).is_none()) {
            let alike = seen.entry(&nest.pattern).or_default();
            if !alike.iter().any(|other| other.is_same_search(nest)) {
                alike.push(nest);
                nests.push(nest);
            }
        }
        nests
    }
}

/// What is searched to count by a nest: a fused one that it is part of, or the nest alone.
pub(super) fn searched<'n>(nest: &'n LoopNest, fused: &'n [LoopNest]) -> &'n LoopNest {
    let is_part = |group: &&LoopNest| group.parts().iter().any(|part| part.is_same_search(nest));
    fused.iter().find(is_part).unwrap_or(nest)
}
