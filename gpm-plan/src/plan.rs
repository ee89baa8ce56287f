//! The plan: the sum of nests that won, what its count must be scaled by, and what was considered.

use thiserror::Error;

use crate::cost::GraphStats;
use crate::forecast::{Forecast, forecast};
use crate::nest::build::{Outline, build};
use crate::nest::verify::VerifyError;
use crate::nest::{Level, Levels, LoopNest};
use crate::opt::{Trace, optimize};
use crate::pattern::Semantics;
use crate::query::{Output, Query, Unit};
use crate::search::{Choice, ChoiceTerm, Memo, SHORTLIST, Weight, choices};

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A pass left the nest invalid: a bug of the planner.
    #[error("internal error: {0}")]
    Invalid(#[from] VerifyError),
    /// Whoever asked for a plan wants none any more.
    #[error("planning was interrupted")]
    Interrupted,
}

/// A plan for one query.
///
/// ```
/// use gpm::{Control, Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let engine = Engine::auto()?;
/// let plan = engine.plan(&graph, "triangle")?;
/// assert_eq!(plan.automorphisms, 6);
/// assert_eq!(engine.count_planned(&graph, &plan, &Control::new())?.count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The query that the plan answers, as it was asked.
    pub query: Query,
    /// What is summed, at least one term.
    #[doc(hidden)]
    pub terms: Vec<PlanTerm>,
    /// Order of the automorphism group.
    pub automorphisms: u128,
    /// The choices it was made from, the winner first, then by predicted cost.
    #[doc(hidden)]
    pub choices: Vec<Choice>,
    /// What the choices were ranked for.
    #[doc(hidden)]
    pub stats: GraphStats,
}

/// A nest, and how often its matches count.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct PlanTerm {
    /// How often each match counts; negative for what is taken off.
    pub weight: Weight,
    /// The optimized nest.
    pub nest: LoopNest,
    /// What each pass did to it. The nests of a plan have had the same passes.
    pub traces: Vec<Trace>,
}

impl Plan {
    /// Plans a query for a graph of which `stats` are known. Deterministic; milliseconds for patterns of up to 7 vertices.
    ///
    /// # Errors
    /// [`PlanError::Invalid`] if a pass broke the nest, which is a bug.
    pub fn new(query: Query, stats: &GraphStats) -> Result<Plan, PlanError> {
        Plan::with_memo(query, stats, &mut Memo::default())
    }

    /// As [`Plan::new`], quicker for several queries on one graph with the same passes left out, each of which is counted
    /// before the next is planned: what was found for one is used for the next, and terms of sums that are counted already
    /// cost nothing. Of all patterns of a size the dense ones should come first, since they are terms of the others.
    ///
    /// # Errors
    /// As [`Plan::new`].
    #[doc(hidden)]
    pub fn with_memo(query: Query, stats: &GraphStats, memo: &mut Memo) -> Result<Plan, PlanError> {
        let choices = Plan::shortlist(&query, stats, memo);
        Plan::from_choices(query, choices, stats, memo)
    }

