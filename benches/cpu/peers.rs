//! Times of other programs, for comparison.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use gpm::Report;

/// The fastest other program, by graph and pattern.
pub(crate) struct Peers {
    /// What the file says of itself: where its times come from.
    pub(crate) source: String,
    fastest: BTreeMap<(String, String), Peer>,
}

struct Peer {
    /// Its name and number of threads.
    name: String,
    seconds: f64,
}

impl Peers {
    /// Reads `graph task best_peer threads best_s …` lines, after comments of which the first says where the times come
    /// from. Other lines are passed over.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Peers> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let peer = |line: &str| {
            let [graph, task, name, threads, seconds] = line.split('\t').take(5).collect::<Vec<_>>().try_into().ok()?;
            let seconds = seconds.parse().ok()?;
            Some(((graph.to_owned(), task.to_owned()), Peer { name: format!("{name} x{threads}"), seconds }))
        };
        let source = text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or(" unknown");
        let fastest = text.lines().filter(|line| !line.starts_with('#')).filter_map(peer).collect();
        Ok(Peers { source: source.trim().to_owned(), fastest })
    }

    /// The peer's name, its seconds and how many times longer it took, which is also added to `ratios`.
    pub(crate) fn cells(&self, graph: &str, pattern: &str, report: &Report, ratios: &mut Vec<f64>) -> Vec<String> {
        let Some(Peer { name, seconds }) = self.fastest.get(&(graph.to_owned(), pattern.to_owned())) else {
            return vec![String::new(); 3];
        };
        let ratio = seconds / report.seconds.run;
        // A run that was cut short compares with nothing.
        let compared = if report.partial { "-".to_owned() } else { format!("{ratio:.2}") };
        if !report.partial {
            ratios.push(ratio);
        }
        vec![name.clone(), super::in_seconds(*seconds), compared]
    }
}
