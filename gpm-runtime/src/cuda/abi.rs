//! What the host and a kernel share: the structs of `templates/cuda/device/types.cuh`, field by field.

use bytemuck::{Pod, Zeroable};
use gpm_plan::nest::fuse::MOST_FUSED;

use crate::estimate::Part;

/// An address in device memory, or in host memory that the device can read.
pub type Address = u64;

/// The rows of one view.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct View {
    /// `num_vertices + 1` descriptors of rows (`u64`): see [`Descriptors`](super::descriptors::Descriptors).
    pub descriptors: Address,
    /// All rows (`u32`), each ascending.
    pub neighbors: Address,
}

/// Where a set's list lies in each warp's memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Slot {
    /// Words from the start of the warp's memory.
    pub offset: u32,
    /// Elements that fit there.
    pub capacity: u32,
    /// Words from the start of an arena, for longer lists.
    pub arena_offset: u64,
}

/// Counters of one launch, zeroed before it; 512 bytes in device memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Control {
    /// Low half of the signed 128-bit total.
    pub total_low: u64,
    /// High half.
    pub total_high: u64,
    /// Bits of [`STATUS_OVERFLOW`] and [`STATUS_ARENA`].
    pub status: u32,
    /// Set by the host to end the run.
    pub stop: u32,
    /// Halves of the totals after the first.
    pub more: [[u64; 2]; MOST_FUSED - 1],
    /// Small roots at the end of their order that the host has taken back.
    pub withheld: u32,
    /// The same of big roots, where work below roots is given away.
    pub withheld_big: u32,
    pad0: [u32; 12],
    /// Roots that blocks search.
    pub num_big: u32,
    /// Roots that single warps search.
    pub num_small: u32,
    /// The next of the big ones.
    pub next_big: u32,
    /// The next of the small ones.
    pub next_small: u32,
    /// Roots that warps search side by side.
    pub num_short: u32,
    /// The next of these.
    pub next_short: u32,
    pad1: [u32; 26],
    /// Tasks popped.
    pub head: u32,
    /// Tasks pushed.
    pub tail: u32,
    /// Cells of the queue in use.
    pub reserved: u32,
    /// Tasks ready to be popped.
    pub ready: i32,
    /// Blocks without work.
    pub idle_blocks: u32,
    /// Blocks that have begun.
    pub started_blocks: u32,
    pad2: [u32; 26],
    /// Matches, or pieces that the frontier has no room for, reserved in the output ring.
    pub emitted: u64,
    /// Cells of the frontier reserved; more than there are once it is full.
    pub frontier_end: u32,
    /// Cells taken.
    pub frontier_begin: u32,
    /// Pieces that lie there to be taken.
    pub frontier_ready: i32,
    /// Whether the host has no room for pieces.
    pub is_closed: u32,
    pad3: [u32; 26],
}

/// [`Control::status`]: a value or the total left 128 bits.
pub const STATUS_OVERFLOW: u32 = 1;
/// [`Control::status`]: a set needed more room than its arena has, a bug of the memory plan.
pub const STATUS_ARENA: u32 = 2;

/// In the place of a root of a shared search that a warp has taken.
pub const NONE: u32 = u32::MAX;

/// Kinds of operations that kernels count: [`Operations`](crate::run::Operations).
pub const OPERATION_KINDS: usize = 6;
/// Groups of blocks that count their operations together: so many places spread the additions. *guess*
pub const OPERATION_GROUPS: usize = 1024;

/// What one block did. Times are SM clock ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct BlockStats {
    /// The SM it ran on.
    pub multiprocessor: u32,
    /// Tasks given away.
    pub pushes: u32,
    /// Tasks taken.
    pub pops: u32,
    /// Tasks that found the queue full.
    pub full: u32,
    /// Rounds of waiting for work.
    pub spins: u64,
    /// Ticks with work, summed over the block's life.
    pub busy: u64,
    /// Ticks without.
    pub idle: u64,
    reserved: u64,
}

