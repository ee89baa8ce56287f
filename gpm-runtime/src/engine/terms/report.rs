//! The answer to a query, and what it took.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::devices_used::DevicesUsed;
use crate::run::{Operations, QueueStats};
use crate::sched::Buffered;

/// Seconds of each stage of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Seconds {
    /// Choosing the plan and laying out the rows it needs, after it was tried to do without one.
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
    pub(in crate::engine) fn then(self, next: Seconds) -> Seconds {
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
#[derive(Clone)]
pub struct Report {
    /// How many there are; for listings, how many were handed over.
    pub count: u128,
    /// Whether the run was stopped early, so that there may be more.
    pub partial: bool,
    /// Whether the search ended since there were enough: whoever took the matches wanted no more, or the limit of
    /// [`Engine::count_up_to_in`](crate::engine::Engine::count_up_to_in) was reached. There may be more.
    pub limited: bool,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
    /// What a GPU did, if it ran there.
    pub gpu: Option<GpuReport>,
    /// The query, as it was asked.
    pub query: Query,
    /// The plan that was run; `None` if the query needed none, or the run was stopped before there was one.
    pub plan: Option<Plan>,
}

/// In a few lines: the query as text, and of the plan how many nests it has.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, partial, limited, device, seconds, gpu, query, plan } = self;
        let nests = plan.as_ref().map(|plan| plan.nests().count());
        f.debug_struct("Report")
            .field("count", count)
            .field("partial", partial)
            .field("limited", limited)
            .field("device", &format_args!("{device}"))
            .field("seconds", &format_args!("{seconds:?}"))
            .field("gpu", gpu)
            .field("query", &format_args!("{} ({})", query.pattern, query.semantics))
            .field("nests", &format_args!("{nests:?}"))
            .finish_non_exhaustive()
    }
}

impl Report {
    /// The same, after it was tried to do without a plan.
    pub(in crate::engine) fn after(mut self, tried: InVain) -> Report {
        self.seconds.plan += tried.took.as_secs_f64();
        if self.partial {
            self.count = self.count.max(tried.at_least);
        }
        self
    }
}

/// What it took to try to do without a plan, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct InVain {
    pub(in crate::engine) took: Duration,
    /// The count is at least that.
    pub(in crate::engine) at_least: u128,
}

/// What a GPU did for a query.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GpuReport {
    /// Seconds to bring graph and kernels there and to allocate memory; next to nothing from the second query on.
    pub upload: f64,
    /// How its memory was planned, a text of some lines for each nest.
    pub memory: Vec<Arc<str>>,
    /// The most bytes of its memory that the engine has held so far, on the GPU that held most.
    pub peak: u64,
    /// Bytes of rows that did not fit there and were read from the host's memory.
    pub far: u64,
    /// The most that the host held of what its frontier had no room for.
    pub buffered: Buffered,
    /// Its task queue, if [`EngineConfig::counters`](crate::engine::EngineConfig::counters) asks for it.
    pub queue: Option<QueueStats>,
    /// The operations of its kernels, if [`EngineConfig::operations`](crate::engine::EngineConfig::operations) asks for them.
    pub operations: Option<Operations>,
}

impl GpuReport {
    /// Of several nests, one after the other.
    pub(in crate::engine) fn then(mut self, next: GpuReport) -> GpuReport {
        self.memory.extend(next.memory);
        let queue = self.queue.zip(next.queue).map(|(queue, next)| queue.then(next));
        let (peak, far) = (self.peak.max(next.peak), self.far.max(next.far));
        let buffered = self.buffered.or_more(next.buffered);
        let operations = [self.operations, next.operations].into_iter().flatten().reduce(Operations::plus);
        GpuReport { upload: self.upload + next.upload, memory: self.memory, peak, far, buffered, queue, operations }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nests_are_added_up() {
        let stats = QueueStats { pushes: 5, pops: 10, full: 15, spins: 20, busy_min: 1.0, busy_max: 2.0, idle: 0.25 };
        let buffered = Buffered { memory: 9, file: 0 };
        let report = GpuReport {
            upload: 0.5,
            memory: vec!["a".into()],
            peak: 7,
            far: 3,
            buffered,
            queue: Some(stats),
            operations: None,
        };
        let twice = report.clone().then(report.clone());
        let queue = QueueStats { pushes: 10, pops: 20, full: 30, spins: 40, busy_min: 2.0, busy_max: 4.0, idle: 0.25 };
        assert_eq!(
            twice,
            GpuReport {
                upload: 1.0,
                memory: vec!["a".into(), "a".into()],
                peak: 7,
                far: 3,
                buffered,
                queue: Some(queue),
                operations: None
            }
        );
        assert_eq!(report.clone().then(GpuReport { queue: None, ..report }).queue, None);
    }
}
