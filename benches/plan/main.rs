//! Times the planner, or on given graphs what it chose from, and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench plan -- [--size 6]
//! cargo bench --bench plan -- [--size 5] GRAPH…
//! ```
//! Without graphs: planning all connected patterns of a size for a typical one, edge- and vertex-induced. With graphs: for each
//! pattern whose best choices are near ties, each of these with its predicted and its sampled cost and the time that it takes.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use gpm::{Control, Engine, EngineConfig, Graph, GraphStats, Plan, Query, SAMPLE_ABOVE, Semantics};
use gpm_plan::pattern::all_connected;
use gpm_plan::search::Memo;

/// Times the planner and compares its choices.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs
    graphs: Vec<PathBuf>,
    /// Vertices of patterns
    #[arg(long, default_value_t = 6)]
    size: usize,
    /// Only these patterns
    #[arg(long, value_delimiter = ',')]
    patterns: Vec<String>,
    /// Runs of which the best counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Predicted cost from which near ties are settled
    #[arg(long, default_value_t = SAMPLE_ABOVE)]
    above: f64,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let patterns = match &options.patterns[..] {
        [] => all_connected(options.size),
        named => named.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let queries = patterns.iter().flat_map(|pattern| {
        let query = |semantics| Query::from(pattern.clone()).with_semantics(semantics);
        [Semantics::EdgeInduced, Semantics::VertexInduced].map(query)
    });
    if options.graphs.is_empty() { times(queries, &options) } else { choices(&queries.collect::<Vec<_>>(), &options) }
}

/// How long planning takes.
fn times(queries: impl Iterator<Item = Query>, options: &Options) -> anyhow::Result<()> {
    let stats = GraphStats::typical();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for query in queries {
        let name = format!("{} {}", query.pattern, query.semantics);
        times.push((fastest(options.runs, || Ok(Plan::new(query.clone(), &stats)?))?, name));
    }
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("| part of {} plans | ms at most | pattern |\n|--:|--:|---|", times.len());
    for part in [0.5, 0.9, 0.95, 0.99, 1.0] {
        let (time, name) = &times[((times.len() - 1) as f64 * part) as usize];
        println!("| {part} | {:.2} | {name} |", ms(*time));
    }
    Ok(())
}

/// What each of the tied choices takes.
fn choices(queries: &[Query], options: &Options) -> anyhow::Result<()> {
    let engine = Engine::cpu(&EngineConfig { sample_above: options.above, ..EngineConfig::default() })?;
    println!("| graph | pattern | meaning | choice | predicted | sampled | s | of the predicted best |");
    println!("|---|---|---|---|--:|--:|--:|--:|");
    let mut ratios = Vec::new();
    for path in &options.graphs {
        let graph = Graph::load(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for query in queries {
            let plan = engine.plan(&graph, query)?;
            if plan.choices.iter().any(|choice| choice.sampled.is_some()) {
                ratios.push(tied(&engine, &graph, &name, &plan, options)?);
            }
        }
    }
    let mean = |pick: fn(&[f64; 2]) -> f64| {
        let logs = ratios.iter().map(|ratio| pick(ratio).ln());
        (logs.sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let worst = ratios.iter().map(|ratio| ratio[0]).fold(0.0, f64::max);
    println!(
        "\nGeometric mean over {} plans of the time of the choice taken, as a part of the predicted best's: {:.3}, at worst {worst:.2}; of \
         the best possible one's: {:.3}.",
        ratios.len(),
        mean(|ratio| ratio[0]),
        mean(|ratio| ratio[1])
    );
    Ok(())
}

/// Prints the choices of a plan that were sampled. Returns what the first and the best of them take, as parts of what the
/// predicted best takes.
fn tied(engine: &Engine, graph: &Graph, name: &str, plan: &Plan, options: &Options) -> anyhow::Result<[f64; 2]> {
    let sampled = || plan.choices.iter().enumerate().filter_map(|(i, choice)| Some((i, choice, choice.sampled?)));
    let mut times = Vec::new();
    for (_, choice, _) in sampled() {
        let query = plan.query.clone();
        let alone = Plan::from_choices(query, vec![choice.clone()], &plan.stats, &mut Memo::default())?;
        let control = || Control::new().with_time_limit(Duration::from_secs(options.limit));
        let run = || Ok(engine.count_planned(graph, &alone, &control())?);
        times.push(fastest(options.runs, run)?.as_secs_f64());
    }
    let predicted = sampled().zip(&times).min_by(|a, b| a.0.1.cost.total_cmp(&b.0.1.cost)).map_or(1.0, |(_, &s)| s);
    for ((i, choice, cost), s) in sampled().zip(&times) {
        let Query { pattern, semantics, .. } = &plan.query;
        let mark = if i == 0 { "*" } else { "" };
        let terms = choice.terms.len();
        println!(
            "| {name} | {pattern} | {semantics} | {i}{mark}, {terms} nests, {} | {:.3e} | {cost:.3e} | {s:.4} | {:.2} |",
            choice.rewrites,
            choice.cost,
            s / predicted
        );
    }
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    Ok([times[0] / predicted, best / predicted])
}

/// The fastest of some runs; one if that takes long.
fn fastest<T>(runs: usize, run: impl Fn() -> anyhow::Result<T>) -> anyhow::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed());
        if best > Duration::from_secs(4) {
            break;
        }
    }
    Ok(best)
}