/// The one argument of a kernel, by value; the slots, the views and then the columns follow it in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Launch {
    /// Root vertices, or 0 where root `i` is vertex `i`.
    pub roots: Address,
    /// First root of this launch.
    pub first_root: u32,
    /// One past the last.
    pub last_root: u32,
    /// Number of data vertices.
    pub num_vertices: u32,
    /// 1 if roots are taken, 0 if a launch is for pieces of the frontier alone.
    pub takes_roots: u32,
    /// The [`Control`].
    pub control: Address,
    /// Room for the indexes of big roots, `last_root - first_root` words.
    pub big: Address,
    /// The same for small ones; of a shared search [`NONE`] in the place of those that a warp has taken. Short ones are in it from its end on.
    pub small: Address,
    /// [`BlockStats`], one a block.
    pub stats: Address,
    /// By groups of blocks and kinds of operations, how many were done, if the kernel counts them: [`OPERATION_GROUPS`] groups, zeroed.
    pub operations: Address,
    /// One word a task, zeroed.
    pub ring_state: Address,
    /// [`Layout::task_words`](super::kernel::Layout::task_words) a task.
    pub ring: Address,
    /// Tasks that fit, less one; a power of two less one.
    pub ring_mask: u32,
    /// Ticks after which a warp gives work away.
    pub timeout: u32,
    /// ... if at least so many blocks have none.
    pub min_idle: u32,
    /// Words of shared memory a block has beyond its fixed part.
    pub share_words: u32,
    /// Memory of the warps.
    pub slots: Address,
    /// Words of each warp's memory.
    pub slot_words: u64,
    /// Where its bit rows begin (words, a multiple of 4): `bit_slots` rows of [`row_words`](super::kernel::row_words) each.
    pub bits_offset: u64,
    /// Slots for lists that are longer than those of warps; borrowed, one by a warp at a time.
    pub arenas: Address,
    /// Words of an arena.
    pub arena_words: u64,
    /// One word an arena, zeroed.
    pub arena_taken: Address,
    /// How many arenas there are.
    pub num_arenas: u32,
    /// Largest neighborhood searched as a bit matrix.
    pub local_limit: u32,
    /// Memory of the blocks: a bitmap of marks (zeroed once, left zero by kernels), codegrees and walks (the same), what they
    /// reach, local matrix; each part is there only if the [`Layout`](super::kernel::Layout) asks for it.
    pub dens: Address,
    /// Words of each block's memory.
    pub den_words: u64,
    /// Words to the codegrees, `num_vertices` of them.
    pub codegrees_offset: u64,
    /// Words to the numbers of walks of three steps, two words each.
    pub walks_offset: u64,
    /// Words to the reach, `num_vertices` of them.
    pub reach_offset: u64,
    /// Words to the reach of three steps, `num_vertices` of them.
    pub walked_offset: u64,
    /// Words to the local matrix, [`local_words`](super::kernel::local_words) of `local_limit`.
    pub local_offset: u64,
    /// The output ring, in host memory.
    pub matches: Address,
    /// Matches that fit, less one; a power of two less one.
    pub match_mask: u64,
    /// Matches written, one counter (`u32`) a chunk, zeroed, in device memory.
    pub committed: Address,
    /// One `u64` a chunk in host memory: 1 + the number of the chunk that lies there complete.
    pub ready: Address,
    /// A `u64` in host memory: matches that the host has taken.
    pub consumed: Address,
    /// log2 of the matches in a chunk.
    pub chunk_shift: u32,
    /// Ticks after which a warp looks whether the run was stopped; one at least, and not more than `timeout` if that is one.
    pub stop_period: u32,
    /// Counts by vertex or arc, zeroed: 64-bit numbers, or the low halves of 128-bit ones.
    pub table: Address,
    /// The high halves, or 0.
    pub table_high: Address,
    /// Bit matrices that one kernel writes, zero before, and another reads; or 0.
    pub matrices: Address,
    /// Words to that of each vertex, `num_vertices + 1` numbers of 64 bits; or 0.
    pub matrix_offsets: Address,
    /// [`Dealt::of`](super::phases::Dealt::of): to how many devices vertices are dealt, each of which has the matrices of its own.
    pub dealt_of: u32,
    /// [`Dealt::index`](super::phases::Dealt::index): which of them this one is.
    pub dealt_index: u32,
    /// 1 if the host may take roots back.
    pub is_shared: u32,
    /// Roots without longer rows are searched side by side, where a kernel can.
    pub short_rows: u32,
    /// Blocks search roots with a longer row first, where work is given away.
    pub long_rows: u32,
    /// Padding; always 0.
    pub padding: u32,
    /// The frontier, [`Layout::task_words`](super::kernel::Layout::task_words) a piece.
    pub frontier: Address,
    /// One word a piece, zeroed.
    pub frontier_state: Address,
    /// Pieces that fit; one at least.
    pub frontier_cells: u32,
    /// Most candidates of a piece, of the frontier or of a big root; one at least.
    pub piece: u32,
    /// The [`SampleChunk`]s of a launch that takes samples, and room for what each says.
    pub chunks: Address,
    /// [`Moments`](crate::estimate::Moments), one a chunk.
    pub moments: Address,
    /// What samples depend on.
    pub seed: u64,
    /// How many chunks there are.
    pub num_chunks: u32,
    /// Members of longer lists are looked for by a warp, not by a lane.
    pub short_list: u32,
    /// By level, how many candidates its loop visits at most.
    pub picks: [u32; 32],
}

