//! Answers without a plan by devices alone: candidates and the edges between them are laid out here, and searched there.

use std::time::{Duration, Instant};

use gpm_plan::query::Query;

use super::brief::{Brief, each};
use super::hand_over::count_on;
use crate::brief::{Asked, Edges, Found, Question, candidates};
use crate::control::Control;
use crate::engine::place::Executor;
use crate::engine::terms::{DevicesUsed, EngineError, Report, Seconds};
use crate::graph::Graph;

/// Time after which edges between candidates are sifted by the cycles that they lie on, which takes as long where it is done for the first
/// time: 38 to 62 ms for five queries on `wordnet` (changelog).
pub(super) const TRIAL: Duration = Duration::from_millis(50);

impl Brief {
    /// The answer to a query by devices alone, if it is of the kind that is answered like this, and they can do that. If it was tried before, a search
    /// along edges that are not sifted is known to take too long.
    ///
    /// # Errors
    /// [`EngineError`] of the devices.
    pub(in crate::engine) fn answer_on(
        &self,
        executor: &dyn Executor,
        (graph, query): (&Graph, &Query),
        was_tried: bool,
        control: &Control,
    ) -> Result<Option<Report>, EngineError> {
        let start = Instant::now();
        let Some((question, edges)) = self.on_edges(graph, query) else { return Ok(None) };
        let asked = Asked { ground: self.ground(), question: &question };
        let mut planned = start.elapsed();
        let tried = match was_tried {
            true => Some((Found::GaveUp(0), DevicesUsed::cpu(1), None)),
            false => count_on(executor, asked, &edges, Some(TRIAL), control)?,
        };
        let found = match tried {
            Some((Found::GaveUp(_), ..)) => {
                let sifting = Instant::now();
                let sifted = Edges::on_cycles(asked, &edges.candidates, control).unwrap_or(edges);
                planned += sifting.elapsed();
                count_on(executor, asked, &sifted, None, control)?
            }
            found => found,
        };
        let run = (start.elapsed() - planned).as_secs_f64();
        let seconds = |kernel| Seconds { plan: planned.as_secs_f64(), run, kernel, ..Seconds::default() };
        Ok(found.and_then(|(found, device, kernel)| reported(query, found, device, seconds(kernel))))
    }

    /// A question and edges between all candidates, if it is of the kind that is answered like this.
    pub(super) fn on_edges(&self, graph: &Graph, query: &Query) -> Option<(Question, Edges)> {
        let question = Question::new(query, graph).filter(|own| self.is_soon_laid_out(own))?;
        let asked = Asked { ground: self.ground(), question: &question };
        let edges = Edges::new(asked, &candidates(asked.ground, asked.question))?;
        Some((question, edges))
    }
}

/// What devices found of a query, unless they gave up.
pub(super) fn reported(query: &Query, found: Found, device: DevicesUsed, seconds: Seconds) -> Option<Report> {
    let (count, partial) = match found {
        Found::All(count) => (count, false),
        Found::Stopped(count) => (count, true),
        Found::Enough | Found::GaveUp(_) => return None,
    };
    let (count, query) = (count / each(query), query.clone());
    Some(Report { count, partial, limited: false, device, seconds, gpu: None, query, plan: None })
}
