//! What a plan met beside what was predicted. The plan is run and timed as it stands; then its search, or a sample of it, is walked again
//! and counted level by level, since machine code and kernels count nothing of that.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gpm_plan::cost::{LevelWork, Prices};
use gpm_plan::nest::{LoopNest, Source};
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use crate::control::Control;
use crate::engine::kept::{Engine, NestRun, PlanRun, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{DevicesUsed, EngineError, Report, Seconds};
use crate::graph::Graph;
use crate::sample::{MetLevel, Walked, measure};
use crate::view::Bound;

/// Elements that walks over whole searches look at, all together: one or two seconds of two cores. *guess*
const WHOLE: f64 = 2e9;
/// What all walks may take once a run was stopped. *guess*
const LATE: Duration = Duration::from_millis(250);

/// The answer to a query, and what its plan met level by level beside what was predicted. Prints as tables.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The answer, and how long it took.
    pub report: Report,
    /// The plans that were run: those that made tables, each before the one that looks them up, then the query's own. The last of a
    /// run that was stopped early may be that of a table.
    #[doc(hidden)]
    pub plans: Vec<AnalyzedPlan>,
}

/// A plan that was run.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct AnalyzedPlan {
    /// The plan that was run.
    pub plan: Plan,
    /// Seconds to plan and to lay rows out.
    pub planned: f64,
    /// Its nests, in their order.
    pub nests: Vec<AnalyzedNest>,
}

/// A nest of a plan.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct AnalyzedNest {
    /// Cost that the planner predicted, in elements streamed.
    pub predicted: f64,
    /// The part of it that is no search: rows that are laid out, tables, and whatever a device charges for any nest.
    pub beside: f64,
    /// Seconds to compile and to run; `None` if it was not run, as its total was known already or the run was stopped before.
    pub seconds: Option<Seconds>,
    /// Processor seconds of the search, of all threads together, if it ran on the CPU.
    pub processor: Option<f64>,
    /// Whether it was searched to its end, or its total was known.
    pub is_complete: bool,
    /// What it ran on, if it did.
    pub device: Option<DevicesUsed>,
    /// Its loops, outermost first.
    pub levels: Vec<AnalyzedLevel>,
    /// What was walked; `None` where nothing was, since the total was known or a sample would have taken too long.
    pub walked: Option<AnalyzedPart>,
}

/// How much of a search was walked.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalyzedPart {
    /// Roots below which the walk looked.
    pub roots: usize,
    /// Roots that there are.
    pub all: usize,
    /// Whether all that lies below all roots was walked, so that numbers are exact.
    pub is_whole: bool,
}

/// How a plan is run to be analyzed.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// How often, once at least.
    pub number: usize,
    /// Whether its search is then walked, so that it is known what was met.
    pub walks: bool,
}

/// A loop of a nest.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct AnalyzedLevel {
    /// What it draws from, as the nest prints it.
    pub from: String,
    /// What was predicted; `None` where the planner prices several levels as a whole.
    pub expected: Option<LevelWork>,
    /// What was met, if the search was walked.
    pub met: Option<MetLevel>,
}

impl AnalyzedNest {
    /// The predicted cost of the search, in elements streamed.
    pub fn predicted_search(&self) -> f64 {
        (self.predicted - self.beside).max(0.0)
    }

    /// The cost of the search that was met, in elements streamed, and a bound of its standard error: what happens at one level and at
    /// another is not independent.
    pub fn met_search(&self, prices: &Prices) -> Option<(f64, f64)> {
        self.walked?;
        let met = self.levels.iter().filter_map(|level| level.met);
        Some(met.fold((0.0, 0.0), |(cost, error), level| (cost + level.of.work.cost(prices), error + level.errors[2])))
    }
}

