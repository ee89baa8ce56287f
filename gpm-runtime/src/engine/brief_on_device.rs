//! Answers without a plan by devices alone: candidates and the edges between them are laid out here, and searched there.

use std::time::{Duration, Instant};

use gpm_plan::query::Query;

use super::brief::{Brief, each};
use super::error::EngineError;
use super::hand_over::count_on;
use super::place::Executor;
use super::report::{Report, Seconds};
use crate::brief::{Edges, Found, Question, candidates};
use crate::control::Control;
use crate::graph::Graph;

/// Time after which edges between candidates are sifted by the cycles that they lie on, which takes as long where it is done for the first time.
const TRIAL: Duration = Duration::from_millis(50);

impl Brief {
    /// The answer to a query by devices alone, if it is of the kind that is answered like this, and they can do that.
    ///
    /// # Errors
    /// [`EngineError`] of the devices.
    pub(super) fn answer_on(
        &self,
        executor: &dyn Executor,
        (graph, query): (&Graph, &Query),
        control: &Control,
    ) -> Result<Option<Report>, EngineError> {
        let start = Instant::now();
        let Some(question) = Question::new(query, graph).filter(|own| self.is_soon_laid_out(own)) else {
            return Ok(None);
        };
        let asked = (self.ground(), &question);
        let candidates = candidates(asked.0, asked.1);
        let Some(edges) = Edges::new(asked, &candidates) else { return Ok(None) };
        let mut planned = start.elapsed();
        let mut found = count_on(executor, asked, &edges, Some(TRIAL), control)?;
        if let Some((Found::GaveUp(_), ..)) = found {
            let sifting = Instant::now();
            let sifted = Edges::on_cycles(asked, &edges.candidates, control).unwrap_or(edges);
            planned += sifting.elapsed();
            found = count_on(executor, asked, &sifted, None, control)?;
        }
        let Some((found, device, kernel)) = found else { return Ok(None) };
        let (count, partial) = match found {
            Found::All(count) => (count, false),
            Found::Stopped(count) => (count, true),
            _ => return Ok(None),
        };
        let run = (start.elapsed() - planned).as_secs_f64();
        let seconds = Seconds { plan: planned.as_secs_f64(), run, kernel, ..Seconds::default() };
        let (count, query) = (count / each(query), query.clone());
        Ok(Some(Report { count, partial, limited: false, device, seconds, gpu: None, query, plan: None }))
    }
}
