//! What the task queue of a GPU did, and how evenly its work was spread.

/// The task queue of a run, and how evenly its work was spread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct QueueStats {
    /// Tasks given away by warps that took too long.
    pub pushes: u64,
    /// Tasks that were taken up, by all warps and blocks.
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

impl QueueStats {
    /// Of several nests, one after the other on the same devices.
    pub(crate) fn then(self, next: QueueStats) -> QueueStats {
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

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use super::*;

    #[test]
    fn devices_run_at_the_same_time() {
        let stats = QueueStats { pushes: 1, busy_min: 1.0, busy_max: 2.0, idle: 0.25, ..QueueStats::default() };
        let other = QueueStats { busy_min: 0.5, ..stats };
        let together = QueueStats { pushes: 2, busy_min: 0.5, ..stats };
        assert_eq!(QueueStats::together(&[stats, other]), Some(together));
        assert_eq!(QueueStats::together(&[]), None);
    }
}
