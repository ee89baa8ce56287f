//! The plan: the nest that won, what its count must be scaled by, and what was considered.

use thiserror::Error;

use crate::cost::GraphStats;
use crate::nest::LoopNest;
use crate::nest::build::build;
use crate::nest::verify::VerifyError;
use crate::opt::{Trace, optimize};
use crate::pattern::Semantics;
use crate::query::{Output, Query, Unit};
use crate::search::{Choice, choices};

/// Alternatives kept for `explain`.
const SHOWN: usize = 5;

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A pass left the nest invalid: a bug of the planner.
    #[error("internal error: {0}")]
    Invalid(#[from] VerifyError),
}

/// A plan for one query.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What was asked.
    pub query: Query,
    /// The optimized nest.
    pub nest: LoopNest,
    /// Nests whose counts are subtracted: matches that `nest` counts though two of its vertices coincide.
    pub corrections: Vec<LoopNest>,
    /// Order of the automorphism group.
    pub automorphisms: u128,
    /// What each pass did.
    pub traces: Vec<Trace>,
    /// The cheapest choices, the winner first.
    pub choices: Vec<Choice>,
    /// What the choices were ranked for.
    pub stats: GraphStats,
}

impl Plan {
    /// Plans a query for a graph of which `stats` are known. Deterministic; milliseconds for patterns of up to 7 vertices.
    ///
    /// # Errors
    /// [`PlanError::Invalid`] if a pass broke the nest, which is a bug.
    pub fn new(query: Query, stats: &GraphStats) -> Result<Plan, PlanError> {
        let group = query.pattern.automorphisms(query.semantics);
        let choices = choices(&query, &group, stats, SHOWN);
        Plan::from_choices(query, choices, stats)
    }

    /// The plan that takes the first of the given choices, at least one, made by [`choices`] for the same query.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn from_choices(query: Query, choices: Vec<Choice>, stats: &GraphStats) -> Result<Plan, PlanError> {
        let automorphisms = query.pattern.automorphisms(query.semantics).order();
        let winner = choices.first().expect("a connected pattern has a connected order");
        let mut nest = build(&query.pattern, query.semantics, &winner.outline);
        let traces = optimize(&mut nest, query.disabled)?;
        let mut corrections = Vec::new();
        if let Some(correction) = &winner.correction {
            let mut nest = build(&correction.pattern, query.semantics, &correction.outline);
            optimize(&mut nest, query.disabled)?;
            corrections.push(nest);
        }
        Ok(Plan { automorphisms, nest, corrections, traces, choices, stats: stats.clone(), query })
    }

    /// All nests, in the order in which [`Plan::answer`] takes their totals.
    pub fn nests(&self) -> impl Iterator<Item = &LoopNest> {
        std::iter::once(&self.nest).chain(&self.corrections)
    }

    /// What the totals of the nests mean.
    pub fn scale(&self) -> Scale {
        let times = match (self.query.semantics, self.query.unit, self.query.output) {
            (Semantics::Homomorphism, _, _) | (_, Unit::Subgraphs, _) | (_, _, Output::List) => 1,
            (_, Unit::Embeddings, Output::Count) => self.automorphisms,
        };
        Scale { divisors: self.nests().map(|nest| nest.divisor).collect(), times }
    }

    /// The answer for the totals of the nests, in their order.
    ///
    /// # Errors
    /// As [`Scale::answer`].
    pub fn answer(&self, totals: &[i128], complete: bool) -> Result<u128, AnswerError> {
        self.scale().answer(totals, complete)
    }
}

/// How the totals of a plan's nests become its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// How often each nest meets a match, the one that counts first; the others are subtracted from it.
    pub divisors: Vec<u128>,
    /// How often each subgraph counts.
    pub times: u128,
}

impl Scale {
    /// `total / divisor` of the first nest, less the same of the others.
    ///
    /// # Errors
    /// [`AnswerError::Overflow`] if it leaves 128 bits; [`AnswerError::Indivisible`] if complete totals do not give a
    /// natural number, which is a bug. Totals of a run that was cut short give a rough number, never an error of that kind.
    pub fn answer(&self, totals: &[i128], complete: bool) -> Result<u128, AnswerError> {
        let divisors: Vec<i128> = self.divisors.iter().map(|&divisor| divisor as i128).collect();
        let common = divisors.iter().fold(1, |common, &divisor| lcm(common, divisor));
        let mut sum = 0i128;
        for (i, (&total, &divisor)) in totals.iter().zip(&divisors).enumerate() {
            let scaled = total.checked_mul(common / divisor).ok_or(AnswerError::Overflow)?;
            let signed = if i == 0 { scaled } else { -scaled };
            sum = sum.checked_add(signed).ok_or(AnswerError::Overflow)?;
        }
        if complete && (sum < 0 || sum % common != 0) {
            return Err(AnswerError::Indivisible { total: sum, divisor: common });
        }
        ((sum.max(0) / common) as u128).checked_mul(self.times).ok_or(AnswerError::Overflow)
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

fn lcm(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
