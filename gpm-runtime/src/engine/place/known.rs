//! Searches that ran before on the same graph: what was expected of them, and how long they took on which device.
//!
//! A sample tells well enough which device should begin with a search, and costs a few milliseconds. A search that is asked again runs
//! where it was fastest before.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use gpm_plan::nest::LoopNest;

use super::executor::Done;
use super::who::{Expected, Seconds, Who};
use crate::control::Control;
use crate::lock::lock;
use crate::recent::Recent;
use crate::run::BoundNest;
use crate::sample::{RootsWork, profile};

/// Elements that are looked at to see how the work of a search lies on its roots: ten or twenty milliseconds of a thread. *guess*
const PROFILE: f64 = 1e6;
/// Searches that are kept. *guess*
const KEPT: usize = 256;
/// Seconds that pass around the kernels of a search on a GPU: a launch and the wait for it take a sixth of a millisecond on an H200
/// (`Prices::GPU`).
const LAUNCH: f64 = 2e-4;

/// The searches that are known.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<Recent<Arc<Case>, KEPT>>);

/// One search.
#[derive(Debug)]
pub(super) struct Case {
    nest: LoopNest,
    graph: u64,
    num_roots: usize,
    pub(super) expected: Expected,
    /// How the work lies on the roots, once somebody has looked; `None` in it where that would take too long.
    profile: OnceLock<Option<Vec<RootsWork>>>,
    measured: Mutex<Measured>,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    seconds: Seconds,
    /// Seconds that a GPU would have saved until now if it had been ready.
    missed: f64,
}

impl Known {
    /// The case of a search; where it is none yet, of what `expect` says, which is not kept if the run was stopped meanwhile.
    pub(super) fn case(&self, search: BoundNest<'_>, expect: impl FnOnce() -> (Expected, bool)) -> Arc<Case> {
        let (graph, num_roots) = (search.graph.id(), search.bound.num_roots());
        let is_it = |case: &Case| (case.graph, case.num_roots) == (graph, num_roots) && case.nest == *search.nest;
        if let Some(case) = lock(&self.0).find(|case| is_it(case)) {
            return Arc::clone(case);
        }
        let (expected, is_sure) = expect();
        let nest = search.nest.clone();
        let case =
            Arc::new(Case { nest, graph, num_roots, expected, profile: OnceLock::new(), measured: Mutex::default() });
        if is_sure {
            lock(&self.0).add(Arc::clone(&case));
        }
        case
    }
}

impl Case {
    /// How the work of the search lies on its roots, if that is known: from a sample, unless one was taken before.
    pub(super) fn profile(&self, search: BoundNest<'_>, control: &Control) -> Option<&[RootsWork]> {
        if self.profile.get().is_none()
            // Of a run that is stopped nothing is known.
            && let Ok(profile) = profile(search.nest, search.bound, PROFILE, control)
        {
            self.profile.get_or_init(|| profile);
        }
        self.profile.get()?.as_deref()
    }

    /// Seconds of all of it on whom, as far as it ran there.
    pub(super) fn seconds(&self) -> Seconds {
        lock(&self.measured).seconds
    }

    /// Notes what a whole search took. What had to be made ready for it first is not counted: the next one finds it.
    pub(super) fn note(&self, who: Who, done: &Done, elapsed: Duration) {
        if !done.finding.complete {
            return;
        }
        let elapsed = elapsed.saturating_sub(done.finding.compile).as_secs_f64();
        let mut measured = lock(&self.measured);
        let (place, seconds) = match who {
            Who::Cpu => (&mut measured.seconds.cpu, elapsed),
            Who::Gpu => (&mut measured.seconds.gpu, done.kernel.map_or(elapsed, |kernel| elapsed.min(kernel + LAUNCH))),
            Who::Both => (&mut measured.seconds.both, elapsed),
        };
        *place = Some(place.map_or(seconds, |before| before.min(seconds)));
    }

    /// Notes how long a GPU is expected to take alone, judged by a run in which it had a part, so that a search that is not worth sharing
    /// is not shared again.
    pub(super) fn expect_of_gpu(&self, seconds: f64) {
        lock(&self.measured).seconds.gpu.get_or_insert(seconds);
    }

    /// Notes that the CPU has searched what a GPU would have that was not ready; returns the seconds that it would have saved.
    pub(super) fn miss(&self) -> f64 {
        let mut measured = lock(&self.measured);
        let saved = self.expected.saved(measured.seconds);
        measured.missed += saved;
        saved
    }

    /// Seconds that a GPU would have saved until now if it had been ready.
    pub(super) fn missed(&self) -> f64 {
        lock(&self.measured).missed
    }
}
