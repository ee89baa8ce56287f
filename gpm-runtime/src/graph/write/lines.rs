//! Graph → lines: edge lists and `t`/`v`/`e`.

use std::io::{self, Write};
use std::path::Path;

use super::out::{write_file, write_rows};
use crate::graph::load::{is_mistaken, is_odd_number};
use crate::graph::{Graph, GraphError, OriginalId, VertexId};

/// Writes one edge a line, by original ids, to `path`; edge labels become a third column. Vertices without a neighbour
/// have no line. Cost: formatting in parallel, compression sequential.
///
/// # Errors
/// The variants about the file system; on error no file of that name appears.
pub fn write_edge_list(graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_edge_list_to(graph, out))
}

/// Writes `t`, `v` and `e` lines by original ids to `path`: keeps labels and vertices without a neighbour.
///
/// # Errors
/// As [`write_edge_list`], and [`labelled_flaw`].
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
    if is_named || starts_like_sizes(graph) {
        // Names of columns in a comment tell that the first line is an edge, whatever its names or numbers are.
        let label = if graph.out().labels().is_some() { " label" } else { "" };
        writeln!(out, "# source target{label}")?;
    }
    write_rows(graph, out, |text, v| push_edges(graph, text, v, b"", |text, v| push_id(text, graph.original_id(v))))
}

/// Whether the first edge would be read as the numbers of vertices and edges: its second id is the number of the edges after it, whose ids are counted
/// from 0 or from 1 up to its first.
fn starts_like_sizes(graph: &Graph) -> bool {
    let vertices = 0..graph.num_vertices() as VertexId;
    let mut edges = vertices.flat_map(|v| graph.out().row(v)[first_written(graph, v)..].iter().map(move |&u| [v, u]));
    let id = |v: VertexId| match graph.original_id(v) {
        OriginalId::Integer(id) => id,
        OriginalId::Name(_) => u64::MAX,
    };
    let Some([vertices, number]) = edges.next().map(|first| first.map(id)) else { return false };
    if number == 0 || number != graph.num_edges() - 1 {
        return false;
    }
    let ids = edges.flatten().map(id);
    let (least, most) = ids.fold((u64::MAX, 0), |(least, most), id| (least.min(id), most.max(id)));
    most < vertices || (most == vertices && least == 1)
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
/// Those of the writer, and [`labelled_flaw`] as invalid input.
pub fn write_labelled_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    if let Some(flaw) = labelled_flaw(graph) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, flaw));
    }
    writeln!(out, "t {} {}", graph.num_vertices(), graph.num_edges())?;
    let push = |text: &mut Vec<u8>, v: VertexId| push_id(text, graph.original_id(v));
    write_rows(graph, out, |text, v| {
        text.extend_from_slice(b"v ");
        push(text, v);
        if let Some(labels) = graph.vertex_labels() {
            text.push(b' ');
            text.extend_from_slice(graph.vertex_label_names().name(labels[v as usize]).unwrap_or("").as_bytes());
        }
        text.push(b'\n');
    })?;
    write_rows(graph, out, |text, v| push_edges(graph, text, v, b"e ", push))
}

/// What of a graph lines of `t`, `v` and `e` cannot hold, and which files can; `None` if they hold all but attributes and directions.
///
/// ```
/// let (graph, _) = gpm::graph::load_bytes("names", b"ann bob\n", &gpm::LoadOptions::default())?;
/// assert!(gpm::graph::write::labelled_flaw(&graph).is_some_and(|flaw| flaw.contains("names of vertices")));
/// # Ok::<(), gpm::GraphError>(())
/// ```
pub fn labelled_flaw(graph: &Graph) -> Option<&'static str> {
    let is_word = |label: &str| {
        let is_blank = |c: char| c.is_ascii_whitespace() || c.is_control() || c == ',' || c == ';';
        !label.is_empty() && !label.contains(is_blank)
    };
    if graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_)) {
        return Some("lines of t, v and e have numbers and no names of vertices: write .gpm or .el");
    }
    if graph.vertex_labels().is_some() && !graph.vertex_label_names().iter().all(is_word) {
        return Some("lines of t, v and e have no labels of vertices with blanks, commas or semicolons: write .gpm");
    }
    let has_bad_edge_label = graph.out().labels().is_some() && !graph.edge_label_names().iter().all(is_word);
    has_bad_edge_label
        .then_some("lines of t, v and e have no edge labels with blanks, commas or semicolons: write .gpm or .el")
}

/// The edges of row `v`: all of them if directed, else those to larger ids.
/// Place in the row of a vertex from which on its neighbours are written with it: an undirected edge has one line.
fn first_written(graph: &Graph, v: VertexId) -> usize {
    if graph.is_directed() { 0 } else { graph.out().row(v).partition_point(|&u| u <= v) }
}

fn push_edges(graph: &Graph, text: &mut Vec<u8>, v: VertexId, prefix: &[u8], push: impl Fn(&mut Vec<u8>, VertexId)) {
    let (row, labels) = (graph.out().row(v), graph.out().row_labels(v));
    for (i, &u) in row.iter().enumerate().skip(first_written(graph, v)) {
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
    if !has_sign && !needs_quotes(name, true) {
        return text.extend_from_slice(name.as_bytes());
    }
    push_quoted(text, name);
}

/// Whether a text that has no delimiter in it is read back only in quotes; names of vertices are read otherwise if they look like numbers
/// of other forms than ids.
#[doc(hidden)]
pub fn needs_quotes(text: &str, is_id: bool) -> bool {
    is_mistaken(text) || is_id && is_odd_number(text)
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
