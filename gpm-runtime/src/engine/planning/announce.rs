//! Queries that are known before the first is answered: they are planned together, and nests with the same loops are searched once.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::Semantics;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use super::asked::asked;
use crate::control::Control;
use crate::engine::kept::{Announced, BoundSearch, Engine, Session, needs_no_work};
use crate::engine::terms::EngineError;
use crate::view::Under;

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
        match self.in_run(control, |control| self.announce_all(session, queries, control)) {
            Err(error) if error.is_stopped() => Ok(()),
            announced => announced,
        }
    }

    fn announce_all(&self, session: &mut Session<'_>, queries: &[Query], control: &Control) -> Result<(), EngineError> {
        let converted = queries.iter().filter(|query| query.semantics == Semantics::VertexInduced);
        self.expect_counted(session, converted.map(|query| query.pattern.clone()));
        for query in queries {
            let start = Instant::now();
            let query = asked(session.graph(), Query { output: Output::Count, ..query.clone() })?;
            let plan = self.plan_in(session, &query, control)?;
            session.announced.push(Announced { query, plan, took: start.elapsed() });
        }
        let nests = session.fuse_announced();
        self.expect(session, nests, control)?;
        Ok(())
    }

    /// Begins to make ready what the searches of these nests will need; returns those that it can be told for.
    pub(in crate::engine) fn expect<'g>(
        &self,
        session: &Session<'g>,
        nests: Vec<LoopNest>,
        control: &Control,
    ) -> Result<Vec<BoundSearch<'static, 'g>>, EngineError> {
        let graph = session.graph();
        // Rows that would have to be laid out are bound when they are needed.
        let nests = nests.into_iter().filter(|nest| needs_no_work(graph, nest));
        let bind = |nest| BoundSearch::new(graph, Cow::Owned(nest), Under { known: &session.candidates, control });
        let bound = nests.map(bind).collect::<Result<Vec<_>, _>>()?;
        self.executor.expect(&bound.iter().map(BoundSearch::nest).collect::<Vec<_>>());
        Ok(bound)
    }
}

impl Session<'_> {
    /// The plan of a query that was announced, and the time it took.
    pub(in crate::engine) fn announced(&self, query: &Query) -> Option<(Plan, Duration)> {
        let announced = self.announced.iter().find(|announced| announced.query == *query)?;
        Some((announced.plan.clone(), announced.took))
    }
}