impl Engine {
    /// Answers a query as [`Engine::count_with`] does, and says what its plan met at each level, beside what was predicted. After
    /// the run the search is walked once more on the CPU, all of it if that looks at no more than 10^9 elements or so, else a sample.
    /// The time limit is for both; a run that it ends is sampled in a quarter of a second more.
    ///
    /// ```
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let analysis = Engine::auto()?.analyze(&graph, "triangle", &Control::new())?;
    /// assert_eq!(analysis.report.count, 1);
    /// println!("{analysis}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn analyze(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Analysis, EngineError> {
        let query = asked(graph, query)?;
        self.in_run(control, |control| {
            let mut session = Session::new(graph).logged();
            let report = self.logged(&mut session, query, control)?;
            Ok(self.walked(report, session.take_log(), Some(control)))
        })
    }

    /// As [`Engine::analyze`] by a plan made before, which is run as often as asked for: each nest has its least time.
    ///
    /// # Errors
    /// As [`Engine::count`].
    #[doc(hidden)]
    pub fn analyze_planned(
        &self,
        graph: &Graph,
        plan: &Plan,
        Runs { number, walks }: Runs,
        control: &Control,
    ) -> Result<Analysis, EngineError> {
        self.in_run(control, |control| {
            let run = || {
                let mut session = Session::with_stats(graph, &plan.stats).logged();
                let report = self.answer(&mut session, plan.clone(), Instant::now(), control, None)?;
                Ok::<_, EngineError>((report, session.take_log()))
            };
            let (report, mut best) = run()?;
            for _ in 1..number {
                let (_, again) = run()?;
                best.iter_mut().zip(&again).for_each(|(best, again)| best.take_faster(again));
            }
            Ok(self.walked(report, best, walks.then_some(control)))
        })
    }

    /// What was run, walked if a control says how long that may take.
    fn walked(&self, report: Report, runs: Vec<PlanRun<'_>>, control: Option<&Control>) -> Analysis {
        let searched = |run: &PlanRun<'_>| run.nests.iter().filter(|nest| nest.searched.is_some()).count();
        let nests = runs.iter().map(searched).sum::<usize>().max(1);
        let walks = Walks { engine: self, control, share: nests as u32 };
        Analysis { report, plans: runs.into_iter().map(|run| walks.plan(run)).collect() }
    }

    /// Runs a query whatever it asks for. Matches that are listed go nowhere.
    fn logged(&self, session: &mut Session<'_>, query: Query, control: &Control) -> Result<Report, EngineError> {
        match query.output {
            Output::Count if query.pattern.anchors().is_empty() => self.counted(session, &query, control),
            Output::Count => Ok(self.counted_per_anchor(session, &query, control)?.report),
            Output::List => {
                let start = Instant::now();
                match self.plan_only(session, &query, control) {
                    Err(error) if error.is_stopped() => Ok(self.stopped(query, start)),
                    plan => {
                        let sink = &mut |_: &[_]| ControlFlow::Continue(());
                        self.answer(session, plan?, start, control, Some(sink))
                    }
                }
            }
        }
    }
}

/// Walks over the searches of plans that were run.
struct Walks<'a> {
    engine: &'a Engine,
    /// How long they may take; `None` for no walks.
    control: Option<&'a Control>,
    /// How many of them there are.
    share: u32,
}

impl Walks<'_> {
    fn plan(&self, run: PlanRun<'_>) -> AnalyzedPlan {
        let PlanRun { plan, bound, planned, nests: mut runs } = run;
        let terms = plan.choices.first().map_or(&[][..], |choice| &choice.terms);
        let nests = plan.nests().zip(terms).zip(&bound).enumerate().map(|(place, ((nest, term), bound))| {
            let at = runs.iter().position(|run| run.place == place);
            let run = at.map(|at| runs.swap_remove(at));
            AnalyzedNest { predicted: term.cost, ..self.nest(&plan, nest, bound.as_ref(), run) }
        });
        AnalyzedPlan { nests: nests.collect(), planned: planned.as_secs_f64(), plan: plan.clone() }
    }

    fn nest(&self, plan: &Plan, nest: &LoopNest, bound: Option<&Bound<'_>>, run: Option<NestRun>) -> AnalyzedNest {
        let is_known = run.as_ref().is_some_and(|run| run.searched.is_none());
        let searched = run.and_then(|run| run.searched);
        let bound = bound.filter(|_| searched.is_some());
        let walked = bound.and_then(|bound| self.walked(nest, bound, plan.stats.prices));
        let part = walked.as_ref().zip(bound).map(|(walked, bound)| AnalyzedPart {
            roots: walked.roots.min(bound.num_roots()),
            all: bound.num_roots(),
            is_whole: walked.is_whole,
        });
        let met = |level: usize| walked.as_ref().map(|walked| walked.levels[level]);
        let levels = plan.forecast(nest).levels.into_iter().zip(sources(nest)).enumerate();
        AnalyzedNest {
            predicted: 0.0,
            beside: plan.stats.overhead(&nest.pattern),
            is_complete: is_known || searched.as_ref().is_some_and(|searched| searched.is_complete),
            seconds: searched.as_ref().map(|searched| searched.seconds),
            processor: searched.as_ref().and_then(|searched| searched.processor),
            device: searched.map(|searched| searched.device),
            levels: levels.map(|(i, (expected, from))| AnalyzedLevel { from, expected, met: met(i) }).collect(),
            walked: part,
        }
    }

    /// What a walk met, if need be in a sample taken after the run was stopped; `None` if that takes too long.
    fn walked(&self, nest: &LoopNest, bound: &Bound<'_>, prices: Prices) -> Option<Walked> {
        let control = self.control?;
        if !control.is_stopped() {
            let limits = (WHOLE / f64::from(self.share), prices);
            if let Ok(walked) = self.engine.pool.install(|| measure(nest, bound, limits, control)) {
                return Some(walked);
            }
        }
        let late = Control::new().with_time_limit(LATE / self.share);
        late.run(|late| measure(nest, bound, (0.0, prices), late)).ok()?.ok()
    }
}

/// What each loop of a nest draws from, outermost first.
fn sources(nest: &LoopNest) -> Vec<String> {
    let sources = nest.loops().map(|(_, from)| match from {
        Source::Vertices(class) if class.0 == 0 => "V".to_owned(),
        Source::Vertices(class) => format!("c{}", class.0),
        Source::Set(candidates) => candidates.to_string(),
    });
    sources.collect()
}
