//! Sums of choices: nests that several of them have in common are searched once.

use super::{Choice, Memo, Term, Weight};
use crate::nest::Entry;
use crate::opt::PassSet;

/// A sum in the making.
#[derive(Default)]
pub(super) struct Sum {
    terms: Vec<Term>,
}

impl Sum {
    /// Adds what a choice counts, so many times. What `is_counted` already costs nothing more. `None` if a weight leaves 64 bits.
    pub(super) fn add(&mut self, choice: Choice, weight: Weight, is_counted: bool) -> Option<()> {
        for term in choice.terms {
            let weight = term.weight.times(weight)?;
            let cost = if is_counted { 0.0 } else { term.cost };
            let is_same = |other: &&mut Term| {
                other.pattern == term.pattern && other.semantics == term.semantics && other.outline == term.outline
            };
            match self.terms.iter_mut().find(is_same) {
                Some(same) => {
                    same.weight = same.weight.plus(weight)?;
                    same.cost = same.cost.min(cost);
                }
                None => self.terms.push(Term { weight, cost, ..term }),
            }
        }
        Some(())
    }

    /// What it costs so far: each nest, and each table that one of them looks up, once.
    pub(super) fn cost(&self, memo: &Memo) -> f64 {
        let mut tables: Vec<&Entry> = Vec::new();
        for entry in self.terms.iter().flat_map(|term| &term.outline.entries) {
            if !tables.iter().any(|known| known.is_of_same_table(entry)) {
                tables.push(entry);
            }
        }
        let nests = self.terms.iter().map(|term| term.cost);
        nests.chain(tables.into_iter().map(|entry| memo.table_cost(entry))).sum()
    }

    /// The choice, which rests on some rewrites, unless everything cancels out.
    pub(super) fn choice(mut self, rewrites: PassSet, memo: &Memo) -> Option<Choice> {
        self.terms.retain(|term| term.weight.times != 0);
        let cost = self.cost(memo);
        (!self.terms.is_empty()).then(|| Choice::sum(self.terms, cost, rewrites))
    }
}
