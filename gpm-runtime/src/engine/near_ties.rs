//! Settling near ties: where the model expects the best choices to cost about the same, and that is much, they are compared on
//! a sample of the graph.
//!
//! Samples count work and are the same on any machine, so that a query has one plan on each kind of device.

use gpm_plan::cost::{GraphStats, Overheads};
use gpm_plan::nest::LoopNest;
use gpm_plan::query::{Output, Query};
use gpm_plan::search::{Choice, ChoiceTerm, Memo, alternatives, is_one_search, looked_up, tables};
use rayon::prelude::*;

use super::error::EngineError;
use crate::control::Control;
use crate::graph::Graph;
use crate::sample::{Sampled, sample};
use crate::view::{BindError, Bound, are_lent};

/// Choices are tied if none is expected to cost more than so many times the least: as far as the model errs now and then.
const NEAR: f64 = 16.0;
/// The part of the predicted cost that samples of all tied choices may take together, where samples and searches run on the same
/// device, and the least and most, in elements.
const PART: f64 = 1.0 / 64.0;
const LEAST: f64 = 1e6;
const MOST: f64 = 1.6e7;
/// Choices of more nests than that are not sampled: little could be spent on each.
const MOST_NESTS: usize = 64;
/// Terms of sums that cost less than this part of the whole are left as they are.
const DEAR: f64 = 1.0 / 64.0;
/// More nests and tables are worth having if they do with this part of the cost: where less is gained, in fewer less
/// can be wrong.
const GAIN: f64 = 0.95;
/// Errors of many parts make up for each other: more than so many times as much as sampled no choice is taken to cost.
const MOST_RISK: f64 = 2.0;
/// Of choices of so many parts, one is clearly better than another if it does with this part of its cost: where less is
/// gained, samples know no better than the model.
const CLEAR: f64 = 0.9;

/// What is to be planned.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) query: &'a Query,
    pub(super) graph: &'a Graph,
    pub(super) stats: &'a GraphStats,
    /// What costs no more than that is not sampled.
    pub(super) above: f64,
    pub(super) control: &'a Control,
}

/// Notes the sampled cost of choices that are tied, and puts the one to be taken before the others.
///
/// Left as they are: listings, and choices for patterns or graphs whose rows would have to be laid out first. Tables, and what a nest
/// costs beside its search, cost what is predicted; what is counted already costs nothing.
pub(super) fn settle(
    choices: &mut [Choice],
    Question { query, graph, stats, above, control }: Question<'_>,
    memo: &mut Memo,
) -> Result<(), EngineError> {
    // There is none where planning was interrupted.
    let Some(least) = choices.first().map(|choice| choice.cost) else { return Ok(()) };
    let tied = choices.iter().take_while(|choice| choice.cost <= NEAR * least).count();
    if tied < 2 || least <= above || !can_sample(query, graph) {
        return Ok(());
    }
    let tied = &mut choices[..tied];
    let parts = tied.iter().map(|choice| Parts::of(choice, query, stats, memo)).collect::<Result<Vec<_>, _>>()?;
    let num_nests = parts.iter().map(|parts| parts.nests.len()).sum::<usize>();
    if num_nests > MOST_NESTS || !parts.iter().flat_map(|parts| &parts.nests).all(|nest| are_lent(graph, nest)) {
        return Ok(());
    }
    let part = PART / stats.overheads.sampling;
    let budget = (part * least).clamp(LEAST, MOST) / tied.len() as f64;
    let sampled = |parts: &Parts| parts.sampled(graph, (budget, stats.overheads), control);
    let sampled = parts.par_iter().map(sampled).collect::<Result<Vec<_>, _>>()?;
    tied.iter_mut().zip(&sampled).for_each(|(choice, sampled)| choice.sampled = sampled.map(|sampled| sampled.cost));
    if sampled[0].is_none() {
        return Ok(());
    }
    if let Some(place) = favourite(&sampled, |place| parts[place].count()) {
        tied[..=place].rotate_right(1);
    }
    Ok(())
}

/// The place of the choice to be taken, of those that were sampled, in the order of the model.
fn favourite(sampled: &[Option<Sampled>], num_parts: impl Fn(usize) -> usize) -> Option<usize> {
    let known =
        || sampled.iter().enumerate().filter_map(|(place, sampled)| Some((place, sampled.as_ref()?.with_doubt())));
    let least =
        |of: usize| known().filter(|(place, _)| num_parts(*place) <= of).map(|(_, cost)| cost).min_by(f64::total_cmp);
    let best = least(usize::MAX)?;
    let few = known().filter(|(_, cost)| GAIN * cost <= best).map(|(place, _)| num_parts(place)).min()?;
    let best = least(few)?;
    known().find(|&(place, cost)| num_parts(place) <= few && CLEAR * cost <= best).map(|(place, _)| place)
}

