//! Where walks from the root may end.

use std::fmt::{self, Display, Formatter};

use crate::nest::{LoopNest, SetExpr, SetId};

/// Which vertices walks from the root may end at. No other vertex bounds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// All.
    Anywhere,
    /// Those smaller than the root.
    BelowRoot,
    /// Those larger.
    AboveRoot,
    /// Those smaller than the root and than the middle of the walk, which has two steps.
    BelowBoth,
}

impl Ends {
    /// All there are, in the order of their numbers.
    pub const ALL: [Ends; 4] = [Ends::Anywhere, Ends::BelowRoot, Ends::AboveRoot, Ends::BelowBoth];

    /// Those of a reach of a nest.
    pub(crate) fn of(nest: &LoopNest, reach: SetId) -> Ends {
        let def = nest.set(reach);
        match (def.expr, def.below.is_empty(), def.above.is_empty()) {
            (SetExpr::Reach { descends: true, .. }, ..) => Ends::BelowBoth,
            (_, true, true) => Ends::Anywhere,
            (_, false, _) => Ends::BelowRoot,
            (_, true, false) => Ends::AboveRoot,
        }
    }
}

/// As what follows the name of the set that walks lead through.
impl Display for Ends {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ends::Anywhere => "",
            Ends::BelowRoot => " below v0",
            Ends::AboveRoot => " above v0",
            Ends::BelowBoth => " below v0 and their middle",
        })
    }
}
