//! Where the search leaves a candidate, since nothing can be found below it.

use gpm_plan::nest::{self, Hold, SetExpr, SetId};

use super::Walk;
use crate::graph::VertexId;
use crate::set::Kernels;

/// Counts the members of a set made from two.
type Count = fn(&Kernels, &[VertexId], &[VertexId]) -> usize;

impl Walk<'_> {
    /// Whether a set without which nothing is found has no member. Of sets of which only the size is wanted that is asked where there
    /// is a loop that would be left out: to find out takes the walk a join.
    pub(super) fn is_empty(&mut self, id: SetId, has_loop: bool, weight: f64) -> bool {
        let def = self.nest.set(id);
        let (count, a, b): (Count, _, _) = match (def.hold, def.expr) {
            (_, SetExpr::Reach { .. }) => return false,
            (Hold::List | Hold::ListAndBits, _) | (_, SetExpr::Neighbors { .. }) => {
                return self.sets[id.index()].is_empty();
            }
            (Hold::Size, _) if !has_loop => return false,
            (Hold::Size, SetExpr::Intersect(a, b)) => (Kernels::count_intersect, a, b),
            (Hold::Size, SetExpr::Difference(a, b)) => (Kernels::count_difference, a, b),
        };
        let (left, right) = (self.cut(def, a), self.cut(def, b));
        let (is_empty, elements) = (count(self.kernels, left, right) == 0, left.len() + right.len());
        self.look(weight, elements as f64);
        is_empty
    }

    /// Whether the end of walks of two steps has no neighbor in common with the root: to find out takes the walk a join.
    pub(super) fn is_apart(&mut self, walk: nest::Walk, weight: f64) -> bool {
        let reach = self.nest.reach_of(walk.steps).map(|reach| self.nest.set(reach).expr);
        let (2, Some(SetExpr::Reach { through, view, .. })) = (walk.steps, reach) else { return false };
        let (left, right) = (&self.sets[through.index()], self.row(view, self.matched[walk.to.index()]));
        let (is_apart, elements) = (self.kernels.count_intersect(left, right) == 0, left.len() + right.len());
        self.look(weight, elements as f64);
        is_apart
    }
}
