//! Counts by vertex or arc: after the body of the last anchor's loop, what was counted is credited to its entry.

use gpm_plan::nest::{Level, LoopNest};

use super::model::Statement;

/// What follows the body of a loop on lists.
pub(super) fn on_lists(nest: &LoopNest, level: Level) -> Option<Statement> {
    after(nest, level, |view| format!("arc_entry(warp, launch.view[{view}], v0, v1)"))
}

/// What follows the body of a loop in a local graph, where places are entries of the root's row.
pub(super) fn on_places(nest: &LoopNest, level: Level) -> Option<Statement> {
    after(nest, level, |view| format!("__ldg(launch.view[{view}].offsets + v0) + p1"))
}

/// The root is its own entry; `arc` is that of the arc to the second anchor, in a view.
fn after(nest: &LoopNest, level: Level, arc: impl Fn(u8) -> String) -> Option<Statement> {
    let entry = nest.arcs().map_or_else(|| "v0".to_owned(), |view| arc(view.0));
    (nest.credited.last() == Some(level)).then_some(Statement::Credit { entry })
}
