//! Which data vertices need no search as roots, as far as their neighbors tell.

use super::{Level, Levels, LoopNest, Per, SetId};
use crate::pattern::Semantics;

impl LoopNest {
    /// How many neighbors a data vertex has at least below which something is counted.
    pub fn least_root_degree(&self) -> usize {
        let root = Level(0);
        let positions = (1..self.num_positions() as u8).map(Level);
        let joined = positions.filter(|&level| self.constraint(root, level).is_positive()).count();
        // Neighbors that may coincide may be one.
        let may_coincide = self.semantics == Semantics::Homomorphism || self.tail_may_coincide;
        if may_coincide { joined.min(1) } else { joined }
    }

    /// Whether a table has the same number for all roots with the same neighbors, and nothing is credited to other vertices below them. To exchange two
    /// of them is an automorphism of a graph without labels; a count that asks for the number of a root may tell them apart.
    pub fn is_alike_at_twins(&self) -> bool {
        let root = Level(0);
        self.per == Per::Vertex
            && self.credited == Levels::NONE.with(root)
            && self.restrictions.iter().all(|own| own.smaller != root && own.larger != root)
    }

    /// Whether the search below a root goes along its row, and no further: it looks at each entry of all rows once.
    pub fn goes_one_step(&self) -> bool {
        let is_made = |id: SetId| {
            let expr = self.set(id).expr;
            expr.is_joined() || expr.is_reach()
        };
        let (root, first) = (1, 1);
        self.blocks().len() <= 1 + root + first && !self.set_ids().any(is_made)
    }
}

#[cfg(test)]
mod tests {
    use crate::cost::GraphStats;
    use crate::pattern::Pattern;
    use crate::plan::Plan;
    use crate::query::Query;

    #[test]
    fn neighbors_are_one_step_away() {
        let goes_one_step = |text: &str| {
            let pattern = text.parse::<Pattern>().expect("a pattern").with_anchors(&[0]).expect("a vertex");
            let plan = Plan::new(Query::from(pattern), &GraphStats::typical()).expect("a plan");
            plan.first_nest().goes_one_step()
        };
        assert!(goes_one_step("a-b") && goes_one_step("a-b, b-c"), "degrees, and those of neighbors");
        assert!(!goes_one_step("a-b, b-c, c-a") && !goes_one_step("a-b, b-c, c-d, d-a"));
    }
}
