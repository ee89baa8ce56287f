//! Launching a kernel: its argument, which is the memory plan and the work memory as the kernel reads them, and the launch.

use std::ops::Range;
use std::time::Duration;

use crate::cuda::abi::{Address, Columns, Launch, Slot, View, argument};
use crate::cuda::device::driver::{self, Grid};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::place::{Geometry, Loaded, MatrixAddresses, MemoryPlan, RingAddresses, Sizes, State, Work};

/// Threads of a block that sorts roots. *guess*
const CLASSIFY_THREADS: u32 = 256;
/// Bytes of its shared memory: a word for each list that roots are sorted into.
const CLASSIFY_SHARED_BYTES: u32 = 16;

/// Neighbors: rows so short leave half of the lanes of a warp without a candidate, and take a warp little time that has 32 roots with such
/// rows. Bounds of 4, 8, 12 and 24 were no better on com-dblp (`benches/NOTES.md`, H200).
const SHORT_ROWS: u32 = 16;

/// Everything that a launch is told, beside the memory plan.
pub(crate) struct Argument<'a> {
    pub(crate) plan: &'a MemoryPlan,
    pub(crate) work: &'a Work,
    pub(crate) sizes: &'a Sizes,
    /// The rows of each view.
    pub(crate) views: &'a [View],
    pub(crate) columns: &'a Columns,
    pub(crate) num_vertices: u32,
    /// The list of roots, or 0.
    pub(crate) roots: Address,
    pub(crate) range: Range<u32>,
    pub(crate) timeout: u32,
    /// Ticks after which a warp looks whether the run was stopped.
    pub(crate) stop_period: u32,
    pub(crate) min_idle: u32,
    pub(crate) share_words: u32,
    /// Blocks search roots with a longer row first, where work is given away.
    pub(crate) long_rows: u32,
    /// The table's low and high halves, or 0.
    pub(crate) table: [Address; 2],
    /// Where bit matrices lie that one kernel writes and another reads, if there are any.
    pub(crate) matrices: MatrixAddresses,
    /// Whether roots may be taken back.
    pub(crate) is_shared: bool,
    /// Candidates of a piece of the frontier or of a big root, one at least.
    pub(crate) piece: u32,
    /// Whether roots are taken, or pieces of the frontier alone.
    pub(crate) takes_roots: bool,
    /// Where matches go, if they go anywhere.
    pub(crate) ring: Option<(RingAddresses, Geometry)>,
}

impl Argument<'_> {
    /// The bytes that the kernel is launched with.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let state = self.work.state();
        let at = State::new(self.sizes, self.plan.num_arenas);
        let (ring, geometry) = self.ring.unwrap_or_else(|| (RingAddresses::default(), Geometry::new(1)));
        let plan = self.plan;
        let launch = Launch {
            roots: self.roots,
            first_root: self.range.start,
            last_root: self.range.end,
            num_vertices: self.num_vertices,
            takes_roots: u32::from(self.takes_roots),
            control: state,
            big: big_roots(self.work, self.sizes),
            small: self.work.roots(),
            stats: self.work.stats(),
            operations: self.work.operations(),
            ring_state: state + at.ring_state,
            ring: self.work.queue(),
            ring_mask: self.sizes.queue - 1,
            timeout: self.timeout,
            min_idle: self.min_idle,
            share_words: self.share_words,
            slots: self.work.slots(),
            slot_words: plan.slot_words,
            bits_offset: plan.bits_offset,
            arenas: self.work.arenas(),
            arena_words: plan.arena_words,
            arena_taken: state + at.arena_taken,
            num_arenas: plan.num_arenas,
            local_limit: plan.local_limit,
            dens: self.work.dens(),
            den_words: plan.den_words,
            codegrees_offset: plan.codegrees_offset,
            walks_offset: plan.walks_offset,
            reach_offset: plan.reach_offset,
            walked_offset: plan.walked_offset,
            local_offset: plan.local_offset,
            matches: ring.matches,
            match_mask: geometry.capacity() - 1,
            committed: state + at.committed,
            ready: ring.ready,
            consumed: ring.consumed,
            chunk_shift: geometry.chunk_shift,
            stop_period: self.stop_period.min(self.timeout).max(1),
            table: self.table[0],
            table_high: self.table[1],
            matrices: self.matrices.words,
            matrix_offsets: self.matrices.offsets,
            dealt_of: self.matrices.dealt.of as u32,
            dealt_index: self.matrices.dealt.index as u32,
            is_shared: u32::from(self.is_shared),
            short_rows: SHORT_ROWS,
            long_rows: self.long_rows,
            frontier: self.work.frontier(),
            frontier_state: state + at.frontier_state,
            frontier_cells: self.sizes.cells,
            piece: self.piece,
            ..Launch::default()
        };
        // The kernel's arrays have one entry at least.
        let none = [Slot::default()];
        let slots = if plan.slots.is_empty() { &none } else { plan.slots.as_slice() };
        let none = [View::default()];
        let views = if self.views.is_empty() { &none } else { self.views };
        argument(&launch, slots, views, self.columns)
    }
}

