//! Giving roots back that a launch which runs has not begun with.
//!
//! Warps draw small roots one after the other from a counter, and look then how many at the end are withheld. So the host withholds
//! some more, and looks then how far the counter is: what is beyond it was not drawn, and will not be searched by whoever draws it now.
//! What was drawn meanwhile between the two is searched or not, depending on when it was drawn: the kernel leaves a mark at each root that it
//! takes, which tells once it has ended.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::cuda::abi::{Address, NONE};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::graph::VertexId;
use crate::sched::Recall;

/// Time that draws under way get before they are looked at. A draw takes a microsecond; this is far longer.
const SETTLED: Duration = Duration::from_micros(100);
/// Time between two questions that were answered by no.
const PAUSE: Duration = Duration::from_millis(1);

/// Where a launch has its roots.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootsOnDevice {
    /// The control block.
    pub(super) control: Address,
    /// The indices of the small ones.
    pub(super) small: Address,
    /// The vertices, by index, or 0 where each is its own.
    pub(super) vertices: Address,
    /// One past the largest index.
    pub(super) end: u32,
}

/// One launch, and who asks for its roots.
pub(super) struct Recalled<'a> {
    device: &'a Device,
    roots: RootsOnDevice,
    asker: &'a dyn Recall,
    sorted: Option<Sorted>,
    refused: Option<Instant>,
    /// Drawn while they were withheld.
    unclear: Vec<Range<usize>>,
}

/// The small roots of a launch, in the order in which they are drawn.
struct Sorted {
    vertices: Vec<VertexId>,
    /// The cost of all before each, and of all.
    before: Vec<f64>,
    /// How many of them may be drawn.
    open: usize,
}

impl<'a> Recalled<'a> {
    pub(super) fn new(device: &'a Device, roots: RootsOnDevice, asker: &'a dyn Recall) -> Recalled<'a> {
        Recalled { device, roots, asker, sorted: None, refused: None, unclear: Vec::new() }
    }

    /// Gives roots back if some are wanted; whether it did.
    pub(super) fn serve(&mut self) -> Result<bool, GpuError> {
        let is_early = self.refused.is_some_and(|refused| refused.elapsed() < PAUSE);
        if !self.asker.is_wanting() || is_early || !self.device.has_sorted()? {
            return Ok(false);
        }
        let counters = self.device.root_counters(self.roots.control)?;
        let mut sorted = match self.sorted.take() {
            Some(sorted) => sorted,
            None => self.read_sorted(counters.small)?,
        };
        let drawn = (counters.small_drawn as usize).min(sorted.open);
        let left = sorted.cost(drawn..sorted.open);
        let wanted = self.asker.wanted(left);
        let first = sorted.last_of_cost(drawn, wanted);
        let gives = wanted > 0.0 && first < sorted.open;
        if gives {
            self.withhold(&mut sorted, first)?;
        } else {
            self.refused = Some(Instant::now());
        }
        self.sorted = Some(sorted);
        Ok(gives)
    }

    /// Takes the small roots from `first` on back, but for those that were drawn meanwhile.
    fn withhold(&mut self, sorted: &mut Sorted, first: usize) -> Result<(), GpuError> {
        self.device.write_withheld(self.roots.control, (sorted.vertices.len() - first) as u32)?;
        let start = Instant::now();
        while start.elapsed() < SETTLED {
            std::hint::spin_loop();
        }
        let drawn = (self.device.root_counters(self.roots.control)?.small_drawn as usize).clamp(first, sorted.open);
        if first < drawn {
            self.unclear.push(first..drawn);
        }
        if drawn < sorted.open {
            self.asker.take(sorted.vertices[drawn..sorted.open].to_vec());
        }
        sorted.open = first;
        Ok(())
    }

    /// The launch has ended by itself: gives back what was drawn in vain.
    pub(super) fn finish(self) -> Result<(), GpuError> {
        let Some(sorted) = &self.sorted else { return Ok(()) };
        for range in self.unclear {
            let left: Vec<u32> = self.device.read_words(self.roots.small + 4 * range.start as u64, range.len())?;
            let vertices = sorted.vertices[range].iter().zip(left);
            let in_vain: Vec<VertexId> = vertices.filter(|(_, index)| *index != NONE).map(|(&v, _)| v).collect();
            if !in_vain.is_empty() {
                self.asker.take(in_vain);
            }
        }
        Ok(())
    }

    /// What the launch has sorted. The marks of those that were taken by now stand for any vertex: they are not given back.
    fn read_sorted(&self, number: u32) -> Result<Sorted, GpuError> {
        let indices = self.device.read_words(self.roots.small, number as usize)?;
        let vertices: Vec<VertexId> = match self.roots.vertices {
            0 => indices.into_iter().map(|index| if index == NONE { 0 } else { index }).collect(),
            address => {
                let list = self.device.read_words(address, self.roots.end as usize)?;
                indices.into_iter().map(|index| list.get(index as usize).copied().unwrap_or(0)).collect()
            }
        };
        let mut before = vec![0.0];
        before.extend(self.asker.costs(&vertices).iter().scan(0.0, |sum, cost| {
            *sum += cost;
            Some(*sum)
        }));
        Ok(Sorted { open: vertices.len(), vertices, before })
    }
}

impl Sorted {
    fn cost(&self, range: Range<usize>) -> f64 {
        self.before[range.end] - self.before[range.start]
    }

    /// The root from which on the open ones cost so much, and none before `least`.
    fn last_of_cost(&self, least: usize, cost: f64) -> usize {
        let limit = self.before[self.open] - cost;
        self.before[..=self.open].partition_point(|&before| before < limit).clamp(least, self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_roots_are_given_back() {
        let before = vec![0.0, 8.0, 12.0, 14.0, 15.0];
        let sorted = Sorted { vertices: vec![4, 5, 6, 7], before, open: 4 };
        let first = |least, cost| sorted.last_of_cost(least, cost);
        assert_eq!((first(0, 1.0), first(0, 3.0), first(0, 99.0), first(2, 99.0), first(0, 0.0)), (3, 2, 0, 2, 4));
        assert_eq!((sorted.cost(1..3), sorted.cost(4..4)), (6.0, 0.0));
    }
}
