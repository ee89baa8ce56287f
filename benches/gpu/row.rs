//! The rows of a table of counts and times.

use std::path::Path;

use anyhow::Context;
use gpm::{Pattern, Query};

/// One line of a table.
pub(crate) struct Row {
    pub(crate) graph: String,
    /// The name of what is counted.
    pub(crate) what: String,
    pub(crate) asked: Asked,
    /// The count that programs agree on.
    pub(crate) count: Option<u128>,
    pub(crate) best_peer: String,
    /// Milliseconds of its kernels; none if no program ended.
    pub(crate) best_ms: Option<f64>,
}

/// What is counted.
pub(crate) enum Asked {
    /// One pattern.
    One(Box<Query>),
    /// All vertex-induced subgraphs of so many vertices.
    Motifs(usize),
}

/// Reads a table. Rows that count nothing are left out.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| row(&line.split('\t').collect::<Vec<_>>()).transpose()).collect()
}

fn row(cells: &[&str]) -> anyhow::Result<Option<Row>> {
    let &[graph, _, _, what, edges, semantics, count, _, best_peer, best_ms, ..] = cells else { return Ok(None) };
    let asked = match what.strip_prefix("motifs -k ") {
        Some(size) => Asked::Motifs(size.parse()?),
        None if edges.is_empty() => return Ok(None),
        None => {
            let text = if what.starts_with("clique:") { what.to_owned() } else { edges.replace(' ', ", ") };
            let query = Query::from(text.parse::<Pattern>()?);
            Asked::One(Box::new(if semantics == "vertex-induced" { query.vertex_induced() } else { query }))
        }
    };
    Ok(Some(Row {
        graph: graph.to_owned(),
        what: what.to_owned(),
        asked,
        count: count.parse().ok(),
        best_peer: best_peer.to_owned(),
        best_ms: best_ms.parse().ok(),
    }))
}
