//! Limits that keep planning quick: how far the search for plans, and the rewriting of counts, look.
//!
//! None of them changes an answer, and none is a price. With all of them a pattern of six vertices is planned in at most 41 ms, half of
//! them in 4 ms, on one core at 2 to 3 GHz; half of random ones of 16 vertices in 4 ms, and of 32 in 20. `cargo bench --bench plan -- --size 6` says
//! so, as do `--size 7` and `--random 25 --size 16` for larger ones: whoever moves a limit runs these.

/// Pattern vertices: up to this size all tails, and all their restrictions, are searched. *guess*; the planning times that it gives are at
/// the head of this file, what a larger limit would gain is not measured.
pub(crate) const EXHAUSTIVE: usize = 8;
/// Prefixes of each length that are kept for larger patterns. Smaller ones keep the square of it, which is nearly all they have. *guess*;
/// the time that it takes is in the head of this file.
pub(crate) const BEAM: usize = 24;
/// Outlines of nests that are built, and ranked by what the nests are expected to cost: passes leave less to do than outlines tell. With 24
/// planning patterns of 4 and 5 vertices took twice as long as by outlines alone, with 12 a fifth longer.
pub(crate) const BUILT: usize = 12;
/// The same for a pattern of a sum, of which one nest is taken: there may be hundreds of such patterns. *guess*
pub(crate) const BUILT_OF_PART: usize = 2;
/// Outlines that seem to cost more than so many times the cheapest nest are not built. *guess*
pub(crate) const BUILT_WITHIN: f64 = 2.0;
/// Tails of larger patterns that are searched with the full beam, of those that a beam of one finds best. *guess*
pub(crate) const PROMISING: usize = 3;
/// For a larger pattern, this number over the square of its vertices is how many tails are looked at, and how many prefixes of each length
/// are kept. A prefix can be extended by as many vertices as there are left, and the cost of each extension grows with the sets that are
/// still to be made, so that the time for a plan grows slowly. *guess*; the planning times that it gives are at the head of this file.
const OVER_SQUARE: usize = 1 << 13;

/// How many tails of a pattern of so many vertices are looked at, the largest ones; all of a small pattern.
pub(crate) fn tails_tried(vertices: usize) -> usize {
    if vertices <= EXHAUSTIVE { usize::MAX } else { OVER_SQUARE / (vertices * vertices) }
}

/// How many prefixes of each length are kept for a large pattern of so many vertices.
pub(crate) fn beam(vertices: usize) -> usize {
    BEAM.min(OVER_SQUARE / (vertices * vertices))
}

/// Part of the predicted time of a search that looking along wider beams may take; beams are widened up to that of patterns that are not as
/// large. Still wider ones find plans that should cost less, but searches do not get any faster: what is expected of a large pattern is
/// wrong by more. That was measured (`--bench queries`, yeast, 16 to 32 vertices); the number is a *guess*.
pub(crate) const PLANNED_PART: f64 = 1.0 / 16.0;
/// Elements streamed that take as long as to extend a prefix by each of the vertices that are left, for each unit of the square of the
/// vertices of the pattern. *guess*
const EXTENDED: f64 = 45.0;

/// What it takes to look along a beam of a pattern of so many vertices, in elements streamed.
pub(crate) fn planning(vertices: usize, width: usize) -> f64 {
    (PROMISING * width * vertices.pow(3)) as f64 * EXTENDED
}

/// Vertices: cliques up to this size have all their total orders priced; of larger ones, some for each rank of the root. *guess*
pub(crate) const TOTAL_ORDERS: usize = 4;
/// Factor: of these orders, those are offered that cost up to so many times as much as the cheapest. *guess*
pub(crate) const TOTAL_ORDER: f64 = 2.0;

/// Vertices: patterns up to this size are converted, as there are at most 2^(pairs) patterns with more edges. *guess*, for the sake of
/// planning time.
pub(crate) const CONVERTED: usize = 8;
/// Pairs: where only some pairs must not be adjacent, there are at most so many of them (64 terms). *guess*
pub(crate) const CONVERTED_PAIRS: usize = 6;
/// Terms of patterns of up to 6, of 7 and of 8 vertices that are planned for one conversion in any case. *guess*
const CONVERTED_TERMS: [usize; 3] = [20, 8, 4];
/// Elements streamed that take as long as to plan one of them: 10, 30 and 100 ms, a *guess*.
const CONVERTED_TERM: [f64; 3] = [3e7, 1e8, 3e8];

/// Terms of patterns of so many vertices that are planned for one conversion at most, where the best other choice has this rank: more of them
/// where planning is cheap beside what could be saved, as that of a star on a hub, whose leaves are tried set by set.
pub(crate) fn converted_terms(vertices: usize, rank: f64) -> usize {
    let size = vertices.saturating_sub(CONVERTED - 2);
    CONVERTED_TERMS[size].max((rank * PLANNED_PART / CONVERTED_TERM[size]) as usize)
}

/// Vertices: patterns up to this size are decomposed, in all ways. *guess*, for the sake of planning time.
pub(crate) const DECOMPOSED: usize = 7;

/// Vertices: patterns of these sizes have codegrees looked up; one more vertex has twice as many tails. The 4-cycle is the smallest pattern
/// that has use for them; eight is a *guess*.
pub(crate) const WITH_CODEGREES: std::ops::RangeInclusive<usize> = 4..=8;
/// Lengths of cycles whose closed walks are counted by their least vertex. Four is the least that is no triangle; seven is a *guess*.
pub(crate) const CLOSED_WALKS: std::ops::RangeInclusive<usize> = 4..=7;
/// Vertices, and loops beside the root: patterns up to this size have walks searched for that leave so many loops. Of others each root has
/// the walks that leave the fewest loops. *guess*
pub(crate) const WALKED: (usize, u32) = (9, 2);

/// Vertices: patterns up to this size are always rewritten into a sum of homomorphisms, as they are planned quickly. *guess*
pub(crate) const FOLDED: usize = 7;
/// Partitions: larger patterns with so many at most are rewritten where planning is cheap beside what could be saved. *guess*
pub(crate) const FOLDED_PARTITIONS: usize = 1000;
/// Elements streamed that take as long as to plan one partition, a hundredth of a second. *guess*
pub(crate) const FOLDED_PARTITION: f64 = 3e7;

/// Factors: sums over partitions of a tail with no more of them than this are left alone, as plain products are quicker than the binomials
/// of a closed formula. *guess*
pub(crate) const FEW_FACTORS: usize = 24;
/// Terms: closed formulas have at most so many, as many as there are orders of six vertices; longer ones take more than the loops that they
/// spare. *guess*
pub(crate) const FORMULA_TERMS: usize = 720;
/// Kinds of vertices that closed formulas have at most: their sets have 2^7 - 1 regions, what a core of three vertices gives. *guess*
pub(crate) const FORMULA_KINDS: usize = 7;
