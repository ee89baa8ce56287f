//! How much of a graph lies on a device that has no room for all of it. Graphs are in the order of degrees: the rows that are read most
//! lie at the beginning.

/// The parts of what is free that are left for what a search works in, one after the other as long as it has no room: in the end all of it.
/// *guess*
pub(super) const WORK: [u64; 3] = [4, 2, 1];
/// Bytes a vertex that lists of roots take beside it, as they are and by size.
const ROOT_BYTES: u64 = 16;

/// How many of the `bytes` of the rows of so many vertices lie on a device with so many bytes free: all, if that part of it is left for the
/// search, otherwise what is left beside that.
pub(super) fn near(bytes: u64, vertices: u64, free: u64, part: u64) -> u64 {
    let work = free / part + vertices * ROOT_BYTES;
    bytes.min(free.saturating_sub(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_left_for_the_search() {
        assert_eq!(near(700 << 20, 0, 1 << 30, 4), 700 << 20);
        assert_eq!(near(800 << 20, 0, 1 << 30, 4), 768 << 20);
        assert_eq!(near(800 << 20, 1 << 20, 1 << 30, 4), 752 << 20);
        assert_eq!(near(100 << 30, 0, 120 << 30, 4), 90 << 30);
        assert_eq!(near(1 << 20, 1 << 20, 1 << 20, 4), 0);
        assert_eq!(WORK.map(|part| near(800 << 20, 0, 1 << 30, part) >> 20), [768, 512, 0]);
    }
}
