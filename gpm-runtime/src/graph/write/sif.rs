//! Graph → SIF, the simple interaction format of Cytoscape: a vertex, what it does, and another vertex, with tabs between them.

use std::io::{self, Write};
use std::path::Path;

use super::out::{write_file, write_rows};
use crate::graph::{Graph, GraphError, OriginalId, VertexId};

/// What vertices do whose edge has no label.
const INTERACTION: &str = "interacts with";

/// Writes a graph as SIF to `path`: labels of edges are interactions, and a vertex without a neighbor has a line for itself. Labels of vertices,
/// attributes and whether edges have directions are not part of the format.
///
/// # Errors
/// The variants about the file system; [`sif_flaw`] as invalid input.
pub fn write_sif(graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_sif_to(graph, out))
}

/// [`write_sif`] to any writer, uncompressed.
///
/// ```
/// let graph = gpm::Graph::from_edges(3, [(0, 1)])?;
/// let mut text = Vec::new();
/// gpm::graph::write::write_sif_to(&graph, &mut text)?;
/// assert_eq!(text, b"0\tinteracts with\t1\n2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of the writer; [`sif_flaw`] as invalid input.
pub fn write_sif_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    if let Some(flaw) = sif_flaw(graph) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, flaw));
    }
    let name = |v: VertexId| match graph.original_id(v) {
        OriginalId::Name(name) => name.to_owned(),
        OriginalId::Integer(id) => id.to_string(),
    };
    write_rows(graph, out, |text, v| {
        let (row, labels) = (graph.out().row(v), graph.out().row_labels(v));
        if row.is_empty() && graph.incoming().degree(v) == 0 {
            text.extend_from_slice(format!("{}\n", name(v)).as_bytes());
        }
        let start = if graph.is_directed() { 0 } else { row.partition_point(|&u| u <= v) };
        for (at, &u) in row.iter().enumerate().skip(start) {
            let label = labels.and_then(|labels| graph.edge_label_names().name(labels[at]));
            let interaction = label.filter(|label| !label.is_empty()).unwrap_or(INTERACTION);
            text.extend_from_slice(format!("{}\t{interaction}\t{}\n", name(v), name(u)).as_bytes());
        }
    })
}

/// What of a graph lines of SIF cannot hold.
///
/// ```
/// assert!(gpm::graph::write::sif_flaw(&gpm::Graph::from_edges(2, [(0, 1)])?).is_none());
/// # Ok::<(), gpm::GraphError>(())
/// ```
pub fn sif_flaw(graph: &Graph) -> Option<&'static str> {
    let is_bad = |text: &str| text.contains(['\t', '\n', '\r']);
    let is_bad_name =
        |v: VertexId| matches!(graph.original_id(v), OriginalId::Name(name) if is_bad(name) || name.is_empty());
    let is_bad = (0..graph.num_vertices() as VertexId).any(is_bad_name) || graph.edge_label_names().iter().any(is_bad);
    is_bad.then_some("lines of SIF have no names with tabs or line ends: write .gpm or .graphml")
}
