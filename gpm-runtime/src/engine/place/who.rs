//! Which devices search: the CPU, a GPU or both. How long each would take for the whole search is predicted from a sample, or known from an
//! earlier run.

use std::time::Duration;

use gpm_plan::cost::{Prices, Work};

use super::accelerator::{HEAD_START, is_worth_opening};
use crate::control::Control;
use crate::run::BoundNest;
use crate::sample::profile;

/// Elements that are looked at to see how long a search takes: a few milliseconds. *guess*
const GLANCE: f64 = 1e5;

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
    /// What pays, by a GPU that is opened if the CPU is not done soon. The three numbers are each a *guess*.
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
    /// Seconds of a GPU, and of the CPU.
    pub(super) seconds: [f64; 2],
}

impl Expected {
    /// What a sample says. Of a run that is stopped nothing is known, as of one below hubs that a sample cannot look at.
    pub(super) fn of(search: BoundNest<'_>, threads: f64, control: &Control) -> Expected {
        let profile = profile(search.nest, search.bound, GLANCE, control).ok().flatten();
        let mut work = Work::default();
        profile.iter().flatten().for_each(|own| work.add_times(&own.work, 1.0));
        let seconds = |prices: &Prices, workers: f64| match profile {
            Some(_) => work.cost(prices) * prices.nanoseconds * 1e-9 / workers,
            // Too much to look at: hours, of which only the ratio matters.
            None => prices.nanoseconds * 1e6 / workers,
        };
        Expected { seconds: [seconds(&Prices::GPU, 1.0), seconds(&Prices::CPU, threads)] }
    }

    /// How long the CPU searches alone before a GPU that is not open is woken: no time if a GPU is worth opening at once, else twice the
    /// time that the CPU is expected to take.
    pub(super) fn head_start(&self, sharing: Sharing, measured: Seconds) -> Duration {
        let cpu = measured.cpu.unwrap_or(self.seconds[1]);
        match sharing.is_eager || is_worth_opening(cpu) {
            true => Duration::ZERO,
            false => HEAD_START.max(Duration::from_secs_f64(2.0 * cpu)),
        }
    }

    /// Seconds that a GPU which is ready saves.
    pub(super) fn saved(&self, measured: Seconds) -> f64 {
        let [gpu, cpu] = measured.or(self.seconds);
        (cpu - gpu).max(0.0)
    }

    /// Whether the CPU is worth enough beside a GPU to take part in what that has begun with.
    pub(super) fn is_cpu_worth_it(&self, sharing: Sharing, measured: Seconds) -> bool {
        let [gpu, cpu] = measured.or(self.seconds);
        gpu >= sharing.least_part * (gpu + cpu)
    }

    /// Who searches, if the GPU is ready or not.
    pub(super) fn who(&self, sharing: Sharing, is_ready: bool, measured: Seconds) -> Who {
        let [gpu, cpu] = measured.or(self.seconds);
        let (alone, least) = if gpu < cpu { (Who::Gpu, gpu) } else { (Who::Cpu, cpu) };
        let both = measured.both.unwrap_or(together(gpu, cpu) + sharing.least_saved);
        match (alone, is_ready) {
            (Who::Gpu, false) if cpu < HEAD_START.as_secs_f64() => Who::Cpu,
            (Who::Gpu, false) => Who::Both,
            (Who::Gpu, true) if !self.is_cpu_worth_it(sharing, measured) => Who::Gpu,
            _ if both > least => alone,
            _ => Who::Both,
        }
    }
}

/// Seconds of two together, if each does as much as it is fast.
fn together(one: f64, other: f64) -> f64 {
    one * other / (one + other).max(f64::MIN_POSITIVE)
}

/// What all of a search took, on whom it ran.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seconds {
    pub(super) gpu: Option<f64>,
    pub(super) cpu: Option<f64>,
    pub(super) both: Option<f64>,
}

impl Seconds {
    /// Of the GPU and of the CPU; where they are not known, as expected.
    fn or(self, [gpu, cpu]: [f64; 2]) -> [f64; 2] {
        [self.gpu.unwrap_or(gpu), self.cpu.unwrap_or(cpu)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_is_woken_if_it_would_be_there_in_time() {
        let start = |cpu| Expected { seconds: [1e-3, cpu] }.head_start(Sharing::AUTO, Seconds::default()).as_millis();
        assert_eq!((start(0.001), start(0.1), start(0.2)), (20, 200, 0));
    }

    #[test]
    fn what_pays_is_shared() {
        let who = |seconds, sharing, is_ready| Expected { seconds }.who(sharing, is_ready, Seconds::default());
        let [auto, hybrid] = [Sharing::AUTO, Sharing::HYBRID];
        for sharing in [auto, hybrid] {
            assert_eq!(who([1.0, 3.0], sharing, true), Who::Both);
            assert_eq!((who([1.0, 60.0], sharing, false), who([1e-4, 0.01], sharing, false)), (Who::Both, Who::Cpu));
        }
        assert_eq!((who([1.0, 60.0], auto, true), who([1.0, 60.0], hybrid, true)), (Who::Gpu, Who::Both));
        assert_eq!((who([1e-4, 1e-3], auto, true), who([1e-3, 1e-4], hybrid, true)), (Who::Gpu, Who::Cpu));
    }

    #[test]
    fn what_was_fastest_searches_again() {
        let who = |measured| Expected { seconds: [1.0, 3.0] }.who(Sharing::AUTO, true, measured);
        let measured = |gpu, cpu, both| Seconds { gpu, cpu, both };
        assert_eq!(who(measured(None, None, Some(0.9))), Who::Both);
        assert_eq!(who(measured(None, None, Some(1.1))), Who::Gpu);
        assert_eq!(who(measured(Some(0.8), None, Some(0.9))), Who::Gpu);
        assert_eq!(who(measured(Some(0.8), Some(0.2), Some(0.9))), Who::Cpu);
        assert_eq!(who(measured(Some(1.0), Some(3.0), None)), Who::Both);
    }
}
