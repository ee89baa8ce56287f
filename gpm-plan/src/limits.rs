//! Limits that keep planning quick: how far the search for plans, and the rewriting of counts, look.
//!
//! None of them changes an answer, and none is a price. With all of them a pattern of six vertices is planned in at most 41 ms, half of
//! them in 4 ms, on one core at 2 to 3 GHz; half of random ones of 16 vertices in 4 ms, and of 32 in 20. `cargo bench --bench plan -- --size 6` says
//! so, as do `--size 7` and `--random 25 --size 16` for larger ones: whoever moves a limit runs these.

/// Patterns up to this size have all tails, and all their restrictions, searched.
pub(crate) const EXHAUSTIVE: usize = 8;
/// Prefixes of each length that are kept for larger patterns. Smaller ones keep the square of it, which is nearly all they have.
pub(crate) const BEAM: usize = 24;
/// Outlines of nests that are built, and ranked by what the nests are expected to cost: passes leave less to do than outlines tell.
pub(crate) const BUILT: usize = 12;
/// The same where one is taken, for a pattern of a sum: there may be hundreds of these. *guess*
pub(crate) const BUILT_OF_PART: usize = 2;
/// Outlines that seem to cost more than so many times the cheapest nest are not built. *guess*
pub(crate) const NEAR: f64 = 2.0;
/// Tails of larger patterns that are searched with the full beam, of those that a beam of one finds best.
pub(crate) const PROMISING: usize = 3;
/// For a larger pattern, this number over the square of its vertices is how many tails are looked at, and how many prefixes of each length
/// are kept. A prefix can be extended by as many vertices as there are left, and the cost of each extension grows with the sets that are
/// still to be made, so that the time for a plan grows slowly.
const OVER_SQUARE: usize = 1 << 13;

/// How many tails of a pattern of so many vertices are looked at, the largest ones; all of a small pattern.
pub(crate) fn tails_tried(vertices: usize) -> usize {
    if vertices <= EXHAUSTIVE { usize::MAX } else { OVER_SQUARE / (vertices * vertices) }
}

/// How many prefixes of each length are kept for a large pattern of so many vertices.
pub(crate) fn beam(vertices: usize) -> usize {
    BEAM.min(OVER_SQUARE / (vertices * vertices))
}

/// Wider beams than these, up to that of patterns that are not as large, are looked along where that takes at most this part of what the search
/// is expected to. Still wider ones find plans that should cost less, but searches do not get any faster: what is expected of a
/// large pattern is wrong by more.
pub(crate) const PLANNED_PART: f64 = 1.0 / 16.0;
/// What it takes to extend a prefix by each of the vertices that are left, for each unit of the square of the vertices of the pattern: so many
/// elements take as long to stream.
const EXTENDED: f64 = 45.0;

/// What it takes to look along a beam of a pattern of so many vertices, in elements streamed.
pub(crate) fn planning(vertices: usize, width: usize) -> f64 {
    (PROMISING * width * vertices.pow(3)) as f64 * EXTENDED
}

/// Cliques up to this size have all their total orders priced; of larger ones, some for each rank of the root.
pub(crate) const TOTAL_ORDERS: usize = 4;
/// Of these, those are offered that cost up to so many times as much as the cheapest.
pub(crate) const TOTAL_ORDER: f64 = 2.0;

/// Patterns up to this size are converted: there are at most 2^(pairs) patterns with more edges.
pub(crate) const CONVERTED: usize = 8;
/// Where only some pairs must not be adjacent, there are at most so many of them.
pub(crate) const CONVERTED_PAIRS: usize = 6;
/// Terms of patterns of up to 6, of 7 and of 8 vertices that are planned for one conversion in any case: a guess.
const CONVERTED_TERMS: [usize; 3] = [20, 8, 4];
/// What it takes to plan one of them, in elements streamed: a guess of 10, 30 and 100 ms.
const CONVERTED_TERM: [f64; 3] = [3e7, 1e8, 3e8];

/// Terms of patterns of so many vertices that are planned for one conversion at most, where the best other choice has this rank: more of them
/// where planning is cheap beside what could be saved, as that of a star on a hub, whose leaves are tried set by set.
pub(crate) fn converted_terms(vertices: usize, rank: f64) -> usize {
    let size = vertices.saturating_sub(CONVERTED - 2);
    CONVERTED_TERMS[size].max((rank * PLANNED_PART / CONVERTED_TERM[size]) as usize)
}

/// Patterns up to this size are decomposed, in all ways.
pub(crate) const DECOMPOSED: usize = 7;

/// Patterns of these sizes have codegrees looked up: one more vertex has twice as many tails.
pub(crate) const WITH_CODEGREES: std::ops::RangeInclusive<usize> = 4..=8;
/// Lengths of cycles whose closed walks are counted by their least vertex.
pub(crate) const CLOSED_WALKS: std::ops::RangeInclusive<usize> = 4..=7;
/// Patterns up to this size have walks searched for that leave so many loops beside the root. Of others each root has the walks that leave
/// the fewest loops.
pub(crate) const WALKED: (usize, u32) = (9, 2);

/// Patterns up to this size are always rewritten into a sum of homomorphisms: they are planned quickly.
pub(crate) const FOLDED: usize = 7;
/// Larger patterns with so many partitions at most are rewritten where planning is cheap beside what could be saved.
pub(crate) const FOLDED_PARTITIONS: usize = 1000;
/// One partition takes as long to plan, a hundredth of a second, as so many elements take to stream.
pub(crate) const FOLDED_PARTITION: f64 = 3e7;

/// Sums over partitions of a tail with no more factors than this are left alone: plain products are quicker than the binomials of a
/// closed formula.
pub(crate) const FEW_FACTORS: usize = 24;
/// Closed formulas have at most so many terms, as many as there are orders of six vertices: longer ones take more than the loops that they
/// spare.
pub(crate) const FORMULA_TERMS: usize = 720;
/// Closed formulas have at most so many kinds of vertices: their sets have 2^7 - 1 regions, what a core of three vertices gives.
pub(crate) const FORMULA_KINDS: usize = 7;