    /// The cheapest choices for a query, cheapest first, at least one unless the memo's interrupt is due: what [`Plan::from_choices`] takes
    /// the first of. A caller that has the graph may sample them and put another one first.
    #[doc(hidden)]
    pub fn shortlist(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Vec<Choice> {
        choices(query, stats, SHORTLIST, memo)
    }

    /// The plan that takes the first of the given choices, made by [`choices`] for the same query.
    ///
    /// # Errors
    /// As [`Plan::new`]; [`PlanError::Interrupted`] if there is no choice.
    #[doc(hidden)]
    pub fn from_choices(
        query: Query,
        choices: Vec<Choice>,
        stats: &GraphStats,
        memo: &mut Memo,
    ) -> Result<Plan, PlanError> {
        let automorphisms = query.pattern.automorphisms(query.semantics).order();
        let winner = choices.first().ok_or(PlanError::Interrupted)?;
        let built = |term: &ChoiceTerm| {
            let (nest, traces) = memo.nest(term, query.disabled)?;
            Ok(PlanTerm { weight: term.weight, nest, traces })
        };
        let terms = winner.terms.iter().map(built).collect::<Result<Vec<_>, PlanError>>()?;
        memo.take(winner);
        Ok(Plan { automorphisms, terms, choices, stats: stats.clone(), query })
    }

    /// The plan of one choice for a query, whatever else there was to choose from, made by itself: it has nothing from earlier queries.
    ///
    /// # Errors
    /// As [`Plan::new`].
    #[doc(hidden)]
    pub fn alone(query: Query, choice: Choice, stats: &GraphStats) -> Result<Plan, PlanError> {
        Plan::from_choices(query, vec![choice], stats, &mut Memo::default())
    }

    /// Whether the terms count something else than the query asks for.
    pub(crate) fn is_converted(&self) -> bool {
        let asked = (&self.query.pattern, self.query.semantics);
        let first = self.first_nest();
        (&first.pattern, first.semantics) != asked || !first.entries.is_empty()
    }

    /// Whether part of the search counts at most what all of it does, so that a run cut short has a number to show. Known of a
    /// single nest that meets matches of the query and nothing else. Of a sum it is not known: its terms are corrected by
    /// later ones, and a table of which entries are missing scales what is looked up in it.
    pub fn is_lower_bound(&self) -> bool {
        let [PlanTerm { weight, nest, .. }] = &self.terms[..] else { return false };
        let meets_others = nest.tail_may_coincide && nest.semantics != Semantics::Homomorphism;
        weight.times > 0 && !self.is_converted() && !meets_others
    }

    /// Whether a total that overflows 128 bits proves that the *answer* overflows too. That holds for a plan of one nest whose products all
    /// count matches of the query, each once; in a sum, terms might cancel. Tables may be clamped to the largest number that fits them:
    /// that makes totals smaller only.
    #[doc(hidden)]
    pub fn overflows_as_answer(&self) -> bool {
        let [PlanTerm { weight, nest, .. }] = &self.terms[..] else { return false };
        let meets_others = nest.tail_may_coincide && nest.semantics != Semantics::Homomorphism;
        !nest.entries.is_empty() && weight.times > 0 && weight.over == 1 && nest.divisor == 1 && !meets_others
    }

    /// Whether the answer is at least each number in the tables that are looked up: every map of a part of a tree goes on to a map
    /// of all of it.
    #[doc(hidden)]
    pub fn exceeds_its_tables(&self) -> bool {
        let pattern = &self.query.pattern;
        let is_tree = pattern.num_edges() + 1 == pattern.num_vertices();
        let is_bare = !pattern.has_labels() && !pattern.is_directed() && pattern.predicate().is_empty();
        self.query.semantics == Semantics::Homomorphism && is_tree && is_bare && !pattern.has_anti_edges()
    }

    /// For the plan of a listing: the nest that counts, for each data vertex, the matches that are listed with it at the root. It has the same
    /// order and the same restrictions, so that each match is counted at the root where the listing meets it.
    ///
    /// # Errors
    /// [`PlanError::Invalid`] if a pass broke the nest, which is a bug.
    #[doc(hidden)]
    pub fn per_root(&self) -> Result<LoopNest, PlanError> {
        let ChoiceTerm { pattern, semantics, outline, .. } = &self.choices[0].terms[0];
        let anchored = pattern.clone().with_anchors(&outline.order[..1]).expect("one vertex of the pattern");
        let outline = Outline { emit: false, credited: Levels::before(Level(1)), ..outline.clone() };
        let mut nest = build(&anchored, *semantics, &outline);
        optimize(&mut nest, self.query.disabled)?;
        Ok(nest)
    }

    /// All nests, in the order in which [`Plan::answer`] takes their totals.
    #[doc(hidden)]
    pub fn nests(&self) -> impl Iterator<Item = &LoopNest> {
        self.terms.iter().map(|term| &term.nest)
    }

    /// What one of the nests is expected to cost, and where, on the graph that the plan was made for.
    #[doc(hidden)]
    pub fn forecast(&self, nest: &LoopNest) -> Forecast {
        let disabled = self.query.disabled;
        match nest.pattern == self.query.pattern {
            true => forecast(nest, &self.stats, disabled),
            false => forecast(nest, &self.stats.of_part(&nest.pattern), disabled),
        }
    }

    /// The nest of the first term.
    #[doc(hidden)]
    pub fn first_nest(&self) -> &LoopNest {
        &self.terms[0].nest
    }

    /// Whether another plan sums the same nests with the same weights.
    #[doc(hidden)]
    pub fn has_terms_of(&self, other: &Plan) -> bool {
        let same = |(own, other): (&PlanTerm, &PlanTerm)| own.weight == other.weight && own.nest == other.nest;
        self.terms.len() == other.terms.len() && self.terms.iter().zip(&other.terms).all(same)
    }

    /// What the totals of the nests mean.
    #[doc(hidden)]
    pub fn scale(&self) -> Scale {
        let times = match (self.query.semantics, self.query.unit, self.query.output) {
            (Semantics::Homomorphism, _, _) | (_, Unit::Subgraphs, _) | (_, _, Output::List) => 1,
            (_, Unit::Embeddings, Output::Count) => self.automorphisms,
        };
        // What does not fit stays beyond the range of `CommonScale`, which says so.
        let scaled = |PlanTerm { weight, nest, .. }: &PlanTerm| {
            (weight.times, nest.divisor.saturating_mul(u128::from(weight.over)))
        };
        let terms = self.terms.iter().map(scaled).collect();
        Scale { terms, times, is_lower_bound: self.is_lower_bound() }
    }

    /// The answer for the totals of the nests, in their order.
    ///
    /// # Errors
    /// As [`Scale::answer`].
    #[doc(hidden)]
    pub fn answer(&self, totals: &[i128], complete: bool) -> Result<u128, AnswerError> {
        self.scale().answer(totals, complete)
    }
}

/// How the totals of a plan's nests become its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Of each nest how often its matches count, and how often it meets each.
    pub terms: Vec<(i64, u128)>,
    /// How often each subgraph counts.
    pub times: u128,
    /// Whether the totals of a run that was cut short say anything ([`Plan::is_lower_bound`]).
    pub is_lower_bound: bool,
}

