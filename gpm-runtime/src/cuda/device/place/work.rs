//! Work memory on the device: what the memory plan asks for, allocated, and kept as long as it is large enough.

use std::sync::atomic::AtomicI64;

use super::memory::MemoryPlan;
use super::ring::CHUNKS;
use super::staging::Staging;
use crate::cuda::abi::{Address, BlockStats, Control, OPERATION_GROUPS, OPERATION_KINDS};
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::run::Operations;
use crate::table::{Shape, Table};

/// Numbers that size what is not part of the memory plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// Tasks that the queue holds, a power of two.
    pub(crate) queue: u32,
    /// Words of a task.
    pub(crate) task_words: u32,
    /// Most roots of a launch.
    pub(crate) roots: u32,
    /// Most words of the list of big roots, or of their pieces.
    pub(crate) big_words: u64,
    /// Blocks that can run at a time, of which the plan may use fewer.
    pub(crate) blocks: u32,
    /// Pieces that the frontier holds; 0 where there is none.
    pub(crate) cells: u32,
}

impl Sizes {
    /// Bytes of all that; what is cleared before a launch lies within a megabyte beside the queue's.
    pub(super) fn bytes(&self) -> u64 {
        let queue = (u64::from(self.queue) + u64::from(self.cells)) * cell_bytes(self.task_words);
        queue + self.roots_bytes() + u64::from(self.blocks) * size_of::<BlockStats>() as u64 + (1 << 20)
    }

    /// Bytes of the lists of roots by size: small ones, then big ones.
    fn roots_bytes(&self) -> u64 {
        4 * (u64::from(self.roots) + self.big_words)
    }
}

/// Bytes of a task of so many words, in the queue or on the frontier, and of the word that says whether it is there.
pub(super) fn cell_bytes(task_words: u32) -> u64 {
    (u64::from(task_words) + 1) * 4
}

/// Byte offsets of what is cleared before a launch, by one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) ring_state: u64,
    pub(crate) arena_taken: u64,
    pub(crate) committed: u64,
    pub(crate) frontier_state: u64,
    /// Bytes of all.
    pub(crate) bytes: u64,
}

impl State {
    pub(crate) fn new(sizes: &Sizes, num_arenas: u32) -> State {
        let ring_state = size_of::<Control>() as u64;
        let arena_taken = ring_state + u64::from(sizes.queue) * 4;
        let committed = (arena_taken + u64::from(num_arenas) * 4).next_multiple_of(8);
        let frontier_state = committed + CHUNKS * 4;
        let bytes = frontier_state + u64::from(sizes.cells) * 4;
        State { ring_state, arena_taken, committed, frontier_state, bytes }
    }
}

/// How the blocks' memory is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dens {
    blocks: u32,
    words: u64,
    kept: u64,
}

/// What is zero once a launch has ended by itself.
#[derive(Debug)]
pub(crate) struct Left(Option<Dens>);

/// The arrays.
#[derive(Debug, Default)]
pub(crate) struct Work {
    state: Option<DeviceBuffer>,
    queue: Option<DeviceBuffer>,
    frontier: Option<DeviceBuffer>,
    roots: Option<DeviceBuffer>,
    stats: Option<DeviceBuffer>,
    /// Only where they are counted.
    operations: Option<DeviceBuffer>,
    slots: Option<DeviceBuffer>,
    arenas: Option<DeviceBuffer>,
    dens: Option<DeviceBuffer>,
    table: Option<DeviceBuffer>,
    /// The cut under which marks, codegrees and walks are known to be zero; nothing is known while a launch runs.
    clean: Option<Dens>,
}

impl Work {
    /// Makes every array large enough.
    pub(crate) fn prepare(&mut self, device: &Device, plan: &MemoryPlan, sizes: &Sizes) -> Result<(), GpuError> {
        let state = State::new(sizes, plan.num_arenas);
        let queue = u64::from(sizes.queue) * u64::from(sizes.task_words) * 4;
        let stats = u64::from(sizes.blocks) * size_of::<BlockStats>() as u64;
        grow(&mut self.state, device, state.bytes, "the task queue")?;
        grow(&mut self.queue, device, queue, "the task queue")?;
        let frontier = u64::from(sizes.cells) * u64::from(sizes.task_words) * 4;
        grow(&mut self.frontier, device, frontier, "the frontier")?;
        grow(&mut self.roots, device, sizes.roots_bytes(), "the roots by size")?;
        grow(&mut self.stats, device, stats, "counters")?;
        grow(&mut self.slots, device, plan.slots_bytes(), "the warps' lists")?;
        grow(&mut self.arenas, device, plan.arenas_bytes(), "long lists")?;
        if grow(&mut self.dens, device, plan.dens_bytes(), "the blocks' tables")? {
            self.clean = None;
        }
        Ok(())
    }

    /// Makes room for the table of a job, and zeros it.
    pub(crate) fn prepare_table(&mut self, device: &Device, shape: Shape) -> Result<(), GpuError> {
        let bytes = shape.bytes();
        grow(&mut self.table, device, bytes, "the table of counts")?;
        self.table.as_ref().map_or(Ok(()), |own| own.clear(bytes, device.main()))
    }

    /// What launches have credited since the table was zeroed. Waits for them.
    pub(crate) fn read_table(&self, device: &Device, staging: &mut Staging, shape: Shape) -> Result<Table, GpuError> {
        let [low, high] = self.table(Some(shape));
        // SAFETY: the table has so many entries in each of its halves.
        unsafe {
            if shape.is_wide {
                let low: Vec<u64> = staging.read(device, low, shape.entries, |half: u64| half)?;
                let high: Vec<u64> = staging.read(device, high, shape.entries, |half: u64| half)?;
                return Ok(Table::wide(&low, &high));
            }
            Ok(Table::narrow(staging.read(device, low, shape.entries, AtomicI64::new)?))
        }
    }

