//! Giving roots back that a launch which runs has not begun with.
//!
//! Roots are drawn one after the other from a counter, and whoever draws looks then how many at the end are withheld. So the host withholds
//! some more, and looks then how far the counter is: what is beyond it was not drawn, and will not be searched by whoever draws it now.
//! What was drawn meanwhile between the two is searched or not, depending on when it was drawn: the kernel leaves a mark at each root that it
//! takes, which tells once it has ended. Big roots are drawn by blocks before warps draw small ones, so the small ones are given back first.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::cuda::abi::{Address, NONE};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::{Device, RootCounters, RootKind};
use crate::graph::VertexId;
use crate::sched::Recall;

/// Time that draws under way get before they are looked at. A draw takes a microsecond; this is far longer. *guess*
const SETTLED: Duration = Duration::from_micros(100);
/// Time between two questions that were answered by no. *guess*
const PAUSE: Duration = Duration::from_millis(1);

/// Where a launch has its roots.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootsOnDevice {
    /// The control block.
    pub(super) control: Address,
    /// The indices of the small ones.
    pub(super) small: Address,
    /// Those of the big ones, where whole ones are drawn.
    pub(super) big: Option<Address>,
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
    /// Its small roots, then its big ones, once they are sorted.
    sorted: Option<Vec<Sorted>>,
    refused: Option<Instant>,
}

/// The roots of one kind, in the order in which they are drawn.
struct Sorted {
    kind: RootKind,
    /// Where their indices are.
    indices: Address,
    vertices: Vec<VertexId>,
    /// The cost of all before each, and of all.
    before: Vec<f64>,
    /// How many of them may be drawn.
    open: usize,
    /// Drawn while they were withheld.
    unclear: Vec<Range<usize>>,
}

impl<'a> Recalled<'a> {
    pub(super) fn new(device: &'a Device, roots: RootsOnDevice, asker: &'a dyn Recall) -> Recalled<'a> {
        Recalled { device, roots, asker, sorted: None, refused: None }
    }

    /// Gives roots back if some are wanted; whether it did.
    pub(super) fn serve(&mut self) -> Result<bool, GpuError> {
        let is_early = self.refused.is_some_and(|refused| refused.elapsed() < PAUSE);
        if !self.asker.is_wanting() || is_early || !self.device.has_sorted()? {
            return Ok(false);
        }
        let counters = self.counters()?;
        let mut sorted = match self.sorted.take() {
            Some(sorted) => sorted,
            None => self.read_sorted(counters)?,
        };
        let mut wanted = self.asker.wanted(sorted.iter().map(|own| own.cost(own.left(counters))).sum());
        let mut given = Vec::new();
        for own in &mut sorted {
            let Range { start: drawn, end: open } = own.left(counters);
            let first = own.last_of_cost(drawn, wanted);
            if wanted > 0.0 && first < open {
                wanted -= own.cost(first..open);
                given.extend(self.withhold(own, first)?);
            }
        }
        self.sorted = Some(sorted);
        let gives = !given.is_empty();
        if gives {
            self.asker.take(given);
        } else {
            self.refused = Some(Instant::now());
        }
        Ok(gives)
    }

    /// Takes the roots from `first` on back, but for those that were drawn meanwhile.
    fn withhold(&self, sorted: &mut Sorted, first: usize) -> Result<Vec<VertexId>, GpuError> {
        let number = sorted.vertices.len() - first;
        self.device.write_withheld(self.roots.control, sorted.kind, number as u32)?;
        let start = Instant::now();
        while start.elapsed() < SETTLED {
            std::hint::spin_loop();
        }
        let drawn = self.counters()?.drawn(sorted.kind).clamp(first, sorted.open);
        if first < drawn {
            sorted.unclear.push(first..drawn);
        }
        let taken = sorted.vertices[drawn..sorted.open].to_vec();
        sorted.open = first;
        Ok(taken)
    }

    fn counters(&self) -> Result<RootCounters, GpuError> {
        let counters = self.device.root_counters(self.roots.control)?;
        Ok(if self.roots.big.is_some() { counters } else { counters.after_pieces() })
    }

    /// The launch has ended by itself: gives back what was drawn in vain.
    pub(super) fn finish(self) -> Result<(), GpuError> {
        for sorted in self.sorted.into_iter().flatten() {
            for range in sorted.unclear {
                let left = self.device.read_words(sorted.indices + 4 * range.start as u64, range.len())?;
                let vertices = sorted.vertices[range].iter().zip(left);
                let in_vain: Vec<VertexId> = vertices.filter(|(_, index)| *index != NONE).map(|(&v, _)| v).collect();
                if !in_vain.is_empty() {
                    self.asker.take(in_vain);
                }
            }
        }
        Ok(())
    }

    /// What the launch has sorted. The marks of those that were taken by now stand for any vertex: they are not given back.
    fn read_sorted(&self, counters: RootCounters) -> Result<Vec<Sorted>, GpuError> {
        let list = match self.roots.vertices {
            0 => None,
            address => Some(self.device.read_words(address, self.roots.end as usize)?),
        };
        let vertex = |index: u32| match &list {
            None if index == NONE => 0,
            None => index,
            Some(list) => list.get(index as usize).copied().unwrap_or(0),
        };
        let kinds = [(RootKind::Small, Some(self.roots.small)), (RootKind::Big, self.roots.big)];
        let kinds = kinds.into_iter().filter_map(|(kind, indices)| Some((kind, indices?)));
        kinds
            .map(|(kind, indices)| {
                let words = self.device.read_words(indices, counters.number(kind))?;
                let vertices: Vec<VertexId> = words.into_iter().map(vertex).collect();
                let before = sums(&self.asker.costs(&vertices));
                Ok(Sorted { kind, indices, open: vertices.len(), vertices, before, unclear: Vec::new() })
            })
            .collect()
    }
}