/// Settles the near ties of terms of sums: each of those that cost most is counted as a sample says from now on. Says whether that
/// changed any, so that the sums are to be made again.
///
/// Terms are planned by themselves, one choice each, and a sum of dozens would hardly be sampled as a whole.
pub(super) fn settle_terms(choices: &[Choice], question: Question<'_>, memo: &mut Memo) -> Result<bool, EngineError> {
    let Question { query, graph, stats, above, .. } = question;
    let Some(least) = choices.first().map(|choice| choice.cost).filter(|_| can_sample(query, graph)) else {
        return Ok(false);
    };
    let sums = choices.iter().take_while(|choice| choice.cost <= NEAR * least).filter(|choice| choice.terms.len() > 1);
    let mut dear: Vec<&ChoiceTerm> = Vec::new();
    for term in sums.flat_map(|choice| &choice.terms).filter(|term| term.cost > (DEAR * least).max(above)) {
        if !dear.iter().any(|known| (&known.pattern, known.semantics) == (&term.pattern, term.semantics)) {
            dear.push(term);
        }
    }
    let mut changed = false;
    for term in dear {
        let Some((own, mut choices)) = alternatives(term, query.disabled, stats, memo) else { continue };
        settle(&mut choices, Question { query: &own, ..question }, memo)?;
        let favourite = choices.swap_remove(0);
        if !matches!(&favourite.terms[..], [only] if only.outline == term.outline) {
            memo.prefer(term, favourite);
            changed = true;
        }
    }
    Ok(changed)
}

/// Whether nests may have the graph's rows as they are, and none is a listing.
fn can_sample(query: &Query, graph: &Graph) -> bool {
    query.output == Output::Count && !query.pattern.has_labels() && !graph.is_directed()
}

/// What a choice costs.
struct Parts {
    /// Nests to be searched.
    nests: Vec<LoopNest>,
    /// The part of the predicted cost of all that each is expected to have.
    shares: Vec<f64>,
    /// Tables that are looked up, whoever makes them.
    num_tables: usize,
    /// What its tables, and its nests beside their search, are expected to cost.
    beside: f64,
    risk: f64,
}

impl Parts {
    fn of(choice: &Choice, query: &Query, stats: &GraphStats, memo: &mut Memo) -> Result<Parts, EngineError> {
        let (mut nests, mut shares) = (Vec::new(), Vec::new());
        for term in choice.terms.iter() {
            let (nest, _) = memo.nest(term, query.disabled).map_err(gpm_plan::plan::PlanError::from)?;
            if !memo.has_counted(term) && !nests.contains(&nest) {
                nests.push(nest);
                shares.push(term.cost);
            }
        }
        let sum = shares.iter().sum::<f64>();
        shares.iter_mut().for_each(|share| *share /= sum);
        // A table that was planned with the choice has a predicted cost.
        let num_tables = looked_up(&choice.terms).len();
        let tables = tables(&choice.terms).into_iter().map(|entry| memo.table_cost(entry));
        let beside = nests.iter().map(|nest: &LoopNest| stats.overhead(&nest.pattern)).chain(tables).sum();
        let Overheads { risk, risk_of_part, .. } = stats.overheads;
        let risk = match is_one_search(&choice.terms) {
            true => 1.0,
            false => (risk + risk_of_part * (nests.len() + num_tables).saturating_sub(1) as f64).min(MOST_RISK),
        };
        Ok(Parts { nests, shares, num_tables, beside, risk })
    }

    fn count(&self) -> usize {
        self.nests.len() + self.num_tables
    }

    /// With so much to be spent: one half alike on all nests, the other on what is expected to cost most. `None` if
    /// that was too little.
    fn sampled(
        &self,
        graph: &Graph,
        (budget, overheads): (f64, Overheads),
        control: &Control,
    ) -> Result<Option<Sampled>, BindError> {
        let beside = Sampled { cost: self.beside, variance: 0.0 };
        let alike = 1.0 / self.nests.len() as f64;
        let sum = self.nests.iter().zip(&self.shares).try_fold(Some(beside), |sum, (nest, share)| {
            let bound = Bound::under(graph, nest, control)?;
            let sampled = sample(nest, &bound, (budget * (alike + share) / 2.0, overheads), control)?;
            Ok::<_, BindError>(sum.zip(sampled).map(|(sum, sampled)| sum.plus(sampled)))
        })?;
        Ok(sum.map(|sum| sum.times(self.risk)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of choices of so many nests each, and so much cost and error.
    fn taken(choices: &[(usize, f64, f64)]) -> Option<usize> {
        let sampled = choices.iter().map(|&(_, cost, error)| Some(Sampled { cost, variance: error * error }));
        favourite(&sampled.collect::<Vec<_>>(), |place| choices[place].0)
    }

    #[test]
    fn what_is_clearly_cheaper_is_taken() {
        assert_eq!(taken(&[(1, 10.0, 0.0), (1, 8.0, 0.0)]), Some(1));
        assert_eq!(taken(&[(1, 11.0, 0.0), (5, 9.0, 0.0)]), Some(1));
        assert_eq!(taken(&[(5, 9.0, 0.0), (1, 10.0, 0.0)]), Some(0));
    }

    #[test]
    fn else_the_fewest_nests_and_the_order_of_the_model_decide() {
        assert_eq!(taken(&[(1, 10.0, 0.0), (1, 9.0, 0.0)]), Some(0));
        assert_eq!(taken(&[(1, 10.0, 0.0), (5, 9.0, 0.0)]), Some(0));
        assert_eq!(taken(&[(5, 9.7, 0.0), (1, 10.0, 0.0)]), Some(1));
        assert_eq!(taken(&[(5, 9.7, 0.0), (1, 11.0, 0.0), (1, 10.0, 0.0)]), Some(1));
    }

    #[test]
    fn nothing_is_taken_for_its_luck() {
        assert_eq!(taken(&[(5, 10.0, 0.0), (1, 9.0, 3.0)]), Some(0));
        assert_eq!(favourite(&[None, None], |_| 1), None);
        assert_eq!(favourite(&[None, Some(Sampled::default())], |_| 1), Some(1));
    }
}
