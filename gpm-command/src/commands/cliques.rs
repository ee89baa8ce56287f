//! `gpm cliques`: complete subgraphs, of one size or of any.

use clap::Args;
use gpm::{Pattern, Query};

use crate::answers::{Answer, note_times};
use crate::args::{EngineArgs, GraphArgs};
use crate::open::{CliqueSizes, MaximalArgs, Question, Run};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Options of `cliques`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::CLIQUES)]
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
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    json: bool,
}

/// One of three questions.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
#[command(next_help_heading = "Which cliques")]
struct WhichArgs {
    /// Count the cliques of K vertices, 2 to 32, or of each of several sizes: 3.. for all from 3 on, 3..8 for 3 to 8, .. for all
    #[arg(short = 'k', value_name = "K", conflicts_with_all = ["min_size", "per_vertex", "limit"])]
    sizes: Option<CliqueSizes>,
    /// Count the cliques to which no vertex can be added, by size; with -o FILE list them
    #[arg(long)]
    maximal: bool,
    /// Find one of the largest cliques
    #[arg(long, conflicts_with_all = ["per_vertex", "limit"])]
    maximum: bool,
}

impl Cliques {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        if let (Some(sizes), true) = (self.which.sizes, self.maximal.has_output()) {
            let pattern =
                if let CliqueSizes::One(size) = sizes { format!("clique:{size}") } else { "clique:K".to_owned() };
            return Err(Failure::input(format!(
                "-k counts cliques and lists none: list those of one size with `gpm list GRAPH {pattern}`"
            )));
        }
        let question = match self.which.sizes {
            Some(CliqueSizes::One(size)) => return self.of_one_size(size, messages),
            Some(CliqueSizes::Several { least, most }) => Question::Cliques { least, most },
            None if self.which.maximum => Question::MaximumClique,
            None => Question::MaximalCliques,
        };
        let is_by_size = matches!(question, Question::MaximalCliques | Question::Cliques { .. });
        let is_counted = is_by_size && !self.maximal.tells_more_than_sizes();
        let own;
        let engine = if is_counted {
            self.engine.single_engine("cliques of any size", self.graph.path(), self.json, messages)?
        } else {
            own = self.engine.cpu_engine(match question {
                Question::MaximalCliques => "lists of maximal cliques, some of them and their numbers by vertex",
                _ => "maximum cliques",
            })?;
            &own
        };
        let loaded = self.graph.load_unlabelled(self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let run = Run { engine, loaded: &loaded, searches, is_json: self.json, messages };
        self.maximal.run(question, run)
    }

    fn of_one_size(self, size: usize, messages: Messages) -> Result<Outcome, Failure> {
        if self.maximal.is_restricted() {
            return Err(Failure::input(format!("with --containing write `-k {size}..{size}`, a range of sizes")));
        }
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let name = format!("clique:{size}");
        let query = Query::from(name.parse::<Pattern>()?);
        let loaded = self.graph.load_unlabelled(self.engine.threads(), messages)?;
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
