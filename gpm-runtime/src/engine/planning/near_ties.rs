//! Settling near ties: where the model expects the best choices to cost about the same, and that is much, they are compared on
//! a sample of the graph.
//!
//! Samples count work and are the same on any machine, so that a query has one plan on each kind of device.

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::Semantics;
use gpm_plan::query::{Output, Query};
use gpm_plan::search::{Choice, ChoiceTerm, Memo, alternatives, by_blocks, tables};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::engine::terms::EngineError;
use crate::graph::Graph;
use crate::sample::{Sampled, sample};
use crate::view::{BindError, Bound, Under, are_lent};

/// Factor: choices are tied if none is expected to cost more than so many times the least, as far as the model errs now and then. *guess*;
/// 2 and 6 before.
const NEAR: f64 = 16.0;
/// Part of the predicted time, in elements, that samples of all tied choices may take together: to look at one takes a sample far longer
/// than to stream one. Samples are taken on threads wherever the search is to run. *guess*
const PART: f64 = 1.0 / 200.0;
/// The same for a search on a GPU, which waits for all of them. *guess*
const PART_FOR_GPU: f64 = 1.0 / 32.0;
/// Elements that samples of all tied choices look at, at least. *guess*
const LEAST: f64 = 5e5;
/// Elements that samples of all tied choices look at, at most. *guess*
const MOST: f64 = 1.6e7;
/// Factor: a choice is put before the one that the model prefers if a sample says that it costs less than that by this. *guess*
const CLEARLY: f64 = 1.1;
/// Nests: choices of more are not sampled, as little could be spent on each. *guess*
const MOST_NESTS: usize = 64;
/// Part of the whole cost: terms of sums that cost less are left as they are. *guess*
const DEAR: f64 = 1.0 / 64.0;

/// The predicted cost above which choices are sampled, where on a CPU that is `above`: what takes as long.
pub(super) fn above(above: f64, prices: &Prices) -> f64 {
    above * Prices::CPU.nanoseconds / prices.nanoseconds
}

/// Whether searches by one plan that took so many seconds together would have been worth a sample.
pub(super) fn is_due(spent: f64, (above, prices): (f64, &Prices), threads: usize) -> bool {
    let workers = if is_for_gpu(prices) { 1 } else { threads };
    spent * workers as f64 > above * Prices::CPU.nanoseconds * 1e-9
}

fn part(prices: &Prices) -> f64 {
    if is_for_gpu(prices) { PART_FOR_GPU } else { PART }
}

fn is_for_gpu(prices: &Prices) -> bool {
    prices.nanoseconds < Prices::CPU.nanoseconds
}

/// What is to be planned.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) query: &'a Query,
    pub(super) graph: &'a Graph,
    pub(super) stats: &'a GraphStats,
    /// What costs no more than that is not sampled.
    pub(super) above: f64,
    /// Who takes samples.
    pub(super) pool: &'a ThreadPool,
    pub(super) under: Under<'a>,
}

/// Notes the sampled cost of choices that are tied, and puts the one to be taken before the others.
///
/// Left as they are: listings, and choices for patterns or graphs whose rows would have to be laid out first. Tables, and what a nest
/// costs beside its search, cost what is predicted; what is counted already costs nothing.
pub(super) fn settle(
    choices: &mut [Choice],
    Question { query, graph, stats, above, pool, under }: Question<'_>,
    memo: &mut Memo,
) -> Result<(), EngineError> {
    // There is none where planning was interrupted.
    let Some(least) = choices.first().map(Choice::rank) else { return Ok(()) };
    let tied = choices.iter().take_while(|choice| choice.rank() <= NEAR * least).count();
    if tied < 2 || least <= above || !can_sample(query, graph) {
        return Ok(());
    }
    let tied = &mut choices[..tied];
    let parts = tied.iter().map(|choice| Parts::of(choice, query, stats, memo)).collect::<Result<Vec<_>, _>>()?;
    let num_nests = parts.iter().map(|parts| parts.nests.len()).sum::<usize>();
    if num_nests > MOST_NESTS || !parts.iter().flat_map(|parts| &parts.nests).all(|nest| are_lent(graph, nest)) {
        return Ok(());
    }
    // What is spent on each, if the search is expected to cost so much.
    let budget = |cost: f64| {
        let elements = cost * stats.prices.nanoseconds / Prices::CPU.nanoseconds;
        (part(&stats.prices) * elements).clamp(LEAST, MOST) / tied.len() as f64
    };
    let sampled = |parts: &Parts, cost| parts.sampled(graph, (budget(cost), stats.prices), under);
    let each = || parts.par_iter().map(|parts| sampled(parts, least)).collect::<Result<Vec<_>, _>>();
    let mut samples = pool.install(each)?;
    // What costs far more than was expected allows for larger samples of those for which that was too little.
    let best = samples.iter().flatten().map(Sampled::upper).reduce(f64::min);
    if let Some(best) = best.filter(|&best| best > least) {
        let again = |(sample, parts): (&mut Option<Sampled>, &Parts)| -> Result<(), BindError> {
            if sample.is_none() {
                *sample = sampled(parts, best)?;
            }
            Ok(())
        };
        pool.install(|| samples.par_iter_mut().zip(&parts).try_for_each(again))?;
    }
    tied.iter_mut().zip(&samples).for_each(|(choice, sampled)| choice.sampled = sampled.map(|sampled| sampled.cost));
    if samples[0].is_none() {
        return Ok(());
    }
    if let Some(place) = favourite(tied, &samples) {
        tied[..=place].rotate_right(1);
    }
    Ok(())
}

