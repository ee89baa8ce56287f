//! Taking roots back from whoever has them and has not begun with them.

use crate::graph::VertexId;

/// Who asks a search that runs for roots that it has not begun with. The search asks now and then, from one thread or several.
pub(crate) trait Recall: Sync {
    /// Whether somebody waits for roots.
    fn is_wanting(&self) -> bool;

    /// What each root is expected to cost, in some unit.
    fn costs(&self, roots: &[VertexId]) -> Vec<f64>;

    /// How much is wanted of a search that has roots of so much left that it has not begun with; 0 for nothing.
    fn wanted(&self, left: f64) -> f64;

    /// These roots are the asker's now, and nobody else searches them.
    fn take(&self, roots: Vec<VertexId>);
}
