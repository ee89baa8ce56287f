//! What formats with attributes say of vertices and edges: labels, columns, and how many matches they are part of.

use quick_xml::escape::escape;

use crate::graph::attributes::Column;
use crate::graph::{Graph, LabelId, LabelNames, OriginalId, VertexId};

/// The part of a graph that matches cover: how many have each vertex, and each entry of the out rows. What is in none is left out.
///
/// ```
/// use gpm::Graph;
/// use gpm::graph::write::{Covered, write_graphml_to};
///
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let mut covered = Covered::new(&graph);
/// covered.add(&graph, &[0, 1], &[(0, 1)]);
/// let mut text = Vec::new();
/// write_graphml_to(&graph, Some(&covered), &mut text)?;
/// assert_eq!(String::from_utf8(text)?.matches("<node ").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Covered {
    vertices: Vec<u64>,
    entries: Vec<u64>,
}

impl Covered {
    /// By no match yet.
    pub fn new(graph: &Graph) -> Covered {
        Covered { vertices: vec![0; graph.num_vertices()], entries: vec![0; graph.out().neighbors().len()] }
    }

    /// By one more match, of these vertices and of the edges that the graph has between (from and to, if directed) these ends, each given once.
    pub fn add(&mut self, graph: &Graph, vertices: &[VertexId], edges: &[(VertexId, VertexId)]) {
        vertices.iter().for_each(|&v| self.vertices[v as usize] += 1);
        for &(u, v) in edges {
            if let Some(entry) = entry_of(graph, u, v) {
                self.entries[entry] += 1;
            }
        }
    }
}

/// The entry that is written for an edge: of an undirected one that in the row of its smaller end.
fn entry_of(graph: &Graph, u: VertexId, v: VertexId) -> Option<usize> {
    let (from, to) = if graph.is_directed() { (u, v) } else { (u.min(v), u.max(v)) };
    graph.edge_entry(from, to)
}

/// What a value is, which formats have words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Float,
    Text,
    /// A date or a time, for which these formats have no word: text that says what it is.
    Moment,
}

/// Values of vertices or edges under one name.
pub(super) struct Data<'g> {
    pub(super) name: String,
    pub(super) kind: Kind,
    values: Values<'g>,
}

enum Values<'g> {
    Labels(&'g [LabelId], &'g LabelNames, &'static str),
    Counts(&'g [u64]),
    Column(&'g Column),
}

impl Data<'_> {
    /// The value at a place as text that is escaped; `None` if it is missing.
    pub(super) fn text(&self, at: usize) -> Option<String> {
        const MISSING: i64 = i64::MIN;
        match self.values {
            Values::Labels(labels, names, before) => {
                Some(format!("{before}{}", escaped(names.name(labels[at]).unwrap_or(""))))
            }
            Values::Counts(counts) => Some(counts[at].to_string()),
            Values::Column(Column::Integers(values)) => {
                Some(values[at]).filter(|&value| value != MISSING).map(|v| v.to_string())
            }
            // With a point or an exponent, so that it is no integer.
            Values::Column(Column::Floats(values)) => {
                Some(values[at]).filter(|value| !value.is_nan()).map(|v| format!("{v:?}"))
            }
            Values::Column(Column::Wide(values)) => values.get(at).map(|value| value.to_string()),
            Values::Column(Column::Text(values)) => values.get(at).map(escaped),
            Values::Column(Column::Moments(calendar, values)) => {
                Some(values[at]).filter(|&value| value != MISSING).map(|value| escaped(&calendar.text(value)))
            }
        }
    }
}

/// All that is said of vertices, or of edges.
pub(super) fn of_vertices<'g>(graph: &'g Graph, covered: Option<&'g Covered>, label: Label) -> Vec<Data<'g>> {
    let labels = graph.vertex_labels().map(|labels| (labels, graph.vertex_label_names()));
    let columns = graph.vertex_column_names().filter_map(|name| Some((name, graph.vertex_column(name)?)));
    all(labels, columns, covered.map(|covered| &covered.vertices[..]), label)
}

/// The same of edges, by entries of the out rows.
pub(super) fn of_edges<'g>(graph: &'g Graph, covered: Option<&'g Covered>, label: Label) -> Vec<Data<'g>> {
    let labels = graph.out().labels().map(|labels| (labels, graph.edge_label_names()));
    let columns = graph.edge_column_names().filter_map(|name| Some((name, graph.edge_column(name)?)));
    all(labels, columns, covered.map(|covered| &covered.entries[..]), label)
}

/// What a format calls labels, and what it has before each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(pub(super) &'static str, pub(super) &'static str);

fn all<'g>(
    labels: Option<(&'g [LabelId], &'g LabelNames)>,
    columns: impl Iterator<Item = (&'g str, &'g Column)>,
    counts: Option<&'g [u64]>,
    Label(name, before): Label,
) -> Vec<Data<'g>> {
    let mut data = Vec::new();
    if let Some((labels, names)) = labels {
        data.push(Data { name: name.to_owned(), kind: Kind::Text, values: Values::Labels(labels, names, before) });
    }
    for (name, column) in columns {
        let kind = match column {
            Column::Integers(_) | Column::Wide(_) => Kind::Integer,
            Column::Floats(_) => Kind::Float,
            Column::Text(_) => Kind::Text,
            Column::Moments(..) => Kind::Moment,
        };
        // A file in which labels are data has them as a column too, which they are now.
        if data.iter().all(|own: &Data<'_>| own.name != name) {
            data.push(Data { name: name.to_owned(), kind, values: Values::Column(column) });
        }
    }
    if let Some(counts) = counts {
        let mut name = "matches".to_owned();
        while data.iter().any(|own| own.name == name) {
            name.insert_str(0, "gpm_");
        }
        data.push(Data { name, kind: Kind::Integer, values: Values::Counts(counts) });
    }
    data
}