/// Some samples of one stratum of the roots.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct SampleChunk {
    /// The number of the stratum.
    pub stratum: u64,
    /// The first of its samples.
    pub first_sample: u64,
    /// The first of its roots.
    pub first_root: u32,
    /// How many roots it has.
    pub num_roots: u32,
    /// How many samples.
    pub samples: u32,
    /// Padding; always 0.
    pub reserved: u32,
}

impl From<&Part> for SampleChunk {
    fn from(part: &Part) -> SampleChunk {
        SampleChunk {
            stratum: part.stratum as u64,
            first_sample: part.first,
            first_root: part.roots.start as u32,
            num_roots: part.roots.len() as u32,
            samples: part.samples,
            reserved: 0,
        }
    }
}

/// The columns that filters read.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The rows in which edges are found; zero where no column is one of edges.
    pub edges: View,
    /// The values of each column, 64 bits each.
    pub words: Vec<Address>,
}

/// The bytes of the kernel argument; a kernel without columns has no place for them.
pub fn argument(launch: &Launch, slots: &[Slot], views: &[View], columns: &Columns) -> Vec<u8> {
    let mut bytes = [bytemuck::bytes_of(launch), bytemuck::cast_slice(slots), bytemuck::cast_slice(views)].concat();
    if !columns.words.is_empty() {
        bytes.extend_from_slice(bytemuck::bytes_of(&columns.edges));
        bytes.extend_from_slice(bytemuck::cast_slice(&columns.words));
    }
    bytes
}

/// The bytes of the argument of a kernel that is the same for all graphs.
pub fn bytes<T: Pod>(launch: &T) -> Vec<u8> {
    bytemuck::bytes_of(launch).to_vec()
}

impl Control {
    /// Whether a launch that has ended left roots for another one. Those that the host has taken back are not left.
    pub fn leaves_roots(&self) -> bool {
        let small = self.num_small.saturating_sub(self.withheld);
        let big = self.num_big.saturating_sub(self.withheld_big);
        self.next_big < big || self.next_small < small || self.next_short < self.num_short
    }

    /// The counters with which another launch goes on where this one has ended, with so many pieces on its frontier.
    pub fn going_on(&self, pieces: u32, is_closed: bool) -> Control {
        Control {
            num_big: self.num_big,
            num_small: self.num_small,
            num_short: self.num_short,
            // Warps draw beyond the last one too, which is not to add up.
            next_big: self.next_big.min(self.num_big),
            next_small: self.next_small.min(self.num_small),
            next_short: self.next_short.min(self.num_short),
            withheld: self.withheld,
            withheld_big: self.withheld_big,
            frontier_end: pieces,
            frontier_ready: pieces as i32,
            is_closed: is_closed.into(),
            ..Control::zeroed()
        }
    }

    /// The totals as numbers; a nest that is not fused has the first alone.
    pub fn totals(&self) -> impl Iterator<Item = i128> {
        let halves = std::iter::once([self.total_low, self.total_high]).chain(self.more);
        halves.map(|[low, high]| i128::from(high as i64) << 64 | i128::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Moments;

    #[test]
    fn sizes_are_those_of_the_device_structs() {
        assert_eq!(size_of::<Control>(), 512);
        assert_eq!(size_of::<BlockStats>(), 48);
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<View>(), 16);
        assert_eq!((size_of::<SampleChunk>(), size_of::<Moments>()), (32, 48));
        assert_eq!(size_of::<Launch>() % 8, 0);
    }
}
