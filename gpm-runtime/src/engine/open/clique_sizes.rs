//! Cliques of several sizes, all in one search.

use std::ops::{Bound, RangeBounds};

use super::cliques::{CliqueOptions, OpenReport, Rule, Wanted};
use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, VertexId};

impl Engine {
    /// Counts the cliques of each of some sizes, maximal or not, that have all of some vertices: with `3..` and none, all triangles, all cliques of 4
    /// vertices, and so on. No clique is met by itself, so that the time hardly depends on how many there are. [`OpenReport::largest`] is
    /// one of the largest of these sizes. Directions and labels do not matter. Runs on the CPU, or on the GPU of an engine
    /// that has one GPU alone.
    ///
    /// A single size of up to 6 vertices is mostly counted faster by [`Engine::count`]; larger ones that counts like this, if the engine runs on
    /// the CPU alone.
    ///
    /// ```
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let found = Engine::auto()?.cliques_by_size(&graph, 2.., &[], &Control::new())?;
    /// assert_eq!((found.count, found.sizes), (5, vec![(2, 4), (3, 1)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::maximal_cliques`]. A number that leaves 128 bits is that of one of these sizes, or the sum of all.
    pub fn cliques_by_size(
        &self,
        graph: &Graph,
        sizes: impl RangeBounds<usize>,
        containing: &[VertexId],
        control: &Control,
    ) -> Result<OpenReport, EngineError> {
        // A clique has at least a vertex.
        let least = match sizes.start_bound() {
            Bound::Included(&least) => least.max(1),
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => 1,
        };
        let most = match sizes.end_bound() {
            Bound::Included(&most) => most,
            Bound::Excluded(&above) => above.saturating_sub(1),
            Bound::Unbounded => usize::MAX,
        };
        if least > most {
            return Err(EngineError::Option { what: "the sizes of cliques", must: "a range from 1 on that has some" });
        }
        let options = CliqueOptions { min_size: least, containing: containing.to_vec() };
        self.cliques(graph, &options, control, (Rule::Sizes(least..=most), Wanted::Sizes))
    }
}
