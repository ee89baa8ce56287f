//! Times kernels on a GPU beside the best published program and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench gpu -- --peers FILE.tsv [--labels 4,16] [--profile] GRAPH…
//! ```
//! `FILE.tsv` has tab-separated lines `graph vertices edges pattern pattern_edges semantics count programs best_peer best_ms …`;
//! each line for one of the graphs is run. `kernel` is the time between two events around the kernels of a query, the best of
//! a few runs on a warm engine; `query` is all that `Engine::count` takes then, for a query that it was asked before; `plan` and `compile`
//! are what the first run took for that beside, on a graph that was measured before. A count that is not the file's is marked WRONG. With
//! `--labels`, all patterns of the file are also run on each graph with labels on its vertices; the CPU says what the counts are, as far as it
//! knows within the limit.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod labels;
mod row;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use common::{geometric_mean, graphs};
use gpm::pattern::all_connected;
use gpm::{Achieved, Control, Devices, Engine, EngineConfig, Graph, Profiler, Query, Report, Semantics, Session};
use labels::{labelled_graph, labelled_rows};
use row::{Asked, Row};

/// Times kernels on a GPU.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs
    #[arg(required = true)]
    graphs: Vec<PathBuf>,
    /// The rows to run, with counts and times of other programs
    #[arg(long)]
    peers: PathBuf,
    /// Only rows of these patterns
    #[arg(long, value_delimiter = ',')]
    patterns: Vec<String>,
    /// Also run each graph with so many labels, spread at random over its vertices
    #[arg(long, value_delimiter = ',')]
    labels: Vec<NonZeroUsize>,
    /// Runs of which the best counts, after one to warm up
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 12)]
    limit: u64,
    /// Microseconds after which a warp gives work away
    #[arg(long)]
    task_timeout: Option<u64>,
    /// Also print how evenly work was spread
    #[arg(long)]
    counters: bool,
    /// Also say which operations of the kernels came nearest to what the GPU can do, and how near: each query is run once more
    #[arg(long)]
    profile: bool,
    /// GPUs to use
    #[arg(long, value_delimiter = ',', default_value = "0")]
    gpus: Vec<u32>,
    /// Search on something else than these GPUs, to compare: `kernel` is the time of the search then
    #[arg(long, value_enum)]
    beside: Option<Beside>,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

/// What searches instead of GPUs alone.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Beside {
    Cpu,
    Hybrid,
    Auto,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let devices = match options.beside {
        None => Devices::Gpu(Some(options.gpus.clone())),
        Some(Beside::Cpu) => Devices::Cpu,
        Some(Beside::Hybrid) => Devices::Hybrid,
        Some(Beside::Auto) => Devices::Auto,
    };
    let mut config = EngineConfig { devices, ..EngineConfig::default() };
    config.counters = options.counters;
    config.task_timeout = options.task_timeout.map(Duration::from_micros);
    let engine = Engine::new(&config)?;
    let profiler = options.profile.then(|| Profiler::new(&config)).transpose()?;
    let programs = Programs { engine: &engine, profiler: profiler.as_ref() };
    let mut rows = row::read(&options.peers)?;
    rows.retain(|row| options.patterns.is_empty() || options.patterns.contains(&row.what));
    println!("{}; best of {} runs after one to warm up.\n", engine.device(), options.runs);
    let (head, rule) = if options.profile { (" of the roof |", "---|") } else { ("", "") };
    println!(
        "| graph | pattern | count | kernel ms | query ms | plan ms | compile ms | best peer | its ms | peer / gpm |{head}"
    );
    println!("|---|---|--:|--:|--:|--:|--:|---|--:|--:|{rule}");
    let mut ratios = Vec::new();
    for loaded in graphs(&options.graphs) {
        let (name, graph) = loaded?;
        // So that the first row does not measure the graph.
        engine.plan(&graph, "a-b")?;
        for row in rows.iter().filter(|row| row.graph == name) {
            run(programs, &graph, row, &options, &mut ratios)?;
        }
        for &number in &options.labels {
            let (name, graph) = (format!("{name}, {number} labels"), labelled_graph(&graph, number)?);
            engine.plan(&graph, "a-b")?;
            for row in labelled_rows(&rows, (&name, &graph), number, Duration::from_secs(options.limit))? {
                run(programs, &graph, &row, &options, &mut ratios)?;
            }
        }
    }
    summarize(&ratios);
    Ok(())
}

/// What runs queries, and what runs them once more to see what kernels do.
#[derive(Clone, Copy)]
struct Programs<'a> {
    engine: &'a Engine,
    profiler: Option<&'a Profiler>,
}

