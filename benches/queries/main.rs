//! Times queries on labelled graphs, each with what it takes from the question to the count, and prints Markdown tables: one for all
//! matches, one for the first so many.
//!
//! ```text
//! cargo bench --bench queries -- [--threads 1] [--limit 10] [--peers FILE.tsv] [--each] [--planned] FOLDER
//! ```
//! With `--gpu` there is one table instead: of the queries that take all threads over a second, one at a time, beside one GPU. With
//! `--estimate 0.1` too: how far estimates within ten percent are from known counts.
//!
//! `FOLDER/NAME/` is a data set: one graph file and a folder `queries` of pattern files. `FOLDER/answers.tsv`, if there is one, has
//! tab-separated lines `NAME/GRAPH NAME/queries/FILE embeddings`. Counts are compared with these, and the two tables with each other.
//!
//! The time of a query is that of planning, compiling and searching, the best of a few runs, of which the first compiles. Reading and laying
//! out the graph are not in it. A query that was not answered within the limit has the time that it was given.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod data;
mod estimates;
mod hard;
mod peers;
mod table;

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use data::{Asked, DataSet};
use estimates::Goal;
use gpm::{Control, EachOptions, Engine, EngineConfig, Pass, PassSet, Report};
use peers::Peers;
use table::{Row, Timed, print_head, print_slow};

/// Times queries on labelled graphs.
#[derive(Parser, Debug)]
struct Options {
    /// A folder of data sets
    folder: PathBuf,
    /// Only these data sets
    #[arg(long, value_delimiter = ',')]
    graphs: Vec<String>,
    /// Only queries of so many vertices
    #[arg(long, value_delimiter = ',')]
    size: Vec<usize>,
    /// Worker threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seconds after which a query is given up
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// Matches that the second table asks for
    #[arg(long, default_value = "100000")]
    first: NonZeroU64,
    /// Runs of which the best counts; one for a query that takes over a second
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Times of other programs
    #[arg(long)]
    peers: Option<PathBuf>,
    /// Print the time of each query too
    #[arg(long)]
    each: bool,
    /// Print how much faster a GPU is instead, on each query that takes all threads over a second
    #[arg(long)]
    gpu: bool,
    /// Estimate counts instead, within this part of them
    #[arg(long, value_name = "PART")]
    estimate: Option<f64>,
    /// Answer all queries by plans
    #[arg(long)]
    planned: bool,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

/// Seconds from which on a query is not run again.
const LONG: f64 = 1.0;

/// What came of a query.
struct Answer {
    count: u128,
    is_partial: bool,
    /// Planning, compiling and searching.
    stages: [f64; 3],
    seconds: f64,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if options.gpu {
        let what = (options.folder.as_path(), options.graphs.as_slice(), options.size.as_slice());
        return hard::print(what, options.threads, options.limit, options.each);
    }
    let engine = Engine::cpu(&EngineConfig { threads: Some(options.threads), ..EngineConfig::default() })?;
    if let Some(rel_error) = options.estimate {
        let what = (options.folder.as_path(), options.graphs.as_slice(), options.size.as_slice());
        let goal = Goal { rel_error, limit: options.limit };
        return estimates::print(what, &engine, &goal, options.peers.as_deref());
    }
    let peers = options.peers.as_deref().map(|path| Peers::read(path, options.threads)).transpose()?;
    let (limit, runs) = (options.limit, options.runs);
    println!("{}; {limit} s a query, best of {runs} runs (one if it takes over {LONG} s).", engine.device());
    let mut counted = BTreeMap::new();
    for first in [None, Some(options.first)] {
        let sets = data::read(&options.folder, &options.graphs)?;
        print_head(first, peers.is_some());
        let mut all = Row::default();
        for data in sets {
            let data = data?;
            let sizes = data.sizes().into_iter().filter(|size| options.size.is_empty() || options.size.contains(size));
            for size in sizes {
                let asked = data.of_size(size);
                let answers = answers(&engine, &data, &asked, first, &options)?;
                let mut row = Row::default();
                for (asked, answer) in asked.iter().zip(answers) {
                    let name = (data.name.clone(), asked.name.clone());
                    // The count of all matches, told or counted for the table before.
                    let known = asked.known.or_else(|| counted.get(&name).copied());
                    if first.is_none() && !answer.is_partial {
                        counted.insert(name, answer.count);
                    }
                    let wanted = known.map(|known| first.map_or(known, |first| known.min(first.get().into())));
                    let peer = peers.as_ref().and_then(|peers| peers.best(&data.name, &asked.name, first, wanted));
                    if options.each {
                        let [plan, compile, run] = answer.stages.map(|seconds| seconds * 1e3);
                        let count = answer.count;
                        println!("{} {} {plan:.2} + {compile:.2} + {run:.2} ms {count}", data.name, asked.name);
                    }
                    row.add(timed(asked, &answer, wanted, peer));
                }
                row.print(&data.name, &size.to_string(), peers.is_some());
                all.join(row);
            }
        }
        all.print("all", "", peers.is_some());
        print_slow(&all);
    }
    Ok(())
}

fn timed(asked: &Asked, answer: &Answer, wanted: Option<u128>, peer: Option<f64>) -> Timed {
    let is_wrong = |wanted: u128| if answer.is_partial { answer.count > wanted } else { answer.count != wanted };
    Timed {
        name: asked.name.clone(),
        seconds: answer.seconds,
        is_answered: !answer.is_partial,
        is_wrong: wanted.map(is_wrong),
        peer,
    }
}

/// What comes of queries on the graph of a data set, in their order.
fn answers(
    engine: &Engine,
    data: &DataSet,
    asked: &[&Asked],
    limit: Option<NonZeroU64>,
    options: &Options,
) -> anyhow::Result<Vec<Answer>> {
    let each = EachOptions { query_time_limit: Some(Duration::from_secs_f64(options.limit)), limit };
    let mut best: Vec<Option<Answer>> = asked.iter().map(|_| None).collect();
    for _ in 0..options.runs.max(1) {
        let is_short = |place: &usize| best[*place].as_ref().is_none_or(|answer| answer.seconds < LONG);
        let places: Vec<usize> = (0..asked.len()).filter(is_short).collect();
        let query = |&place: &usize| match options.planned {
            true => asked[place].query.clone().without(PassSet::from(Pass::Brief)),
            false => asked[place].query.clone(),
        };
        let queries: Vec<_> = places.iter().map(query).collect();
        let mut failed = None;
        engine.count_each(&data.graph, &queries, each, &Control::new(), |at, answer| match answer {
            Ok(report) => {
                let (best, answer) = (&mut best[places[at]], answer_of(&report));
                if best.as_ref().is_none_or(|best| answer.seconds < best.seconds) {
                    *best = Some(answer);
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Some(anyhow::Error::from(error).context(asked[places[at]].name.clone()));
                ControlFlow::Break(())
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
    }
    Ok(best.into_iter().map(|answer| answer.expect("each query was asked")).collect())
}

fn answer_of(report: &Report) -> Answer {
    let stages = [report.seconds.plan, report.seconds.compile, report.seconds.run];
    Answer { count: report.count, is_partial: report.partial, stages, seconds: stages.iter().sum() }
}
