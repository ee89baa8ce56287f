//! Random matches.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Instant;

use gpm_plan::query::Query;

use crate::control::{Control, Stopped};
use crate::cpu::{Backend, run};
use crate::engine::kept::{BoundSearch, Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, VertexId};
use crate::run::RunError;
use crate::urn::Urn;
use crate::view::Under;

/// Matches that are held in memory until they are handed over. Those of each batch are searched for anew. *guess*
const BATCH: u64 = 1 << 20;

/// How many matches are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleOptions {
    /// How many, with replacement: a match may be drawn again.
    pub draws: u64,
    /// What is drawn depends on it alone: the same number gives the same matches.
    pub seed: u64,
}

impl Default for SampleOptions {
    /// One match.
    fn default() -> SampleOptions {
        SampleOptions { draws: 1, seed: 1 }
    }
}

/// What was drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// How many matches there are; `None` if the run was stopped before that was known.
    pub count: Option<u128>,
    /// How many draws were handed over: none if there is no match.
    pub drawn: u64,
    /// Whether the run was stopped early.
    pub partial: bool,
    /// Seconds, planning included.
    pub seconds: f64,
    /// The query, as it was asked.
    pub query: Query,
}

impl Engine {
    /// Draws matches at random and hands them to `sink`, as data vertices in pattern-vertex order, until it breaks. Each draw is each match that
    /// [`Engine::list_with`] lists with exactly the same probability, whatever was drawn before. Where the query asks for subgraphs these are what is
    /// equally likely, and each has the one row that a listing has for it.
    ///
    /// Cost: a count of all matches by the nest of the listing, then for each million draws a search below the roots that they lie at; runs on the
    /// CPU, and holds a million matches in memory. The count is exact, so that this suits queries that can be counted.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, SampleOptions, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let mut often = [0; 4];
    /// let options = SampleOptions { draws: 1000, seed: 7 };
    /// let found = Engine::auto()?.sample(&graph, "a-b", options, &Control::new(), &mut |ends| {
    ///     ends.iter().for_each(|&v| often[v as usize] += 1);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((found.count, found.drawn), (Some(4), 1000));
    /// assert!(often[2] > often[0] && often[0] > often[3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn sample(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        options: SampleOptions,
        control: &Control,
        sink: &mut dyn FnMut(&[VertexId]) -> ControlFlow<()>,
    ) -> Result<Sampled, EngineError> {
        let (start, query) = (Instant::now(), asked(graph, query)?.list());
        let mut found = Sampled { count: None, drawn: 0, partial: false, seconds: 0.0, query };
        let drawn = self.in_run(control, |control| self.draw_into(graph, (options, control), sink, &mut found));
        found.seconds = start.elapsed().as_secs_f64();
        match drawn {
            Err(error) if error.is_stopped() => Ok(Sampled { partial: true, ..found }),
            drawn => drawn.map(|()| found),
        }
    }

    fn draw_into(
        &self,
        graph: &Graph,
        (SampleOptions { draws, seed }, control): (SampleOptions, &Control),
        sink: &mut dyn FnMut(&[VertexId]) -> ControlFlow<()>,
        found: &mut Sampled,
    ) -> Result<(), EngineError> {
        let mut session = Session::for_one(graph);
        let plan = self.plan_only(&mut session, &found.query, control)?;
        let under = Under { known: &session.candidates, control };
        let (lists, counts) = (plan.first_nest(), plan.per_root()?);
        let table = self.pool.install(|| -> Result<_, EngineError> {
            let search = BoundSearch::new(graph, Cow::Borrowed(&counts), under)?;
            let finding = run(search.nest(), Backend::Suited, control, None)?;
            if !finding.complete {
                return Err(Stopped.into());
            }
            Ok(finding.table.expect("the nest counts per vertex"))
        })?;
        let search = self.pool.install(|| BoundSearch::new(graph, Cow::Borrowed(lists), under))?;
        let below = |root| u128::try_from(table.get(root as usize)).expect("numbers of matches are not negative");
        let urn = Urn::new(lists, &search.bound, below).ok_or(RunError::Overflow)?;
        found.count = Some(urn.len());
        let mut first = 0;
        while first < draws && urn.len() > 0 {
            let end = draws.min(first + BATCH);
            let matches = self.pool.install(|| urn.draw(first..end, seed, control))?;
            for found_match in matches.chunks_exact(lists.num_positions()) {
                control.ensure_running()?;
                found.drawn += 1;
                if sink(found_match).is_break() {
                    return Ok(());
                }
            }
            first = end;
        }
        Ok(())
    }
}