impl Sorted {
    /// Those that nobody has drawn.
    fn left(&self, counters: RootCounters) -> Range<usize> {
        counters.drawn(self.kind).min(self.open)..self.open
    }

    fn cost(&self, range: Range<usize>) -> f64 {
        self.before[range.end] - self.before[range.start]
    }

    /// The root from which on the open ones cost so much, and none before `least`.
    fn last_of_cost(&self, least: usize, cost: f64) -> usize {
        let limit = self.before[self.open] - cost;
        self.before[..=self.open].partition_point(|&before| before < limit).clamp(least, self.open)
    }
}

/// The sums of some costs up to each, and of all.
fn sums(costs: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let up_to = costs.iter().map(|cost| {
        sum += cost;
        sum
    });
    std::iter::once(0.0).chain(up_to).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_roots_are_given_back() {
        let (kind, before, unclear) = (RootKind::Big, sums(&[8.0, 4.0, 2.0, 1.0]), Vec::new());
        let sorted = Sorted { kind, indices: 0, vertices: vec![4, 5, 6, 7], before, open: 4, unclear };
        let first = |least, cost| sorted.last_of_cost(least, cost);
        assert_eq!((first(0, 1.0), first(0, 3.0), first(0, 99.0), first(2, 99.0), first(0, 0.0)), (3, 2, 0, 2, 4));
        assert_eq!((sorted.cost(1..3), sorted.cost(4..4)), (6.0, 0.0));
        let left = |big_drawn| sorted.left(RootCounters { big: 4, small: 9, big_drawn, small_drawn: 1 });
        assert_eq!([left(0), left(3), left(7)], [0..4, 3..4, 4..4]);
        let drawn =
            |small_drawn| RootCounters { big: 2, small: 9, big_drawn: 0, small_drawn }.after_pieces().small_drawn;
        assert_eq!([drawn(1), drawn(2), drawn(5)], [0, 0, 3]);
    }
}
