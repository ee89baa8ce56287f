//! Counts by vertex or arc: what is counted for each vertex of a credited level goes to an entry of the table.
//!
//! Loops of whole warps credit after their bodies. The innermost of them adds up what the lanes have counted; those outside it
//! gather what is credited further in until their own loop moves on. In a leaf each candidate is credited by its own lanes.

use super::{Amount, Credit, Entry};
use crate::nest::{Level, LoopNest};

/// The levels that whole warps credit, outermost first; the loops from `leaf` on are shared out among lanes.
fn by_warps(nest: &LoopNest, leaf: usize) -> impl Iterator<Item = Level> {
    nest.placed().iter().filter(move |level| level.index() < leaf)
}

/// For how many levels a warp gathers: the innermost it credits knows at once what was counted.
pub(super) fn gathered(nest: &LoopNest, leaf: usize) -> usize {
    by_warps(nest, leaf).count().saturating_sub(1)
}

/// What follows the body of a loop of whole warps; `entry` is that of the vertex or arc bound there.
pub(super) fn after(nest: &LoopNest, leaf: usize, level: Level, entry: impl Fn() -> Entry) -> Option<Credit> {
    let at = by_warps(nest, leaf).position(|credited| credited == level)?;
    let amount = if at == gathered(nest, leaf) { Amount::Lanes } else { Amount::Gathered(at) };
    Some(Credit { entry: entry(), amount, outer: at.checked_sub(1) })
}

/// Whether candidates of a level are credited by their own lanes.
pub(super) fn is_by_candidates(nest: &LoopNest, leaf: usize, level: Level) -> bool {
    level.index() >= leaf && nest.placed().contains(level)
}
