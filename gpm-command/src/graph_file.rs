//! The graph file that `convert` and `generate` write: its name says the format.

use std::path::{Path, PathBuf};

use gpm::Graph;
use gpm::graph::write::{write_edge_list, write_labelled};
use serde::Serialize;

use super::answer::{JsonGraph, json_line, print_line};
use super::failure::Failure;
use super::messages::Messages;

/// A graph file to be written.
#[derive(Clone, Debug)]
pub(crate) struct GraphFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Binary,
    EdgeList,
    Labelled,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Written {
    output: String,
    graph: JsonGraph,
    /// What the format cannot hold.
    losses: Vec<&'static str>,
}

impl GraphFile {
    /// Reads the name of a file to write.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        let path = PathBuf::from(name);
        let packed = [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix));
        let extension = Path::new(packed.unwrap_or(name)).extension().and_then(|extension| extension.to_str());
        let kind = match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("gpm") if packed.is_none() => Kind::Binary,
            Some("el" | "txt" | "edges") => Kind::EdgeList,
            Some("graph" | "lg") => Kind::Labelled,
            _ => {
                return Err(
                    "expected a name in .gpm, or in .el, .txt, .graph or .lg, perhaps with .gz or .zst".to_owned()
                );
            }
        };
        Ok(Self { path, kind })
    }

    /// Writes the graph; the file appears whole or not at all.
    pub(crate) fn write(&self, graph: &Graph, messages: Messages) -> Result<(), Failure> {
        let path = &self.path;
        match self.kind {
            Kind::Binary => graph.save(path),
            Kind::EdgeList => write_edge_list(graph, path),
            Kind::Labelled => write_labelled(graph, path),
        }
        .map_err(|error| Failure::save(path, error))?;
        let (vertices, edges) = (graph.num_vertices(), graph.num_edges());
        messages.note(format_args!("wrote `{}`: {vertices} vertices, {edges} edges", path.display()));
        for loss in self.losses(graph) {
            messages.note(format_args!("not in `{}`: {loss}", path.display()));
        }
        Ok(())
    }

    /// Prints a JSON object that says what was written.
    pub(crate) fn print_json(&self, graph: &Graph) -> Result<(), Failure> {
        let written = Written {
            output: self.path.display().to_string(),
            graph: JsonGraph::new(graph),
            losses: self.losses(graph),
        };
        print_line(&json_line(&written)?)
    }

    /// What the format cannot hold.
    fn losses(&self, graph: &Graph) -> Vec<&'static str> {
        let has_isolated =
            || (0..graph.num_vertices()).any(|v| graph.out().degree(v as u32) + graph.incoming().degree(v as u32) == 0);
        match self.kind {
            Kind::Binary => Vec::new(),
            Kind::Labelled => Vec::new(),
            Kind::EdgeList => [
                (graph.vertex_labels().is_some(), "vertex labels, which .gpm and .graph keep"),
                (has_isolated(), "vertices without a neighbour, which .gpm and .graph keep"),
            ]
            .into_iter()
            .filter_map(|(is_lost, what)| is_lost.then_some(what))
            .collect(),
        }
    }
}
