//! Graph → GEXF 1.3, as Gephi and networkx take it.

use std::io::{self, Write};
use std::path::Path;

use super::data::{self, Data, Kind, Label, id};
use super::out::{write_file, write_rows};
use crate::graph::{Graph, GraphError};

/// A node of GEXF has a label already, which is its name.
const VERTEX_LABEL: Label = Label("labels", "");
const EDGE_LABEL: Label = Label("label", "");

/// Writes a graph with labels and attributes as GEXF to `path`.
///
/// # Errors
/// The variants about the file system; [`xml_flaw`](super::xml_flaw) is invalid input.
pub fn write_gexf(graph: &Graph, path: impl AsRef<Path>) -> Result<(), GraphError> {
    write_file(path.as_ref(), |out| write_gexf_to(graph, out))
}

/// [`write_gexf`] to any writer, uncompressed.
///
/// ```
/// let graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let mut text = Vec::new();
/// gpm::graph::write::write_gexf_to(&graph, &mut text)?;
/// assert_eq!(String::from_utf8(text)?.matches("<edge ").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of the writer, and [`xml_flaw`](super::xml_flaw) as invalid input.
pub fn write_gexf_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    if let Some(flaw) = data::xml_flaw(graph) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, flaw));
    }
    let of_vertices = data::of_vertices(graph, None, VERTEX_LABEL);
    let of_edges = data::of_edges(graph, None, EDGE_LABEL);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">")?;
    let default = if graph.is_directed() { "directed" } else { "undirected" };
    writeln!(out, "<graph defaultedgetype=\"{default}\">")?;
    for (class, data) in [("node", &of_vertices), ("edge", &of_edges)].into_iter().filter(|(_, data)| !data.is_empty())
    {
        writeln!(out, "<attributes class=\"{class}\">")?;
        for (at, Data { name, kind, .. }) in data.iter().enumerate() {
            let kind = match kind {
                Kind::Integer => "long",
                Kind::Float => "double",
                Kind::Text | Kind::Moment => "string",
            };
            writeln!(out, "<attribute id=\"{at}\" title=\"{}\" type=\"{kind}\"/>", data::escaped(name))?;
        }
        writeln!(out, "</attributes>")?;
    }
    writeln!(out, "<nodes>")?;
    write_rows(graph, out, |text, v| {
        let name = id(graph, v);
        text.extend_from_slice(format!("<node id=\"{name}\" label=\"{name}\"").as_bytes());
        push_values(text, "node", &of_vertices, v as usize);
    })?;
    writeln!(out, "</nodes>\n<edges>")?;
    write_rows(graph, out, |text, v| {
        for (entry, u) in data::edges(graph, None, v) {
            let (from, to) = (id(graph, v), id(graph, u));
            text.extend_from_slice(format!("<edge id=\"{entry}\" source=\"{from}\" target=\"{to}\"").as_bytes());
            push_values(text, "edge", &of_edges, entry);
        }
    })?;
    writeln!(out, "</edges>\n</graph>\n</gexf>")
}

/// Ends the tag of an element, with its values in it.
fn push_values(text: &mut Vec<u8>, element: &str, data: &[Data<'_>], at: usize) {
    let values = data.iter().enumerate().filter_map(|(key, data)| Some((key, data.text(at)?)));
    let values: String = values.map(|(key, value)| format!("<attvalue for=\"{key}\" value=\"{value}\"/>")).collect();
    let end = match values.is_empty() {
        true => "/>\n".to_owned(),
        false => format!("><attvalues>{values}</attvalues></{element}>\n"),
    };
    text.extend_from_slice(end.as_bytes());
}
