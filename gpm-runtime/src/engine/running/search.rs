//! From a plan to its totals: it is bound, tables that it looks up are made, and its nests are run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gpm_plan::plan::Plan;

use super::lookups::Made;
use crate::control::{Control, Ending};
use crate::engine::kept::{Engine, Session};
use crate::engine::terms::{DevicesUsed, EngineError, GpuReport, Report, Seconds};
use crate::run::Sink;
use crate::table::{Lookup, Table};

/// What the nests of a plan counted, and what it took.
#[derive(Debug)]
pub(in crate::engine) struct Found {
    /// By nest, of those that were run.
    pub(in crate::engine) totals: Vec<i128>,
    /// The same by entry, if the pattern has anchors.
    pub(in crate::engine) tables: Vec<Arc<Table>>,
    /// Whether all nests were searched to their end.
    pub(in crate::engine) complete: bool,
    /// Whether all tables that were looked up are exact. Else the totals may be less than they should be.
    pub(in crate::engine) is_exact: bool,
    partial: bool,
    limited: bool,
    device: DevicesUsed,
    pub(in crate::engine) seconds: Seconds,
    gpu: Option<GpuReport>,
}

impl Found {
    /// The report without a count.
    pub(in crate::engine) fn report(self, plan: Plan) -> Report {
        let Found { partial, limited, device, seconds, gpu, .. } = self;
        Report { count: 0, partial, limited, device, seconds, gpu, query: plan.query.clone(), plan: Some(plan) }
    }
}

impl Engine {
    /// Searches the nests of a plan that was begun at some time; `None` if there can be no tables such as they look up.
    pub(in crate::engine) fn search(
        &self,
        session: &mut Session<'_>,
        (plan, start): (&Plan, Instant),
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Option<Found>, EngineError> {
        let fused = session.fused(plan);
        let mut bound = self.bind(session, plan, &fused, control)?;
        let planned = start.elapsed();
        let (tables, mut done) = match self.make_lookups(session, &mut bound, control)? {
            Made::All(seconds) => (seconds, self.run_all(session, &bound, control, sink)?),
            Made::Stopped => (Seconds::default(), Vec::new()),
            Made::Impossible => return Ok(None),
        };
        let elapsed = start.elapsed() - planned;
        let is_exact = bound.searches.iter().flat_map(|search| &search.bound.tables).all(Lookup::is_exact);
        let compile = done.iter().map(|done| done.finding.compile).sum::<Duration>().as_secs_f64() + tables.compile;
        let complete = done.len() == bound.nests().count() && done.iter().all(|done| done.finding.complete);
        if let Some(log) = &mut session.log {
            log.end_plan(plan, bound.into_bounds(), planned);
        }
        let seconds = Seconds {
            plan: planned.as_secs_f64() + tables.plan,
            compile,
            run: (elapsed.as_secs_f64() - compile - tables.plan).max(0.0),
            kernel: kernel_seconds(done.iter().map(|done| done.kernel).chain(tables.kernel.map(Some))),
        };
        let ending = control.ending(complete);
        // What ran nests, each once.
        let device = DevicesUsed::of_all(done.iter().map(|done| &done.device)).unwrap_or_else(|| self.device());
        Ok(Some(Found {
            totals: done.iter().flat_map(|done| done.finding.totals.iter().copied()).collect(),
            tables: done.iter_mut().filter_map(|done| done.table.take()).collect(),
            complete,
            is_exact,
            partial: ending == Ending::Stopped,
            limited: ending == Ending::BySink,
            device,
            seconds,
            gpu: done.into_iter().filter_map(|done| done.gpu).reduce(GpuReport::then),
        }))
    }
}

/// The seconds of all kernels, if there were any and each is known. (A sum of no floats is -0.)
fn kernel_seconds(each: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    each.reduce(|sum, own| Some(sum? + own?)).flatten()
}
