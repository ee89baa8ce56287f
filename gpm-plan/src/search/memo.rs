//! What was found while one pattern was planned and is of use for the next.

use std::collections::{BTreeMap, BTreeSet};

use super::choice::{Choice, ChoiceTerm, tables};
use super::interrupt::Interrupt;
use super::weight::Weight;
use crate::nest::verify::VerifyError;
use crate::nest::{Entry, LoopNest};
use crate::opt::Trace;
use crate::passes::PassSet;
use crate::pattern::{Pattern, Semantics};

/// What was found of the patterns in sums, for other queries on the same graph with the same passes left out. It saves time;
/// and what is known already may be used in longer sums than would be planned for one query.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The cheapest choices of terms.
    best: BTreeMap<(Pattern, Semantics), Choice>,
    /// The patterns with one edge more, with how many edges there are that give each.
    above: BTreeMap<Pattern, Vec<(Pattern, i128)>>,
    /// Orders of automorphism groups.
    orders: BTreeMap<Pattern, i128>,
    /// Nests of terms, with what the passes did, and whether they are counted before the next query is planned.
    nests: BTreeMap<Pattern, Vec<(ChoiceTerm, Built, bool)>>,
    /// What is counted anyway by queries that use this memo, because it was chosen or announced. Later sums have it for free.
    counted: BTreeSet<(Pattern, Semantics)>,
    /// Whether all nests that are counted are known before the first is searched, so that some may be fused.
    is_announced: bool,
    /// When planning is to end.
    interrupt: Interrupt,
}

/// An optimized nest, and what the passes did.
type Built = (LoopNest, Vec<Trace>);

impl Memo {
    /// Has searches for plans end when `interrupt` is due, from now on. What ended early is not kept.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// When searches for plans are to end.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The cheapest way to count a pattern, if it is known.
    pub(super) fn best(&self, pattern: &Pattern, semantics: Semantics) -> Option<&Choice> {
        self.best.get(&(pattern.clone(), semantics))
    }

    /// Whether it is known of any pattern.
    pub fn has_choices(&self) -> bool {
        !self.best.is_empty()
    }

    /// Forgets which ways are the cheapest: prices have changed.
    pub fn forget_choices(&mut self) {
        self.best.clear();
    }

    /// Keeps the cheapest way to count a pattern.
    pub(super) fn keep(&mut self, pattern: &Pattern, semantics: Semantics, best: Choice) {
        self.best.insert((pattern.clone(), semantics), best);
    }

    /// Whether all nests that are counted are known before the first is searched.
    pub(super) fn is_announced(&self) -> bool {
        self.is_announced
    }

    /// Declares that the edge-induced subgraphs like these patterns will be counted in any case, by queries that use this memo. Sums may
    /// then use their counts for free.
    pub fn expect(&mut self, patterns: impl IntoIterator<Item = Pattern>) {
        self.is_announced = true;
        self.counted.extend(patterns.into_iter().map(|pattern| (pattern.canonical(), Semantics::EdgeInduced)));
    }

    /// Has sums count what `term` counts by this choice, whatever seemed cheapest.
    pub fn prefer(&mut self, term: &ChoiceTerm, choice: Choice) {
        self.keep(&term.pattern, term.semantics, choice);
    }

    /// The nests that are counted before the next query is planned.
    pub(super) fn counted_nests(&self) -> impl Iterator<Item = &LoopNest> {
        self.nests.values().flatten().filter(|(.., is_counted)| *is_counted).map(|(_, (nest, _), _)| nest)
    }

    /// Whether the nest of a term is one that is counted before the next query is planned.
    pub fn has_counted(&self, term: &ChoiceTerm) -> bool {
        let known =
            self.nests.get(&term.pattern).and_then(|known| known.iter().find(|other| other.0.has_nest_of(term)));
        known.is_some_and(|&(.., is_counted)| is_counted)
    }

