//! Queries that take all threads long, beside one GPU.

use std::path::Path;
use std::time::{Duration, Instant};

use gpm::{Control, Devices, Engine, EngineConfig, Report, Session};

use crate::common::geometric_mean;
use crate::data::{self, Asked};

/// Seconds from which on a query is hard.
const HARD: f64 = 1.0;

/// A hard query.
struct Hard {
    /// From the question to the count, on threads and on a GPU; what was given up counts with the time that it had.
    seconds: [f64; 2],
    is_answered: [bool; 2],
}

/// Prints a row for each size of query on each graph, and each query if asked to. Each query has so many seconds on threads, and as many on a GPU.
///
/// # Errors
/// What is wrong with a file, a query or the GPU.
///
/// # Panics
/// If threads and a GPU count differently, or other than what is published.
pub(crate) fn print(
    (folder, graphs, sizes): (&Path, &[String], &[usize]),
    threads: usize,
    limit: f64,
    prints_each: bool,
) -> anyhow::Result<()> {
    let of = |devices| EngineConfig { devices, threads: Some(threads), ..EngineConfig::default() };
    let engines = [Engine::new(&of(Devices::Cpu))?, Engine::new(&of(Devices::Gpu(None)))?];
    println!("Over {HARD} s on {}, beside {}:\n", engines[0].device(), engines[1].device());
    println!(
        "| graph | vertices | queries | hard | on threads | on the GPU | seconds | GPU seconds | threads / GPU | least |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut all = Vec::new();
    for data in data::read(folder, graphs)? {
        let data = data?;
        let mut sessions = [Session::new(&data.graph), Session::new(&data.graph)];
        for size in data.sizes().into_iter().filter(|size| sizes.is_empty() || sizes.contains(size)) {
            let asked = data.of_size(size);
            let mut row = Vec::new();
            for own in &asked {
                if let Some(hard) = timed(&engines, &mut sessions, own, limit)? {
                    if prints_each {
                        println!("{} {} {:.3} s, {:.3} s", data.name, own.name, hard.seconds[0], hard.seconds[1]);
                    }
                    row.push(hard);
                }
            }
            print_row((&data.name, &size.to_string()), asked.len(), &row);
            all.extend(row);
        }
    }
    print_row(("all", ""), 0, &all);
    Ok(())
}

/// Times a query, if it is hard.
fn timed(
    engines: &[Engine; 2],
    sessions: &mut [Session<'_>; 2],
    asked: &Asked,
    limit: f64,
) -> anyhow::Result<Option<Hard>> {
    let mut count = |at: usize| -> anyhow::Result<(Report, f64)> {
        let (control, start) = (Control::new().with_time_limit(Duration::from_secs_f64(limit)), Instant::now());
        let report = engines[at].count_in(&mut sessions[at], asked.query.clone(), &control)?;
        Ok((report, start.elapsed().as_secs_f64()))
    };
    let (on_threads, seconds) = count(0)?;
    if seconds < HARD {
        return Ok(None);
    }
    let (on_gpu, gpu_seconds) = count(1)?;
    let mut counts =
        [&on_threads, &on_gpu].into_iter().filter(|own| !own.partial).map(|own| own.count).chain(asked.known);
    let first = counts.next();
    assert!(counts.all(|count| Some(count) == first), "{}: threads, the GPU and what is published differ", asked.name);
    Ok(Some(Hard { seconds: [seconds, gpu_seconds], is_answered: [!on_threads.partial, !on_gpu.partial] }))
}

fn print_row((graph, size): (&str, &str), asked: usize, row: &[Hard]) {
    let sum = |at: usize| row.iter().fold(0.0, |sum, hard| sum + hard.seconds[at]);
    let answered = |at: usize| row.iter().filter(|hard| hard.is_answered[at]).count();
    let factors: Vec<f64> =
        row.iter().filter(|own| own.is_answered[1]).map(|own| own.seconds[0] / own.seconds[1]).collect();
    let least = factors.iter().copied().reduce(f64::min).map_or("-".to_owned(), |least| format!("{least:.2}"));
    let mean = geometric_mean(factors.iter().copied()).map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    println!(
        "| {graph} | {size} | {} | {} | {} | {} | {:.1} | {:.1} | {mean} | {least} |",
        if asked == 0 { String::new() } else { asked.to_string() },
        row.len(),
        answered(0),
        answered(1),
        sum(0),
        sum(1),
    );
}
