//! Big roots cut into pieces before the search begins, where nothing is given away.

use super::bounds::RowSizes;

/// How many pieces each warp is to have of all candidates: so many that who is done first takes another, and so few that preparing a root
/// for each takes little of the time. Measured on an H200 with pieces of 64, 256 and 1,024 candidates (`benches/NOTES.md`).
const OF_A_WARP: u32 = 16;

/// Candidates of a piece, at most: with more, warps that are at their last piece would be waited for. *guess*; 1,024 took 2.5 times as long
/// as fewer on socfb-Cornell5 (`benches/NOTES.md`, H200).
const MOST_CANDIDATES: u32 = 4_096;

/// How big roots are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    /// Candidates of a piece, at most. Roots with more are cut.
    pub(crate) candidates: u32,
    /// No launch has more pieces.
    pub(crate) most: u32,
}

impl Pieces {
    /// Those of roots whose candidates are parts of such rows, for so many warps, of `least` candidates each or more.
    pub(super) fn of(sizes: &[RowSizes], warps: u32, least: u32) -> Pieces {
        let entries: f64 = sizes.iter().map(|sizes| sizes.whole.sum_of_powers(1)).sum();
        let even = (entries / f64::from(warps.max(1)) / f64::from(OF_A_WARP)) as u32;
        // Lanes take eight candidates at a time, or 32.
        let candidates = even.max(least).min(MOST_CANDIDATES).next_multiple_of(8);
        // A root that is cut has one piece at least that is full for each that is not.
        Pieces { candidates, most: (2.0 * entries / f64::from(candidates)) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::view::Rows;

    #[test]
    fn pieces_have_room() {
        // Stars with 3,000, 79 and 9 rays, and edges.
        let rays = [3_000, 79, 9].into_iter().chain(std::iter::repeat_n(1, 2_000));
        let star = |(center, rays): (u32, u32)| (0..rays).map(move |ray| (center, 3_000 + (7 * center + ray) % 5_000));
        let graph = Graph::from_edges(8_000, (0..).zip(rays).flat_map(star)).unwrap();
        let sizes = [RowSizes::of(&Rows::Graph { rows: graph.out(), splits: graph.splits().into() })];
        // 5,088 edges are 10,176 entries, of which 16 pieces have 636 each.
        let mut cut = 0;
        for (warps, least, expected) in [(1, 128, 640), (4_224, 128, 128), (1, 8, 640), (4_224, 8, 8)] {
            let Pieces { candidates, most } = Pieces::of(&sizes, warps, least);
            assert_eq!(candidates, expected, "{warps} warps");
            let lengths = (0..graph.num_vertices()).map(|v| graph.out().degree(v as u32) as u32);
            let pieces = lengths.filter(|&length| length > candidates).map(|length| length.div_ceil(candidates));
            let pieces: u32 = pieces.sum();
            assert!(pieces <= most, "{pieces} pieces of {candidates}, {most} at most");
            cut += pieces;
        }
        assert!(cut > 400, "{cut} pieces");
    }
}
