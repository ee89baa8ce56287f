//! Estimates of counts that take too long to be exact.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};
use gpm_plan::sampling::to_sample;
use gpm_plan::search::Memo;

use super::absent::is_absent;
use crate::control::Control;
use crate::engine::kept::{BoundSearch, Engine, Session};
use crate::engine::place::{OfEngine, Samples};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};
use crate::estimate::{Goal, OnThreads, Sampler};
use crate::graph::Graph;
use crate::run::RunError;
use crate::spanning::Tally;
use crate::view::{Under, largest_below_root};

/// Seconds that an exact count is expected to take where no sample is taken. *guess*
const EXACT: f64 = 0.25;
/// The longest that it takes before samples are taken after all, and so much of the time limit ([`EXACT_PART`]). *guess*
const EXACT_MOST: Duration = Duration::from_secs(1);
/// The part of the time limit that it may take. *guess*
const EXACT_PART: f64 = 0.25;

/// Vertices of a pattern up to which a plan takes less to make than an estimate. *guess*
const PLANNED: usize = 8;

/// How good an estimate is to be, and what it may take.
///
/// ```
/// use gpm::{Control, Engine, EstimateOptions, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let options = EstimateOptions { rel_error: 0.05, ..EstimateOptions::default() };
/// let found = Engine::auto()?.estimate(&graph, "triangle", options, &Control::new())?;
/// assert_eq!((found.count, found.estimate), (Some(1), 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateOptions {
    /// Half the length of the interval over the estimate: 0.01 for one percent.
    pub rel_error: f64,
    /// How likely the interval is to hold the count, between 0 and 1.
    pub confidence: f64,
    /// Samples at most; eight for each doubling of the roots are taken in any case.
    pub samples: u64,
    /// What is drawn depends on it alone: the same number gives the same estimate, unless a time limit ends it.
    pub seed: u64,
    /// Whether a count that is expected to take less than a quarter of a second is counted exactly.
    pub may_count: bool,
}

impl Default for EstimateOptions {
    fn default() -> EstimateOptions {
        EstimateOptions { rel_error: 0.01, confidence: 0.95, samples: 100_000_000, seed: 1, may_count: true }
    }
}

/// An estimate of a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What the count is on average over all seeds.
    pub estimate: f64,
    /// The interval that holds the count, with the confidence asked for. Where no sample counted anything it begins at 0, and its upper end
    /// is far away: what cannot be more than that, wherever the matches are. That is infinite where no sample was taken.
    pub low: f64,
    /// The upper end of the interval; infinite where no sample was taken.
    pub high: f64,
    /// The probability, 0 to 1, with which the interval holds the count.
    pub confidence: f64,
    /// Samples taken: matches of trees, walks from a root, or members of populations.
    pub samples: u64,
    /// Of these, samples that counted anything.
    pub valid: u64,
    /// The count itself, if it was counted: floats round it beyond 2^53.
    pub count: Option<u128>,
    /// Whether the interval is as short as was asked for.
    pub is_reached: bool,
    /// Seconds, planning included.
    pub seconds: f64,
    /// Seconds of the kernels that took samples, trials of ways to sample included; `None` if the CPU took them, or the driver cannot tell.
    pub kernel_seconds: Option<f64>,
    /// The query, as it was asked.
    pub query: Query,
}

