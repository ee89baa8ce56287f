//! Times the plans that the planner picks beside those that it picks without some rewrites, for all connected patterns of a
//! size, and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench rewrites -- [--device gpu] [--size 5] [--patterns NAME,…] [--without PASS,…] GRAPH…
//! ```
//! Times are of the search, tables included, without planning and compiling: the best of a few runs after one to warm up. A row
//! whose counts differ is marked WRONG. `expected` is what the planner made of the two: the ratio of their costs, as sampled or
//! predicted. What was cut short by the limit is no count, and its time a bound. Where both plans are the
//! same there is no row.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Parser;
use common::{best, geometric_mean, graphs};
use gpm::pattern::{all_connected, catalog};
use gpm::{Control, Devices, Engine, EngineConfig, PassSet, Pattern, Plan, Query, Report};

/// Times plans with and without rewrites.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs
    #[arg(required = true)]
    graphs: Vec<PathBuf>,
    /// The rewrites to do without: by default those that count without enumerating
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "PASS",
        default_value = "conversion,fringe,decomposition,homomorphism-basis,codegree,both-ways,fuse"
    )]
    without: Vec<String>,
    /// Sizes of patterns
    #[arg(long, value_delimiter = ',', default_value = "4,5")]
    size: Vec<usize>,
    /// Only these patterns, of any size
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    patterns: Vec<Pattern>,
    /// Where to run: cpu or gpu
    #[arg(long, default_value = "cpu")]
    device: String,
    /// Worker threads of the CPU
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Runs of which the best counts, after one to warm up
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 4.0)]
    limit: f64,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let devices = match options.device.as_str() {
        "cpu" => Devices::Cpu,
        "gpu" => Devices::Gpu(None),
        other => bail!("--device {other}: expected cpu or gpu"),
    };
    let engine = Engine::new(&EngineConfig { devices, threads: Some(options.threads), ..EngineConfig::default() })?;
    let mut without = PassSet::default();
    for name in &options.without {
        without = without.union(PassSet::named(name).with_context(|| format!("there is no pass `{name}`"))?);
    }
    println!("{}; best of {} runs; without {without}.\n", engine.device(), options.runs);
    println!("| graph | pattern | count | ms | without, ms | without / with | expected |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    let (mut ratios, mut same) = (Vec::new(), 0);
    for loaded in graphs(&options.graphs) {
        let (name, graph) = loaded?;
        let best = |plan: &Plan| {
            let control = || Control::new().with_time_limit(Duration::from_secs_f64(options.limit));
            best(options.runs, 1.0, |report| report.seconds.run, || Ok(engine.count_planned(&graph, plan, &control())?))
        };
        let patterns = match &options.patterns[..] {
            [] => options.size.iter().flat_map(|&size| all_connected(size)).collect(),
            named => named.to_vec(),
        };
        for pattern in patterns {
            let asked = Query::from(pattern);
            for query in [asked.clone(), asked.vertex_induced()] {
                let with = engine.plan(&graph, &query)?;
                let plain = engine.plan(&graph, query.clone().without(without))?;
                if with.has_terms_of(&plain) {
                    same += 1;
                    continue;
                }
                ratios.extend(row(&name, &query, &best(&with)?, &best(&plain)?));
            }
        }
    }
    summarize(&mut ratios, same);
    Ok(())
}

/// Prints a row; the ratio, unless both were cut short.
fn row(graph: &str, query: &Query, with: &Report, plain: &Report) -> Option<f64> {
    let count = match (with.partial, plain.partial) {
        (true, _) => "(cut short)".to_owned(),
        (false, false) if with.count != plain.count => format!("WRONG {} or {}", with.count, plain.count),
        (false, _) => with.count.to_string(),
    };
    let bound = |report: &Report| if report.partial { "> " } else { "" };
    let ratio = plain.seconds.run / with.seconds.run;
    println!(
        "| {graph} | {} {} | {count} | {}{:.3} | {}{:.3} | {}{ratio:.2} | {:.2} |",
        name_of(&query.pattern),
        query.semantics,
        bound(with),
        with.seconds.run * 1e3,
        bound(plain),
        plain.seconds.run * 1e3,
        bound(plain),
        expected(plain) / expected(with),
    );
    (!with.partial).then_some(ratio)
}

/// What the planner expects a run to cost, in elements.
fn expected(report: &Report) -> f64 {
    // A run that was stopped before it was planned gives no ratio.
    report.plan.as_ref().map_or(f64::NAN, |plan| plan.choices[0].sampled.unwrap_or(plan.choices[0].cost))
}

fn name_of(pattern: &Pattern) -> String {
    catalog::name_of(pattern).map_or_else(|| pattern.to_string(), str::to_owned)
}

fn summarize(ratios: &mut [f64], same: usize) {
    let Some(mean) = geometric_mean(ratios.iter().copied()) else { return };
    ratios.sort_by(f64::total_cmp);
    let slower = ratios.iter().filter(|&&ratio| ratio < 1.0 / 1.05).count();
    println!(
        "\nGeometric mean of without / with over {} rows: {mean:.2}; {slower} are slower by more than 5 %, the least {:.2}. \
         {same} plans are the same.",
        ratios.len(),
        ratios[0]
    );
}
