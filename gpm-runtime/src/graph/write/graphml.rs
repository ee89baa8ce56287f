//! Graph → GraphML, as our reader and those of Cytoscape, Gephi, networkx and igraph take it.

use std::io::{self, Write};
use std::path::Path;

use super::data::{self, Covered, Data, Kind, Label, has_vertex, id};
use super::out::{write_file, write_rows};
use crate::graph::{Graph, GraphError};

/// Labels of vertices are called as Neo4j does, those of edges as all do.
const VERTEX_LABEL: Label = Label("labels", ":");
const EDGE_LABEL: Label = Label("label", "");

/// Writes a graph with labels and attributes as GraphML to `path`, or the part of it that matches cover.
///
/// # Errors
/// The variants about the file system; [`xml_flaw`](super::xml_flaw) is invalid input.
pub fn write_graphml(graph: &Graph, covered: Option<&Covered>, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_graphml_to(graph, covered, out))
}

/// [`write_graphml`] to any writer, uncompressed.
///
/// ```
/// let graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let mut text = Vec::new();
/// gpm::graph::write::write_graphml_to(&graph, None, &mut text)?;
/// let (again, _) = gpm::graph::load_bytes("again", &text, &gpm::LoadOptions::default())?;
/// assert_eq!(again.num_edges(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of the writer, and [`xml_flaw`](super::xml_flaw) as invalid input.
pub fn write_graphml_to(graph: &Graph, covered: Option<&Covered>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(flaw) = data::xml_flaw(graph) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, flaw));
    }
    let of_vertices = data::of_vertices(graph, covered, VERTEX_LABEL);
    let of_edges = data::of_edges(graph, covered, EDGE_LABEL);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (place, domain, data) in [("n", "node", &of_vertices), ("e", "edge", &of_edges)] {
        for (at, Data { name, kind, .. }) in data.iter().enumerate() {
            let kind = match kind {
                Kind::Integer => " attr.type=\"long\"",
                Kind::Float => " attr.type=\"double\"",
                Kind::Text => " attr.type=\"string\"",
                // Without a type it is text to others, and to us whatever its values are.
                Kind::Moment => "",
            };
            writeln!(out, "<key id=\"{place}{at}\" for=\"{domain}\" attr.name=\"{}\"{kind}/>", data::escaped(name))?;
        }
    }
    let default = if graph.is_directed() { "directed" } else { "undirected" };
    writeln!(out, "<graph edgedefault=\"{default}\">")?;
    write_rows(graph, out, |text, v| {
        if has_vertex(covered, v) {
            text.extend_from_slice(format!("<node id=\"{}\"", id(graph, v)).as_bytes());
            push_data(text, ("node", "n"), &of_vertices, v as usize);
        }
    })?;
    write_rows(graph, out, |text, v| {
        for (entry, u) in data::edges(graph, covered, v) {
            let (from, to) = (id(graph, v), id(graph, u));
            text.extend_from_slice(format!("<edge source=\"{from}\" target=\"{to}\"").as_bytes());
            push_data(text, ("edge", "e"), &of_edges, entry);
        }
    })?;
    writeln!(out, "</graph>\n</graphml>")
}

/// Ends the tag of an element, with its data in it.
fn push_data(text: &mut Vec<u8>, (element, place): (&str, &str), data: &[Data<'_>], at: usize) {
    let mut is_open = false;
    for (key, data) in data.iter().enumerate() {
        let Some(value) = data.text(at) else { continue };
        if !is_open {
            text.push(b'>');
        }
        is_open = true;
        text.extend_from_slice(format!("<data key=\"{place}{key}\">{value}</data>").as_bytes());
    }
    match is_open {
        true => text.extend_from_slice(format!("</{element}>\n").as_bytes()),
        false => text.extend_from_slice(b"/>\n"),
    }
}
