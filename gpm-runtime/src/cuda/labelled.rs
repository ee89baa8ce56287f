//! The kernel that counts the matches of labelled patterns: what it is told.
//!
//! A warp takes a task after the other: a range of candidates below a partial match. What takes long is given away as tasks for the next
//! launch, until there are none.

use bytemuck::{Pod, Zeroable};
use gpm_plan::pattern::MAX_VERTICES;

use super::abi::Address;
use crate::brief::Written;

/// Warps a block: `LABELLED_WARPS` of `templates/cuda/labelled/launch.cuh`. *guess*
pub const WARPS: u32 = 4;
/// Blocks a multiprocessor that registers are limited for: `LABELLED_BLOCKS`. With four warps a block, 80 registers a thread.
pub const MIN_BLOCKS: u32 = 6;
/// Keys of a warp's hash table for subsets of leaves: `SUBSET_KEYS`. *guess*
pub(super) const KEYS: u32 = 1024;
/// Words of a `LabelledTask`, and of a `Scratch`.
pub(super) const SHARED_WORDS: u32 = (size_of::<LabelledTask>() / 4) as u32 + 2 + 4 * 32 + 3 * 8 + 5 * 64 + KEYS;
/// Words of shared memory.
pub const FIXED_WORDS: u32 = WARPS * SHARED_WORDS;
/// Words of the frames of a warp: `LABELLED_SIZE * FRAME_WORDS`.
pub(super) const FRAMES_WORDS: u64 = MAX_VERTICES as u64 * 96;

/// A range of candidates below a partial match: `LabelledTask`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct LabelledTask {
    /// The number of the pattern.
    pub pattern: u32,
    /// Vertices that are matched before.
    pub depth: u32,
    /// The vertex whose candidates these are.
    pub next: u32,
    /// Those of its part that are not matched, as a mask.
    pub open: u32,
    /// The first candidate, by its place in the list.
    pub at: u32,
    /// The place after the last candidate.
    pub end: u32,
    /// How often each match counts: the low half, and the high one.
    pub weight: [u64; 2],
    /// By number, what was matched.
    pub matched: [u32; MAX_VERTICES],
    /// By number, the pattern vertex that was matched so.
    pub order: [u8; MAX_VERTICES],
    /// Padding; always 0.
    pub reserved: [u32; 2],
}

/// What is known of a pattern: `LabelledTotal`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct LabelledTotal {
    /// Matches that were met: the low half, and the high one.
    pub matches: [u64; 2],
    /// Tasks that are not done.
    pub left: u32,
    /// Not 0 if a number left its bits.
    pub overflows: u32,
}

impl LabelledTotal {
    /// Matches that were met.
    pub fn count(&self) -> u128 {
        u128::from(self.matches[1]) << 64 | u128::from(self.matches[0])
    }
}

/// The one argument of the kernel, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct LabelledLaunch {
    /// All that patterns point to.
    pub words: Address,
    /// By data vertex the first of its twins.
    pub twins: Address,
    /// By number, the patterns that tasks name.
    pub patterns: Address,
    /// `num_tasks` ranges of candidates to search.
    pub tasks: Address,
    /// Room for those that are given away.
    pub given: Address,
    /// By pattern a [`LabelledTotal`].
    pub totals: Address,
    /// [`COUNTERS`] numbers, zeroed.
    pub counters: Address,
    /// [`slab_words`] words for each warp.
    pub slabs: Address,
    /// The [`Control`](super::abi::Control), zeroed.
    pub control: Address,
    /// Words of each warp's slab.
    pub slab_words: u64,
    /// How many tasks the launch begins with.
    pub num_tasks: u32,
    /// Tasks that may be given away.
    pub capacity: u32,
    /// Ticks after which a warp gives work away.
    pub timeout: u32,
    /// Not 0 if it does so although there are tasks for all others.
    pub takes_turns: u32,
}

/// Numbers that the kernel counts: tasks taken, and given away, and ticks of all warps until each had none, in units of `1 << BUSY_LOG2`.
pub const COUNTERS: usize = 3;
/// Log2 of the unit, in ticks, that the last of these is counted in. *guess*
pub const BUSY_LOG2: u32 = 14;

/// Words of memory that a warp needs.
pub fn slab_words(written: &Written<'_>) -> u64 {
    (FRAMES_WORDS + written.list_words).next_multiple_of(32)
}

/// The tasks that a search begins with, at most so many or one for each pattern: the candidates of their first vertices; and by pattern what is known then.
pub fn beginning(written: &Written<'_>, most: u32) -> (Vec<LabelledTask>, Vec<LabelledTotal>) {
    let of_each = (most / written.patterns.len() as u32).max(1);
    let (mut tasks, mut totals) = (Vec::new(), Vec::new());
    for (pattern, own) in (0..).zip(&written.patterns) {
        let left = own.num_roots.min(of_each);
        let bound = |task: u32| (u64::from(own.num_roots) * u64::from(task) / u64::from(left)) as u32;
        tasks.extend((0..left).map(|number| LabelledTask {
            pattern,
            next: own.first,
            open: ((1u64 << own.size) - 1) as u32,
            at: bound(number),
            end: bound(number + 1),
            weight: [1, 0],
            ..LabelledTask::zeroed()
        }));
        totals.push(LabelledTotal { left, ..LabelledTotal::zeroed() });
    }
    (tasks, totals)
}
