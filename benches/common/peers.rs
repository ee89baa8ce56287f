//! Runs of other programs, one a line of a table.

use std::path::Path;

use anyhow::Context;

/// A run: `graph task program threads seconds … result`, separated by tabs.
#[derive(Clone, Debug)]
pub(crate) struct PeerRun {
    pub(crate) graph: String,
    /// What the program did.
    pub(crate) task: String,
    pub(crate) program: String,
    pub(crate) threads: usize,
    /// By its own clock; nothing if it did not end.
    pub(crate) seconds: Option<f64>,
    /// What it said.
    pub(crate) result: String,
}

/// Reads a table. Comments and lines with fewer cells are passed over.
///
/// # Errors
/// The file, and why it cannot be read.
pub(crate) fn read_runs(path: &Path) -> anyhow::Result<Vec<PeerRun>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let run = |line: &str| {
        let [graph, task, program, threads, seconds, .., result] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let [graph, task, program, result] = [graph, task, program, result].map(str::to_owned);
        Some(PeerRun { graph, task, program, threads: threads.parse().ok()?, seconds: seconds.parse().ok(), result })
    };
    Ok(text.lines().filter(|line| !line.starts_with('#')).filter_map(run).collect())
}
