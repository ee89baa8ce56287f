//! Graph → text: edge lists and `t`/`v`/`e`, plain, `.gz` or `.zst` by name, atomically.

use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::atomic_file::AtomicFile;
use super::load::is_missing;
use super::{Graph, GraphError, OriginalId, VertexId};

/// Rows formatted by one task.
const BLOCK_ROWS: usize = 1 << 12;
/// Tasks formatted before their text is written.
const BATCH_BLOCKS: usize = 64;

/// Writes one edge a line, by original ids, to `path`; edge labels become a third column. Vertices without a neighbour
/// have no line. Cost: formatting in parallel, compression sequential.
///
/// # Errors
/// The variants about the file system; on error no file of that name appears.
pub fn write_edge_list(graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_edge_list_to(graph, out))
}

/// Writes `t`, `v` and `e` lines by internal ids to `path`: keeps labels and vertices without a neighbour.
///
/// # Errors
/// As [`write_edge_list`].
pub fn write_labelled(graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_labelled_to(graph, out))
}

/// [`write_edge_list`] to any writer, uncompressed.
///
/// ```
/// let graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let mut text = Vec::new();
/// gpm::graph::write::write_edge_list_to(&graph, &mut text)?;
/// assert_eq!(text, b"0 1\n1 2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of the writer.
pub fn write_edge_list_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    let is_named = graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_));
    if is_named {
        // Names of columns in a comment tell that the first line is an edge, whatever its names are.
        let label = if graph.out().labels().is_some() { " label" } else { "" };
        writeln!(out, "# source target{label}")?;
    }
    write_rows(graph, out, |text, v| push_edges(graph, text, v, b"", |text, v| push_id(text, graph.original_id(v))))
}

/// [`write_labelled`] to any writer, uncompressed.
///
/// ```
/// let graph = gpm::Graph::from_edges(2, [(0, 1)])?;
/// let mut text = Vec::new();
/// gpm::graph::write::write_labelled_to(&graph, &mut text)?;
/// assert_eq!(text, b"t 2 1\nv 0\nv 1\ne 0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of the writer.
pub fn write_labelled_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "t {} {}", graph.num_vertices(), graph.num_edges())?;
    let internal = |text: &mut Vec<u8>, v: VertexId| push_id(text, OriginalId::Integer(v.into()));
    write_rows(graph, out, |text, v| {
        text.extend_from_slice(b"v ");
        internal(text, v);
        if let Some(labels) = graph.vertex_labels() {
            text.push(b' ');
            text.extend_from_slice(graph.vertex_label_names().name(labels[v as usize]).unwrap_or("").as_bytes());
        }
        text.push(b'\n');
    })?;
    write_rows(graph, out, |text, v| push_edges(graph, text, v, b"e ", internal))
}

/// Writes through the compressor that the name of `path` asks for.
fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), GraphError> {
    let failed = |source| GraphError::io(path, "write", source);
    let mut file = AtomicFile::create(path).map_err(failed)?;
    let written = match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => {
            let mut encoder = flate2::write::GzEncoder::new(&mut file, flate2::Compression::fast());
            write(&mut encoder).and_then(|()| encoder.finish().map(drop))
        }
        Some("zst") => zstd::Encoder::new(&mut file, 3).and_then(|mut encoder| {
            write(&mut encoder)?;
            encoder.finish().map(drop)
        }),
        Some(_) | None => write(&mut file),
    };
    written.and_then(|()| file.commit()).map_err(failed)
}

/// Formats all rows in parallel and writes them in order.
fn write_rows(graph: &Graph, out: &mut dyn Write, format: impl Fn(&mut Vec<u8>, VertexId) + Sync) -> io::Result<()> {
    let n = graph.num_vertices();
    let blocks: Vec<usize> = (0..n).step_by(BLOCK_ROWS).collect();
    for batch in blocks.chunks(BATCH_BLOCKS) {
        let texts: Vec<Vec<u8>> = batch
            .par_iter()
            .map(|&first| {
                let mut text = Vec::new();
                (first..n.min(first + BLOCK_ROWS)).for_each(|v| format(&mut text, v as VertexId));
                text
            })
            .collect();
        texts.iter().try_for_each(|text| out.write_all(text))?;
    }
    Ok(())
}

/// The edges of row `v`: all of them if directed, else those to larger ids.
fn push_edges(graph: &Graph, text: &mut Vec<u8>, v: VertexId, prefix: &[u8], push: impl Fn(&mut Vec<u8>, VertexId)) {
    let (row, labels) = (graph.out().row(v), graph.out().row_labels(v));
    let start = if graph.is_directed() { 0 } else { row.partition_point(|&u| u <= v) };
    for (i, &u) in row.iter().enumerate().skip(start) {
        text.extend_from_slice(prefix);
        push(text, v);
        text.push(b' ');
        push(text, u);
        if let Some(labels) = labels {
            text.push(b' ');
            let label = graph.edge_label_names().name(labels[i]).unwrap_or("");
            if prefix.is_empty() { push_name(text, label) } else { text.extend_from_slice(label.as_bytes()) }
        }
        text.push(b'\n');
    }
}

/// A name as edge lists have it: in quotes if it would be read as something else.
fn push_name(text: &mut Vec<u8>, name: &str) {
    let has_sign = name.contains(|c: char| c.is_whitespace() || "\",;|#%{".contains(c));
    if !has_sign && !name.is_empty() && !is_missing(name.as_bytes()) {
        return text.extend_from_slice(name.as_bytes());
    }
    push_quoted(text, name);
}

/// Appends a text in quotes as csv has it; quotes within are doubled.
#[doc(hidden)]
pub fn push_quoted(text: &mut Vec<u8>, value: &str) {
    text.push(b'"');
    text.extend_from_slice(value.replace('"', "\"\"").as_bytes());
    text.push(b'"');
}

fn push_id(text: &mut Vec<u8>, id: OriginalId<'_>) {
    match id {
        OriginalId::Name(name) => push_name(text, name),
        OriginalId::Integer(value) => text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
}
