//! Rewrite `table-total`: where a sum looks up a table of a pattern and counts the pattern too, the count is the table's total.
//!
//! The entries of a table say how many of the subgraphs have their anchors at some vertex or arc. All together they meet each
//! subgraph once for each place that the anchors may have in it, `|Aut| / |Aut with anchors|` times. So the count costs nothing: the
//! nest that makes the table takes the place of the one that counts the pattern by itself, and what a nest found is kept.

use super::choice::{ChoiceTerm, looked_up};
use super::memo::Memo;
use super::weight::Weight;
use crate::pattern::Semantics;

/// A term that counts what another one of a sum counts.
pub(super) struct Total {
    /// The place of the other.
    pub(super) place: usize,
    /// The term, with the weight that it has in the other's place.
    pub(super) term: ChoiceTerm,
    /// What it adds to the cost.
    pub(super) cost: f64,
}

/// The nests of the tables that terms look up, of those that one nest makes.
pub(super) fn nests(terms: &[ChoiceTerm], memo: &Memo) -> Vec<ChoiceTerm> {
    let tables = looked_up(terms).into_iter().filter(|entry| entry.semantics == Semantics::EdgeInduced);
    tables.filter_map(|entry| memo.sole(&entry.table).cloned()).collect()
}

/// Puts the nest of a table in the place of the term that counts its pattern, if there is one. `None` if a weight leaves 64 bits.
pub(super) fn total(nest: ChoiceTerm, terms: &[ChoiceTerm], memo: &mut Memo) -> Option<Option<Total>> {
    let bare = nest.pattern.clone().with_anchors(&[]).ok()?.canonical();
    let is_replaced = |term: &ChoiceTerm| term.pattern == bare && !memo.is_counted(&bare) && memo.is_sole(term);
    let Some(place) = terms.iter().position(is_replaced) else { return Some(None) };
    let total = Weight::new(memo.order(&nest.pattern)?, memo.order(&bare)?.unsigned_abs())?;
    let weight = total.times(terms[place].weight)?;
    let cost = if memo.is_counted(&nest.pattern) { 0.0 } else { nest.cost };
    Some(Some(Total { place, term: ChoiceTerm { weight, ..nest }, cost }))
}
