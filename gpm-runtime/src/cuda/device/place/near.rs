//! How much of a graph lies on a device that has no room for all of it. Graphs are in the order of degrees: the rows that are read most
//! lie at the beginning.

/// The most bytes that are kept free for what a search works in: those of blocks and arenas in `memory.rs`, 7 and 1 GiB. *guess*
const WORK_BYTES: u64 = 8 << 30;
/// Bytes a vertex that lists of roots take beside it, as they are and by size.
const ROOT_BYTES: u64 = 16;

/// How many of the `bytes` of the rows of so many vertices lie on a device with so many bytes free: all, if a quarter is left for the
/// search, otherwise what is left beside that.
pub(super) fn near(bytes: u64, vertices: u64, free: u64) -> u64 {
    let work = (free / 4).min(WORK_BYTES) + vertices * ROOT_BYTES;
    bytes.min(free.saturating_sub(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_left_for_the_search() {
        assert_eq!(near(700 << 20, 0, 1 << 30), 700 << 20);
        assert_eq!(near(800 << 20, 0, 1 << 30), 768 << 20);
        assert_eq!(near(800 << 20, 1 << 20, 1 << 30), 752 << 20);
        assert_eq!(near(100 << 30, 0, 110 << 30), 100 << 30);
        assert_eq!(near(1 << 20, 1 << 20, 1 << 20), 0);
    }
}
