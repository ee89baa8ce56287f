//! Times of other programs, for comparison.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;

use crate::common::peers::read_runs;

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
        let mut runs: BTreeMap<_, Vec<Run>> = BTreeMap::new();
        for run in read_runs(path)?.into_iter().filter(|run| run.threads == threads) {
            let Some((mode, file)) = run.task.split_once(':') else { continue };
            let file = file.split(' ').next().unwrap_or_default();
            let (Some(seconds), Ok(count)) = (run.seconds, run.result.parse()) else { continue };
            runs.entry((run.graph, format!("{mode}:{file}"))).or_default().push(Run { seconds, count });
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
