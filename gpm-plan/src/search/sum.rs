//! Sums of choices: nests that several of them have in common are searched once.

use super::choice::{Choice, ChoiceTerm, tables};
use super::memo::Memo;
use super::totals::{self, Total};
use super::weight::Weight;
use crate::passes::{Pass, PassSet};

/// A sum in the making.
#[derive(Default)]
pub(super) struct SumBuilder {
    terms: Vec<ChoiceTerm>,
    /// What each term adds to the cost: 0 for one that is counted anyway.
    costs: Vec<f64>,
    rewrites: PassSet,
}

impl SumBuilder {
    /// Adds the terms of a choice, each times `weight`. They add no cost if `is_counted`: something else counts them anyway. `None` if a
    /// weight leaves 64 bits.
    pub(super) fn add(&mut self, choice: Choice, weight: Weight, is_counted: bool) -> Option<()> {
        self.rewrites = self.rewrites.union(choice.rewrites);
        for term in choice.terms {
            let cost = if is_counted { 0.0 } else { term.cost };
            self.add_term(ChoiceTerm { weight: term.weight.times(weight)?, ..term }, cost)?;
        }
        Some(())
    }

    fn add_term(&mut self, term: ChoiceTerm, cost: f64) -> Option<()> {
        match self.terms.iter().position(|other| other.has_nest_of(&term)) {
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

    /// What it costs so far: each nest, and each table that one of them looks up, once.
    pub(super) fn cost(&self, memo: &Memo) -> f64 {
        self.costs.iter().sum::<f64>() + memo.tables_cost(tables(&self.terms))
    }

    /// The choice, which rests on a rewrite, and on those of its parts, unless everything cancels out.
    pub(super) fn choice(mut self, rewrite: Pass, disabled: PassSet, memo: &mut Memo) -> Option<Choice> {
        if !disabled.contains(Pass::TableTotal) {
            self.take_totals(memo)?;
        }
        let parts = self.terms.into_iter().zip(self.costs);
        (self.terms, self.costs) = parts.filter(|(term, _)| term.weight.times != 0).unzip();
        let (nests, tables) = (self.costs.iter().sum(), memo.tables_cost(tables(&self.terms)));
        let rewrites = self.rewrites.union(rewrite.into());
        (!self.terms.is_empty()).then(|| Choice::sum(self.terms, nests, rewrites).with_tables(tables))
    }

    /// Has terms counted by the tables that the sum looks up, where that can be. `None` if a weight leaves 64 bits.
    fn take_totals(&mut self, memo: &mut Memo) -> Option<()> {
        for nest in totals::nests(&self.terms, memo) {
            if let Some(Total { place, term, cost }) = totals::total(nest, &self.terms, memo)? {
                self.terms.remove(place);
                self.costs.remove(place);
                self.rewrites = self.rewrites.union(Pass::TableTotal.into());
                self.add_term(term, cost)?;
            }
        }
        Some(())
    }
}