fn run(
    Programs { engine, profiler }: Programs<'_>,
    graph: &Graph,
    row: &Row,
    options: &Options,
    ratios: &mut Vec<f64>,
) -> anyhow::Result<()> {
    let limit = Duration::from_secs(options.limit);
    let (runs, semantics) = match &row.asked {
        Asked::One(query) => {
            let count = || engine.count_with(graph, &**query, &Control::new().with_time_limit(limit));
            (Runs::of(options.runs, || Ok(vec![count()?]))?, query.semantics)
        }
        Asked::Motifs(size) => {
            (Runs::of(options.runs, || motifs(engine, graph, *size, limit))?, Semantics::VertexInduced)
        }
    };
    let count = match (runs.best.as_slice(), row.count) {
        (reports, _) if reports.iter().any(|report| report.partial) => "(cut short)".to_owned(),
        ([report], Some(count)) if count != report.count => format!("WRONG {} is not {count}", report.count),
        ([report], None) => format!("{} (not checked)", report.count),
        ([report], Some(_)) => report.count.to_string(),
        (reports, _) => format!("{} patterns", reports.len()),
    };
    let kernel = runs.kernel * 1e3;
    let ratio = row.best_ms.filter(|_| count != "(cut short)").map(|ms| ms / kernel);
    ratios.extend(ratio);
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    let roof = profiler.map(|profiler| roof(profiler, graph, &runs.best, limit)).transpose()?.unwrap_or_default();
    println!(
        "| {} | {} {semantics} | {count} | {kernel:.3} | {:.3} | {:.2} | {:.0} | {} | {} | {} |{roof}",
        row.graph,
        row.what,
        runs.query * 1e3,
        runs.plan * 1e3,
        runs.compile * 1e3,
        row.best_peer,
        optional(row.best_ms),
        optional(ratio)
    );
    for report in &runs.best {
        let Some(queue) = report.gpu.as_ref().and_then(|gpu| gpu.queue) else { continue };
        println!(
            "<!-- {}: kernel {:.3} ms, busy {:.2} of {:.3} ms, {queue:?} -->",
            report.query.pattern,
            report.seconds.kernel.unwrap_or(f64::NAN) * 1e3,
            queue.busy_min / queue.busy_max,
            queue.busy_max * 1e3
        );
    }
    Ok(())
}

/// A cell with the two kinds of operations of a query that came nearest to what the GPU can do.
fn roof(profiler: &Profiler, graph: &Graph, reports: &[Report], limit: Duration) -> anyhow::Result<String> {
    let [report] = reports else { return Ok(" - |".to_owned()) };
    let achieved = profiler.achieved(graph, report, &Control::new().with_time_limit(8 * limit))?;
    let nearest = achieved.iter().take(2).filter(|achieved| achieved.share > 0.0);
    let kinds = nearest.map(|Achieved { what, share, .. }| format!("{what} {:.0} %", 100.0 * share));
    Ok(format!(" {} |", kinds.collect::<Vec<_>>().join(", ")))
}

/// All vertex-induced subgraphs of a size, as `gpm motifs` counts them: nothing is left of runs before but compiled kernels.
fn motifs(engine: &Engine, graph: &Graph, size: usize, limit: Duration) -> anyhow::Result<Vec<Report>> {
    let queries = all_connected(size).into_iter().rev().map(|pattern| Query::from(pattern).vertex_induced());
    let (mut session, queries) = (Session::new(graph), queries.collect::<Vec<_>>());
    let control = Control::new().with_time_limit(limit);
    engine.announce(&mut session, &queries, &Control::new())?;
    queries.iter().map(|query| Ok(engine.count_in(&mut session, query, &control)?)).collect()
}

/// Several runs of the same, after one to warm up.
struct Runs {
    /// Of the run whose kernels took the least time.
    best: Vec<Report>,
    /// Seconds of its kernels; of the quickest run, all in all; of planning and of compiling, the most.
    kernel: f64,
    query: f64,
    plan: f64,
    compile: f64,
}

impl Runs {
    /// There are no more after the second once the best took over two seconds.
    fn of(number: usize, mut run: impl FnMut() -> anyhow::Result<Vec<Report>>) -> anyhow::Result<Runs> {
        let mut runs = Runs { best: Vec::new(), kernel: f64::INFINITY, query: f64::INFINITY, plan: 0.0, compile: 0.0 };
        let is_partial = |reports: &[Report]| reports.iter().any(|report| report.partial);
        for nth in 0..=number {
            let start = Instant::now();
            let reports = run()?;
            let query = start.elapsed().as_secs_f64();
            let kernel = reports.iter().map(|report| report.seconds.kernel.unwrap_or(report.seconds.run)).sum();
            let most = |most: f64, of: fn(&Report) -> f64| most.max(reports.iter().map(of).sum());
            runs.plan = most(runs.plan, |report| report.seconds.plan);
            runs.compile = most(runs.compile, |report| report.seconds.compile);
            runs.query = runs.query.min(query);
            if runs.best.is_empty() || (is_partial(&reports), kernel) < (is_partial(&runs.best), runs.kernel) {
                (runs.best, runs.kernel) = (reports, kernel);
            }
            if runs.kernel > 2.0 && nth > 0 {
                break;
            }
        }
        Ok(runs)
    }
}

fn summarize(ratios: &[f64]) {
    let Some(mean) = geometric_mean(ratios.iter().copied()) else { return };
    let slower = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
    let much = ratios.iter().filter(|&&ratio| ratio < 1.0 / 3.0).count();
    println!(
        "\nGeometric mean of peer / gpm over {} rows: {mean:.2}; {slower} below 1, {much} below 1/3.",
        ratios.len()
    );
}
