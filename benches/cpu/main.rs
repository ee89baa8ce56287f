//! Times the search for the usual unlabelled patterns on given graphs and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench cpu -- [--threads 2] [--peers FILE.tsv] GRAPH…
//! ```
//! `run` is the search alone, the best of a few; reading the graph is not timed. With `--peers`, a table of tab-separated
//! `graph task best_peer threads best_s …` lines, each row also says how the fastest other program did.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod peers;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use common::{best, geometric_mean, graphs};
use gpm::{Control, Engine, EngineConfig, Pattern, Query, Report};
use peers::Peers;

const PATTERNS: &[&str] =
    &["triangle", "4-clique", "5-clique", "diamond", "tailed-triangle", "4-cycle", "house", "5-cycle"];

/// Times counting on the CPU.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs
    #[arg(required = true)]
    graphs: Vec<PathBuf>,
    /// Patterns to count
    #[arg(long, value_delimiter = ',', default_values_t = PATTERNS.iter().map(|&name| name.to_owned()))]
    patterns: Vec<String>,
    /// Worker threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Runs of which the best counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 300)]
    limit: u64,
    /// Times of other programs
    #[arg(long)]
    peers: Option<PathBuf>,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let peers = options.peers.as_deref().map(Peers::read).transpose()?;
    let engine = Engine::cpu(&EngineConfig { threads: Some(options.threads), ..EngineConfig::default() })?;
    println!("{}: {}; best of {} runs (one if it takes over 2 s).\n", cpu_model(), engine.device(), options.runs);
    match peers {
        None => println!("| graph | pattern | count | run s | plan + compile ms |\n|---|---|--:|--:|--:|"),
        Some(_) => println!(
            "| graph | pattern | count | run s | plan + compile ms | fastest peer | its s | peer / gpm |\n\
             |---|---|--:|--:|--:|---|--:|--:|"
        ),
    }
    let mut ratios = Vec::new();
    for loaded in graphs(&options.graphs) {
        let (name, graph) = loaded?;
        for pattern in &options.patterns {
            let query = Query::from(pattern.parse::<Pattern>()?);
            let control = || Control::new().with_time_limit(Duration::from_secs(options.limit));
            // Later runs find plan and code.
            let mut preparation = 0.0_f64;
            let run = || {
                let report = engine.count_with(&graph, &query, &control())?;
                preparation = preparation.max(report.seconds.plan + report.seconds.compile);
                Ok(report)
            };
            let report = best(options.runs.saturating_sub(1), 2.0, |report| report.seconds.run, run)?;
            let mut row = cells(&name, pattern, &report, preparation);
            if let Some(peers) = &peers {
                row.extend(peers.cells(&name, pattern, &report, &mut ratios));
            }
            println!("| {} |", row.join(" | "));
        }
    }
    if let Some(peers) = &peers {
        println!("\nThe peers' times were read from a file, not measured in this run: {}", peers.source);
    }
    if let Some(mean) = geometric_mean(ratios.iter().copied()) {
        println!("\nGeometric mean of peer / gpm over {} rows: {mean:.2}.", ratios.len());
    }
    Ok(())
}

fn cells(graph: &str, pattern: &str, report: &Report, preparation: f64) -> Vec<String> {
    let Report { count, partial, seconds, .. } = report;
    let count = if *partial { "(cut short)".to_owned() } else { count.to_string() };
    vec![graph.to_owned(), pattern.to_owned(), count, in_seconds(seconds.run), format!("{:.1}", preparation * 1e3)]
}

/// Three significant digits or so.
fn in_seconds(seconds: f64) -> String {
    if seconds < 0.1 { format!("{seconds:.5}") } else { format!("{seconds:.3}") }
}

fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| "unknown CPU".to_owned(), |(_, model)| model.trim().to_owned())
}
