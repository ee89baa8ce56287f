//! Times kernels on a GPU beside the best published program and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench gpu -- --peers FILE.tsv GRAPH…
//! ```
//! `FILE.tsv` has tab-separated lines `graph vertices edges pattern pattern_edges semantics count programs best_peer best_ms …`;
//! each line for one of the graphs is run. `kernel` is the time between two events around the kernels of a query, the best of
//! a few runs on a warm engine; `query` is all that `Engine::count_planned` takes then. A count that is not the file's is
//! marked WRONG.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod row;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use gpm::{Control, Devices, Engine, EngineConfig, Graph, Plan, Report};
use row::Row;

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
    /// GPUs to use
    #[arg(long, value_delimiter = ',', default_value = "0")]
    gpus: Vec<u32>,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let mut config = EngineConfig { devices: Devices::Gpu(Some(options.gpus.clone())), ..EngineConfig::default() };
    config.counters = options.counters;
    if let Some(micros) = options.task_timeout {
        config.task_timeout = Duration::from_micros(micros);
    }
    let engine = Engine::new(&config)?;
    let rows = row::read(&options.peers)?;
    println!("{}; best of {} runs after one to warm up.\n", engine.device(), options.runs);
    println!("| graph | pattern | count | kernel ms | query ms | compile ms | best peer | its ms | peer / gpm |");
    println!("|---|---|--:|--:|--:|--:|---|--:|--:|");
    let mut ratios = Vec::new();
    for path in &options.graphs {
        let graph = Graph::load(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = name_of(path);
        let wanted = |row: &&Row| options.patterns.is_empty() || options.patterns.contains(&row.pattern);
        for row in rows.iter().filter(|row| row.graph == name).filter(wanted) {
            run(&engine, &graph, row, &options, &mut ratios)?;
        }
    }
    summarize(&ratios);
    Ok(())
}

fn run(engine: &Engine, graph: &Graph, row: &Row, options: &Options, ratios: &mut Vec<f64>) -> anyhow::Result<()> {
    let plan = engine.plan(graph, &row.query)?;
    let (first, best, query) = best(engine, graph, &plan, options)?;
    let kernel = best.seconds.kernel.unwrap_or(f64::NAN) * 1e3;
    let count = match (best.partial, row.count) {
        (true, _) => "(cut short)".to_owned(),
        (false, Some(count)) if count != best.count => format!("WRONG {} is not {count}", best.count),
        (false, _) => best.count.to_string(),
    };
    let ratio = row.best_ms.filter(|_| !best.partial).map(|ms| ms / kernel);
    ratios.extend(ratio);
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    println!(
        "| {} | {} {} | {count} | {kernel:.3} | {:.3} | {:.0} | {} | {} | {} |",
        row.graph,
        row.pattern,
        row.query.semantics,
        query.as_secs_f64() * 1e3,
        first.seconds.compile * 1e3,
        row.best_peer,
        optional(row.best_ms),
        optional(ratio)
    );
    if let Some(queue) = best.gpu.as_ref().and_then(|gpu| gpu.queue) {
        println!("<!-- busy {:.2} of {:.3} ms, {queue:?} -->", queue.busy_min / queue.busy_max, queue.busy_max * 1e3);
    }
    Ok(())
}

/// The first run, the one with the fastest kernels, and the fastest query.
fn best(engine: &Engine, graph: &Graph, plan: &Plan, options: &Options) -> anyhow::Result<(Report, Report, Duration)> {
    let control = || Control::new().with_time_limit(Duration::from_secs(options.limit));
    let first = engine.count_planned(graph, plan, &control())?;
    let (mut best, mut query) = (first.clone(), Duration::from_secs_f64(first.seconds.run));
    for _ in 0..options.runs {
        if best.seconds.run > 2.0 {
            break;
        }
        let start = Instant::now();
        let report = engine.count_planned(graph, plan, &Control::new())?;
        query = query.min(start.elapsed());
        if report.seconds.kernel < best.seconds.kernel {
            best = report;
        }
    }
    Ok((first, best, query))
}

fn summarize(ratios: &[f64]) {
    if ratios.is_empty() {
        return;
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let slower = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
    let much = ratios.iter().filter(|&&ratio| ratio < 1.0 / 3.0).count();
    println!(
        "\nGeometric mean of peer / gpm over {} rows: {mean:.2}; {slower} below 1, {much} below 1/3.",
        ratios.len()
    );
}

/// The file's name without extensions.
fn name_of(path: &Path) -> String {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let known = [".gz", ".zst", ".el", ".txt", ".mtx", ".gpm", ".graph"];
    known.iter().fold(file, |name, extension| name.strip_suffix(extension).map_or(name.clone(), str::to_owned))
}