/// The place of the choice to be taken, of those that were sampled: the best at the upper ends of their errors, if it is clearly better than
/// the first.
fn favourite(choices: &[Choice], sampled: &[Option<Sampled>]) -> Option<usize> {
    let ranks = choices.iter().zip(sampled).map(|(choice, sampled)| Some(choice.rank_at(sampled.as_ref()?.upper())));
    let known =
        ranks.enumerate().filter_map(|(place, rank)| Some((place, rank? / if place == 0 { CLEARLY } else { 1.0 })));
    known.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
}

/// Settles the near ties of terms of sums: each of those that cost most is counted as a sample says from now on. Says whether that
/// changed any, so that the sums are to be made again.
///
/// Terms are planned by themselves, one choice each, and a sum of dozens would hardly be sampled as a whole.
pub(super) fn settle_terms(choices: &[Choice], question: Question<'_>, memo: &mut Memo) -> Result<bool, EngineError> {
    let Question { query, graph, stats, above, .. } = question;
    let Some(least) = choices.first().map(Choice::rank).filter(|_| can_sample(query, graph)) else {
        return Ok(false);
    };
    let sums =
        choices.iter().take_while(|choice| choice.rank() <= NEAR * least).filter(|choice| choice.terms.len() > 1);
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

/// Settles whether maps of a labelled or directed pattern are searched by one nest, or counted branch by branch with tables.
///
/// The cost model takes it that a vertex has as many neighbors by one edge whatever it has by another. But hubs have many by all edges, and a nest
/// that walks along one branch for each match of another meets the product. So where the two ways are expected to cost about the same, a sample says
/// what the nest costs, and tables are preferred if that is more than they cost. Cost: the nest's rows are laid out, which are kept for its search.
pub(super) fn settle_branches(
    choices: &mut Vec<Choice>,
    Question { query, graph, stats, above, pool, under }: Question<'_>,
    memo: &mut Memo,
) -> Result<(), EngineError> {
    let is_plain = !query.pattern.has_labels() && !query.pattern.is_directed();
    // Infinite where nothing is to be sampled.
    if above.is_infinite() || is_plain || query.semantics != Semantics::Homomorphism || query.output != Output::Count {
        return Ok(());
    }
    let is_doubtful = |best: &Choice| best.rank() > LEAST && best.terms.len() == 1 && best.outline().entries.is_empty();
    let Some(best) = choices.first_mut().filter(|best| is_doubtful(best)) else { return Ok(()) };
    let other = by_blocks(query, stats, memo).filter(|other| other.rank() <= NEAR * best.rank());
    let Some(other) = other else { return Ok(()) };
    let parts = Parts::of(best, query, stats, memo)?;
    let budget = (part(&stats.prices) * other.rank()).clamp(LEAST, MOST);
    let sampled = pool.install(|| parts.sampled(graph, (budget, stats.prices), under))?;
    best.sampled = sampled.map(|sampled| sampled.cost);
    // A sample that was given up would have taken longer than the budget: the nest is dear.
    if sampled.is_none_or(|sampled| best.rank_at(sampled.cost) > other.rank()) {
        choices.insert(0, other);
    }
    Ok(())
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
    /// What its tables, and its nests beside their search, are expected to cost.
    beside: f64,
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
        // Tables that were planned with the choice have a predicted cost.
        let tables = memo.tables_cost(tables(&choice.terms));
        let beside = nests.iter().map(|nest: &LoopNest| stats.overhead(&nest.pattern)).sum::<f64>() + tables;
        Ok(Parts { nests, shares, beside })
    }

    /// With so much to be spent: one half alike on all nests, the other on what is expected to cost most. `None` if
    /// that was too little.
    fn sampled(
        &self,
        graph: &Graph,
        (budget, prices): (f64, Prices),
        under: Under<'_>,
    ) -> Result<Option<Sampled>, BindError> {
        let beside = Sampled { cost: self.beside, variance: 0.0 };
        let alike = 1.0 / self.nests.len() as f64;
        self.nests.iter().zip(&self.shares).try_fold(Some(beside), |sum, (nest, share)| {
            let bound = Bound::under(graph, nest, under)?;
            let sampled = sample(nest, &bound, (budget * (alike + share) / 2.0, prices), under.control)?;
            Ok(sum.zip(sampled).map(|(sum, sampled)| sum.plus(sampled)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpm_plan::pattern::Pattern;

    /// Of a nest by itself and a sum, each with a sampled cost and its error.
    fn taken(one: (f64, f64), sum: (f64, f64)) -> Option<usize> {
        let query = Query::from("cycle:5".parse::<Pattern>().expect("a pattern"));
        let stats = GraphStats::typical();
        let all = gpm_plan::search::choices(&query, &stats, 8, &mut Memo::default());
        let of =
            |is_sum: bool| all.iter().find(|choice| (choice.terms.len() > 1) == is_sum).expect("both kinds").clone();
        let sampled = [one, sum].map(|(cost, error): (f64, f64)| Some(Sampled { cost, variance: error * error }));
        favourite(&[of(false), of(true)], &sampled)
    }

    #[test]
    fn a_sum_must_be_clearly_cheaper() {
        assert_eq!(taken((10.0, 0.0), (9.0, 0.0)), Some(0));
        assert_eq!(taken((10.0, 0.0), (5.0, 0.0)), Some(1));
    }

    #[test]
    fn nothing_is_taken_for_its_luck() {
        assert_eq!(taken((10.0, 0.0), (5.0, 4.0)), Some(0));
        assert_eq!(favourite(&[], &[]), None);
    }
}
