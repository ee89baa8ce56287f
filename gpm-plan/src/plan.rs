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
        let winner = choices.first().expect("a connected pattern has a connected order");
        let mut nest = build(&query.pattern, query.semantics, &winner.outline);
        let traces = optimize(&mut nest, query.disabled)?;
        Ok(Plan { automorphisms: group.order(), nest, traces, choices, stats: stats.clone(), query })
    }

    /// The answer for a nest's total, or `None` if it leaves 128 bits: total · numerator / denominator.
    ///
    /// The division is exact unless the run was cut short; then the remainder is dropped.
    pub fn answer(&self, total: i128) -> Option<u128> {
        let total = u128::try_from(total).ok()?;
        let subgraphs = total / self.nest.divisor;
        match (self.query.semantics, self.query.unit, self.query.output) {
            (Semantics::Homomorphism, _, _) | (_, Unit::Subgraphs, _) | (_, _, Output::List) => Some(subgraphs),
            (_, Unit::Embeddings, Output::Count) => subgraphs.checked_mul(self.automorphisms),
        }
    }

    /// Whether a complete total divides as it must; anything else is a bug and must not be printed.
    pub fn divides(&self, total: i128) -> bool {
        total >= 0 && (total as u128).is_multiple_of(self.nest.divisor)
    }
}
