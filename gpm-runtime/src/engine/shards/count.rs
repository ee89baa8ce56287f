//! Runs in shards: each process searches below its own roots, and what all of them counted is added up.
//!
//! A count of a shard is no count: what its matches are divided by, or what is taken off, may lie in another shard. So a shard has a sum,
//! and the sums of all shards have an answer.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

use gpm_plan::plan::{AnswerError, CommonScale, Plan};
use gpm_plan::query::Query;
use thiserror::Error;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::running::with_smaller_numbers;
use crate::engine::terms::{EngineError, Report};
use crate::graph::{Graph, VertexId, checksum};
use crate::sched::Shard;

/// What a shard counted.
#[derive(Clone, Debug)]
pub struct ShardCount {
    /// To be added to those of the other shards; nothing if the run was stopped.
    pub sum: Option<ShardSum>,
    /// What it took. Its count is 0.
    pub report: Report,
}

/// What a shard adds to an answer.
///
/// ```
/// use gpm::{Control, Engine, Graph, Session, Shard, ShardSum};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let engine = Engine::auto()?;
/// let mut sums = Vec::new();
/// for number in 1..=3 {
///     let mut session = Session::of_shard(&graph, Shard::new(number, 3)?);
///     sums.extend(engine.count_shard_in(&mut session, "wedge", &Control::new())?.sum);
/// }
/// assert_eq!(ShardSum::merge(&sums)?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardSum {
    /// The shard that was searched.
    pub shard: Shard,
    /// A number that shards of one run share: they were asked the same of the same graph, and planned it in the same way.
    pub run: u64,
    /// What it counted.
    pub sum: i128,
    /// What the sum of all shards is divided by.
    pub divisor: i128,
    /// What it is multiplied by then.
    pub times: u128,
    /// Whether the sum of some shards is a lower bound of that of all: no shard subtracts.
    pub is_lower_bound: bool,
}

/// What a shard adds to the counts for each place of a pattern's anchors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardTable {
    /// What it adds to the sum of all counts.
    pub total: ShardSum,
    /// The same for each place, in the order of [`Tabulated::counts`](crate::engine::Tabulated::counts).
    pub sums: Vec<i128>,
}

/// Why the sums of shards give no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// There is none.
    #[error("there is no shard to merge")]
    Nothing,
    /// Shards are cut differently, or of other runs.
    #[error(
        "shards {0} and {1} are not of one run: all must be asked the same of the same graph, with one --device and one version of gpm"
    )]
    Foreign(Shard, Shard),
    /// A shard is there twice.
    #[error("shard {0} is there twice")]
    Doubled(Shard),
    /// Some are not there: the first and the last of each gap, ascending.
    #[error("{}", missing(.0))]
    Missing(Vec<[Shard; 2]>),
    /// The sums give no answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

impl MergeError {
    /// Whether the answer leaves 128 bits.
    pub fn is_overflow(&self) -> bool {
        matches!(self, MergeError::Answer(AnswerError::Overflow))
    }
}

impl ShardSum {
    /// Whether another shard is of the same run.
    pub(super) fn is_of_run(&self, other: &ShardSum) -> bool {
        let run = |sum: &ShardSum| (sum.run, sum.shard.of(), sum.divisor, sum.times);
        run(self) == run(other)
    }

    /// How the answer is made of the sum of all shards.
    pub(super) fn scale(&self) -> CommonScale {
        let ShardSum { divisor, times, is_lower_bound, .. } = *self;
        CommonScale { multipliers: Vec::new(), divisor, times, is_lower_bound }
    }
}

/// The first and the last of each gap between shards of one run.
pub(super) fn gaps(shards: &BTreeSet<Shard>) -> Vec<[Shard; 2]> {
    let Some(of) = shards.first().map(|shard| shard.of()) else { return Vec::new() };
    let numbers = || shards.iter().map(|shard| u64::from(shard.number()));
    let neighbors = [0].into_iter().chain(numbers()).zip(numbers().chain([u64::from(of) + 1]));
    let gap = |(before, after): (u64, u64)| {
        [before + 1, after - 1].map(|number| Shard::new(number as u32, of).expect("it lies between two others"))
    };
    neighbors.filter(|(before, after)| before + 1 < *after).map(gap).collect()
}

