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

#[path = "../common/mod.rs"]
mod common;
mod row;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use common::{best, geometric_mean, graphs};
use gpm::{Control, Devices, Engine, EngineConfig, Graph};
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
    for loaded in graphs(&options.graphs) {
        let (name, graph) = loaded?;
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
    let (mut compile, mut query) = (0.0f64, f64::INFINITY);
    let run = || {
        let control = Control::new().with_time_limit(Duration::from_secs(options.limit));
        let start = Instant::now();
        let report = engine.count_planned(graph, &plan, &control)?;
        compile = compile.max(report.seconds.compile);
        query = query.min(start.elapsed().as_secs_f64());
        Ok(report)
    };
    let best = best(options.runs, 2.0, |report| report.seconds.kernel.unwrap_or(f64::NAN), run)?;
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
        query * 1e3,
        compile * 1e3,
        row.best_peer,
        optional(row.best_ms),
        optional(ratio)
    );
    if let Some(queue) = best.gpu.as_ref().and_then(|gpu| gpu.queue) {
        println!("<!-- busy {:.2} of {:.3} ms, {queue:?} -->", queue.busy_min / queue.busy_max, queue.busy_max * 1e3);
    }
    Ok(())
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
