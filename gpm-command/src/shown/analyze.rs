//! `gpm explain --analyze`: what a plan met beside what was predicted.

use std::collections::BTreeMap;
use std::time::Duration;

use clap::Args;
use gpm::{
    Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPlan, Control, Devices, DevicesUsed, Engine, EngineConfig,
    EngineError, Graph, LevelWork, PlanTerm, Prices, Profiler, Query, WorkKind,
};
use serde::Serialize;

use super::profile::{JsonAchieved, Profile};
use crate::answers::JsonSeconds;
use crate::args::{Loaded, duration, engine_args};
use crate::process::{Failure, Messages, Searches};

/// Running the plan.
#[derive(Args, Debug)]
#[command(next_help_heading = "Running")]
pub(crate) struct AnalyzeArgs {
    /// Run the plan and show for each level what was met beside what was predicted; with `--device gpu` on a GPU, if there is one, and
    /// then also how near its kernels come to what the GPU can do
    #[arg(long, requires = "graph", conflicts_with = "emit")]
    analyze: bool,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = engine_args::parse_threads, requires = "analyze")]
    threads: Option<usize>,
    /// Stop running after this time (60s, 500ms, 2m) with a partial result and exit code 3; reading the graph is not limited
    #[arg(long, value_name = "TIME", value_parser = duration::parse, requires = "analyze")]
    time_limit: Option<Duration>,
}

impl AnalyzeArgs {
    pub(crate) fn is_wanted(&self) -> bool {
        self.analyze
    }

    pub(crate) fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// Runs a query called `name`, planned at the prices of a device and, if it is there, on it.
    pub(crate) fn run(
        &self,
        (name, query): (&str, &Query),
        graph: &Graph,
        prices: Prices,
        messages: Messages,
    ) -> Result<(Analysis, Profile), Failure> {
        let (engine, config) = self.engine(prices, messages)?;
        let searches = Searches::start(self.time_limit, messages);
        let analysis = searches.run(name, |control: &Control| engine.analyze(graph, query, control))?;
        if analysis.report.partial {
            searches.note_partial();
        }
        let mut profile = Profile::default();
        if matches!(config.devices, Devices::Gpu(_)) {
            let profiler = Profiler::new(&config)?;
            profile.0 = searches.run(name, |control| {
                // What is known by then is shown in any case.
                profiler.achieved(graph, &analysis.report, control).or_else(|error| {
                    messages.note(format_args!("{name}: what the GPU could do is not known: {error}"));
                    Ok::<_, EngineError>(Vec::new())
                })
            })?;
        }
        Ok((analysis, profile))
    }

    /// An engine and how it was made: on the first GPU, if one is asked for and there.
    fn engine(&self, prices: Prices, messages: Messages) -> Result<(Engine, EngineConfig), EngineError> {
        let config = EngineConfig { threads: self.threads, prices: Some(prices), ..EngineConfig::default() };
        if prices == Prices::GPU {
            let ready = |engine: Engine| engine.ready_devices().map(|()| engine);
            let on_gpu = EngineConfig { devices: Devices::Gpu(None), ..config.clone() };
            match Engine::new(&on_gpu).and_then(ready) {
                Ok(engine) => return Ok((engine, on_gpu)),
                Err(missing) => messages.note(format_args!("{missing}; here the plan for a GPU is run on the CPU")),
            }
        }
        Ok((Engine::cpu(&config)?, config))
    }
}

/// What `--json` prints of an analysis.
#[derive(Serialize)]
pub(crate) struct JsonAnalysis {
    /// Decimal, as it may leave what JSON readers take for a number.
    count: String,
    partial: bool,
    device: DevicesUsed,
    seconds: JsonSeconds,
    /// By kind of work, in elements streamed.
    prices: BTreeMap<&'static str, f64>,
    plans: Vec<JsonPlanRun>,
    /// Operations of kernels, if it ran on a GPU.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    achieved: Vec<JsonAchieved>,
}

/// A plan that was run: one that made a table, or the query's own, which comes last.
#[derive(Serialize)]
struct JsonPlanRun {
    pattern: String,
    /// The pattern vertices for whose places a table was made; none of the query's own plan.
    anchors: Vec<usize>,
    /// The predicted cost of the choice.
    predicted: f64,
    /// To plan and to lay rows out.
    seconds: f64,
    nests: Vec<JsonNestRun>,
}

