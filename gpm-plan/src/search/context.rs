//! The question that rewrites of the search are offered, with what is known for it, and how the patterns in a sum are planned.

use super::choice::{Choice, ChoiceTerm};
use super::fused;
use super::interrupt::Interrupt;
use super::memo::Memo;
use super::shortlist::Shortlist;
use super::weight::Weight;
use crate::cost::GraphStats;
use crate::passes::Pass;
use crate::pattern::{Automorphisms, Pattern, Semantics};
use crate::query::{Output, Query, Unit};

/// Choices that are kept for samples to compare, and for `explain`: about as many as there are kinds of rewrites, so that near ties of one
/// kind do not push out the others. *guess*; five were kept before.
pub const SHORTLIST: usize = 8;

/// A way to look for choices.
pub(super) struct Rewrite {
    /// The switches that must be on.
    pub(super) switches: &'static [Pass],
    /// Adds what it finds for a question; nothing where it does not apply.
    pub(super) offer: fn(&mut Context<'_>, &mut Shortlist),
}

/// A question, and what is known for it.
pub(super) struct Context<'a> {
    /// What is asked.
    pub(super) query: &'a Query,
    /// The automorphisms of its pattern.
    pub(super) group: &'a Automorphisms,
    /// What is known of the graph.
    pub(super) stats: &'a GraphStats,
    /// What was found for other questions.
    pub(super) memo: &'a mut Memo,
    rewrites: &'static [Rewrite],
}

impl<'a> Context<'a> {
    /// The question, to be answered by some rewrites; the first one gives a choice for any question.
    pub(super) fn new(
        query: &'a Query,
        (group, stats): (&'a Automorphisms, &'a GraphStats),
        memo: &'a mut Memo,
        rewrites: &'static [Rewrite],
    ) -> Context<'a> {
        Context { query, group, stats, memo, rewrites }
    }

    /// Another question, to be answered by the same rewrites with the same memo.
    pub(super) fn ask<'b>(
        &'b mut self,
        query: &'b Query,
        group: &'b Automorphisms,
        stats: &'b GraphStats,
    ) -> Context<'b> {
        Context { query, group, stats, memo: self.memo, rewrites: self.rewrites }
    }

    /// Whether a rewrite may be used.
    pub(super) fn allows(&self, pass: Pass) -> bool {
        !self.query.disabled.contains(pass)
    }

    /// Whether all of some rewrites may be used.
    pub(super) fn allows_all(&self, passes: &[Pass]) -> bool {
        passes.iter().all(|&pass| self.allows(pass))
    }

    /// When planning is to end.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.memo.interrupt().clone()
    }

    /// Whether it is to end now.
    pub(super) fn is_interrupted(&self) -> bool {
        self.memo.interrupt().is_due()
    }

    /// The cheapest `keep` choices, cheapest first, at least one; none if planning was interrupted.
    pub(super) fn choices(&mut self, keep: usize) -> Vec<Choice> {
        let mut best = Shortlist::new(keep, self.interrupt());
        for rewrite in self.rewrites {
            if self.allows_all(rewrite.switches) {
                (rewrite.offer)(self, &mut best);
            }
        }
        // Whatever ended early left choices out.
        if self.is_interrupted() { Vec::new() } else { best.into_choices() }
    }

    /// The cheapest way to count the subgraphs that are like `pattern`; `None` if planning was interrupted.
    pub(super) fn cheapest(&mut self, pattern: &Pattern) -> Option<Choice> {
        self.cheapest_of(pattern, Semantics::EdgeInduced)
    }

    /// The same for other semantics.
    pub(super) fn cheapest_of(&mut self, pattern: &Pattern, semantics: Semantics) -> Option<Choice> {
        if let Some(known) = self.memo.best(pattern, semantics) {
            return Some(known.clone());
        }
        let query = self.part(pattern, semantics);
        let (group, stats) = (pattern.automorphisms(semantics), self.stats.of_part(pattern));
        let fuses = self.memo.is_announced() && self.allows(Pass::Fuse) && fused::applies(pattern);
        let mut found = self.ask(&query, &group, &stats).choices(if fuses { SHORTLIST } else { 1 });
        let fused = if fuses { fused::cheapest(&query, &found, &stats, self.memo) } else { None };
        let best = fused.or_else(|| (!found.is_empty()).then(|| found.swap_remove(0)))?;
        self.memo.keep(pattern, semantics, best.clone());
        Some(best)
    }

    /// A shortlist of the ways to count what a term of a sum counts, with the question that they answer; `None` for a term that is
    /// counted already, or in a way of its own, such as a core that looks tables up, and if planning was interrupted.
    pub(super) fn alternatives(&mut self, term: &ChoiceTerm) -> Option<(Query, Vec<Choice>)> {
        let known = self.memo.best(&term.pattern, term.semantics)?;
        let is_known = matches!(&known.terms[..], [only] if only.has_nest_of(term));
        if !is_known || self.memo.has_counted(term) {
            return None;
        }
        let query = self.part(&term.pattern, term.semantics);
        let (group, stats) = (term.pattern.automorphisms(term.semantics), self.stats.of_part(&term.pattern));
        let found = self.ask(&query, &group, &stats).choices(SHORTLIST);
        (!found.is_empty()).then_some((query, found))
    }

    /// The weight of a part whose matches count so many times, each of the question's subgraphs being met once for each of its
    /// automorphisms.
    pub(super) fn per_automorphism(&self, times: i128) -> Option<Weight> {
        Weight::new(times, self.group.order())
    }

    /// The question how many of a pattern there are, by the same passes.
    fn part(&self, pattern: &Pattern, semantics: Semantics) -> Query {
        let (pattern, disabled) = (pattern.clone(), self.query.disabled);
        Query { pattern, semantics, unit: Unit::Subgraphs, output: Output::Count, disabled, strategy: None }
    }
}
