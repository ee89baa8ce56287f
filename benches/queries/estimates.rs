//! How near estimates of counts come, and how long they take, beside other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use gpm::{Control, Engine, EstimateOptions};

use crate::common::peers::read_runs;
use crate::data;
use crate::table::part;

/// What is asked of each query.
pub(crate) struct Goal {
    /// Half the length of the interval over the estimate.
    pub(crate) rel_error: f64,
    /// Seconds after which it is given up; what is known then is the estimate.
    pub(crate) limit: f64,
}

/// An estimate of a count that is known.
struct Told {
    /// The q-error: how many times too high or too low it is. Estimate and count are taken as 1 where they are less.
    q: f64,
    seconds: f64,
    /// Whether the interval holds the count, if there is one.
    holds: Option<bool>,
}

/// The estimates of other programs, by program, graph and file.
type Others = BTreeMap<String, BTreeMap<(String, String), Told>>;

/// Prints a row for each size of query on each graph, and below it one for each program that estimated some of these queries. Only queries whose
/// counts are known are estimated.
///
/// # Errors
/// What is wrong with a file or a query.
pub(crate) fn print(
    (folder, graphs, sizes): (&Path, &[String], &[usize]),
    engine: &Engine,
    goal: &Goal,
    peers: Option<&Path>,
) -> anyhow::Result<()> {
    let others = peers.map(read).transpose()?.unwrap_or_default();
    let within = goal.rel_error * 100.0;
    println!("{}; within {within} % or {} s a query.\n", engine.device(), goal.limit);
    println!(
        "| graph | vertices | program | queries | median q | 90 % of q | worst q | intervals that hold | mean s |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|");
    for data in data::read(folder, graphs)? {
        let data = data?;
        for size in data.sizes().into_iter().filter(|size| sizes.is_empty() || sizes.contains(size)) {
            let (mut own, mut names) = (Vec::new(), BTreeSet::new());
            for asked in data.of_size(size) {
                let Some(known) = asked.known else { continue };
                let options =
                    EstimateOptions { rel_error: goal.rel_error, may_count: false, ..EstimateOptions::default() };
                let control = Control::new().with_time_limit(Duration::from_secs_f64(goal.limit));
                let found = engine
                    .estimate(&data.graph, asked.query.clone(), options, &control)
                    .with_context(|| asked.name.clone())?;
                let count = known as f64;
                let holds = Some((found.low..=found.high).contains(&count));
                own.push(Told { q: q_error(found.estimate, count), seconds: found.seconds, holds });
                names.insert((data.name.clone(), asked.name.clone()));
            }
            if own.is_empty() {
                continue;
            }
            let row = (data.name.as_str(), size);
            print_row(row, "gpm", own.iter());
            for (program, told) in &others {
                print_row(row, program, names.iter().filter_map(|name| told.get(name)));
            }
        }
    }
    Ok(())
}

fn q_error(estimate: f64, count: f64) -> f64 {
    let (estimate, count) = (estimate.max(1.0), count.max(1.0));
    (estimate / count).max(count / estimate)
}

fn print_row<'a>((graph, size): (&str, usize), program: &str, told: impl Iterator<Item = &'a Told>) {
    let told: Vec<&Told> = told.collect();
    if told.is_empty() {
        return;
    }
    let mut q: Vec<f64> = told.iter().map(|own| own.q).collect();
    q.sort_by(f64::total_cmp);
    let number = |value: f64| if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0e}") };
    let [median, most, worst] = [0.5, 0.9, 1.0].map(|of| number(part(&q, of)));
    let with_intervals = told.iter().filter(|own| own.holds.is_some()).count();
    let hold = told.iter().filter(|own| own.holds == Some(true)).count();
    let hold = if with_intervals > 0 { format!("{hold} of {with_intervals}") } else { "-".to_owned() };
    let mean = told.iter().map(|own| own.seconds).sum::<f64>() / told.len() as f64;
    let queries = told.len();
    println!("| {graph} | {size} | {program} | {queries} | {median} | {most} | {worst} | {hold} | {mean:.3} |");
}

/// Reads a table of runs. A task is `estimate FILE`, perhaps with more behind a space, a result `est=E true(emb)=N …`. Other runs are passed over.
fn read(path: &Path) -> anyhow::Result<Others> {
    let mut others = Others::new();
    for run in read_runs(path)? {
        let Some(file) = run.task.strip_prefix("estimate ").and_then(|rest| rest.split(' ').next()) else { continue };
        let number = |name: &str| run.result.split(' ').find_map(|part| part.strip_prefix(name)?.parse::<f64>().ok());
        let (Some(estimate), Some(count), Some(seconds)) = (number("est="), number("true(emb)="), run.seconds) else {
            continue;
        };
        let told = Told { q: q_error(estimate, count), seconds, holds: None };
        others.entry(run.program).or_default().insert((run.graph, file.to_owned()), told);
    }
    Ok(others)
}
