//! Counting the subgraphs that have records, each once, however many choices of records it has.

use std::ops::ControlFlow;

use gpm_plan::pattern::VertexKey;
use gpm_plan::query::{Query, Unit};
use rustc_hash::FxHashSet;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};
use crate::graph::VertexId;

impl Engine {
    /// Counts on the graph of a session the choices of vertices that at least one choice of records goes with, where
    /// [`Engine::count_in`] counts both together: the accounts that form a ring, not the payments that do. Of symmetric vertices each
    /// subgraph counts once, as if its records were not compared; embeddings count each assignment.
    ///
    /// Cost: a listing of all choices of records; memory: some fifty bytes for each thing counted.
    ///
    /// ```
    /// use gpm::graph::GraphArrays;
    /// use gpm::{Control, Engine, LoadOptions, RecordLabels, Session};
    ///
    /// let (from, to) = ([1_i64, 1, 2], [2_i64, 2, 3]);
    /// let options = LoadOptions { directed: true, ..LoadOptions::default() };
    /// let payments = GraphArrays::new(&from[..], &to[..]).load_records(&options, RecordLabels::None)?.graph;
    /// let (engine, chain) = (Engine::auto()?, "a-[p:]->b-[q:]->c");
    /// assert_eq!(engine.count(&payments, chain)?.count, 2);
    /// assert_eq!(engine.count_once_in(&mut Session::new(&payments), chain, &Control::new())?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_in`].
    pub fn count_once_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let query = asked(session.graph(), query)?;
        session.ensure_whole()?;
        if !query.pattern.has_records() {
            return self.count_in(session, query, control);
        }
        let key = match query.unit {
            Unit::Subgraphs => VertexKey::of_subgraphs(&query.pattern),
            Unit::Embeddings => VertexKey::of_embeddings(&query.pattern),
        };
        let mut met: FxHashSet<Box<[VertexId]>> = FxHashSet::default();
        let mut take = |found: &[VertexId]| {
            let own = key.of(found);
            if !met.contains(&own[..]) {
                met.insert(own.into());
            }
            ControlFlow::Continue(())
        };
        let report = self.listed(session, query.clone(), control, &mut take)?;
        Ok(Report { query, count: met.len() as u128, ..report })
    }
}
