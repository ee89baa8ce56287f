//! Rows that are streamed one behind the other: those of a leaf's candidates, where nothing is asked of each but how many of its elements are in a
//! set that is held, and only the sum matters.

use super::{Exploration, Lanes, ListOp, ListWork, Number, WarpLoop, WarpOp};
use crate::nest::{Level, SetId};
use crate::program::{Base, Join, List, ListDef, Probe};

/// What is streamed, and looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The row of the candidate.
    pub row: List,
    /// Elements are below all of these vertices, which are bound before the candidate.
    pub below: Vec<Level>,
    /// What they are looked up in.
    pub set: SetId,
}

impl Flow {
    /// That of a loop, if its body is one.
    pub fn of(inner: &WarpLoop<ListWork>) -> Option<Flow> {
        if !inner.except.is_empty() || !inner.filter.is_empty() {
            return None;
        }
        // Who leaves a candidate would have counted nothing.
        let ops = inner.body.iter().filter(|op| !matches!(op, WarpOp::Leave(_)));
        let [WarpOp::Define { define: ListDef::Row { set: row, list }, .. }, WarpOp::Sum(sum)] =
            &ops.collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let [(1, size)] = &sum.terms[..] else { return None };
        let Number::Counted(Join::Meet { with: Probe::Marked(set), list: streamed }) = &size.of else { return None };
        let is_row = streamed.base == Base::Set(*row) && streamed.above.is_empty() && list.below.is_empty();
        let is_bound = !streamed.below.is_empty() && !streamed.below.contains(&inner.level);
        let counts_all = sum.constant == 0 && size.minus == 0 && size.except.is_empty();
        (is_row && is_bound && counts_all).then(|| Flow { row: list.clone(), below: streamed.below.clone(), set: *set })
    }
}

/// Has rows stream where they can.
pub(super) fn settle(ops: &mut [ListOp]) {
    for op in ops {
        if let WarpOp::Loop(inner) = op {
            let is_flow = Flow::of(inner).is_some();
            if let Exploration::Leaf(leaf) = &mut inner.exploration
                && is_flow
            {
                leaf.lanes = Lanes::Flowing;
            }
        }
    }
}
