//! `gpm cliques`: how many complete subgraphs of a size there are.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::MAX_VERTICES;
use gpm::{Pattern, Query};

use super::answer::{Answer, note_times};
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::GraphArgs;
use super::messages::Messages;
use super::search::Searches;

/// Options of `cliques`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::CLIQUES)]
pub(crate) struct Cliques {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of a clique, 2 to 32
    #[arg(short = 'k', help_heading = super::help::NO_HEADING, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(2..=MAX_VERTICES as u64))]
    size: usize,
    #[command(flatten)]
    engine: EngineArgs,
    /// A JSON object instead of a line of text
    #[arg(long, help_heading = super::help::NO_HEADING)]
    json: bool,
}

impl Cliques {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let name = format!("clique:{}", self.size);
        let query = Query::from(name.parse::<Pattern>()?);
        let loaded = self.graph.load(self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let report = searches.run(&name, |control| engine.count_with(&loaded.graph, &query, control))?;
        let answer = Answer::new(&name, &report, &loaded);
        answer.print(self.json)?;
        let outcome = answer.outcome();
        note_times(&name, &report, messages);
        if outcome == Outcome::Partial {
            searches.note_partial();
        }
        Ok(outcome)
    }
}
