//! Sums of choices: nests that several of them have in common are searched once.

use super::conversion::is_same;
use super::{Choice, Memo, Term, Weight, totals};
use crate::nest::Entry;
use crate::opt::PassSet;

/// How much more than expected a sum is taken to cost: the costs of its nests are guesses, each with its error, and one nest by itself
/// is to be given up for what is clearly cheaper only.
const RISK: f64 = 1.5;

/// A sum in the making.
#[derive(Default)]
pub(super) struct Sum {
    terms: Vec<Term>,
    /// What each term adds to the cost: nothing if it is counted anyhow.
    costs: Vec<f64>,
    rewrites: PassSet,
}

impl Sum {
    /// Adds what a choice counts, so many times. What `is_counted` already costs nothing more. `None` if a weight leaves 64 bits.
    pub(super) fn add(&mut self, choice: Choice, weight: Weight, is_counted: bool) -> Option<()> {
        self.rewrites = self.rewrites.union(choice.rewrites);
        for term in choice.terms {
            let cost = if is_counted { 0.0 } else { term.cost };
            self.add_term(Term { weight: term.weight.times(weight)?, ..term }, cost)?;
        }
        Some(())
    }

    fn add_term(&mut self, term: Term, cost: f64) -> Option<()> {
        match self.terms.iter().position(|other| is_same(other, &term)) {
            Some(same) => {
                self.terms[same].weight = self.terms[same].weight.plus(term.weight)?;
                self.costs[same] = self.costs[same].min(cost);
            }
            None => {
                self.terms.push(term);
                self.costs.push(cost);
            }
        }
        Some(())
    }

    /// The terms so far.
    pub(super) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Puts another term, which counts the same, in the place of one, at a cost: by some rewrite.
    pub(super) fn replace(&mut self, place: usize, term: Term, cost: f64, rewrite: &'static str) -> Option<()> {
        self.terms.remove(place);
        self.costs.remove(place);
        self.rewrites = self.rewrites.union(PassSet::of(rewrite));
        self.add_term(term, cost)
    }

    /// What it costs so far: each nest, and each table that one of them looks up, once.
    pub(super) fn cost(&self, memo: &Memo) -> f64 {
        let nests = self.costs.iter().copied();
        nests.chain(tables(&self.terms).into_iter().map(|entry| memo.table_cost(entry))).sum()
    }

    /// The choice, which rests on some rewrites, and on those of its parts, unless everything cancels out.
    pub(super) fn choice(mut self, rewrites: PassSet, disabled: PassSet, memo: &mut Memo) -> Option<Choice> {
        totals::take(&mut self, disabled, memo)?;
        let parts = self.terms.into_iter().zip(self.costs);
        (self.terms, self.costs) = parts.filter(|(term, _)| term.weight.times != 0).unzip();
        let cost = self.cost(memo);
        let rewrites = self.rewrites.union(rewrites);
        (!self.terms.is_empty()).then(|| Choice::sum(self.terms, cost, rewrites))
    }
}

/// By what the expected cost of a choice of these terms is multiplied.
pub(super) fn risk(terms: &[Term]) -> f64 {
    if is_one_search(terms) { 1.0 } else { RISK }
}

/// Whether a choice of these terms is one nest by itself.
pub fn is_one_search(terms: &[Term]) -> bool {
    matches!(terms, [only] if only.outline.entries.is_empty())
}

/// The tables that terms look up, each once.
pub fn looked_up(terms: &[Term]) -> Vec<&Entry> {
    let mut tables: Vec<&Entry> = Vec::new();
    for entry in terms.iter().flat_map(|term| &term.outline.entries) {
        if !tables.iter().any(|known| known.is_of_same_table(entry)) {
            tables.push(entry);
        }
    }
    tables
}

/// Those of them that are not the terms' own counts: what they cost comes on top.
pub fn tables(terms: &[Term]) -> Vec<&Entry> {
    let is_own =
        |entry: &Entry| terms.iter().any(|term| (&term.pattern, term.semantics) == (&entry.table, entry.semantics));
    looked_up(terms).into_iter().filter(|entry| !is_own(entry)).collect()
}
