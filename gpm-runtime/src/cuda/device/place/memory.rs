//! The memory plan: what of the work memory lies where, and how much of it there is. A pure function of the kernel's layout,
//! the graph's sizes and the device, made before anything is allocated.
//!
//! Every warp has a slot for each stored list and every block its dense tables. Where the longest list of a set would not fit
//! in all warps' slots, slots get a usual capacity, and whoever meets a longer list borrows an arena, which has room for the
//! longest list of each such set. What still does not fit takes more of a device with much memory, then fewer blocks.

use std::fmt;

use gpm_plan::nest::{LocalGraph, LoopNest};

use super::bounds::{RowSizes, bound};
use crate::cuda::abi::Slot;
use crate::cuda::device::error::{MemoryError, mebibytes};
use crate::cuda::kernel::{Layout, local_words, row_words};

/// Parts of the memory begin at multiples of so many words (128 bytes).
const ALIGN: u64 = 32;
const WORD_BYTES: u64 = 4;
/// Capacities of slots that are tried, after the longest list, in elements. *guess*
const USUAL: [u64; 5] = [16_384, 8_192, 4_096, 2_048, 1_024];
/// Largest neighborhoods searched as bit matrices that are tried, in vertices. *guess*
const LOCAL_LIMITS: [u64; 4] = [LocalGraph::LIMIT as u64, 4_096, 2_048, 1_024];
/// The part of what is free that blocks work in, if all of them find room in that: rows, matrices and tables of queries to come find room
/// too, without anything being freed before. *guess*
const WORK: u64 = 2;
/// The part of it that arenas take, for lists that do not fit a slot. *guess*
const ARENAS: u64 = 16;

/// Bytes that a plan may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// For the memory of warps and blocks, if it is enough for all of them.
    pub(crate) work: u64,
    /// For the same, if it is not.
    pub(crate) most: u64,
    /// For arenas, if one takes no more than this.
    pub(crate) arenas: u64,
    /// For all of it.
    pub(crate) total: u64,
}

impl Budget {
    /// What to use of `free` bytes. That a sixteenth is left free, and what the parts are of the rest, is a *guess*.
    pub(crate) fn of_free(free: u64) -> Budget {
        let total = free - free / 16;
        Budget { work: total / WORK, most: total / 4 * 3, arenas: total / ARENAS, total }
    }
}

/// Where everything lies. Counts and offsets are in words unless said otherwise.
#[derive(Clone, Debug)]
pub(crate) struct MemoryPlan {
    /// The slot of each stored list.
    pub(crate) slots: Vec<Slot>,
    /// Blocks to launch, and how many the device could run at a time.
    pub(crate) blocks: u32,
    wanted: u32,
    /// Warps of a block.
    pub(crate) warps: u32,
    /// Memory of a warp, and where its bit rows begin.
    pub(crate) slot_words: u64,
    pub(crate) bits_offset: u64,
    /// Memory of an arena, and how many there are.
    pub(crate) arena_words: u64,
    pub(crate) num_arenas: u32,
    /// Largest neighborhood (vertices) searched as a bit matrix.
    pub(crate) local_limit: u32,
    /// Memory of a block, and where its parts begin.
    pub(crate) den_words: u64,
    pub(crate) codegrees_offset: u64,
    pub(crate) walks_offset: u64,
    pub(crate) reach_offset: u64,
    pub(crate) walked_offset: u64,
    pub(crate) local_offset: u64,
    /// The longest list of any stored set, for people.
    longest: u64,
}

