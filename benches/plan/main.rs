//! Times the planner, or on given graphs all that it chose from, and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench plan -- [--size 6] [--random N [--seed S]]
//! cargo bench --bench plan -- [--size 4,5] [--device gpu] GRAPH…
//! ```
//! Without graphs: planning all connected patterns of a size for a typical one, edge- and vertex-induced, or so many random ones
//! with as many edges as there can be, in turn. With graphs: how much longer the choice taken for each pattern takes than the fastest one
//! of its shortlist.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod shortlists;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Parser;
use gpm::{Devices, GraphStats, Pattern, Plan, Query, SAMPLE_ABOVE, Semantics};
use gpm_plan::pattern::all_connected;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Times the planner and compares its choices.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs: files, or models such as rmat:14:16
    graphs: Vec<String>,
    /// Vertices of patterns
    #[arg(long, value_delimiter = ',', default_value = "6")]
    size: Vec<usize>,
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
    /// Where choices are run: cpu or gpu
    #[arg(long, default_value = "cpu")]
    device: String,
    /// Worker threads of the CPU
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Predicted cost from which near ties are settled
    #[arg(long, default_value_t = SAMPLE_ABOVE)]
    above: f64,
    /// Milliseconds that the fastest choice must take: of shorter searches it does not matter which is run
    #[arg(long, default_value_t = 2.0)]
    least: f64,
    /// Print queries whose choice takes so many times as long as the fastest
    #[arg(long, default_value_t = 1.3)]
    over: f64,
    /// Print all choices of each of them, not the one taken and the fastest
    #[arg(long)]
    choices: bool,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 20.0)]
    limit: f64,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    fn devices(&self) -> anyhow::Result<Devices> {
        match self.device.as_str() {
            "cpu" => Ok(Devices::Cpu),
            "gpu" => Ok(Devices::Gpu(None)),
            other => bail!("--device {other}: expected cpu or gpu"),
        }
    }
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let patterns = match (&options.patterns[..], options.random) {
        ([], None) => options.size.iter().flat_map(|&size| all_connected(size)).collect(),
        ([], Some(count)) => {
            let [size] = options.size[..] else { bail!("--random draws patterns of one size") };
            random(count, size, &mut StdRng::seed_from_u64(options.seed))?
        }
        (named, _) => named.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let queries = patterns.iter().flat_map(|pattern| {
        let query = |semantics| Query::from(pattern.clone()).with_semantics(semantics);
        [Semantics::EdgeInduced, Semantics::VertexInduced].map(query)
    });
    match options.graphs[..] {
        [] => times(queries, &options),
        _ => shortlists::compare(&queries.collect::<Vec<_>>(), &options),
    }
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
