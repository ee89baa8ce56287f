//! The answer to a query, and what it took.

use std::sync::Arc;

use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::devices_used::DevicesUsed;

/// Seconds of each stage of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Seconds {
    /// Choosing the plan and laying out the rows it needs.
    pub plan: f64,
    /// Making native code.
    pub compile: f64,
    /// Searching; on a GPU with bringing the graph there.
    pub run: f64,
    /// The part of it that kernels ran, if they did.
    pub kernel: Option<f64>,
}

impl Seconds {
    /// Of several queries, one after the other.
    pub(super) fn then(self, next: Seconds) -> Seconds {
        Seconds {
            plan: self.plan + next.plan,
            compile: self.compile + next.compile,
            run: self.run + next.run,
            kernel: self.kernel.into_iter().chain(next.kernel).reduce(|sum, kernel| sum + kernel),
        }
    }
}

/// The answer to a query.
///
/// ```
/// use gpm::{Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let report = Engine::auto()?.count(&graph, "wedge")?;
/// println!("{} {} in {:.3} s on {}", report.count, report.query.pattern, report.seconds.run, report.device);
/// assert!(!report.partial);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// How many there are; for listings, how many were handed over.
    pub count: u128,
    /// Whether the run was stopped early, so that there may be more.
    pub partial: bool,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
    /// What a GPU did, if it ran there.
    pub gpu: Option<GpuReport>,
    /// What was asked.
    pub query: Query,
    /// The plan that was run; `None` if the run was stopped before there was one.
    pub plan: Option<Plan>,
}

/// What a GPU did for a query.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GpuReport {
    /// Seconds to bring graph and kernels there and to allocate memory; next to nothing from the second query on.
    pub upload: f64,
    /// How its memory was planned, a text of some lines for each nest.
    pub memory: Vec<Arc<str>>,
    /// Its task queue, if [`EngineConfig::counters`](super::EngineConfig::counters) asks for it.
    pub queue: Option<QueueStats>,
}

/// The task queue of a run, and how evenly its work was spread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct QueueStats {
    /// Tasks given away by warps that took too long.
    pub pushes: u64,
    /// Tasks taken.
    pub pops: u64,
    /// Tasks that found the queue full.
    pub full: u64,
    /// Rounds of waiting for work.
    pub spins: u64,
    /// Seconds with work of the multiprocessor that had least (a mean over its blocks).
    pub busy_min: f64,
    /// The same of the one that had most.
    pub busy_max: f64,
    /// The part of all blocks' time without work, 0 to 1.
    pub idle: f64,
}

impl GpuReport {
    /// Of several nests, one after the other.
    pub(super) fn then(mut self, next: GpuReport) -> GpuReport {
        self.memory.extend(next.memory);
        let queue = self.queue.zip(next.queue).map(|(queue, next)| queue.then(next));
        GpuReport { upload: self.upload + next.upload, memory: self.memory, queue }
    }
}

impl QueueStats {
    /// Of several nests, one after the other on the same devices.
    fn then(self, next: QueueStats) -> QueueStats {
        let busy = self.busy_max + next.busy_max;
        let share = |stats: QueueStats| if busy == 0.0 { 0.0 } else { stats.idle * stats.busy_max / busy };
        QueueStats {
            busy_min: self.busy_min + next.busy_min,
            busy_max: busy,
            idle: share(self) + share(next),
            ..self.added(next)
        }
    }

    /// Of devices that ran at the same time; `None` if there is none.
    #[cfg(feature = "cuda")]
    pub(crate) fn together(devices: &[QueueStats]) -> Option<QueueStats> {
        let sum = devices.iter().copied().reduce(|sum, next| QueueStats {
            busy_min: sum.busy_min.min(next.busy_min),
            busy_max: sum.busy_max.max(next.busy_max),
            idle: sum.idle + next.idle,
            ..sum.added(next)
        })?;
        Some(QueueStats { idle: sum.idle / devices.len() as f64, ..sum })
    }

    fn added(self, other: QueueStats) -> QueueStats {
        QueueStats {
            pushes: self.pushes + other.pushes,
            pops: self.pops + other.pops,
            full: self.full + other.full,
            spins: self.spins + other.spins,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nests_are_added_up() {
        let stats = QueueStats { pushes: 5, pops: 10, full: 15, spins: 20, busy_min: 1.0, busy_max: 2.0, idle: 0.25 };
        let report = GpuReport { upload: 0.5, memory: vec!["a".into()], queue: Some(stats) };
        let twice = report.clone().then(report.clone());
        let queue = QueueStats { pushes: 10, pops: 20, full: 30, spins: 40, busy_min: 2.0, busy_max: 4.0, idle: 0.25 };
        assert_eq!(twice, GpuReport { upload: 1.0, memory: vec!["a".into(), "a".into()], queue: Some(queue) });
        assert_eq!(report.clone().then(GpuReport { queue: None, ..report }).queue, None);
    }

    #[cfg(feature = "cuda")]
    #[test]
    fn devices_run_at_the_same_time() {
        let stats = QueueStats { pushes: 1, busy_min: 1.0, busy_max: 2.0, idle: 0.25, ..QueueStats::default() };
        let other = QueueStats { busy_min: 0.5, ..stats };
        let together = QueueStats { pushes: 2, busy_min: 0.5, ..stats };
        assert_eq!(QueueStats::together(&[stats, other]), Some(together));
        assert_eq!(QueueStats::together(&[]), None);
    }
}
