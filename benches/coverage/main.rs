//! How often the intervals of estimates hold the count, and how far the mean of the estimates is from it in standard errors, pair by pair of
//! a graph and a query, as a Markdown table.
//!
//! ```text
//! cargo bench --bench coverage -- [--seeds 20] [--samples 20000] [GRAPH…] [--motifs 4,5] [--answers FILE [--each 20]]
//! ```
//! Graphs are files or models such as `rmat:10:8`; those patterns are asked that can be counted in time. A table of answers has lines of a
//! graph's file, a pattern file and how many embeddings there are, separated by tabs, with files beside it.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use common::load_or_generate;
use gpm::{Control, Devices, Engine, EngineConfig, Estimate, EstimateOptions, Graph, Pattern, Query, Unit};
use gpm_plan::pattern::all_connected;

/// Intervals that hold the count.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs: files, or models such as rmat:10:8
    graphs: Vec<String>,
    /// Vertices of patterns
    #[arg(long, value_delimiter = ',', default_value = "3,4,5")]
    size: Vec<usize>,
    /// Sizes of motifs that are estimated together in each graph
    #[arg(long, value_delimiter = ',')]
    motifs: Vec<usize>,
    /// A table of answers: graph, pattern file, embeddings
    #[arg(long)]
    answers: Option<PathBuf>,
    /// Queries taken of each graph and number of vertices of that table
    #[arg(long, default_value_t = usize::MAX)]
    each: usize,
    /// Estimates of each pair
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// Samples of an estimate at most
    #[arg(long, default_value_t = 20_000)]
    samples: u64,
    /// ... and when it ends before
    #[arg(long, default_value_t = 0.02)]
    rel_error: f64,
    /// Seconds for a count
    #[arg(long, default_value_t = 5.0)]
    limit: f64,
    /// What takes samples: cpu or gpu
    #[arg(long, default_value = "cpu")]
    device: String,
    /// Worker threads of the CPU
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Options {
    fn goal(&self, seed: u64) -> EstimateOptions {
        EstimateOptions {
            rel_error: self.rel_error,
            samples: self.samples,
            seed,
            may_count: false,
            ..EstimateOptions::default()
        }
    }

    /// One estimate a seed.
    fn estimates(&self, engine: &Engine, graph: &Graph, query: &Query) -> anyhow::Result<Vec<Estimate>> {
        let one = |seed| Ok(engine.estimate(graph, query.clone(), self.goal(seed), &Control::new())?);
        (0..self.seeds).map(one).collect()
    }
}

