//! What sets are made of.

use std::collections::BTreeMap;

use super::{Level, SetId, ViewId};

/// What a set is, before its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetExpr {
    /// The row of a matched vertex.
    Neighbors {
        /// Which relation.
        view: ViewId,
        /// Whose row.
        of: Level,
    },
    /// Vertices in both sets.
    Intersect(SetId, SetId),
    /// Vertices of the first set that are not in the second.
    Difference(SetId, SetId),
    /// Vertices in the row of some member of a set: two hops from the root, or three where the members are a reach. While the
    /// union is made, each vertex learns how many [`Walks`](super::Walks) from the root end there (after two hops that is its codegree with the
    /// root).
    Reach {
        /// The members: (part of) the row of the root, or a reach of two hops.
        through: SetId,
        /// Whose rows in which relation.
        view: ViewId,
        /// Whether walks end below their middle: only vertices are reached that are smaller than the member whose row they are in.
        descends: bool,
    },
}

impl SetExpr {
    /// The same expression with its operands called otherwise. Every operand must have a new name.
    pub fn renamed(self, names: &BTreeMap<SetId, SetId>) -> SetExpr {
        match self {
            SetExpr::Neighbors { .. } => self,
            SetExpr::Intersect(a, b) => SetExpr::Intersect(names[&a], names[&b]),
            SetExpr::Difference(a, b) => SetExpr::Difference(names[&a], names[&b]),
            SetExpr::Reach { through, view, descends } => SetExpr::Reach { through: names[&through], view, descends },
        }
    }

    /// The sets it is made from.
    pub fn operands(self) -> impl Iterator<Item = SetId> {
        let operands = match self {
            SetExpr::Neighbors { .. } => [None, None],
            SetExpr::Intersect(a, b) | SetExpr::Difference(a, b) => [Some(a), Some(b)],
            SetExpr::Reach { through, .. } => [Some(through), None],
        };
        operands.into_iter().flatten()
    }

    /// Whether it is the row of a matched vertex, which the graph holds.
    pub fn is_row(self) -> bool {
        self.row_of().is_some()
    }

    /// Whose row it is, if it is one.
    pub fn row_of(self) -> Option<Level> {
        match self {
            SetExpr::Neighbors { of, .. } => Some(of),
            SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Reach { .. } => None,
        }
    }

    /// Whether it is made of two sets, for each match of the levels above it anew.
    pub fn is_joined(self) -> bool {
        matches!(self, SetExpr::Intersect(..) | SetExpr::Difference(..))
    }

    /// Whether it is the union of rows: made once for a root, in no order, with a number for each member.
    pub fn is_reach(self) -> bool {
        matches!(self, SetExpr::Reach { .. })
    }
}