    /// The low and the high halves of the table of so many entries, the latter 0 where 64 bits will do.
    pub(crate) fn table(&self, shape: Option<Shape>) -> [Address; 2] {
        match shape {
            None => [0, 0],
            Some(shape) if shape.is_wide => [address(&self.table), address(&self.table) + 8 * shape.entries as u64],
            Some(_) => [address(&self.table), 0],
        }
    }

    /// Clears the blocks' counters, which only those who read them need.
    pub(crate) fn clear_stats(&self, device: &Device) -> Result<(), GpuError> {
        self.stats.as_ref().map_or(Ok(()), |stats| stats.clear(stats.bytes(), device.main()))
    }

    /// Zeros the numbers of operations that kernels count, for which there is room from the first time on.
    pub(crate) fn clear_operations(&mut self, device: &Device) -> Result<(), GpuError> {
        grow(&mut self.operations, device, (8 * OPERATION_GROUPS * OPERATION_KINDS) as u64, "counters")?;
        self.operations.as_ref().map_or(Ok(()), |own| own.clear(own.bytes(), device.main()))
    }

    /// How many operations kernels have counted since.
    pub(crate) fn read_operations(&self) -> Result<Operations, GpuError> {
        let Some(own) = &self.operations else { return Ok(Operations::default()) };
        let all: Vec<[u64; OPERATION_KINDS]> = own.read(OPERATION_GROUPS)?;
        Ok(all.into_iter().map(Operations::from_kinds).fold(Operations::default(), Operations::plus))
    }

    /// Clears what a launch expects to be zero. If the launch ends by itself, what it leaves is to be told by [`Work::leave`];
    /// otherwise the blocks' memory is cleared the next time.
    pub(crate) fn clear(&mut self, device: &Device, plan: &MemoryPlan, sizes: &Sizes) -> Result<Left, GpuError> {
        if let Some(state) = &self.state {
            state.clear(State::new(sizes, plan.num_arenas).bytes, device.main())?;
        }
        let wanted = Dens { blocks: plan.blocks, words: plan.den_words, kept: plan.reach_offset };
        let Some(dens) = self.dens.as_ref().filter(|_| wanted.words > 0) else {
            return Ok(Left(self.clean.take()));
        };
        let clean = self.clean.take();
        if wanted.kept == 0 {
            // Nothing need be zero, and whatever was will not be.
            return Ok(Left(None));
        }
        let is_clean = |clean: Dens| clean.blocks >= wanted.blocks && clean == Dens { blocks: clean.blocks, ..wanted };
        if let Some(clean) = clean.filter(|&clean| is_clean(clean)) {
            return Ok(Left(Some(clean)));
        }
        dens.clear_rows(wanted.blocks, 4 * wanted.words, 4 * wanted.kept, device.main())?;
        Ok(Left(Some(wanted)))
    }

    /// The launch has ended by itself, and its tables are as it found them.
    pub(crate) fn leave(&mut self, left: Left) {
        self.clean = left.0;
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let queues = [&self.state, &self.queue, &self.frontier, &self.roots, &self.stats, &self.operations];
        let arrays = queues.into_iter().chain([&self.slots, &self.arenas, &self.dens]);
        // Not the table: a job has it beside what its memory plan asks for.
        arrays.filter_map(Option::as_ref).map(DeviceBuffer::bytes).sum()
    }

    /// What one block did, for each block of the last launch.
    pub(crate) fn read_stats(&self, blocks: u32) -> Result<Vec<BlockStats>, GpuError> {
        self.stats.as_ref().map_or(Ok(Vec::new()), |stats| stats.read(blocks as usize))
    }

    pub(crate) fn state(&self) -> Address {
        address(&self.state)
    }

    pub(crate) fn queue(&self) -> Address {
        address(&self.queue)
    }

    pub(crate) fn frontier(&self) -> Address {
        address(&self.frontier)
    }

    pub(crate) fn roots(&self) -> Address {
        address(&self.roots)
    }

    pub(crate) fn stats(&self) -> Address {
        address(&self.stats)
    }

    pub(crate) fn operations(&self) -> Address {
        address(&self.operations)
    }

    pub(crate) fn slots(&self) -> Address {
        address(&self.slots)
    }

    pub(crate) fn arenas(&self) -> Address {
        address(&self.arenas)
    }

    pub(crate) fn dens(&self) -> Address {
        address(&self.dens)
    }
}

pub(super) fn address(array: &Option<DeviceBuffer>) -> Address {
    array.as_ref().map_or(0, DeviceBuffer::address)
}

/// Replaces an array that is too small; whether it did.
pub(super) fn grow(
    array: &mut Option<DeviceBuffer>,
    device: &Device,
    bytes: u64,
    what: &'static str,
) -> Result<bool, GpuError> {
    if array.as_ref().is_some_and(|array| array.bytes() >= bytes) {
        return Ok(false);
    }
    // First the old one: both may not fit.
    *array = None;
    *array = Some(DeviceBuffer::new(&device.memory, bytes, what)?);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cleared_lies_together() {
        let sizes = Sizes { queue: 16_384, task_words: 5, roots: 1, big_words: 1, blocks: 1, cells: 7 };
        let state = State::new(&sizes, 3);
        assert_eq!((state.ring_state, state.arena_taken), (512, 512 + 65_536));
        assert!(state.committed >= state.arena_taken + 12 && state.committed.is_multiple_of(8));
        assert_eq!((state.frontier_state, state.bytes), (state.committed + 16, state.committed + 16 + 28));
    }
}