#[derive(Serialize)]
struct JsonNestRun {
    pattern: String,
    semantics: String,
    /// How often its matches count.
    times: i64,
    over: u64,
    nest: String,
    complete: bool,
    /// `null` if it was not run.
    device: Option<String>,
    seconds: Option<JsonNestSeconds>,
    cost: JsonCost,
    walked: Option<JsonWalked>,
    levels: Vec<JsonLevel>,
}

#[derive(Serialize)]
struct JsonNestSeconds {
    compile: f64,
    run: f64,
    /// Of all threads together, if it ran on the CPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    processor: Option<f64>,
    /// If it ran on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<f64>,
}

/// In elements streamed.
#[derive(Serialize)]
struct JsonCost {
    predicted: f64,
    met: Option<f64>,
    /// Of what was met.
    standard_error: Option<f64>,
    /// The part of both that is no search.
    beside: f64,
}

#[derive(Serialize)]
struct JsonWalked {
    roots: usize,
    all: usize,
    whole: bool,
}

#[derive(Serialize)]
struct JsonLevel {
    level: String,
    from: String,
    predicted: Option<JsonWork>,
    met: Option<JsonWork>,
    /// Of what was met.
    standard_error: Option<JsonErrors>,
}

#[derive(Serialize)]
struct JsonWork {
    candidates: f64,
    matches: f64,
    cost: f64,
    /// By kind, of those that there are.
    work: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct JsonErrors {
    candidates: f64,
    matches: f64,
    cost: f64,
}

impl JsonAnalysis {
    pub(crate) fn new((analysis, profile): (&Analysis, &Profile), loaded: &Loaded, prices: &Prices) -> Self {
        let report = &analysis.report;
        Self {
            count: report.count.to_string(),
            partial: report.partial,
            device: report.device.clone(),
            seconds: JsonSeconds::new(loaded, report.seconds),
            prices: WorkKind::ALL.into_iter().map(|kind| (kind.name(), prices.of(kind))).collect(),
            plans: analysis.plans.iter().map(|plan| plan_run(plan, prices)).collect(),
            achieved: profile.json(),
        }
    }
}

fn plan_run(run: &AnalyzedPlan, prices: &Prices) -> JsonPlanRun {
    let plan = &run.plan;
    let nests = plan.terms.iter().zip(&run.nests).map(|(PlanTerm { weight, nest, .. }, run)| {
        let met = run.met_search(prices);
        JsonNestRun {
            pattern: nest.pattern.to_string(),
            semantics: nest.semantics.to_string(),
            times: weight.times,
            over: weight.over,
            nest: nest.to_string(),
            complete: run.is_complete,
            device: run.device.as_ref().map(ToString::to_string),
            seconds: run.seconds.map(|seconds| JsonNestSeconds {
                compile: seconds.compile,
                run: seconds.run,
                processor: run.processor,
                kernel: seconds.kernel,
            }),
            cost: JsonCost {
                predicted: run.predicted,
                met: met.map(|(cost, _)| run.beside + cost),
                standard_error: met.map(|(_, error)| error),
                beside: run.beside,
            },
            walked: run.walked.map(|part| JsonWalked { roots: part.roots, all: part.all, whole: part.is_whole }),
            levels: levels(run, prices),
        }
    });
    JsonPlanRun {
        pattern: plan.query.pattern.to_string(),
        anchors: plan.query.pattern.anchors().to_vec(),
        predicted: plan.choices.first().map_or(0.0, |choice| choice.cost),
        seconds: run.planned,
        nests: nests.collect(),
    }
}

fn levels(run: &AnalyzedNest, prices: &Prices) -> Vec<JsonLevel> {
    let work = |of: &LevelWork| {
        let kinds = WorkKind::ALL.into_iter().map(|kind| (kind.name(), of.work.of(kind)));
        JsonWork {
            candidates: of.candidates,
            matches: of.matches,
            cost: of.work.cost(prices),
            work: kinds.filter(|(_, amount)| *amount != 0.0).collect(),
        }
    };
    let level = |(place, level): (usize, &AnalyzedLevel)| JsonLevel {
        level: format!("v{place}"),
        from: level.from.clone(),
        predicted: level.expected.as_ref().map(work),
        met: level.met.as_ref().map(|met| work(&met.of)),
        standard_error: level.met.map(|met| {
            let [candidates, matches, cost] = met.errors;
            JsonErrors { candidates, matches, cost }
        }),
    };
    run.levels.iter().enumerate().map(level).collect()
}
