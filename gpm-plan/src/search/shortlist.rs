//! The best choices met so far.

use super::choice::Choice;
use super::interrupt::Interrupt;
use crate::cost::GraphStats;
use crate::forecast::forecast;
use crate::limits::{BUILT, BUILT_OF_PART, BUILT_WITHIN};
use crate::nest::build::Outline;
use crate::passes::PassSet;
use crate::query::Query;

/// The best choices so far, ascending by rank.
pub(super) struct Shortlist {
    keep: usize,
    choices: Vec<Choice>,
    interrupt: Interrupt,
}

impl Shortlist {
    /// None yet.
    pub(super) fn new(keep: usize, interrupt: Interrupt) -> Shortlist {
        Shortlist { keep, choices: Vec::new(), interrupt }
    }

    /// None yet, for a part of the same search, of which one is kept.
    pub(super) fn for_one(&self) -> Shortlist {
        Shortlist::new(1, self.interrupt.clone())
    }

    /// None yet, for a part of the same search, of which as many are kept.
    pub(super) fn for_as_many(&self) -> Shortlist {
        Shortlist::new(self.keep, self.interrupt.clone())
    }

    /// None yet: outlines of nests that are still to be built, of which more are kept than nests in the end.
    pub(super) fn of_outlines(&self) -> Shortlist {
        let built = if self.keep == 1 { BUILT_OF_PART } else { BUILT };
        Shortlist::new(self.keep.max(built), self.interrupt.clone())
    }

    /// The choices, each a nest by itself, with what their nests are expected to cost after all passes but `disabled` ones.
    pub(super) fn into_priced(self, disabled: PassSet, stats: &GraphStats) -> Vec<Choice> {
        let (mut choices, mut least) = (self.choices, f64::INFINITY);
        for choice in &mut choices {
            // Passes take off what outlines do not tell; of those that seem much dearer they would have to take most.
            if choice.cost > BUILT_WITHIN * least {
                continue;
            }
            let priced = forecast(&choice.terms[0].sketch(disabled), stats, disabled).cost;
            choice.reprice(priced.unwrap_or(choice.cost));
            least = least.min(choice.cost);
        }
        choices
    }

    /// Whether planning is to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_due()
    }

    /// When it is to end.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// All of them.
    pub(super) fn into_choices(self) -> Vec<Choice> {
        self.choices
    }

    /// The best.
    pub(super) fn into_cheapest(mut self) -> Option<Choice> {
        (!self.choices.is_empty()).then(|| self.choices.swap_remove(0))
    }

    /// The rank of the best; infinite if there is none.
    pub(super) fn rank(&self) -> f64 {
        self.choices.first().map_or(f64::INFINITY, Choice::rank)
    }

    /// A rank at or above this is of no interest any more.
    pub(super) fn worst(&self) -> f64 {
        if self.choices.len() < self.keep { f64::INFINITY } else { self.choices[self.keep - 1].rank() }
    }

    /// The highest expected cost at which a sum that takes long to plan is of interest: it must rank before the best choice. Infinite as
    /// long as there is room for more choices.
    pub(super) fn most_of_sums(&self) -> f64 {
        if self.choices.len() < self.keep { f64::INFINITY } else { Choice::sum_within(self.rank()) }
    }

    /// Adds a nest by itself of an expected cost, if that is of interest.
    pub(super) fn offer(&mut self, query: &Query, cost: f64, outline: impl FnOnce() -> Outline) {
        if cost < self.worst() {
            self.insert(Choice::plain(query, outline(), cost));
        }
    }

    /// Adds a choice, if its rank is of interest.
    pub(super) fn insert(&mut self, choice: Choice) {
        // Choices of the same rank are the same but for symmetry: the one found first speaks for all.
        let at = self.choices.partition_point(|other| other.rank() < choice.rank());
        if self.choices.get(at).is_some_and(|other| other.rank() == choice.rank()) {
            return;
        }
        self.choices.insert(at, choice);
        self.choices.truncate(self.keep);
    }

    /// Adds choices that are of interest.
    pub(super) fn extend(&mut self, choices: impl IntoIterator<Item = Choice>) {
        choices.into_iter().for_each(|choice| self.insert(choice));
    }
}
