//! `gpm cliques`: complete subgraphs, of one size or of any.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::MAX_VERTICES;
use gpm::{Pattern, Query};

use super::answer::{Answer, note_times};
use super::asked::Question;
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::GraphArgs;
use super::maximal::{MaximalArgs, Run};
use super::messages::Messages;
use super::search::Searches;

/// Options of `cliques`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::CLIQUES)]
pub(crate) struct Cliques {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    maximal: MaximalArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// A JSON object instead of lines of text
    #[arg(long, help_heading = super::help::NO_HEADING)]
    json: bool,
}

/// One of three questions.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
#[command(next_help_heading = "Which cliques")]
struct WhichArgs {
    /// Count the cliques of K vertices, 2 to 32
    #[arg(short = 'k', value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(2..=MAX_VERTICES as u64),
        conflicts_with_all = ["min_size", "containing", "per_vertex"])]
    size: Option<usize>,
    /// Count the cliques to which no vertex can be added, by size; with -o FILE list them
    #[arg(long)]
    maximal: bool,
    /// Find one of the largest cliques
    #[arg(long, conflicts_with = "per_vertex")]
    maximum: bool,
}

impl Cliques {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let Some(size) = self.which.size else { return self.of_any_size(messages) };
        if self.maximal.has_output() {
            return Err(Failure::input(format!(
                "-k counts cliques and lists none: list them with `gpm list GRAPH clique:{size}`"
            )));
        }
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let name = format!("clique:{size}");
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

    fn of_any_size(self, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.engine.cpu_engine("cliques of any size")?;
        let loaded = self.graph.load(self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let question = if self.which.maximum { Question::MaximumClique } else { Question::MaximalCliques };
        let run = Run { engine: &engine, loaded: &loaded, searches, is_json: self.json, messages };
        self.maximal.run(question, run)
    }
}
