//! How often the intervals of estimates hold the count, and how far the mean of the estimates is from it in standard errors, pair by pair of
//! a graph and a query, as a Markdown table.
//!
//! ```text
//! cargo bench --bench coverage -- [--seeds 20] [--samples 20000] [GRAPH…] [--answers FILE [--each 20]]
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
use gpm::{Control, Devices, Engine, EngineConfig, EstimateOptions, Graph, Pattern, Query, Unit};
use gpm_plan::pattern::all_connected;

/// Intervals that hold the count.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs: files, or models such as rmat:10:8
    graphs: Vec<String>,
    /// Vertices of patterns
    #[arg(long, value_delimiter = ',', default_value = "3,4,5")]
    size: Vec<usize>,
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
        for pattern in options.size.iter().flat_map(|&size| all_connected(size)) {
            let query = Query::from(pattern.clone());
            for query in [query.clone(), query.vertex_induced()] {
                let control = Control::new().with_time_limit(Duration::from_secs_f64(options.limit));
                let counted = engine.count_with(&graph, query.clone(), &control)?;
                if !counted.partial {
                    let title = (name.as_str(), format!("{pattern} {}", query.semantics));
                    tally.add(&engine, &options, &graph, (query, title), counted.count as f64)?;
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
        tally.add(engine, options, loaded, (query_of, (graph, query.to_owned())), count.parse()?)?;
    }
    Ok(())
}

impl Tally {
    /// Estimates one pair and prints its row.
    fn add(
        &mut self,
        engine: &Engine,
        options: &Options,
        graph: &Graph,
        (query, (name, title)): (Query, (&str, String)),
        count: f64,
    ) -> anyhow::Result<()> {
        let (mut held, mut estimates, mut valid) = (0, Vec::new(), 0);
        for seed in 0..options.seeds {
            let goal = EstimateOptions {
                rel_error: options.rel_error,
                samples: options.samples,
                seed,
                may_count: false,
                ..EstimateOptions::default()
            };
            let found = engine.estimate(graph, query.clone(), goal, &Control::new())?;
            // What is counted below each root alike has an interval of no length, right to the digits of a float.
            let slack = 1e-9 * count;
            held += u64::from(found.low - slack <= count && count <= found.high + slack);
            valid += found.valid;
            estimates.push(found.estimate);
        }
        estimates.sort_by(f64::total_cmp);
        let median = estimates.get(estimates.len() / 2).copied().unwrap_or(f64::NAN);
        let mean = valid / options.seeds.max(1);
        let off = standard_errors(&estimates, count);
        println!("| {name} | {title} | {count} | {held}/{} | {median:.4e} | {off:.2} | {mean} |", options.seeds);
        if off.abs() > 4.0 {
            self.far.push(format!("{name} {title}: {off:.2}, {count} matches, {mean} valid"));
        }
        (self.held, self.all, self.pairs) = (self.held + held, self.all + options.seeds, self.pairs + 1);
        if held * 100 < 85 * options.seeds {
            self.poor.push(format!(
                "{name} {title}: {held} of {}, {count} matches, {median:.4e}, {mean} valid",
                options.seeds
            ));
        }
        Ok(())
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
