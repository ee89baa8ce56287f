//! A count within a time limit, and an estimate where that is too short.

use std::time::Instant;

use gpm_plan::query::{Output, Query};

use super::estimate::{Estimate, EstimateOptions, check};
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};

/// What a count may take of the time where it is estimated if it does not end. *guess*
const COUNTING: f64 = 0.65;

/// The answer to a question that has a time limit: a count if that ended, and else an estimate.
#[derive(Debug)]
pub enum Counted {
    /// The count, or what was counted where there is no estimate either.
    Counted(Box<Report>),
    /// About how many there are.
    Estimated(Box<Estimate>),
}

impl Engine {
    /// Counts, and estimates the count if that does not end within the time limit of `control`: about a third of it is kept for samples.
    /// Where there was no time for a sample, or the run was stopped by hand, there is the part that was counted.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use gpm::{Control, Counted, Engine, EstimateOptions, Graph, Session};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let control = Control::new().with_time_limit(Duration::from_secs(60));
    /// let session = &mut Session::new(&graph);
    /// let found = Engine::auto()?.count_or_estimate_in(session, "triangle", EstimateOptions::default(), &control)?;
    /// assert!(matches!(found, Counted::Counted(report) if report.count == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_in`] and [`Engine::estimate`]; [`EngineError::Option`] if `control` has no time limit.
    pub fn count_or_estimate_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Counted, EngineError> {
        let query = asked(session.graph(), query)?;
        check(&options)?;
        session.ensure_whole()?;
        let Some(limit) = control.time_limit() else {
            return Err(EngineError::Option { what: "a count that may be estimated", must: "given a time limit" });
        };
        let start = Instant::now();
        self.in_run(control, |control| {
            let counting = control.within(limit.mul_f64(COUNTING));
            let report = counting.run(|control| self.counted(session, &query, control))??;
            if !report.partial || control.is_stopped() {
                return Ok(Counted::Counted(Box::new(report)));
            }
            let options = EstimateOptions { may_count: false, ..options };
            let query = Query { output: Output::Count, ..query };
            let sampling = control.within(limit.saturating_sub(start.elapsed()));
            let found = sampling.run(|control| self.estimated(session, query, options, control))??;
            let is_known = found.samples > 0 || found.count.is_some();
            Ok(if is_known { Counted::Estimated(Box::new(found)) } else { Counted::Counted(Box::new(report)) })
        })
    }
}