/// What the intervals of all pairs were like.
#[derive(Default)]
struct Tally {
    held: u64,
    all: u64,
    pairs: usize,
    /// Of which fewer than 17 of 20 held.
    poor: Vec<String>,
    /// Of which the mean is more than four standard errors from the count.
    far: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let devices = if options.device == "gpu" { Devices::Gpu(None) } else { Devices::Cpu };
    let engine = Engine::new(&EngineConfig { devices, threads: Some(options.threads), ..EngineConfig::default() })?;
    println!("| graph | pattern | count | held | median estimate | mean in standard errors | mean valid |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    let mut tally = Tally::default();
    for name in &options.graphs {
        let graph = load_or_generate(name)?;
        for &size in &options.motifs {
            motifs(&engine, &options, (name, &graph), size, &mut tally)?;
        }
        for pattern in options.size.iter().flat_map(|&size| all_connected(size)) {
            let query = Query::from(pattern.clone());
            for query in [query.clone(), query.vertex_induced()] {
                let control = Control::new().with_time_limit(Duration::from_secs_f64(options.limit));
                let counted = engine.count_with(&graph, query.clone(), &control)?;
                if !counted.partial {
                    let title = (name.as_str(), format!("{pattern} {}", query.semantics));
                    let found = options.estimates(&engine, &graph, &query)?;
                    tally.add(&found.iter().collect::<Vec<_>>(), title, counted.count as f64);
                }
            }
        }
    }
    if let Some(table) = &options.answers {
        answered(&engine, &options, table, &mut tally)?;
    }
    let part = 100.0 * tally.held as f64 / tally.all.max(1) as f64;
    println!("\n{} of {} intervals of {} pairs held the count: {part:.1} %", tally.held, tally.all, tally.pairs);
    println!("pairs of which fewer than 85 % did: {}", tally.poor.len());
    tally.poor.iter().for_each(|pair| println!("- {pair}"));
    println!("pairs of which the mean is over 4 standard errors from the count: {}", tally.far.len());
    tally.far.iter().for_each(|pair| println!("- {pair}"));
    Ok(())
}

/// Estimates all motifs of a size, and counts those that can be counted in time.
fn motifs(
    engine: &Engine,
    options: &Options,
    (name, graph): (&str, &Graph),
    size: usize,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let runs = (0..options.seeds).map(|seed| engine.estimate_motifs(graph, size, options.goal(seed), &Control::new()));
    let runs: Vec<Vec<Estimate>> = runs.collect::<Result<_, _>>()?;
    for (at, pattern) in all_connected(size).into_iter().enumerate() {
        let control = Control::new().with_time_limit(Duration::from_secs_f64(options.limit));
        let counted = engine.count_with(graph, Query::from(pattern.clone()).vertex_induced(), &control)?;
        if !counted.partial {
            let of_pattern: Vec<&Estimate> = runs.iter().map(|run| &run[at]).collect();
            tally.add(&of_pattern, (name, format!("motif {pattern}")), counted.count as f64);
        }
    }
    Ok(())
}

/// Estimates the queries of a table of answers.
fn answered(engine: &Engine, options: &Options, table: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    let folder = table.parent().unwrap_or(Path::new("."));
    let text = fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?;
    let mut graphs: BTreeMap<String, Graph> = BTreeMap::new();
    let mut taken: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [graph, query, count] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let path = folder.join(query);
        let pattern = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // Larger ones than there can be are left out.
        let Ok(pattern) = Pattern::parse_file(&pattern, query) else { continue };
        let number = taken.entry((graph.to_owned(), pattern.num_vertices())).or_default();
        if *number == options.each {
            continue;
        }
        *number += 1;
        let loaded = match graphs.entry(graph.to_owned()) {
            Entry::Occupied(loaded) => loaded.into_mut(),
            Entry::Vacant(place) => {
                let packed = folder.join(format!("{graph}.gz"));
                place.insert(Graph::load(if packed.exists() { packed } else { folder.join(graph) })?)
            }
        };
        let query_of = Query { unit: Unit::Embeddings, ..Query::from(pattern) };
        let found = options.estimates(engine, loaded, &query_of)?;
        tally.add(&found.iter().collect::<Vec<_>>(), (graph, query.to_owned()), count.parse()?);
    }
    Ok(())
}

impl Tally {
    /// Prints the row of a pair.
    fn add(&mut self, found: &[&Estimate], (name, title): (&str, String), count: f64) {
        // What is counted below each root alike has an interval of no length, right to the digits of a float.
        let slack = 1e-9 * count;
        let holds = |own: &&&Estimate| own.low - slack <= count && count <= own.high + slack;
        let (held, seeds) = (found.iter().filter(holds).count() as u64, found.len() as u64);
        let valid: u64 = found.iter().map(|own| own.valid).sum();
        let mut estimates: Vec<f64> = found.iter().map(|own| own.estimate).collect();
        estimates.sort_by(f64::total_cmp);
        let median = estimates.get(estimates.len() / 2).copied().unwrap_or(f64::NAN);
        let mean = valid / seeds.max(1);
        let off = standard_errors(&estimates, count);
        println!("| {name} | {title} | {count} | {held}/{} | {median:.4e} | {off:.2} | {mean} |", seeds);
        if off.abs() > 4.0 {
            self.far.push(format!("{name} {title}: {off:.2}, {count} matches, {mean} valid"));
        }
        (self.held, self.all, self.pairs) = (self.held + held, self.all + seeds, self.pairs + 1);
        if held * 100 < 85 * seeds {
            self.poor.push(format!("{name} {title}: {held} of {seeds}, {count} matches, {median:.4e}, {mean} valid"));
        }
    }
}

/// How many of its standard errors the mean of some estimates is above what is estimated.
fn standard_errors(estimates: &[f64], count: f64) -> f64 {
    let number = estimates.len() as f64;
    let mean = estimates.iter().sum::<f64>() / number;
    let variance = estimates.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (number - 1.0);
    let error = (variance / number).sqrt();
    // Estimates without variance are right to the digits of a float.
    if (mean - count).abs() <= 1e-9 * count { 0.0 } else { (mean - count) / error }
}
