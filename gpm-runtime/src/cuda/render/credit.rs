//! Counts by vertex or arc: what is counted for each vertex of a credited level goes to an entry of the table.
//!
//! Loops of whole warps credit after their bodies. The innermost of them adds up what the lanes have counted; those outside it
//! gather what is credited further in until their own loop moves on. In a leaf each candidate is credited by its own lanes.

use gpm_plan::nest::{Level, LoopNest};

use super::model::Statement;

/// Who credits in a search in which the loops from level `leaf` on are shared out among lanes.
#[derive(Clone, Copy)]
pub(super) struct Credits<'a> {
    pub(super) nest: &'a LoopNest,
    pub(super) leaf: usize,
}

impl Credits<'_> {
    /// The levels that whole warps credit, outermost first.
    fn by_warps(&self) -> impl Iterator<Item = Level> {
        self.nest.placed().iter().filter(|level| level.index() < self.leaf)
    }

    /// For how many levels a warp gathers: the innermost it credits knows at once what was counted.
    pub(super) fn gathered(&self) -> usize {
        self.by_warps().count().saturating_sub(1)
    }

    /// What follows the body of a loop of whole warps; `entry` is that of the vertex or arc bound there.
    pub(super) fn after(&self, level: Level, entry: impl Fn() -> String) -> Option<Statement> {
        let at = self.by_warps().position(|credited| credited == level)?;
        let counted = if at == self.gathered() { "counted(warp)".to_owned() } else { format!("gathered(warp, {at})") };
        Some(Statement::Credit { entry: entry(), counted, has_outer: at > 0, outer: at.saturating_sub(1) })
    }

    /// What a candidate's lanes credit; `entry` is that of the candidate.
    pub(super) fn of_candidate(&self, level: Level, entry: impl Fn() -> String) -> Option<String> {
        (level.index() >= self.leaf && self.nest.placed().contains(level)).then(entry)
    }
}