/// Whether a vertex is written.
pub(super) fn has_vertex(covered: Option<&Covered>, v: VertexId) -> bool {
    covered.is_none_or(|covered| covered.vertices[v as usize] > 0)
}

/// The edges of row `v` that are written, each with its entry and its other end.
pub(super) fn edges<'g>(
    graph: &'g Graph,
    covered: Option<&'g Covered>,
    v: VertexId,
) -> impl Iterator<Item = (usize, VertexId)> + 'g {
    let row = graph.out().row(v);
    let start = if graph.is_directed() { 0 } else { row.partition_point(|&u| u <= v) };
    let first = graph.out().offsets()[v as usize] as usize;
    let entries = row.iter().enumerate().skip(start).map(move |(at, &u)| (first + at, u));
    entries.filter(move |&(entry, _)| covered.is_none_or(|covered| covered.entries[entry] > 0))
}

/// The id of a vertex as text that is escaped.
pub(super) fn id(graph: &Graph, v: VertexId) -> String {
    match graph.original_id(v) {
        OriginalId::Name(name) => escaped(name),
        OriginalId::Integer(id) => id.to_string(),
    }
}

/// Text as XML has it between marks, and between tags; line ends and tabs as numbers, as they would be blanks.
pub(super) fn escaped(text: &str) -> String {
    let text = escape(text);
    if !text.contains(['\t', '\n', '\r']) {
        return text.into_owned();
    }
    text.replace('\t', "&#9;").replace('\n', "&#10;").replace('\r', "&#13;")
}

/// What XML, and so GraphML and GEXF, cannot hold of a graph.
///
/// ```
/// assert!(gpm::graph::write::xml_flaw(&gpm::Graph::from_edges(2, [(0, 1)])?).is_none());
/// # Ok::<(), gpm::GraphError>(())
/// ```
pub fn xml_flaw(graph: &Graph) -> Option<String> {
    let is_bad_char = |c: char| (c < ' ' && !"\t\n\r".contains(c)) || "\u{fffe}\u{ffff}".contains(c);
    let is_bad = |text: &str| text.contains(is_bad_char);
    let name = (0..graph.num_vertices() as VertexId).find_map(|v| match graph.original_id(v) {
        OriginalId::Name(name) if is_bad(name) => Some(name),
        _ => None,
    });
    let labels = || graph.vertex_label_names().iter().chain(graph.edge_label_names().iter());
    let vertices = || graph.vertex_column_names().filter_map(|name| graph.vertex_column(name));
    let edges = || graph.edge_column_names().filter_map(|name| graph.edge_column(name));
    let texts =
        vertices().chain(edges()).filter_map(|column| if let Column::Text(text) = column { Some(text) } else { None });
    let mut in_columns = texts.flat_map(|text| (0..text.len()).filter_map(|at| text.get(at)));
    let bad = name.or_else(|| labels().find(|text| is_bad(text))).or_else(|| in_columns.find(|text| is_bad(text)));
    let is_wide = vertices().chain(edges()).any(|column| matches!(column, Column::Wide(_)));
    let of_text = bad.map(|text| format!("the text {text:?} has a character that XML cannot hold: write .gpm"));
    of_text.or_else(|| is_wide.then(|| "GraphML and GEXF have no integers of more than 64 bits: write .gpm".to_owned()))
}
