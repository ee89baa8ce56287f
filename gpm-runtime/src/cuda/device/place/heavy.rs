//! Roots that are more than one warp's share of the work.
//!
//! A launch ends when its last warp does. If that one begins late with a heavy root, the others wait: what is left of the root has to be
//! given away in pieces, and each is prepared again. So blocks search the heavy roots first, with all of their warps, and the many light
//! ones fill up what that leaves uneven ([Graham1969], longest processing time first). Where nothing is given away, big roots are cut into pieces
//! from the start instead.

use gpm_plan::nest::LoopNest;

use super::bounds::{POWERS, RowSizes, rows_of_root};

/// Candidates on a list that each warp of a block must have for a block to be worthwhile: two rounds, since a warp takes eight at a time.
const CANDIDATES_OF_A_WARP: u32 = 16;

/// The length of its longest row beyond which a root is more than one warp's share of the work of all, for so many blocks of so many warps.
///
/// The work below a root is estimated by a power of that length: a factor for each loop below the root, and one for what is looked at for a
/// candidate of the innermost loop. Cost: O(sets of the root).
pub(super) fn long_rows(nest: &LoopNest, sizes: &[RowSizes], (blocks, warps_of_block): (u32, u32)) -> u32 {
    let warps = blocks * warps_of_block;
    let least = if nest.local.is_some() { 0 } else { CANDIDATES_OF_A_WARP * warps_of_block };
    let power = (nest.blocks().len() - 1).clamp(1, POWERS);
    let of_all = rows_of_root(nest, sizes).map(|lengths| lengths.sum_of_powers(power)).fold(0.0, f64::max);
    let limit = (of_all / f64::from(warps.max(1))).powf(1.0 / power as f64);
    if limit > 0.0 { (limit as u32).max(least) } else { u32::MAX }
}

/// How many pieces each warp is to have of all candidates: so many that who is done first takes another, and so few that preparing a root for each
/// takes little of the time.
const PIECES_OF_A_WARP: u32 = 16;
/// Candidates of a piece, at least where there is one loop on lists below the root, and where there is more to do below each; at most in either
/// case, since the end of a run would come late.
const LEAST_CANDIDATES: (u32, u32) = (128, 8);
const MOST_CANDIDATES: u32 = 4_096;

/// How big roots are cut into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    /// Candidates of one, at most. Roots with more are cut.
    pub(crate) candidates: u32,
    /// No launch has more pieces.
    pub(crate) most: u32,
}

impl Pieces {
    /// Those of roots of a nest whose candidates are parts of such rows, for so many warps.
    pub(super) fn of(nest: &LoopNest, sizes: &[RowSizes], warps: u32) -> Pieces {
        let entries: f64 = sizes.iter().map(|sizes| sizes.whole.sum_of_powers(1)).sum();
        let even = (entries / f64::from(warps.max(1)) / f64::from(PIECES_OF_A_WARP)) as u32;
        let has_one_loop = nest.local.is_none() && nest.blocks().len() <= 3;
        let least = if has_one_loop { LEAST_CANDIDATES.0 } else { LEAST_CANDIDATES.1 };
        // Lanes take eight candidates at a time, or 32.
        let candidates = even.clamp(least, MOST_CANDIDATES).next_multiple_of(8);
        // A root that is cut has one piece at least that is full for each that is not.
        Pieces { candidates, most: (2.0 * entries / f64::from(candidates)) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::cost::GraphStats;
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;
    use crate::graph::Graph;
    use crate::view::Bound;

    /// A clique of 40 vertices, and a thousand edges elsewhere.
    fn limit(pattern: &str, warps: u32) -> u32 {
        let clique = (0..40u32).flat_map(|v| (0..v).map(move |w| (w, v)));
        let edges = (0..1000).map(|i| (40 + 2 * i, 41 + 2 * i));
        let graph = Graph::from_edges(2040, clique.chain(edges)).unwrap();
        let plan = Plan::new(Query::from(pattern.parse::<Pattern>().unwrap()), &GraphStats::typical()).unwrap();
        let nest = plan.first_nest();
        let sizes: Vec<RowSizes> = Bound::new(&graph, nest).unwrap().views.iter().map(RowSizes::of).collect();
        long_rows(nest, &sizes, (warps, 1))
    }

    #[test]
    fn pieces_are_even_and_have_room() {
        // Rows of 39, 79 and 9 entries and many of one, for two warps and for many.
        let rows = [39, 79, 9].into_iter().chain(std::iter::repeat_n(1, 9000));
        let graph = Graph::from_edges(
            9130,
            rows.enumerate().flat_map(|(at, length)| {
                (0..length).map(move |other| (at as u32 % 130, 130 + (at as u32 * 7 + other) % 9000))
            }),
        )
        .unwrap();
        let planned = |text: &str| {
            let query = Query::from(text.parse::<Pattern>().unwrap());
            Plan::new(query, &GraphStats::typical()).unwrap().first_nest().clone()
        };
        let (triangle, clique) = (planned("triangle"), planned("clique:4"));
        let bound = Bound::new(&graph, &triangle).unwrap();
        let sizes: Vec<RowSizes> = bound.views.iter().map(RowSizes::of).collect();
        for (nest, least, warps) in [(&triangle, 128, 1), (&triangle, 128, 4224), (&clique, 8, 1), (&clique, 8, 4224)] {
            let Pieces { candidates, most } = Pieces::of(nest, &sizes, warps);
            assert!(candidates.is_multiple_of(8) && (least..=4096).contains(&candidates), "{candidates}");
            let lengths = (0..graph.num_vertices()).map(|v| graph.out().degree(v as u32) as u32);
            let pieces: u32 =
                lengths.filter(|&length| length > candidates).map(|length| length.div_ceil(candidates)).sum();
            assert!(pieces <= most, "{pieces} pieces of {candidates}, of {most} at most");
        }
        assert_eq!([&triangle, &clique].map(|nest| Pieces::of(nest, &sizes, 4224).candidates), [128, 8]);
        assert!(Pieces::of(&triangle, &sizes, 1).candidates > 128);
    }

    #[test]
    fn a_row_is_long_where_a_warp_alone_would_end_last() {
        // The sum of the squares of 0 to 39 is 20,540, and of the edges' 1,000.
        assert_eq!(limit("triangle", 1), 146);
        assert_eq!(limit("triangle", 64), 18);
        assert!(limit("clique:5", 64) > limit("triangle", 64), "the heaviest roots have most of the cliques");
        assert_eq!(limit("triangle", u32::MAX), 16, "fewer candidates keep no warp busy");
    }
}
