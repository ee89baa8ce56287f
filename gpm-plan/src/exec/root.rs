//! What the warps of a team prepare together for a root: whatever depends on it alone and on lists.

use super::pairs::Pairs;
use super::sharing::Sharing;
use super::{OnLists, WarpOp};
use crate::nest::{LoopNest, SetExpr, SetId};
use crate::program::{Base, Ends, List, ListDef, row_of};

/// What a team prepares for a root.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// Roots with fewer neighbors in the one relation there is have no match.
    pub min_degree: usize,
    /// Parts of the root's rows.
    pub rows: Vec<RootRow>,
    /// The row that is marked, for all warps of the team to look elements up in.
    pub marked: Option<SetId>,
    /// Reaches, by the steps to their members.
    pub reaches: Vec<ListDef>,
    /// Pairs of walks that are all that is counted: then no reach is made.
    pub pairs: Option<Pairs>,
    /// Whether work below the root is given away only once the search has taken as long as preparing the root did, since the warps that
    /// take work up make the reaches again.
    pub waits: bool,
    /// Where roots are cut into pieces from the start: how many candidates there are to cut.
    pub cut: Option<Cut>,
}

/// How the number of candidates below a root is known before it is searched.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    /// They are this part of a row.
    List(List),
    /// There are at most as many as in the longest of the root's rows.
    LongestRow,
}

impl Cut {
    /// That of a search below such rows of the root, on lists if there are any.
    pub(super) fn of(rows: &[RootRow], lists: Option<&OnLists>) -> Cut {
        let first = lists.and_then(|lists| {
            lists.ops.iter().find_map(|op| match op {
                WarpOp::Loop(inner) => Some(&inner.from),
                _ => None,
            })
        });
        // Others are made as the root is searched.
        let is_known = |list: &&List| match list.base {
            Base::Set(set) => rows.iter().any(|row| row.set == set),
            Base::Row { .. } => true,
        };
        first.filter(is_known).map_or(Cut::LongestRow, |list| Cut::List(list.clone()))
    }
}

/// A part of a row of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootRow {
    /// The set of the nest that the row is.
    pub set: SetId,
    /// The part of the row, with its bounds.
    pub list: List,
    /// The root has no match if it has fewer elements.
    pub least: Option<usize>,
}

impl Root {
    pub(super) fn new(nest: &LoopNest, sharing: &Sharing, has_lists: bool) -> Root {
        let define = &nest.root_body().define;
        let row = |&set: &SetId| RootRow {
            set,
            list: row_of(nest, set),
            least: nest.set(set).required.then_some(sharing.min_size[set.index()]),
        };
        Root {
            min_degree: sharing.min_root_degree,
            rows: define.iter().filter(|&&set| nest.set(set).expr.is_row()).map(row).collect(),
            marked: sharing.marked.filter(|_| has_lists),
            reaches: define.iter().filter_map(|&set| reach(nest, set)).filter(|_| sharing.pairs.is_none()).collect(),
            pairs: sharing.pairs,
            waits: sharing.reach.is_some() && sharing.last_cut.is_some(),
            cut: None,
        }
    }
}

fn reach(nest: &LoopNest, set: SetId) -> Option<ListDef> {
    let SetExpr::Reach { through, view, .. } = nest.set(set).expr else { return None };
    Some(ListDef::Reach { set, through, view, steps: nest.steps_to(set), ends: Ends::of(nest, set) })
}