    /// Takes a choice whose nests were made for one that is counted before the next query is planned.
    pub(crate) fn take(&mut self, choice: &Choice) {
        for term in &choice.terms {
            let known = self.nests.get_mut(&term.pattern);
            let own = known.and_then(|known| known.iter_mut().find(|other| other.0.has_nest_of(term)));
            own.into_iter().for_each(|(.., is_counted)| *is_counted = true);
            let entries = &term.outline.entries;
            self.counted.extend(entries.iter().map(|entry| (entry.table.clone(), entry.semantics)));
            // What looks tables up is no count of its pattern, and neither is what counts only some maps.
            let key = (term.pattern.clone(), term.semantics);
            let is_part = term.semantics == Semantics::Homomorphism && !term.outline.restrictions.is_empty();
            if entries.is_empty() && !is_part && self.best.contains_key(&key) {
                self.counted.insert(key);
            }
        }
    }

    /// The one nest by which a pattern is counted as it is, unless it is a sum or looks tables up.
    pub(super) fn sole(&self, pattern: &Pattern) -> Option<&ChoiceTerm> {
        let is_plain = |only: &ChoiceTerm| {
            only.pattern == *pattern && only.weight == Weight::ONE && only.outline.entries.is_empty()
        };
        match &self.best.get(&(pattern.clone(), Semantics::EdgeInduced))?.terms[..] {
            [only] if is_plain(only) => Some(only),
            _ => None,
        }
    }

    /// Whether a term is all of the sum by which its pattern is counted.
    pub(super) fn is_sole(&self, term: &ChoiceTerm) -> bool {
        self.sole(&term.pattern).is_some_and(|only| only.has_nest_of(term))
    }

    /// The nest of a term after all passes but `disabled` ones, with what they did. Costs a copy if it is known.
    ///
    /// # Errors
    /// [`VerifyError`] if a pass left it invalid: a bug.
    pub fn nest(&mut self, term: &ChoiceTerm, disabled: PassSet) -> Result<Built, VerifyError> {
        let known = self.nests.entry(term.pattern.clone()).or_default();
        if let Some((_, built, _)) = known.iter().find(|other| other.0.has_nest_of(term)) {
            return Ok(built.clone());
        }
        let built = term.built(disabled)?;
        known.push((term.clone(), built.clone(), false));
        Ok(built)
    }

    /// Whether a pattern is counted before the next query is planned.
    pub(super) fn is_counted(&self, term: &Pattern) -> bool {
        self.is_counted_as(term, Semantics::EdgeInduced)
    }

    /// The same for other semantics.
    pub(super) fn is_counted_as(&self, term: &Pattern, semantics: Semantics) -> bool {
        self.counted.contains(&(term.clone(), semantics))
    }

    /// What making the tables of some entries, which were met in choices, is expected to cost: with those that they look up, each once, and
    /// nothing for what is there already.
    pub fn tables_cost<'a>(&'a self, entries: impl IntoIterator<Item = &'a Entry>) -> f64 {
        let (mut open, mut met) = (entries.into_iter().collect::<Vec<_>>(), Vec::<&Entry>::new());
        let mut cost = 0.0;
        while let Some(entry) = open.pop() {
            let is_there = self.is_counted_as(&entry.table, entry.semantics);
            if is_there || met.iter().any(|known| known.is_of_same_table(entry)) {
                continue;
            }
            met.push(entry);
            if let Some(made) = self.best(&entry.table, entry.semantics) {
                cost += made.cost - made.tables;
                open.extend(tables(&made.terms));
            }
        }
        cost
    }

    /// Order of the group of an edge-induced pattern.
    pub(super) fn order(&mut self, term: &Pattern) -> Option<i128> {
        if let Some(&known) = self.orders.get(term) {
            return Some(known);
        }
        let order = i128::try_from(term.automorphisms(Semantics::EdgeInduced).order()).ok()?;
        self.orders.insert(term.clone(), order);
        Some(order)
    }

    /// The patterns with one edge more than a pattern, with how many edges there are that give each; made by `make` once.
    pub(super) fn above(
        &mut self,
        pattern: &Pattern,
        make: impl FnOnce(&Pattern) -> Vec<(Pattern, i128)>,
    ) -> &[(Pattern, i128)] {
        self.above.entry(pattern.clone()).or_insert_with(|| make(pattern))
    }
}