impl Scale {
    /// The sum of `weight · total / divisor`.
    ///
    /// # Errors
    /// As [`CommonScale::answer`].
    pub fn answer(&self, totals: &[i128], complete: bool) -> Result<u128, AnswerError> {
        self.common()?.answer(totals.iter().copied(), complete)
    }

    /// The same with one divisor for all nests: what is done again and again for the entries of tables.
    ///
    /// # Errors
    /// [`AnswerError::Overflow`] if weights or divisors leave 128 bits.
    pub fn common(&self) -> Result<CommonScale, AnswerError> {
        let signed = |&(weight, own): &(i64, u128)| Some((i128::from(weight), i128::try_from(own).ok()?));
        let terms: Option<Vec<(i128, i128)>> = self.terms.iter().map(signed).collect();
        let terms = terms.ok_or(AnswerError::Overflow)?;
        let divisor = terms.iter().try_fold(1, |common, &(_, own)| lcm(common, own)).ok_or(AnswerError::Overflow)?;
        let multiplied = |&(weight, own): &(i128, i128)| (divisor / own).checked_mul(weight);
        let multipliers: Option<Vec<i128>> = terms.iter().map(multiplied).collect();
        let multipliers = multipliers.ok_or(AnswerError::Overflow)?;
        Ok(CommonScale { multipliers, divisor, times: self.times, is_lower_bound: self.is_lower_bound })
    }
}

