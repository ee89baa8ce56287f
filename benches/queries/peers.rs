//! Times of other programs, for comparison.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::Context;

/// What other programs took, by data set and task.
pub(crate) struct Peers {
    runs: BTreeMap<(String, String), Vec<Run>>,
}

struct Run {
    seconds: f64,
    count: u128,
}

impl Peers {
    /// Reads `graph task program threads seconds … result` lines of runs with so many threads. A task is `all matches:FILE` or
    /// `first N:FILE`, perhaps with more behind a space. Runs that did not end, and other tasks, are passed over.
    pub(crate) fn read(path: &Path, threads: usize) -> anyhow::Result<Peers> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut runs: BTreeMap<_, Vec<Run>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [graph, task, _, used, seconds, .., result] = cells[..] else { continue };
            let Some((mode, file)) = task.split_once(':') else { continue };
            let file = file.split(' ').next().unwrap_or_default();
            let (Ok(seconds), Ok(count), true) = (seconds.parse(), result.parse(), used.parse() == Ok(threads)) else {
                continue;
            };
            let task = (graph.to_owned(), format!("{mode}:{file}"));
            runs.entry(task).or_default().push(Run { seconds, count });
        }
        Ok(Peers { runs })
    }

    /// The time of the fastest program for a query, in seconds. Where the count is known, programs that say another one do not count.
    /// Those that are asked for the first matches may find some more before they end.
    pub(crate) fn best(&self, graph: &str, file: &str, first: Option<NonZeroU64>, wanted: Option<u128>) -> Option<f64> {
        let mode = first.map_or("all matches".to_owned(), |first| format!("first {first}"));
        let runs = self.runs.get(&(graph.to_owned(), format!("{mode}:{file}")))?;
        let is_right = |run: &&Run| match (wanted, first) {
            (None, _) => true,
            (Some(wanted), Some(first)) if wanted == u128::from(first.get()) => run.count >= wanted,
            (Some(wanted), _) => run.count == wanted,
        };
        runs.iter().filter(is_right).map(|run| run.seconds).min_by(f64::total_cmp)
    }
}