/// Says which shards are missing.
fn missing(gaps: &[[Shard; 2]]) -> String {
    let gap = |[first, last]: &[Shard; 2]| match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    };
    match gaps {
        [[first, last]] if first == last => format!("shard {first} is missing"),
        _ => format!("shards {} are missing", gaps.iter().map(gap).collect::<Vec<_>>().join(", ")),
    }
}

impl Engine {
    /// Counts below the roots of the shard that a session is for; see [`Session::of_shard`]. Each shard has a fair sample of long and short
    /// rows. Whatever plans look up in tables is made by each shard for itself. A session of the whole graph is shard 1/1. Without a sum if
    /// the run was stopped: part of a shard adds nothing.
    ///
    /// Sessions of all shards are asked the same in the same order: plans go with what was planned before.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_shard_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<ShardCount, EngineError> {
        let query = asked(session.graph(), query)?;
        self.in_run(control, |control| self.counted_shard(session, &query, control))
    }

    fn counted_shard(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<ShardCount, EngineError> {
        let start = Instant::now();
        let stopped = |query| Ok(ShardCount { sum: None, report: self.stopped(query, start) });
        let (plan, start) = match self.planned(session, query, (control, start)) {
            Err(error) if error.is_stopped() => return stopped(query.clone()),
            planned => planned?,
        };
        let (query, may_fit) = (plan.query.clone(), !plan.overflows_as_answer());
        let search = |session: &mut Session<'_>| {
            let Some(found) = self.search(session, (&plan, start), control, None)? else { return Ok(None) };
            if !found.is_exact {
                return Ok(None);
            }
            let sum = found.complete.then(|| sum_of(session, &plan, &found.totals)).transpose()?;
            Ok(Some(ShardCount { sum, report: found.report(plan) }))
        };
        let again = |session: &mut Session<'_>, query: &Query| self.counted_shard(session, query, control);
        match with_smaller_numbers(session, (&query, may_fit), search, again) {
            Err(error) if error.is_stopped() => stopped(query),
            answer => answer,
        }
    }

    /// As [`Engine::list_with`], below the roots of the shard that a session is for: each match is listed by one shard, if all of them are of
    /// the same [run](Report::run). A journal of the session does not keep what is listed.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, Engine, Graph, Session, Shard};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let (engine, mut edges) = (Engine::auto()?, Vec::new());
    /// for number in 1..=2 {
    ///     let mut session = Session::of_shard(&graph, Shard::new(number, 2)?);
    ///     engine.list_shard_in(&mut session, "edge", &Control::new(), &mut |found| {
    ///         edges.push([found[0], found[1]]);
    ///         ControlFlow::Continue(())
    ///     })?;
    /// }
    /// assert_eq!(edges.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`].
    ///
    /// # Panics
    /// If `sink` does, with its panic, once the search has ended.
    pub fn list_shard_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
        sink: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
    ) -> Result<Report, EngineError> {
        self.listed(session, asked(session.graph(), query)?, control, sink)
    }
}

impl Report {
    /// A number that reports share if they are of the same question about the same graph, planned in the same way: then shards of it
    /// are shards of one run. `None` if the run was stopped before it was planned. Cost: as [`Graph::fingerprint`].
    pub fn run(&self, graph: &Graph) -> Option<u64> {
        self.plan.as_ref().map(|plan| run_of(graph.fingerprint(), plan))
    }
}

fn run_of(graph: u64, plan: &Plan) -> u64 {
    let (query, nests) = (&plan.query, plan.nests().collect::<Vec<_>>());
    let text = format!("{graph} {:?} {:?} {:?} {nests:?}", query.semantics, query.unit, plan.scale());
    checksum(text.as_bytes())
}

/// What the totals of a shard add to the answer.
pub(super) fn sum_of(session: &Session<'_>, plan: &Plan, totals: &[i128]) -> Result<ShardSum, EngineError> {
    let common = plan.scale().common()?;
    Ok(ShardSum {
        shard: session.shard(),
        run: run_of(session.fingerprint(), plan),
        sum: common.sum(totals.iter().copied())?,
        divisor: common.divisor,
        times: common.times,
        is_lower_bound: common.is_lower_bound,
    })
}
