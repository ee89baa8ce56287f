//! Who searches: the CPU, a GPU or both. What each would take for all of it is predicted from a sample.

use std::time::Duration;

use gpm_plan::cost::{Prices, Work};

use super::accelerator::{HEAD_START, OPENING};
use crate::control::Control;
use crate::run::BoundNest;
use crate::sample::{RootsWork, profile};

/// Elements that are looked at to see whether a search is small, and how the work of one that is not lies on the roots: a tenth of
/// a millisecond, and a millisecond or two.
const GLANCE: f64 = 1e5;
const PROFILE: f64 = 1e6;
/// Seconds from which on it is worth the longer look, if a GPU is ready.
const LONG: f64 = 2e-3;

/// What is shared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sharing {
    /// Seconds that it must save: pieces have to be handed over, and the last one waited for.
    pub(super) least_saved: f64,
    /// The part of a search that the CPU must be worth to take part in what a GPU is ready for.
    pub(super) least_part: f64,
    /// Seconds that the CPU takes at least for what a GPU gives back.
    pub(super) least_piece: f64,
    /// Whether a GPU is wanted from the beginning: plans are for it, whether it is open or not.
    pub(super) is_eager: bool,
}

impl Sharing {
    /// What pays, by a GPU that is opened if the CPU is not done soon.
    pub(crate) const AUTO: Sharing =
        Sharing { least_saved: 2e-3, least_part: 0.05, least_piece: 1e-3, is_eager: false };
    /// All that saves time.
    pub(crate) const HYBRID: Sharing = Sharing { least_part: 0.0, is_eager: true, ..Sharing::AUTO };
}

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Cpu,
    Gpu,
    /// The CPU, and a GPU from when it is ready.
    Both,
}

/// What is expected of a search.
#[derive(Debug)]
pub(super) struct Expected {
    /// How the work lies on the roots, if that is known.
    pub(super) profile: Option<Vec<RootsWork>>,
    /// Seconds of a GPU, and of the CPU.
    pub(super) seconds: [f64; 2],
}

impl Expected {
    /// What a sample says. Of a run that is stopped nothing is known, as of one below hubs that a sample cannot look at.
    pub(super) fn of(search: BoundNest<'_>, threads: f64, is_ready: bool, control: &Control) -> Expected {
        let sampled = |budget| profile(search.nest, search.bound, budget, control).ok().flatten();
        let expected = Expected::from(sampled(GLANCE), threads);
        let [gpu, cpu] = expected.seconds;
        let is_long = if is_ready { gpu.min(cpu) > LONG } else { cpu > OPENING.as_secs_f64() / 2.0 };
        if is_long { Expected::from(sampled(PROFILE), threads) } else { expected }
    }

    fn from(profile: Option<Vec<RootsWork>>, threads: f64) -> Expected {
        let mut work = Work::default();
        profile.iter().flatten().for_each(|own| work.add_times(&own.work, 1.0));
        let seconds = |prices: &Prices, workers: f64| match profile {
            Some(_) => work.cost(prices) * prices.nanoseconds * 1e-9 / workers,
            // Too much to look at: hours, of which only the ratio matters.
            None => prices.nanoseconds * 1e6 / workers,
        };
        Expected { seconds: [seconds(&Prices::GPU, 1.0), seconds(&Prices::CPU, threads)], profile }
    }

    /// What the CPU has for itself before a GPU is woken that is not open: until it takes longer than expected, if it should be done by the
    /// time that the GPU is.
    pub(super) fn head_start(&self, sharing: Sharing) -> Duration {
        let [_, cpu] = self.seconds;
        match sharing.is_eager || cpu > OPENING.as_secs_f64() {
            true => Duration::ZERO,
            false => HEAD_START.max(Duration::from_secs_f64(2.0 * cpu)),
        }
    }

    /// Who searches, if the GPU is ready or not.
    pub(super) fn who(&self, sharing: Sharing, is_ready: bool) -> Who {
        let [gpu, cpu] = self.seconds;
        let saved = gpu.min(cpu).powi(2) / (gpu + cpu).max(f64::MIN_POSITIVE);
        let is_small = saved < sharing.least_saved;
        match (gpu < cpu, is_ready) {
            (false, _) if is_small => Who::Cpu,
            (true, false) if cpu < HEAD_START.as_secs_f64() => Who::Cpu,
            (true, true) if is_small => Who::Gpu,
            (true, true) if gpu < sharing.least_part * (gpu + cpu) => Who::Gpu,
            _ => Who::Both,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_is_woken_if_it_would_be_there_in_time() {
        let start = |cpu| Expected { profile: None, seconds: [1e-3, cpu] }.head_start(Sharing::AUTO).as_millis();
        assert_eq!((start(0.001), start(0.15), start(0.4)), (20, 300, 0));
    }

    #[test]
    fn what_pays_is_shared() {
        let who = |seconds, sharing, is_ready| Expected { profile: None, seconds }.who(sharing, is_ready);
        let [auto, hybrid] = [Sharing::AUTO, Sharing::HYBRID];
        for sharing in [auto, hybrid] {
            assert_eq!(who([1.0, 3.0], sharing, true), Who::Both);
            assert_eq!((who([1.0, 60.0], sharing, false), who([1e-4, 0.01], sharing, false)), (Who::Both, Who::Cpu));
        }
        assert_eq!((who([1.0, 60.0], auto, true), who([1.0, 60.0], hybrid, true)), (Who::Gpu, Who::Both));
        assert_eq!((who([1e-4, 1e-3], auto, true), who([1e-3, 1e-4], hybrid, true)), (Who::Gpu, Who::Cpu));
    }
}
