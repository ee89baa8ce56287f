//! Times of other programs, for comparison.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;

use super::task::Task;

/// What a program said, and the seconds that it took. Programs that did not end said nothing.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) program: String,
    pub(crate) threads: usize,
    pub(crate) seconds: f64,
    pub(crate) number: Option<u128>,
}

/// Reads `graph task program threads seconds … result` lines of runs with at most so many threads, by graph and task. Other tasks are passed over.
///
/// # Errors
/// The file, and why it cannot be read.
pub(crate) fn read(path: &Path, threads: usize) -> anyhow::Result<BTreeMap<(String, Task), Vec<Run>>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut runs: BTreeMap<_, Vec<Run>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [graph, task, program, own, seconds, .., result] = cells[..] else { continue };
        let (Some(task), Ok(own)) = (Task::parse(task), own.parse()) else { continue };
        if own > threads {
            continue;
        }
        let (seconds, number) = (seconds.parse().unwrap_or(f64::INFINITY), result.parse().ok());
        let run = Run { program: program.to_owned(), threads: own, seconds, number };
        runs.entry((graph.to_owned(), task)).or_default().push(run);
    }
    Ok(runs)
}
