//! Notes on how the plans of a session were run, to be looked at afterwards.

use std::time::Duration;

use gpm_plan::plan::Plan;

use crate::engine::place::Done;
use crate::engine::terms::{DevicesUsed, Seconds};
use crate::view::Bound;

/// The plans that were run, each after those that made its tables.
#[derive(Debug, Default)]
pub(in crate::engine) struct RunLog<'g> {
    pub(in crate::engine) plans: Vec<PlanRun<'g>>,
    /// Nests of the plan that is being run.
    nests: Vec<NestRun>,
}

/// A plan that was run.
#[derive(Debug)]
pub(in crate::engine) struct PlanRun<'g> {
    pub(in crate::engine) plan: Plan,
    /// By nest; `None` where its total was known before.
    pub(in crate::engine) bound: Vec<Option<Bound<'g>>>,
    /// Time to plan and to lay rows out.
    pub(in crate::engine) planned: Duration,
    /// The nests that were searched, and those whose totals were known.
    pub(in crate::engine) nests: Vec<NestRun>,
}

/// A nest of which there is a total.
#[derive(Debug)]
pub(in crate::engine) struct NestRun {
    /// Which one of its plan.
    pub(in crate::engine) place: usize,
    /// How it was searched; `None` if its total was known already.
    pub(in crate::engine) searched: Option<Searched>,
}

/// How a nest was searched.
#[derive(Debug)]
pub(in crate::engine) struct Searched {
    /// Without planning.
    pub(in crate::engine) seconds: Seconds,
    /// Processor time of the search, if it ran on the CPU.
    pub(in crate::engine) processor: Option<f64>,
    /// Whether it was searched to its end.
    pub(in crate::engine) is_complete: bool,
    pub(in crate::engine) device: DevicesUsed,
}

impl PlanRun<'_> {
    /// Notes another run of the same plan where it was faster.
    pub(in crate::engine) fn take_faster(&mut self, again: &PlanRun<'_>) {
        for (own, other) in self.nests.iter_mut().zip(&again.nests) {
            if let (Some(own), Some(other)) = (&mut own.searched, &other.searched)
                && other.is_complete
                && other.least() < own.least()
            {
                (own.seconds, own.processor) = (other.seconds, other.processor);
            }
        }
    }
}

impl Searched {
    /// What it took, as far as other programs had no part in that.
    fn least(&self) -> f64 {
        self.processor.unwrap_or(self.seconds.run)
    }
}

impl<'g> RunLog<'g> {
    /// The nests of another plan are run from now on.
    pub(in crate::engine) fn begin_plan(&mut self) {
        self.nests.clear();
    }

    /// The total of a nest was known.
    pub(in crate::engine) fn know_nest(&mut self, place: usize) {
        self.nests.push(NestRun { place, searched: None });
    }

    /// A nest was run, which took so long.
    pub(in crate::engine) fn end_nest(&mut self, place: usize, done: &Done, took: Duration) {
        let compile = done.finding.compile;
        let run = took.saturating_sub(compile).as_secs_f64();
        let seconds = Seconds { plan: 0.0, compile: compile.as_secs_f64(), run, kernel: done.kernel };
        let processor = done.finding.processor.map(|processor| processor.as_secs_f64());
        let (is_complete, device) = (done.finding.complete, done.device.clone());
        self.nests.push(NestRun { place, searched: Some(Searched { seconds, processor, is_complete, device }) });
    }

    /// All nests of a plan were run, or as many as there was time for.
    pub(in crate::engine) fn end_plan(&mut self, plan: &Plan, bound: Vec<Option<Bound<'g>>>, planned: Duration) {
        let nests = std::mem::take(&mut self.nests);
        self.plans.push(PlanRun { plan: plan.clone(), bound, planned, nests });
    }
}