/// Where a launch has the indices of big roots, or their pieces: behind those of small ones.
pub(super) fn big_roots(work: &Work, sizes: &Sizes) -> Address {
    work.roots() + 4 * u64::from(sizes.roots)
}

/// How the kernel is launched that prepares a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepare {
    pub(super) blocks: u32,
    pub(super) threads: u32,
    /// Whether somebody asks whether it has ended: then the search waits until it has.
    pub(super) is_marked: bool,
}

impl Prepare {
    /// Sorts so many roots.
    pub(super) fn sorting(roots: u32, is_marked: bool) -> Prepare {
        Prepare { blocks: roots.div_ceil(CLASSIFY_THREADS), threads: CLASSIFY_THREADS, is_marked }
    }
}

/// Puts both kernels on the device's main stream: the first one, which prepares the search, unless it is prepared already, and the
/// search with so many blocks.
///
/// # Safety
/// `argument` is the argument of the kernel that is `loaded`, and all that it points to is as the kernel's layout asks and lives until
/// the search ends.
pub(super) unsafe fn launch(
    loaded: &Loaded,
    device: &Device,
    argument: &mut [u8],
    prepare: Option<Prepare>,
    blocks: u32,
) -> Result<(), GpuError> {
    let failed = GpuError::driver("launching a kernel");
    let mut is_early = false;
    if let (Some(function), Some(Prepare { blocks, threads, is_marked })) = (loaded.prepare, prepare) {
        let grid = Grid { blocks, threads, shared_bytes: CLASSIFY_SHARED_BYTES };
        // SAFETY: by contract.
        unsafe { driver::launch(function, grid, device.main(), argument, false) }.map_err(&failed)?;
        if is_marked {
            device.record_sorted()?;
        }
        is_early = loaded.can_be_early && !is_marked;
    }
    let grid = Grid { blocks, threads: loaded.shape.threads, shared_bytes: loaded.shape.shared_bytes };
    // SAFETY: by contract, and the search is early only where it can be.
    unsafe { driver::launch(loaded.search, grid, device.main(), argument, is_early) }.map_err(failed)
}

/// A time in ticks of a clock; the longest there is for very long ones.
pub(crate) fn ticks(time: Duration, clock_khz: u32) -> u32 {
    let ticks = time.as_nanos().saturating_mul(u128::from(clock_khz)) / 1_000_000;
    u32::try_from(ticks).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_ticks() {
        assert_eq!(ticks(Duration::from_micros(100), 1_980_000), 198_000);
        assert_eq!(ticks(Duration::ZERO, 1_980_000), 0);
        assert_eq!(ticks(Duration::from_secs(3600), 1_980_000), u32::MAX);
    }
}
