//! `gpm null`: random graphs that have some properties of a graph.

use clap::Args;

use crate::answers::{GraphFile, format_names};
use crate::args::{AttributeArgs, EngineArgs, GraphArgs, NullArgs};
use crate::process::{Failure, Messages, Outcome, Searches};
use gpm::graph::write::WriteFormat;

/// What stands for the number of a graph in the name of its file.
const NUMBER: &str = "{}";

/// Options of `null`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::NULL)]
pub(crate) struct Null {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// File to write, as for `gpm convert`; of several graphs with {} where their numbers are to be: 'random-{}.el'
    #[arg(short, long, value_name = "FILE", help_heading = crate::help::OUTPUT)]
    output: String,
    /// Format to write [default: by the name of the file]
    #[arg(long, value_name = "FORMAT", help_heading = crate::help::OUTPUT, value_parser = format_names())]
    to: Option<WriteFormat>,
    /// How many random graphs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Random graphs")]
    samples: u64,
    /// The number of the first: each is made by itself, from its number and the seed
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Random graphs")]
    first: u64,
    #[command(flatten)]
    null: NullArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Null {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        if self.samples > 1 && !self.output.contains(NUMBER) {
            return Err(Failure::input(format!(
                "{} graphs need as many files: put {NUMBER} into the name after -o, where the number of each is to be",
                self.samples
            )));
        }
        let file = |number: u64| {
            let name = self.output.replace(NUMBER, &number.to_string());
            GraphFile::new(&name, self.to).map_err(Failure::input)
        };
        let holds_attributes = file(self.first)?.holds_attributes();
        let loaded = self.graph.load_kept(holds_attributes, &self.attributes, messages)?;
        let nulls = self.null.graphs(&loaded.graph, messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        for number in self.first..self.first.saturating_add(self.samples) {
            if searches.is_over() {
                searches.note_stopped(&format!("the random graphs before number {number} are written"));
                return Ok(Outcome::Partial);
            }
            file(number)?.write(&nulls.graph(number)?, messages)?;
        }
        Ok(Outcome::Complete)
    }
}
