//! `gpm convert`: a graph in another format.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use gpm::graph::write::WriteFormat;

use crate::answers::{GraphFile, format_names};
use crate::args::{AttributeArgs, GraphArgs};
use crate::process::{Failure, Messages, Outcome};

/// Options of `convert`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::CONVERT)]
pub(crate) struct Convert {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// File to write: .gpm (opens in milliseconds, and keeps attributes), .el, .graph, .graphml and .gexf (with attributes) or .sif; text may be
    /// packed as .gz or .zst; `-` with --to is the standard output
    #[arg(value_name = "OUT", help_heading = crate::help::NO_HEADING)]
    out: String,
    /// Format to write [default: by the name of the file]
    #[arg(long, value_name = "FORMAT", help_heading = crate::help::NO_HEADING, value_parser = format_names())]
    to: Option<WriteFormat>,
    /// A JSON object about the graph on standard output
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    json: bool,
}

impl Convert {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let out = GraphFile::new(&self.out, self.to).map_err(Failure::input)?;
        match out.path() {
            Some(path) => self.refuse_input(path)?,
            None if self.json => {
                return Err(Failure::input(
                    "the graph and the JSON object would both be on the standard output: name a file",
                ));
            }
            None => {}
        }
        let loaded = self.graph.load_kept(out.holds_attributes(), &self.attributes, messages)?;
        out.write(&loaded.graph, messages)?;
        if self.json {
            out.print_json(&loaded.graph)?;
        }
        Ok(Outcome::Complete)
    }

    /// Refuses to replace a file that is read: what the new format does not hold would be lost.
    fn refuse_input(&self, out: &Path) -> Result<(), Failure> {
        match self.graph.files().iter().chain(self.attributes.files()).find(|input| is_same_file(input, out)) {
            None => Ok(()),
            Some(input) => Err(Failure::input(format!(
                "`{}` is also read, as `{}`: write to another file",
                out.display(),
                input.display()
            ))),
        }
    }
}

/// Whether two paths lead to one regular file, through links or not.
fn is_same_file(a: &PathBuf, b: &Path) -> bool {
    let (Ok(first), Ok(second)) = (fs::metadata(a), fs::metadata(b)) else { return false };
    if !first.is_file() || !second.is_file() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if (first.dev(), first.ino()) == (second.dev(), second.ino()) {
            return true;
        }
    }
    fs::canonicalize(a).ok().zip(fs::canonicalize(b).ok()).is_some_and(|(a, b)| a == b)
}
