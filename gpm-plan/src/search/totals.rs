//! Rewrite `table-total`: where a sum looks up a table of a pattern and counts the pattern too, the count is the table's total.
//!
//! The entries of a table say how many of the subgraphs have their anchors at some vertex or arc. All together they meet each
//! subgraph once for each place that the anchors may have in it, `|Aut| / |Aut with anchors|` times. So the count costs nothing: the
//! nest that makes the table takes the place of the one that counts the pattern by itself, and what a nest found is kept.

use super::sum::{Sum, looked_up};
use super::{Memo, Term, Weight};
use crate::opt::PassSet;
use crate::pattern::Semantics;

/// Has the terms of a sum counted by the tables that it looks up, where that can be. `None` if a weight leaves 64 bits.
pub(super) fn take(sum: &mut Sum, disabled: PassSet, memo: &mut Memo) -> Option<()> {
    if disabled.contains("table-total") {
        return Some(());
    }
    let tables = looked_up(sum.terms()).into_iter().filter(|entry| entry.semantics == Semantics::EdgeInduced);
    let made: Vec<Term> = tables.filter_map(|entry| memo.sole(&entry.table).cloned()).collect();
    for nest in made {
        let bare = nest.pattern.clone().with_anchors(&[]).ok()?.canonical();
        let is_replaced = |term: &Term| term.pattern == bare && !memo.is_counted(&bare) && memo.is_sole(term);
        let Some(place) = sum.terms().iter().position(is_replaced) else { continue };
        let total = Weight::new(memo.order(&nest.pattern)?, memo.order(&bare)?.unsigned_abs())?;
        let weight = total.times(sum.terms()[place].weight)?;
        let cost = if memo.is_counted(&nest.pattern) { 0.0 } else { nest.cost };
        sum.replace(place, Term { weight, ..nest }, cost, "table-total")?;
    }
    Some(())
}
