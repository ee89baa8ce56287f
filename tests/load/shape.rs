//! One shape of a file: its text, how it is read, and what must come of it.

use gpm::graph::load_bytes;
use gpm::{Graph, GraphError, LoadOptions, LoadReport};

/// A file that people have.
pub(crate) struct Shape {
    /// What writes such files.
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
    /// As on the command line.
    options: &'static str,
    expected: Expected,
}

enum Expected {
    /// The edges `u~v; v~w`, smaller end first if undirected, ascending; behind `+` the vertices without an edge.
    Edges(&'static str),
    /// A refusal with these parts.
    Refusal(&'static [&'static str]),
}

/// A file that is read as these edges.
pub(crate) const fn reads(name: &'static str, text: &'static str, edges: &'static str) -> Shape {
    Shape { name, file: "graph.txt", text, options: "", expected: Expected::Edges(edges) }
}

/// A file that is refused with a message that has these parts.
pub(crate) const fn refuses(name: &'static str, text: &'static str, parts: &'static [&'static str]) -> Shape {
    Shape { name, file: "graph.txt", text, options: "", expected: Expected::Refusal(parts) }
}

impl Shape {
    /// Read with these options.
    pub(crate) const fn with(self, options: &'static str) -> Shape {
        Shape { options, ..self }
    }

    /// Called like this.
    pub(crate) const fn called(self, file: &'static str) -> Shape {
        Shape { file, ..self }
    }

    pub(crate) fn is_read(&self) -> bool {
        matches!(self.expected, Expected::Edges(_))
    }

    /// How the file is read.
    pub(crate) fn load_options(&self) -> LoadOptions {
        let mut words = self.options.split_whitespace();
        let mut options = LoadOptions::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value");
            match word {
                "--directed" => options.directed = true,
                "--edge-labels" => options.edge_labels = true,
                "--header" => options.header = Some(value() == "yes"),
                "--columns" => options.columns = Some(value().parse().expect("columns")),
                "--delimiter" => options.delimiter = gpm::Delimiter::from_name(value()),
                other => panic!("{other}"),
            }
        }
        options
    }

    /// What comes of `text` read like this file.
    pub(crate) fn load(&self, text: &str) -> Result<String, String> {
        self.load_with(text, &self.load_options()).map(|(edges, _)| edges).map_err(|error| error.to_string())
    }

    /// As [`Shape::load`], with these options and with the report.
    pub(crate) fn load_with(&self, text: &str, options: &LoadOptions) -> Result<(String, LoadReport), GraphError> {
        let (graph, report) = load_bytes(self.file, text.as_bytes(), options)?;
        Ok((edges(&graph), report))
    }

    /// What is wrong with what comes of this file.
    pub(crate) fn fault(&self) -> Option<String> {
        let found = self.load(self.text);
        let is_right = match (&self.expected, &found) {
            (Expected::Edges(edges), Ok(found)) => found == edges,
            (Expected::Refusal(parts), Err(message)) => parts.iter().all(|part| message.contains(part)),
            (Expected::Edges(_), Err(_)) | (Expected::Refusal(_), Ok(_)) => false,
        };
        let expected = match self.expected {
            Expected::Edges(edges) => format!("the edges {edges}"),
            Expected::Refusal(parts) => format!("a refusal with {parts:?}"),
        };
        (!is_right).then(|| format!("{}: expected {expected}\n  found {found:?}", self.name))
    }
}

/// The edges of a graph by original ids, with labels, and its vertices without an edge.
pub(crate) fn edges(graph: &Graph) -> String {
    let id = |v: u32| graph.original_id(v).to_string();
    let order = |u: &String, v: &String| match (u.parse::<u64>(), v.parse::<u64>()) {
        (Ok(u), Ok(v)) => u.cmp(&v),
        _ => u.cmp(v),
    };
    let mut found = Vec::new();
    let mut alone = 0;
    for u in 0..graph.num_vertices() as u32 {
        alone += usize::from(graph.out().degree(u) == 0 && graph.incoming().degree(u) == 0);
        for (i, &v) in graph.out().row(u).iter().enumerate() {
            let (from, to) = (id(u), id(v));
            if graph.is_directed() || order(&from, &to).is_lt() {
                let at = graph.out().offsets()[u as usize] as usize + i;
                let label = graph.out().labels().map(|labels| labels[at]);
                let label = label.and_then(|label| graph.edge_label_names().name(label).map(|name| format!(":{name}")));
                found.push((from, to, label.unwrap_or_default()));
            }
        }
    }
    found.sort_by(|a, b| order(&a.0, &b.0).then_with(|| order(&a.1, &b.1)));
    let shown: Vec<String> = found.iter().map(|(from, to, label)| format!("{from}~{to}{label}")).collect();
    shown.join("; ") + &if alone > 0 { format!(" +{alone}") } else { String::new() }
}
