//! Roots that are more than one warp's share of the work.
//!
//! A launch ends when its last warp does. If that one begins late with a heavy root, the others wait: what is left of the root has to be
//! given away in pieces, and each is prepared again. So blocks search the heavy roots first, with all of their warps, and the many light
//! ones fill up what that leaves uneven ([Graham1969], longest processing time first). Where nothing is given away, they are
//! cut into pieces instead: `pieces.rs`.

use gpm_plan::nest::LoopNest;

use super::bounds::{POWERS, RowSizes, rows_of_root};

/// Candidates on a list that each warp of a block must have for a block to be worthwhile: two rounds, since a warp takes eight at a time.
/// *guess*
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
    fn a_row_is_long_where_a_warp_alone_would_end_last() {
        // The sum of the squares of 0 to 39 is 20,540, and of the edges' 1,000.
        assert_eq!(limit("triangle", 1), 146);
        assert_eq!(limit("triangle", 64), 18);
        assert!(limit("clique:5", 64) > limit("triangle", 64), "the heaviest roots have most of the cliques");
        assert_eq!(limit("triangle", u32::MAX), 16, "fewer candidates keep no warp busy");
    }
}
