//! The graph file that `convert` and `generate` write: its name says the format, or an option does.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gpm::Graph;
use gpm::graph::counted;
use gpm::graph::write::{write_edge_list, write_edge_list_to, write_labelled, write_labelled_to};
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
                .ok_or("`-` is the standard output, which has no name to say the format: add --to gpm, el or graph")?;
            return Ok(Self { path: None, format });
        }
        let packed = [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix));
        let extension = Path::new(packed.unwrap_or(name)).extension().and_then(|extension| extension.to_str());
        let named = match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("gpm") => Some(FileFormat::Gpm),
            Some("el" | "txt" | "edges") => Some(FileFormat::El),
            Some("graph" | "lg") => Some(FileFormat::Graph),
            _ => None,
        };
        match format.or(named) {
            Some(FileFormat::Gpm) if packed.is_some() => {
                Err("a .gpm file is mapped as it is: name it without .gz or .zst".to_owned())
            }
            Some(format) => Ok(Self { path: Some(PathBuf::from(name)), format }),
            None => Err("expected a name in .gpm, or in .el, .txt, .graph or .lg, perhaps with .gz or .zst".to_owned()),
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

    /// Writes the graph; a file appears whole or not at all.
    pub(crate) fn write(&self, graph: &Graph, messages: Messages) -> Result<(), Failure> {
        let name = match &self.path {
            Some(path) => {
                match self.format {
                    FileFormat::Gpm => graph.save(path),
                    FileFormat::El => write_edge_list(graph, path),
                    FileFormat::Graph => write_labelled(graph, path),
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
        };
        written.and_then(|()| out.flush()).map_err(Failure::stdout)
    }

    /// What the format cannot hold.
    fn losses(&self, graph: &Graph) -> Vec<&'static str> {
        let has_isolated =
            || (0..graph.num_vertices()).any(|v| graph.out().degree(v as u32) + graph.incoming().degree(v as u32) == 0);
        match self.format {
            FileFormat::Gpm | FileFormat::Graph => Vec::new(),
            FileFormat::El => [
                (graph.vertex_labels().is_some(), "vertex labels, which .gpm and .graph keep"),
                (has_isolated(), "vertices without a neighbour, which .gpm and .graph keep"),
            ]
            .into_iter()
            .filter_map(|(is_lost, what)| is_lost.then_some(what))
            .collect(),
        }
    }
}