impl MemoryPlan {
    /// Plans for a kernel of `layout` for `nest`, on rows of `sizes`, for up to `blocks` blocks.
    pub(crate) fn new(
        nest: &LoopNest,
        layout: &Layout,
        sizes: &[RowSizes],
        blocks: u32,
        budget: Budget,
    ) -> Result<MemoryPlan, MemoryError> {
        let vertices = sizes.first().map_or(0, |sizes| sizes.vertices);
        let bounds: Vec<u64> = layout.slots.iter().map(|&id| bound(nest, id, sizes)).collect();
        let universe = nest.local.as_ref().map_or(0, |local| bound(nest, local.universe, sizes));
        let draft = Draft { layout, bounds: &bounds, vertices, blocks };
        let mut plan = draft.roomiest(universe, budget.work);
        let block_bytes = plan.block_bytes();
        // The usual budget is a courtesy to others, which ends where the device would be left idle. A single block gets all it needs.
        let room = budget.work.max(budget.most).checked_div(block_bytes).unwrap_or(u64::MAX);
        plan.blocks = u64::from(blocks).min(room) as u32;
        plan.blocks = plan.blocks.max(u32::from(block_bytes <= budget.total));
        if plan.blocks == 0 {
            return Err(MemoryError::Block { needed: block_bytes, available: budget.total });
        }
        plan.add_arenas(&bounds, budget)?;
        Ok(plan)
    }

    /// Bytes of the warps' memory.
    pub(crate) fn slots_bytes(&self) -> u64 {
        u64::from(self.blocks) * u64::from(self.warps) * self.slot_words * WORD_BYTES
    }

    /// Bytes of the blocks' memory.
    pub(crate) fn dens_bytes(&self) -> u64 {
        u64::from(self.blocks) * self.den_words * WORD_BYTES
    }

    /// Bytes of all arenas.
    pub(crate) fn arenas_bytes(&self) -> u64 {
        u64::from(self.num_arenas) * self.arena_words * WORD_BYTES
    }

    /// What to tell whoever waits for a search that has little of its device.
    pub(crate) fn warning(&self) -> Option<String> {
        (self.blocks < self.wanted / 2).then(|| {
            format!(
                "only {} of {} blocks have room, {} each with their tables and lists, so that the search is slower by that much; \
                 use a GPU with more memory, end other programs there, or compare `--device cpu` and `--disable codegree`",
                self.blocks,
                self.wanted,
                mebibytes(self.block_bytes()),
            )
        })
    }

    fn block_bytes(&self) -> u64 {
        (self.den_words + u64::from(self.warps) * self.slot_words) * WORD_BYTES
    }

    /// Gives sets that may be longer than their slots places in arenas.
    fn add_arenas(&mut self, bounds: &[u64], budget: Budget) -> Result<(), MemoryError> {
        for (slot, &bound) in self.slots.iter_mut().zip(bounds) {
            if bound > u64::from(slot.capacity) {
                slot.arena_offset = self.arena_words;
                self.arena_words += round(bound);
            }
        }
        if self.arena_words == 0 {
            return Ok(());
        }
        let needed = self.arena_words * WORD_BYTES;
        // One arena there must be, whatever the budget says: blocks make room for it.
        let block_bytes = self.block_bytes();
        let blocks = budget.total.saturating_sub(needed).checked_div(block_bytes).unwrap_or(u64::MAX);
        self.blocks = u64::from(self.blocks).min(blocks) as u32;
        let available = budget.total.saturating_sub(block_bytes * u64::from(self.blocks.max(1)));
        let room = available.min(budget.arenas.max(needed)) / needed;
        if room == 0 || self.blocks == 0 {
            return Err(MemoryError::Arena { needed, available });
        }
        let warps = u64::from(self.blocks) * u64::from(self.warps);
        self.num_arenas = room.min(warps) as u32;
        Ok(())
    }
}

/// What plans of one kernel have in common.
struct Draft<'a> {
    layout: &'a Layout,
    /// The longest list of each slot.
    bounds: &'a [u64],
    vertices: u64,
    blocks: u32,
}

