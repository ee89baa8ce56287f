//! What the blocks of a kernel did, summed up for people.

use std::collections::BTreeMap;

use crate::cuda::abi::BlockStats;
use crate::run::QueueStats;

/// Sums over the launches of one device.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pushes: u64,
    pops: u64,
    full: u64,
    spins: u64,
    /// Ticks with work by multiprocessor, a mean over its blocks.
    busy: BTreeMap<u32, f64>,
    busy_ticks: u64,
    idle_ticks: u64,
}

impl Tally {
    /// Adds a launch.
    pub(crate) fn add(&mut self, blocks: &[BlockStats]) {
        let mut launch: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for block in blocks {
            self.pushes += u64::from(block.pushes);
            self.pops += u64::from(block.pops);
            self.full += u64::from(block.full);
            self.spins += block.spins;
            self.busy_ticks += block.busy;
            self.idle_ticks += block.idle;
            let (ticks, number) = launch.entry(block.multiprocessor).or_default();
            *ticks += block.busy;
            *number += 1;
        }
        for (multiprocessor, (ticks, number)) in launch {
            *self.busy.entry(multiprocessor).or_default() += ticks as f64 / number as f64;
        }
    }

    /// The sums of a device with this clock.
    pub(crate) fn finish(&self, clock_khz: u32) -> QueueStats {
        let seconds = |ticks: f64| ticks / (f64::from(clock_khz.max(1)) * 1e3);
        let all = self.busy_ticks + self.idle_ticks;
        QueueStats {
            pushes: self.pushes,
            pops: self.pops,
            full: self.full,
            spins: self.spins,
            busy_min: seconds(self.busy.values().copied().reduce(f64::min).unwrap_or(0.0)),
            busy_max: seconds(self.busy.values().copied().reduce(f64::max).unwrap_or(0.0)),
            idle: if all == 0 { 0.0 } else { self.idle_ticks as f64 / all as f64 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_summed_by_multiprocessor() {
        let block = |multiprocessor, busy, idle| {
            let mut block = BlockStats::default();
            (block.multiprocessor, block.busy, block.idle) = (multiprocessor, busy, idle);
            (block.pushes, block.pops, block.full, block.spins) = (1, 2, 3, 4);
            block
        };
        let mut tally = Tally::default();
        tally.add(&[block(0, 2_000, 0), block(0, 4_000, 0), block(1, 1_000, 1_000)]);
        tally.add(&[block(0, 1_000, 0), block(1, 1_000, 0)]);
        let stats = tally.finish(1_000);
        assert_eq!((stats.pushes, stats.pops, stats.full, stats.spins), (5, 10, 15, 20));
        assert_eq!((stats.busy_min, stats.busy_max, stats.idle), (0.002, 0.004, 0.1));
        assert_eq!(Tally::default().finish(0), QueueStats::default());
    }
}
