//! Times what is not the count of one pattern, frequent patterns and maximal cliques, beside other programs, and prints a Markdown table.
//!
//! ```text
//! cargo bench --bench mining -- --peers FILE.tsv [--threads 2] [--gpu] [--limit 30] [NAME=]GRAPH…
//! ```
//! `FILE.tsv` has tab-separated lines `graph task program threads seconds … result`. Each task for one of the graphs is done, where the peers call it
//! `NAME`; `task.rs` says which there are. The time of gpm is that of the whole call on a graph that was read, the best of a few runs. Of the
//! peers the fastest counts that said the same number: the table says how many did.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod task;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use common::peers::{PeerRun, read_runs};
use common::{geometric_mean, named_graph};
use gpm::{Devices, Engine, EngineConfig, Graph};
use task::{Done, Task};

/// Times frequent patterns and maximal cliques.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs, perhaps after the name that the peers' file has for them and `=`
    #[arg(required = true)]
    graphs: Vec<String>,
    /// The tasks to do, with numbers and times of other programs
    #[arg(long)]
    peers: PathBuf,
    /// Programs of that file that are no peers
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Worker threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Use a GPU as well
    #[arg(long)]
    gpu: bool,
    /// Runs of which the best counts; one for a task that takes over a second
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Seconds after which a run is given up
    #[arg(long, default_value_t = 30)]
    limit: u64,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

/// Seconds from which on a task is not done again.
const LONG: f64 = 1.0;

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let mut peers: BTreeMap<(String, Task), Vec<PeerRun>> = BTreeMap::new();
    for run in read_runs(&options.peers)? {
        let is_peer = run.threads <= options.threads && !options.without.contains(&run.program);
        if let Some(task) = Task::parse(&run.task).filter(|_| is_peer) {
            peers.entry((run.graph.clone(), task)).or_default().push(run);
        }
    }
    let devices = if options.gpu { Devices::Gpu(None) } else { Devices::Cpu };
    let engine = Engine::new(&EngineConfig { devices, threads: Some(options.threads), ..EngineConfig::default() })?;
    println!(
        "{}; {} s a run, best of {} (one if it takes over {LONG} s).\n",
        engine.device(),
        options.limit,
        options.runs
    );
    println!("| graph | task | number | peers that say so | gpm s | fastest of these | its s | peer / gpm |");
    println!("|---|---|--:|--:|--:|---|--:|--:|");
    let mut ratios = Vec::new();
    for argument in &options.graphs {
        let (name, path) = argument.split_once('=').unwrap_or(("", argument));
        let (own, graph) = named_graph(Path::new(path))?;
        let name = if name.is_empty() { &own } else { name };
        for ((_, task), runs) in peers.iter().filter(|((graph, _), _)| graph == name) {
            let done = best(*task, &engine, &graph, &options)?;
            ratios.extend(print(&own, *task, done, runs));
        }
    }
    if let Some(mean) = geometric_mean(ratios.iter().copied()) {
        let behind = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        println!("\nGeometric mean of peer / gpm over {} tasks: {mean:.1}; {behind} below 1.", ratios.len());
    }
    Ok(())
}

fn best(task: Task, engine: &Engine, graph: &Graph, options: &Options) -> anyhow::Result<Done> {
    let run = || task.run(engine, graph, Duration::from_secs(options.limit));
    let mut best = run()?;
    for _ in 1..options.runs {
        if best.seconds > LONG {
            break;
        }
        let again = run()?;
        if again.seconds < best.seconds {
            best = again;
        }
    }
    Ok(best)
}

/// Prints a row; the ratio in it, if there is one.
fn print(graph: &str, task: Task, done: Done, runs: &[PeerRun]) -> Option<f64> {
    let Done { number, seconds, is_partial } = done;
    // The number and the time of each run that ended.
    let ended = runs.iter().filter_map(|run| Some((run.result.parse::<u128>().ok()?, run.seconds?, run)));
    let ended: Vec<_> = ended.collect();
    let right: Vec<_> = ended.iter().filter(|(said, ..)| !is_partial && *said == number).collect();
    let fastest = right.iter().min_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
    let (cells, ratio) = match fastest {
        Some((_, time, run)) => {
            let ratio = time / seconds;
            (format!("{} x{} | {time:.4} | {ratio:.2}", run.program, run.threads), Some(ratio))
        }
        None => (" |  | ".to_owned(), None),
    };
    let number = if is_partial { "not found".to_owned() } else { number.to_string() };
    println!("| {graph} | {task} | {number} | {} of {} | {seconds:.4} | {cells} |", right.len(), ended.len());
    ratio
}