impl Draft<'_> {
    /// The first of these whose blocks all fit; else the smallest. Short slots cost arenas, which few can have at a time, and
    /// small matrices leave big neighborhoods to slower lists, which is tried first: such neighborhoods are few.
    fn roomiest(&self, universe: u64, budget: u64) -> MemoryPlan {
        let longest = self.bounds.iter().copied().max().unwrap_or(0);
        // Warps that do not share roots have no arenas.
        let shorter = USUAL.iter().copied().filter(|&usual| usual < longest && self.layout.splits);
        let usual: Vec<u64> = std::iter::once(longest).chain(shorter).collect();
        let limits: Vec<u64> = match self.layout.has_local_search() {
            true if !self.layout.lists => vec![round(universe).max(ALIGN)],
            true => LOCAL_LIMITS.iter().map(|&limit| limit.min(round(universe).max(ALIGN))).collect(),
            false => vec![0],
        };
        let candidates = usual.iter().flat_map(|&usual| limits.iter().map(move |&limit| (usual, limit)));
        let mut plan = self.plan(longest, limits[0]);
        for (usual, limit) in candidates {
            plan = self.plan(usual, limit);
            if u64::from(self.blocks) * plan.block_bytes() <= budget {
                break;
            }
        }
        plan
    }

    /// The plan with slots of at most `usual` elements, without arenas.
    fn plan(&self, usual: u64, limit: u64) -> MemoryPlan {
        let layout = self.layout;
        let mut bits_offset = 0;
        let slot = |&bound: &u64| {
            let capacity = round(bound.min(usual));
            let slot = Slot { offset: bits_offset as u32, capacity: capacity as u32, arena_offset: 0 };
            bits_offset += capacity;
            slot
        };
        let slots = self.bounds.iter().map(slot).collect();
        let marks = if layout.marks { round(self.vertices.div_ceil(32)) } else { 0 };
        let table = if layout.codegrees { round(self.vertices) } else { 0 };
        let reach = if layout.pairs { 0 } else { table };
        let walked = if layout.walks { round(self.vertices) } else { 0 };
        let walks = 2 * walked;
        let local = if layout.local { round(local_words(limit)) } else { 0 };
        MemoryPlan {
            slots,
            blocks: self.blocks,
            wanted: self.blocks,
            warps: layout.warps,
            slot_words: bits_offset + round(u64::from(layout.bit_slots) * row_words(limit)),
            bits_offset,
            arena_words: 0,
            num_arenas: 0,
            local_limit: limit as u32,
            den_words: marks + table + reach + walks + walked + local,
            codegrees_offset: marks,
            walks_offset: marks + table,
            reach_offset: marks + table + walks,
            walked_offset: marks + table + reach + walks,
            local_offset: marks + table + reach + walks + walked,
            longest: self.bounds.iter().copied().max().unwrap_or(0),
        }
    }
}

fn round(words: u64) -> u64 {
    words.next_multiple_of(ALIGN)
}

/// The plan for people, a line each.
impl fmt::Display for MemoryPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capacities: Vec<String> = self.slots.iter().map(|slot| slot.capacity.to_string()).collect();
        let lists = if capacities.is_empty() { "none".to_owned() } else { capacities.join(" ") };
        writeln!(
            f,
            "warps   {} ({} of {} blocks of {}) x {} KiB = {}; lists of {lists} (longest {})",
            self.blocks * self.warps,
            self.blocks,
            self.wanted,
            self.warps,
            (self.slot_words * WORD_BYTES).div_ceil(1024),
            mebibytes(self.slots_bytes()),
            self.longest,
        )?;
        let limit = match self.local_limit {
            0 => String::new(),
            limit => format!("; bit matrices of up to {limit} vertices"),
        };
        let block = mebibytes(self.den_words * WORD_BYTES);
        writeln!(f, "blocks  {} x {block} = {}{limit}", self.blocks, mebibytes(self.dens_bytes()))?;
        let arena = mebibytes(self.arena_words * WORD_BYTES);
        write!(f, "arenas  {} x {arena} = {}", self.num_arenas, mebibytes(self.arenas_bytes()))
    }
}

#[cfg(test)]
mod tests;
