//! The graph file that `convert` and `generate` write: its name says the format, or an option does.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gpm::Graph;
use gpm::graph::counted;
use gpm::graph::write::WriteFormat;
use serde::Serialize;

use super::answer::{JsonGraph, json_line, print_line};
use crate::process::{Failure, Messages};

/// A graph file to be written.
#[derive(Clone, Debug)]
pub(crate) struct GraphFile {
    /// `None` is the standard output.
    path: Option<PathBuf>,
    format: WriteFormat,
}

/// The argument that names a format.
pub(crate) fn format_names() -> impl TypedValueParser<Value = WriteFormat> {
    let value = |format: &WriteFormat| PossibleValue::new(format.name().0).help(format.name().1);
    let names = PossibleValuesParser::new(WriteFormat::ALL.iter().map(value));
    names.try_map(|name| WriteFormat::from_name(&name).ok_or("it is one of those that are listed"))
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
    pub(crate) fn new(name: &str, format: Option<WriteFormat>) -> Result<Self, String> {
        if name == "-" {
            let format = format
                .ok_or("`-` is the standard output, which has no name to say the format: add --to gpm, el, graph, graphml, gexf or sif")?;
            return Ok(Self { path: None, format });
        }
        let packed = [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix));
        let format = format.or_else(|| WriteFormat::of_file(packed.unwrap_or(name).as_ref()));
        match format {
            Some(WriteFormat::Gpm) if packed.is_some() => {
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
        self.format == WriteFormat::Gpm
    }

    /// Whether the format has attributes.
    pub(crate) fn holds_attributes(&self) -> bool {
        self.format.holds_attributes()
    }

    /// Writes the graph; a file appears whole or not at all.
    pub(crate) fn write(&self, graph: &Graph, messages: Messages) -> Result<(), Failure> {
        if let Some(flaw) = self.format.flaw(graph) {
            return Err(Failure::input(flaw));
        }
        let name = match &self.path {
            Some(path) => {
                self.format.write(graph, path).map_err(|error| Failure::save(path, error))?;
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
        for loss in self.format.losses(graph) {
            messages.note(format_args!("not in {name}: {loss}"));
        }
        Ok(())
    }

    /// Prints a JSON object that says what was written.
    pub(crate) fn print_json(&self, graph: &Graph) -> Result<(), Failure> {
        let written = Written {
            output: self.path.as_ref().map_or("-".to_owned(), |path| path.display().to_string()),
            graph: JsonGraph::new(graph),
            losses: self.format.losses(graph),
        };
        print_line(&json_line(&written)?)
    }

    fn write_stdout(&self, graph: &Graph) -> Result<(), Failure> {
        let stdout = io::stdout();
        if self.is_mapped() && stdout.is_terminal() {
            return Err(Failure::input("a .gpm file is no text: name a file, or write into a pipe"));
        }
        let mut out = BufWriter::with_capacity(1 << 18, stdout.lock());
        let written = self.format.write_to(graph, &mut out);
        written.and_then(|()| out.flush()).map_err(Failure::stdout)
    }
}