impl Engine {
    /// Estimates a count within an interval, where counting takes too long. A count that is expected to take no time is counted.
    ///
    /// Samples of a plain undirected pattern are matches of a spanning tree of it; where hardly any of them is a match of the pattern, and of
    /// other patterns, walks of the search of a plan, or, of patterns with labels at all vertices, members of populations of partial matches. They are
    /// taken by the threads of the engine, or, but for populations, by its GPU if it is to use nothing else: the same seed gives the same estimate
    /// on both, to the last bit, but that a GPU keeps to trees for longer. They are taken until the interval is short enough, the samples are used
    /// up, or `control` stops the run: its time limit is a good way to say what an estimate may cost.
    ///
    /// The interval is for one question: of many, some miss, as often as the confidence says. Where matches lie below few roots and are
    /// rare, samples may meet none of them; as long as none was met the interval ends at a bound that holds wherever they lie, and while few
    /// were it may be too short.
    ///
    /// # Errors
    /// As [`Engine::count`]; [`EngineError::Option`] for options that mean nothing.
    pub fn estimate(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Estimate, EngineError> {
        let query = Query { output: Output::Count, ..asked(graph, query)? };
        check(&options)?;
        self.in_run(control, |control| self.estimated(&mut Session::new(graph), query, options, control))
    }

    pub(super) fn estimated(
        &self,
        session: &mut Session<'_>,
        query: Query,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Estimate, EngineError> {
        let start = Instant::now();
        match self.tried(session, &query, (options, start), control) {
            Ok(found) => Ok(Estimate { seconds: start.elapsed().as_secs_f64(), ..found }),
            Err(error) if error.is_stopped() => Ok(Estimate::none(query, options, start)),
            Err(error) => Err(error),
        }
    }

    /// A count if that takes no time; else trees, then populations, then walks: whichever is the first to say enough.
    fn tried(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        (options, start): (EstimateOptions, Instant),
        control: &Control,
    ) -> Result<Estimate, EngineError> {
        let none = Estimate::none(query.clone(), options, start);
        session.graph().ensure_valid()?;
        if is_absent(session.graph(), query) {
            return Ok(none.empty());
        }
        if options.may_count {
            let report = counting(control).run(|brief| self.brief(session, (query, None), brief))??;
            if let Some(report) = report.ok().filter(|own| !own.partial) {
                return Ok(none.counted(&report));
            }
        }
        // Plans of large labelled patterns take longer than trees say enough, as all do where there is hardly any time.
        let is_small = query.pattern.num_vertices() <= PLANNED || !query.pattern.has_labels();
        let has_time = control.time_limit().is_none_or(|limit| limit >= EXACT_MOST);
        let mut plan = None;
        if options.may_count && is_small && has_time {
            let planned = self.plan_only(session, query, control)?;
            if let Some(report) = self.answer_in_no_time(session, &planned, (start, &counting(control)))? {
                return Ok(none.counted(&report));
            }
            plan = Some(planned);
        }
        let trees = match self.by_trees(session, none.clone(), options, control)? {
            Some((found, true)) => return Ok(found),
            found => found.map(|(found, _)| found),
        };
        match (self.beyond_trees(session, query, (none, plan), (options, start), control), trees) {
            // Where there was no time for more, they say at least how many there may be.
            (Ok(found), Some(trees)) if found.samples == 0 && found.count.is_none() => Ok(trees),
            (Err(error), Some(trees)) if error.is_stopped() => Ok(trees),
            (found, _) => found,
        }
    }

    /// Populations, and walks by a plan, which perhaps was made before.
    fn beyond_trees(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        (none, plan): (Estimate, Option<Plan>),
        (options, start): (EstimateOptions, Instant),
        control: &Control,
    ) -> Result<Estimate, EngineError> {
        if let Some(found) = self.by_populations(session, none.clone(), options, control)? {
            return Ok(found);
        }
        let stats = match plan {
            Some(plan) => plan.stats,
            None if options.may_count => {
                let planned = self.plan_only(session, query, control)?;
                if let Some(report) = self.answer_in_no_time(session, &planned, (start, &counting(control)))? {
                    return Ok(none.counted(&report));
                }
                planned.stats
            }
            None => {
                let plan = self.plan_one_nest(session, query, control)?;
                return Ok(self.sampled(session, &plan, options, control)?(none));
            }
        };
        let prices = self.prices.unwrap_or(Prices::CPU);
        let plan = one_nest(query, &GraphStats { prices, ..stats }, control)?;
        Ok(self.sampled(session, &plan, options, control)?(none))
    }

    /// The count, if that is expected to take no time, and does.
    pub(super) fn counted_in_no_time(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Option<Estimate>, EngineError> {
        let start = Instant::now();
        let report = match self.plan_only(session, query, control) {
            Ok(plan) => self.answer_in_no_time(session, &plan, (start, &counting(control)))?,
            Err(error) if error.is_stopped() => None,
            Err(error) => return Err(error),
        };
        Ok(report.map(|report| Estimate::none(query.clone(), options, start).counted(&report)))
    }

    /// The answer, if that is expected to take no time, and is there before `exact` ends.
    fn answer_in_no_time(
        &self,
        session: &mut Session<'_>,
        plan: &Plan,
        (start, exact): (Instant, &Control),
    ) -> Result<Option<Report>, EngineError> {
        let prices = plan.stats.prices;
        let workers = if prices.device == Prices::CPU.device { self.pool.current_num_threads() } else { 1 };
        let seconds = plan.choices[0].cost * prices.nanoseconds * 1e-9 / workers as f64;
        if seconds >= EXACT {
            return Ok(None);
        }
        let report = exact.run(|exact| self.answer(session, plan.clone(), start, exact, None))??;
        Ok(Some(report).filter(|report| !report.partial))
    }

    /// The plan that samples are drawn by: the same on all devices.
    fn plan_one_nest(&self, session: &mut Session<'_>, query: &Query, control: &Control) -> Result<Plan, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        control.ensure_running()?;
        let (classes, by_label) = self.measured(session, query, control)?;
        let (known, prices) = (self.known.of(graph), self.prices.unwrap_or(Prices::CPU));
        let (stats, _) = session.planning(query.disabled, prices, known.stats(graph, &self.pool));
        one_nest(query, &GraphStats { classes, by_label, ..stats.clone() }, control)
    }

    /// What samples of one nest say, to be filled in.
    fn sampled(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<impl FnOnce(Estimate) -> Estimate + use<>, EngineError> {
        let (nest, scale) = (plan.first_nest(), plan.scale().common()?);
        let each = scale.multipliers[0] as f64 / scale.divisor as f64 * scale.times as f64;
        let EstimateOptions { rel_error, confidence, samples, seed, .. } = options;
        let graph = session.graph();
        self.pool.install(|| {
            let search = BoundSearch::new(graph, Cow::Borrowed(nest), Under { known: &session.candidates, control })?;
            let bound = &search.bound;
            let goal = Goal { rel_error, confidence, samples };
            let roots = (bound.num_roots(), largest_below_root(nest, bound));
            let on_threads = || -> Samples<'_> { Box::new(OfEngine(OnThreads::new(nest, bound))) };
            let drawer = self.executor.samples(search.nest(), control)?.unwrap_or_else(on_threads);
            let mut sampler = Sampler::new(drawer, roots, (goal, seed), control)?;
            let is_reached = sampler.run(goal, control)?;
            let (mean, interval) = (sampler.mean() * each, sampler.interval(confidence));
            if !mean.is_finite() {
                return Err(RunError::Overflow.into());
            }
            let (samples, valid, kernel_seconds) = (sampler.samples(), sampler.valid(), sampler.kernel_seconds());
            // What is below no root is known for certain.
            let is_empty = bound.num_roots() == 0;
            Ok(move |found: Estimate| Estimate {
                estimate: mean,
                low: interval.low * each,
                high: interval.high * each,
                samples,
                valid,
                count: is_empty.then_some(0),
                is_reached: is_reached || is_empty,
                kernel_seconds,
                ..found
            })
        })
    }
}

impl Estimate {
    /// Where nothing is known.
    pub(super) fn none(query: Query, options: EstimateOptions, start: Instant) -> Estimate {
        Estimate {
            estimate: 0.0,
            low: 0.0,
            high: f64::INFINITY,
            confidence: options.confidence,
            samples: 0,
            valid: 0,
            count: None,
            is_reached: false,
            seconds: start.elapsed().as_secs_f64(),
            kernel_seconds: None,
            query,
        }
    }

    /// What trees say, of which so many are one match.
    pub(super) fn of_tally(self, tally: Tally, each: f64, kernel_seconds: Option<f64>) -> Estimate {
        let Tally { mean, interval, samples, hits, is_reached } = tally;
        Estimate {
            estimate: mean / each,
            low: interval.low / each,
            high: interval.high / each,
            samples,
            valid: hits,
            // There is no tree.
            count: (interval.high == 0.0).then_some(0),
            is_reached,
            kernel_seconds,
            ..self
        }
    }

    /// Where nothing can be found.
    pub(super) fn empty(self) -> Estimate {
        Estimate { high: 0.0, count: Some(0), is_reached: true, ..self }
    }

    /// What was counted after all.
    fn counted(self, report: &Report) -> Estimate {
        let number = report.count as f64;
        Estimate { estimate: number, low: number, high: number, count: Some(report.count), is_reached: true, ..self }
    }
}

/// What a count may take that is expected to take no time.
fn counting(control: &Control) -> Control {
    let limit = control.time_limit().map_or(EXACT_MOST, |limit| limit.mul_f64(EXACT_PART).min(EXACT_MOST));
    control.within(limit)
}

/// A plan for a query that is one nest.
fn one_nest(query: &Query, stats: &GraphStats, control: &Control) -> Result<Plan, EngineError> {
    let query = to_sample(query.clone());
    let memo = &mut Memo::default();
    memo.interrupt_by(control.interrupt());
    let mut choices = Plan::shortlist(&query, stats, memo);
    choices.retain(|choice| choice.terms.len() == 1);
    Ok(Plan::from_choices(query, choices, stats, memo)?)
}

pub(super) fn check(options: &EstimateOptions) -> Result<(), EngineError> {
    let wrong = |what, must| Err(EngineError::Option { what, must });
    match options {
        EstimateOptions { rel_error, .. } if rel_error.is_nan() || *rel_error <= 0.0 => {
            wrong("the relative error", "greater than 0, such as 0.01 for one percent")
        }
        EstimateOptions { confidence, .. } if confidence.is_nan() || *confidence <= 0.0 || *confidence >= 1.0 => {
            wrong("the confidence", "between 0 and 1, such as 0.95")
        }
        EstimateOptions { samples: 0, .. } => wrong("the number of samples", "at least 1"),
        _ => Ok(()),
    }
}
