//! The graph file that `convert` and `generate` write: its name says the format, or an option does.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gpm::Graph;
use gpm::graph::counted;
use gpm::graph::write::{
    labelled_flaw, sif_flaw, write_edge_list, write_edge_list_to, write_gexf, write_gexf_to, write_graphml,
    write_graphml_to, write_labelled, write_labelled_to, write_sif, write_sif_to, xml_flaw,
};
use serde::Serialize;

use super::answer::{JsonGraph, json_line, print_line};
use super::failure::Failure;
use super::messages::Messages;

/// A graph file to be written.
#[derive(Clone, Debug)]
pub(crate) struct GraphFile {
    /// `None` is the standard output.
    path: Option<PathBuf>,
    format: FileFormat,
}

/// How a graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// Own binary file, which opens in milliseconds
    Gpm,
    /// Edge list: two ids a line
    El,
    /// Lines of t, v and e, with labels and vertices without a neighbor
    Graph,
    /// GraphML, with labels and attributes
    Graphml,
    /// GEXF of Gephi, with labels and attributes
    Gexf,
    /// SIF of Cytoscape: a vertex, the label of an edge, a vertex
    Sif,
}

const ATTRIBUTES: &str = "attributes, which .gpm and .graphml keep";
const DIRECTIONS: &str = "that edges have directions, which .gpm says: read the file with --directed";

/// What is lost of all that may be.
fn lost<const N: usize>(all: [(bool, &'static str); N]) -> Vec<&'static str> {
    all.into_iter().filter_map(|(is_lost, what)| is_lost.then_some(what)).collect()
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
    /// Reads the name of a file to write, which says its format.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        Self::new(name, None)
    }

    /// A file to write in this format, or in that of its name; `-` is the standard output, if a format is given.
    pub(crate) fn new(name: &str, format: Option<FileFormat>) -> Result<Self, String> {
        if name == "-" {
            let format = format
                .ok_or("`-` is the standard output, which has no name to say the format: add --to gpm, el, graph, graphml, gexf or sif")?;
            return Ok(Self { path: None, format });
        }
        let packed = [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix));
        let extension = Path::new(packed.unwrap_or(name)).extension().and_then(|extension| extension.to_str());
        let named = match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("gpm") => Some(FileFormat::Gpm),
            Some("el" | "txt" | "edges") => Some(FileFormat::El),
            Some("graph" | "lg") => Some(FileFormat::Graph),
            Some("graphml") => Some(FileFormat::Graphml),
            Some("gexf") => Some(FileFormat::Gexf),
            Some("sif") => Some(FileFormat::Sif),
            _ => None,
        };
        match format.or(named) {
            Some(FileFormat::Gpm) if packed.is_some() => {
                Err("a .gpm file is mapped as it is: name it without .gz or .zst".to_owned())
            }
            Some(format) => Ok(Self { path: Some(PathBuf::from(name)), format }),
            None => Err("expected a name in .gpm, or in .el, .txt, .graph, .lg, .graphml, .gexf or .sif, perhaps with .gz or .zst".to_owned()),
        }
    }

    /// The file; `None` for the standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the file is mapped as it is, and not read into an order of ours.
    pub(crate) fn is_mapped(&self) -> bool {
        self.format == FileFormat::Gpm
    }

    /// Whether the format has attributes.
    pub(crate) fn holds_attributes(&self) -> bool {
        matches!(self.format, FileFormat::Gpm | FileFormat::Graphml | FileFormat::Gexf)
    }

    /// Writes the graph; a file appears whole or not at all.
    pub(crate) fn write(&self, graph: &Graph, messages: Messages) -> Result<(), Failure> {
        let flaw = match self.format {
            FileFormat::Graph => labelled_flaw(graph).map(str::to_owned),
            FileFormat::Sif => sif_flaw(graph).map(str::to_owned),
            FileFormat::Graphml | FileFormat::Gexf => xml_flaw(graph),
            FileFormat::Gpm | FileFormat::El => None,
        };
        if let Some(flaw) = flaw {
            return Err(Failure::input(flaw));
        }
        let name = match &self.path {
            Some(path) => {
                match self.format {
                    FileFormat::Gpm => graph.save(path),
                    FileFormat::El => write_edge_list(graph, path),
                    FileFormat::Graph => write_labelled(graph, path),
                    FileFormat::Graphml => write_graphml(graph, None, path),
                    FileFormat::Gexf => write_gexf(graph, path),
                    FileFormat::Sif => write_sif(graph, path),
                }
                .map_err(|error| Failure::save(path, error))?;
                format!("`{}`", path.display())
            }
            None => {
                self.write_stdout(graph)?;
                "the standard output".to_owned()
            }
        };
        let vertices = counted(graph.num_vertices() as u64, "vertex", "vertices");
        let edges = counted(graph.num_edges(), "edge", "edges");
        messages.note(format_args!("wrote {name}: {vertices}, {edges}"));
        for loss in self.losses(graph) {
            messages.note(format_args!("not in {name}: {loss}"));
        }
        Ok(())
    }

    /// Prints a JSON object that says what was written.
    pub(crate) fn print_json(&self, graph: &Graph) -> Result<(), Failure> {
        let written = Written {
            output: self.path.as_ref().map_or("-".to_owned(), |path| path.display().to_string()),
            graph: JsonGraph::new(graph),
            losses: self.losses(graph),
        };
        print_line(&json_line(&written)?)
    }

    fn write_stdout(&self, graph: &Graph) -> Result<(), Failure> {
        let stdout = io::stdout();
        if self.format == FileFormat::Gpm && stdout.is_terminal() {
            return Err(Failure::input("a .gpm file is no text: name a file, or write into a pipe"));
        }
        let mut out = BufWriter::with_capacity(1 << 18, stdout.lock());
        let written = match self.format {
            FileFormat::Gpm => graph.save_to(&mut out),
            FileFormat::El => write_edge_list_to(graph, &mut out),
            FileFormat::Graph => write_labelled_to(graph, &mut out),
            FileFormat::Graphml => write_graphml_to(graph, None, &mut out),
            FileFormat::Gexf => write_gexf_to(graph, &mut out),
            FileFormat::Sif => write_sif_to(graph, &mut out),
        };
        written.and_then(|()| out.flush()).map_err(Failure::stdout)
    }

    /// What the format cannot hold.
    fn losses(&self, graph: &Graph) -> Vec<&'static str> {
        let has_isolated =
            || (0..graph.num_vertices()).any(|v| graph.out().degree(v as u32) + graph.incoming().degree(v as u32) == 0);
        let has_attributes = graph.vertex_column_names().chain(graph.edge_column_names()).next().is_some();
        match self.format {
            FileFormat::Gpm | FileFormat::Graphml | FileFormat::Gexf => Vec::new(),
            FileFormat::Sif => lost([
                (has_attributes, ATTRIBUTES),
                (graph.is_directed(), DIRECTIONS),
                (graph.vertex_labels().is_some(), "vertex labels, which .gpm and .graphml keep"),
            ]),
            FileFormat::Graph => lost([(has_attributes, ATTRIBUTES), (graph.is_directed(), DIRECTIONS)]),
            FileFormat::El => lost([
                (has_attributes, ATTRIBUTES),
                (graph.is_directed(), DIRECTIONS),
                (graph.vertex_labels().is_some(), "vertex labels, which .gpm and .graph keep"),
                (has_isolated(), "vertices without a neighbour, which .gpm and .graph keep"),
            ]),
        }
    }
}
