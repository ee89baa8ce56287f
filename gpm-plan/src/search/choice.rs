//! What the search offers: ways to answer a query, each a weighted sum of nests.

use super::weight::Weight;
use crate::nest::build::{Outline, build};
use crate::nest::verify::VerifyError;
use crate::nest::{Entry, LoopNest};
use crate::opt::{Trace, optimize, rewrite};
use crate::passes::PassSet;
use crate::pattern::{Pattern, Semantics};
use crate::query::Query;

/// Factor on the cost of a choice of several searches or tables where choices are ranked. The costs of its parts are estimates, each with
/// its error; one nest by itself is to be given up for what is clearly cheaper only. *guess*: 1.25, 1.3 and 1.5 were in use before, of
/// which no measurement is kept.
pub(crate) const RISK: f64 = 1.3;

/// One way to answer the query, with its predicted cost: a sum of nests.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What is summed, at least one term.
    pub terms: Vec<ChoiceTerm>,
    /// Expected cost, in elements streamed.
    pub cost: f64,
    /// The part of `cost` that is for making the tables that it looks up.
    pub(super) tables: f64,
    /// The cost from a sample of the search in the data graph, where one was taken.
    pub sampled: Option<f64>,
    /// Rewrites of the search that it rests on.
    pub rewrites: PassSet,
}

/// The matches of a pattern, how they are met, and how often they count.
#[derive(Clone, Debug)]
pub struct ChoiceTerm {
    /// How often each match counts; negative for what is taken off.
    pub weight: Weight,
    /// The query's pattern or one made from it.
    pub pattern: Pattern,
    /// What a match is.
    pub semantics: Semantics,
    /// What fixes the nest.
    pub outline: Outline,
    /// Predicted cost of the nest by itself, in elements streamed.
    pub cost: f64,
}

impl Choice {
    /// The query's pattern alone.
    pub(super) fn plain(query: &Query, outline: Outline, cost: f64) -> Choice {
        let (pattern, semantics) = (query.pattern.clone(), query.semantics);
        let terms = vec![ChoiceTerm { weight: Weight::ONE, pattern, semantics, outline, cost }];
        Choice::sum(terms, cost, PassSet::default())
    }

    /// A sum that rests on some rewrites, and is expected to cost so much.
    pub(super) fn sum(terms: Vec<ChoiceTerm>, cost: f64, rewrites: PassSet) -> Choice {
        Choice { cost, tables: 0.0, terms, sampled: None, rewrites }
    }

    /// The same with tables, which cost so much beside its nests.
    pub(super) fn with_tables(self, tables: f64) -> Choice {
        Choice { cost: self.cost + tables, tables: self.tables + tables, ..self }
    }

    /// Has a choice of one nest cost so much.
    pub(super) fn reprice(&mut self, cost: f64) {
        self.cost = cost;
        self.terms[0].cost = cost;
    }

    /// What choices are ranked by: the expected cost, with the risk of sums.
    pub fn rank(&self) -> f64 {
        self.rank_at(self.cost)
    }

    /// The same if it is known to cost so much.
    pub fn rank_at(&self, cost: f64) -> f64 {
        if is_one_search(&self.terms) { cost } else { RISK * cost }
    }

    /// What sums are expected to cost that rank just as one nest by itself of this cost.
    pub(super) fn sum_within(rank: f64) -> f64 {
        rank / RISK
    }

    /// What fixes the nest of the first term.
    pub fn outline(&self) -> &Outline {
        &self.terms[0].outline
    }
}

impl ChoiceTerm {
    /// Its nest after all passes but `disabled` ones, with what they did.
    pub(super) fn built(&self, disabled: PassSet) -> Result<(LoopNest, Vec<Trace>), VerifyError> {
        let mut nest = build(&self.pattern, self.semantics, &self.outline);
        optimize(&mut nest, disabled).map(|traces| (nest, traces))
    }

    /// Its nest after the same passes, unchecked: to see what it would cost.
    pub(super) fn sketch(&self, disabled: PassSet) -> LoopNest {
        let mut nest = build(&self.pattern, self.semantics, &self.outline);
        rewrite(&mut nest, disabled);
        nest
    }

    /// Whether another term has the same nest: how often it counts is another matter.
    pub(super) fn has_nest_of(&self, other: &ChoiceTerm) -> bool {
        (&self.pattern, self.semantics, &self.outline) == (&other.pattern, other.semantics, &other.outline)
    }
}

/// Whether a choice of these terms is one nest by itself.
pub(super) fn is_one_search(terms: &[ChoiceTerm]) -> bool {
    matches!(terms, [only] if only.outline.entries.is_empty())
}

/// The tables that terms look up, each once.
pub(super) fn looked_up(terms: &[ChoiceTerm]) -> Vec<&Entry> {
    let mut tables: Vec<&Entry> = Vec::new();
    for entry in terms.iter().flat_map(|term| &term.outline.entries) {
        if !tables.iter().any(|known| known.is_of_same_table(entry)) {
            tables.push(entry);
        }
    }
    tables
}

/// Those of them that are not the terms' own counts: what they cost comes on top.
pub fn tables(terms: &[ChoiceTerm]) -> Vec<&Entry> {
    let is_own =
        |entry: &Entry| terms.iter().any(|term| (&term.pattern, term.semantics) == (&entry.table, entry.semantics));
    looked_up(terms).into_iter().filter(|entry| !is_own(entry)).collect()
}
