//! `gpm convert`: a graph in another format.

use clap::Args;

use super::failure::{Failure, Outcome};
use super::graph_args::GraphArgs;
use super::graph_file::GraphFile;
use super::messages::Messages;

/// Options of `convert`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::CONVERT)]
pub(crate) struct Convert {
    #[command(flatten)]
    graph: GraphArgs,
    /// File to write: .gpm (opens in milliseconds), .el or .graph; text may be packed as .gz or .zst
    #[arg(value_name = "OUT", help_heading = super::help::NO_HEADING, value_parser = GraphFile::parse)]
    out: GraphFile,
    /// A JSON object about the graph on standard output
    #[arg(long, help_heading = super::help::NO_HEADING)]
    json: bool,
}

impl Convert {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let loaded = self.graph.load(None, messages)?;
        self.out.write(&loaded.graph, messages)?;
        if self.json {
            self.out.print_json(&loaded.graph)?;
        }
        Ok(Outcome::Complete)
    }
}
