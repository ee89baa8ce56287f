//! The rows of a table of counts and times.

use std::path::Path;

use anyhow::Context;
use gpm::{Pattern, Query};

/// One count on one graph.
pub(crate) struct Row {
    pub(crate) graph: String,
    pub(crate) pattern: String,
    pub(crate) query: Query,
    /// The count that programs agree on.
    pub(crate) count: Option<u128>,
    pub(crate) best_peer: String,
    /// Milliseconds of its kernels; none if no program ended.
    pub(crate) best_ms: Option<f64>,
}

/// Reads a table. Rows that are no count of one pattern are left out.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| row(&line.split('\t').collect::<Vec<_>>()).transpose()).collect()
}

fn row(cells: &[&str]) -> anyhow::Result<Option<Row>> {
    let &[graph, _, _, pattern, edges, semantics, count, _, best_peer, best_ms, ..] = cells else { return Ok(None) };
    if edges.is_empty() {
        return Ok(None);
    }
    let text = if pattern.starts_with("clique:") { pattern.to_owned() } else { edges.replace(' ', ", ") };
    let query = Query::from(text.parse::<Pattern>()?);
    Ok(Some(Row {
        graph: graph.to_owned(),
        pattern: pattern.to_owned(),
        query: if semantics == "vertex-induced" { query.vertex_induced() } else { query },
        count: count.parse().ok(),
        best_peer: best_peer.to_owned(),
        best_ms: best_ms.parse().ok(),
    }))
}
