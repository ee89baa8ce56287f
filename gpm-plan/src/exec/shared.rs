//! The shared memory of a block. Told here alone: kernels are printed with these numbers, and do not compile where the sizes of
//! their structs (`warp.cuh`) are others.
//!
//! A block has a fixed part, whose parts and sizes [`SharedLayout`] lists, and a rest, which is shared out among teams while the
//! kernel runs: for the marks of a root, or for its local graph. How much of the rest a root takes, kernels compute from its
//! row, as the functions below do from a bound of all rows.

/// Words of 128 bits of the longest bit row that is kept in shared memory, 1,024 members. *guess*
pub const SHORT_WORDS: u32 = 8;

/// Places that a warp unpacks from a bit row at a time, 16 bits each: 1 KiB of shared memory a warp. *guess*
pub const PLACES: u32 = 512;

/// Entries of a warp's own table of marks, 8 KiB: it holds sets of half as many elements. *guess*
const LEAF_MARKS: u32 = 2048;

/// The fixed part of a block's shared memory. Words have 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedLayout {
    /// Warps a block.
    pub warps: u32,
    /// Loop levels.
    pub levels: u32,
    /// Bit rows that a warp keeps; one at least, and the places it unpacks, where it searches local graphs.
    pub bit_slots: u32,
    /// Entries of a warp's own table of marks.
    pub leaf_marks: u32,
    /// Credited levels that a warp gathers counts for.
    pub gathered: u32,
    /// Numbers that are counted.
    pub totals: u32,
    /// Whether warps draw pieces from the frontier.
    pub has_frontier: bool,
}

/// What a kernel wants of shared memory.
pub(super) struct Wanted {
    /// Stored bit rows; none if there is no search on bits.
    pub(super) bit_slots: Option<usize>,
    /// Whether there is a search on lists.
    pub(super) has_lists: bool,
    /// Credited levels that a warp gathers counts for.
    pub(super) gathered: usize,
    /// Numbers that are counted.
    pub(super) totals: usize,
    /// Whether there is a frontier.
    pub(super) has_frontier: bool,
}

impl SharedLayout {
    pub(super) fn new(wanted: &Wanted, warps: u32, levels: usize, marks_in_leaf: bool) -> SharedLayout {
        SharedLayout {
            warps,
            levels: levels as u32,
            bit_slots: wanted.bit_slots.map_or(0, |slots| slots.max(1)) as u32,
            leaf_marks: if wanted.has_lists && marks_in_leaf { LEAF_MARKS } else { 0 },
            gathered: wanted.gathered as u32,
            totals: wanted.totals as u32,
            has_frontier: wanted.has_frontier,
        }
    }

    /// Its parts in the order of `struct Shared`, with their words.
    pub fn parts(&self) -> [(&'static str, u32); 9] {
        let is_local = u32::from(self.bit_slots > 0);
        let team = 8;
        [
            ("bit rows", self.warps * self.bit_slots * SHORT_WORDS * 4),
            ("unpacked places", self.warps * is_local * PLACES / 2),
            ("marks of warps", self.warps * self.leaf_marks),
            ("gathered counts", self.warps * self.gathered * 4),
            ("totals of warps", self.warps * self.totals * 4),
            ("the block's task", team),
            ("tasks of warps", self.warps * team),
            ("statistics and clock", 12 + 2),
            // Vertex, next candidate and end of each loop, and what a warp rarely needs.
            ("loops of warps", self.warps * (3 * self.levels + 9 + if self.has_frontier { 2 } else { 0 })),
        ]
    }

    /// All of it, a multiple of 16 bytes.
    pub fn words(&self) -> u32 {
        self.parts().iter().map(|(_, words)| words).sum::<u32>().next_multiple_of(4)
    }
}

/// Words of a bit row over `limit` vertices: 128 bits at a time.
pub fn row_words(limit: u64) -> u64 {
    limit.div_ceil(128) * 4
}

/// Words of a hash table of so many vertices, as `marks_words` of `marks.cuh`: a power of two, at most half full.
pub fn marks_words(size: u64) -> u64 {
    (2 * size).max(32).next_power_of_two()
}

/// Words to build and hold a local graph of so many vertices, as `local_graph_words` of `local_graph.cuh`: a hash table of
/// places of 16 bits, members and rows.
pub fn local_graph_words(size: u64) -> u64 {
    marks_words(size) / 2 + size.next_multiple_of(4) + matrix_words(size)
}

/// Words of the bit matrix of so many vertices, as `matrix_words` of `local_graph.cuh`.
pub fn matrix_words(size: u64) -> u64 {
    size * row_words(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_there_where_they_are_needed() {
        let least = SharedLayout {
            warps: 8,
            levels: 2,
            bit_slots: 0,
            leaf_marks: 0,
            gathered: 0,
            totals: 1,
            has_frontier: false,
        };
        assert_eq!(least.words(), 8 * 4 + 8 + 8 * 8 + 14 + 8 * 15 + 2);
        let most = SharedLayout { bit_slots: 3, leaf_marks: 2048, gathered: 2, has_frontier: true, ..least };
        assert_eq!(most.words() - least.words(), 8 * (3 * 32 + 256 + 2048 + 2 * 4 + 2));
    }
}