/// What a [`Scale`] makes of totals: `times · (Σ multiplier · total) / divisor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonScale {
    /// By nest, what its total is multiplied by before all are added up.
    pub multipliers: Vec<i128>,
    /// What the sum must be a multiple of.
    pub divisor: i128,
    /// How often each subgraph counts.
    pub times: u128,
    /// Whether the totals of a run that was cut short say anything ([`Plan::is_lower_bound`]).
    pub is_lower_bound: bool,
}

impl CommonScale {
    /// The answer for the totals of the nests, in their order.
    ///
    /// # Errors
    /// [`AnswerError::Overflow`] if it leaves 128 bits; [`AnswerError::Indivisible`] if complete totals do not give a
    /// natural number, which is a bug. Totals of a run that was cut short give a lower bound of the answer, never an error of
    /// that kind: 0 where no better one is known.
    pub fn answer(&self, totals: impl IntoIterator<Item = i128>, complete: bool) -> Result<u128, AnswerError> {
        self.divided(self.sum(totals)?, complete)
    }

    /// The sum of all totals, each times its multiplier: of shards of a run these are added up before they are divided.
    ///
    /// # Errors
    /// [`AnswerError::Overflow`] if it leaves 128 bits.
    pub fn sum(&self, totals: impl IntoIterator<Item = i128>) -> Result<i128, AnswerError> {
        let mut sum = 0i128;
        for (total, &multiplier) in totals.into_iter().zip(&self.multipliers) {
            let scaled = total.checked_mul(multiplier);
            sum = scaled.and_then(|scaled| sum.checked_add(scaled)).ok_or(AnswerError::Overflow)?;
        }
        Ok(sum)
    }

    /// The answer for the sum of all totals, each times its multiplier.
    ///
    /// # Errors
    /// As [`CommonScale::answer`].
    pub fn divided(&self, sum: i128, complete: bool) -> Result<u128, AnswerError> {
        if !complete && !self.is_lower_bound {
            return Ok(0);
        }
        let (quotient, remainder) = divide(sum.max(0), self.divisor);
        if complete && (sum < 0 || remainder != 0) {
            return Err(AnswerError::Indivisible { total: sum, divisor: self.divisor });
        }
        quotient.unsigned_abs().checked_mul(self.times).ok_or(AnswerError::Overflow)
    }
}

/// Quotient and remainder. Tables have millions of entries, and dividing 128 bits takes several times as long as 64.
fn divide(sum: i128, divisor: i128) -> (i128, i128) {
    match (u64::try_from(sum), u64::try_from(divisor)) {
        (Ok(sum), Ok(divisor)) => ((sum / divisor).into(), (sum % divisor).into()),
        _ => (sum / divisor, sum % divisor),
    }
}

/// Why totals give no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// A number left 128 bits.
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// Complete totals that are no multiple of the symmetry they must divide by: a bug, and no number to print.
    #[error("internal error: the total {total} is not a multiple of {divisor}; please report this")]
    Indivisible {
        /// The weighted sum of the totals.
        total: i128,
        /// What it should divide by.
        divisor: i128,
    },
}

/// The least common multiple of numbers above 0; `None` where that does not fit.
fn lcm(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(terms: &[(i64, u128)]) -> Scale {
        Scale { terms: terms.to_vec(), times: 1, is_lower_bound: false }
    }

    #[test]
    fn what_leaves_128_bits_is_no_answer() {
        // Two primes, each of which fits: their product does not.
        let (a, b) = ((1u128 << 89) - 1, (1u128 << 61) - 1);
        assert_eq!(scale(&[(1, a), (1, b)]).common(), Err(AnswerError::Overflow));
        assert_eq!(scale(&[(1, u128::MAX)]).common(), Err(AnswerError::Overflow));
        assert_eq!(scale(&[(i64::MAX, 1), (1, 1 << 70)]).common(), Err(AnswerError::Overflow));
        assert_eq!(scale(&[(1, 4), (-1, 6)]).answer(&[8, 6], true), Ok(1));
        assert_eq!(scale(&[(2, 1)]).answer(&[i128::MAX], true), Err(AnswerError::Overflow));
    }
}
