//! Times the planner, or on given graphs what it chose from, and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench plan -- [--size 6] [--random N [--seed S]]
//! cargo bench --bench plan -- [--size 5] GRAPH…
//! ```
//! Without graphs: planning all connected patterns of a size for a typical one, edge- and vertex-induced, or so many random ones
//! with as many edges as there can be, in turn. With graphs: for each pattern whose best choices are near ties, each of these with
//! its predicted and its sampled cost and the time that it takes.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use common::{geometric_mean, graphs};
use gpm::{Control, Engine, EngineConfig, Graph, GraphStats, Pattern, Plan, Query, SAMPLE_ABOVE, Semantics};
use gpm_plan::pattern::all_connected;
use gpm_plan::search::Memo;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Times the planner and compares its choices.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs
    graphs: Vec<PathBuf>,
    /// Vertices of patterns
    #[arg(long, default_value_t = 6)]
    size: usize,
    /// Only so many random patterns
    #[arg(long, conflicts_with = "patterns")]
    random: Option<usize>,
    /// What they are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    let patterns = match (&options.patterns[..], options.random) {
        ([], None) => all_connected(options.size),
        ([], Some(count)) => random(count, options.size, &mut StdRng::seed_from_u64(options.seed))?,
        (named, _) => named.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let queries = patterns.iter().flat_map(|pattern| {
        let query = |semantics| Query::from(pattern.clone()).with_semantics(semantics);
        [Semantics::EdgeInduced, Semantics::VertexInduced].map(query)
    });
    if options.graphs.is_empty() { times(queries, &options) } else { choices(&queries.collect::<Vec<_>>(), &options) }
}

/// Connected patterns, from trees to cliques and over again: each vertex is joined to one before it, then pairs at random.
fn random(count: usize, size: usize, random: &mut StdRng) -> anyhow::Result<Vec<Pattern>> {
    let least = size.saturating_sub(1);
    let pattern = |at: usize| {
        let num_edges = least + at % (size * least / 2 - least + 1);
        let mut edges: BTreeSet<_> = (1..size).map(|v| (random.random_range(0..v), v)).collect();
        while edges.len() < num_edges {
            let v = random.random_range(1..size);
            edges.insert((random.random_range(0..v), v));
        }
        Ok(Pattern::from_edges(size, &Vec::from_iter(edges))?)
    };
    (0..count).map(pattern).collect()
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
    for loaded in graphs(&options.graphs) {
        let (name, graph) = loaded?;
        for query in queries {
            let plan = engine.plan(&graph, query)?;
            if plan.choices.iter().any(|choice| choice.sampled.is_some()) {
                ratios.push(tied(&engine, &graph, &name, &plan, options)?);
            }
        }
    }
    let mean = |pick: fn(&[f64; 2]) -> f64| geometric_mean(ratios.iter().map(pick)).unwrap_or(1.0);
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
