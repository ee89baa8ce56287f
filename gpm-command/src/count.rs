//! `gpm count`: how often patterns occur.

use clap::Args;
use gpm::Session;

use super::answer::Answer;
use super::attribute_args::AttributeArgs;
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Needs};
use super::messages::Messages;
use super::pattern_arg::{NamedPattern, check_order};
use super::query_args::QueryArgs;
use super::search::Searches;

/// Options of `count`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::PATTERNS_AND_JSON)]
pub(crate) struct Count {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(value_name = "PATTERN", required = true, help_heading = super::help::NO_HEADING)]
    patterns: Vec<String>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// One JSON object per pattern, each on a line
    #[arg(long, help_heading = super::help::NO_HEADING)]
    json: bool,
}

impl Count {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        check_order(self.graph.path(), &texts, "count")?;
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let patterns: Vec<NamedPattern> =
            texts.iter().map(|text| NamedPattern::read(text, messages)).collect::<Result<_, _>>()?;
        let needs = Needs {
            directions: patterns.iter().any(|named| named.pattern.is_directed()),
            edge_labels: patterns.iter().any(|named| named.pattern.has_edge_labels()),
        };
        let loaded = self.graph.load_for(needs, &self.attributes, self.engine.threads(), messages)?;
        let queries = patterns.into_iter().map(|NamedPattern { name, pattern }| (name, self.query.query(pattern)));
        let queries: Vec<_> = queries.collect();
        let searches = Searches::start(self.engine.time_limit(), messages);
        let mut outcome = Outcome::Complete;
        let mut session = Session::new(&loaded.graph);
        for (name, query) in &queries {
            let report = searches.run(name, |control| engine.count_in(&mut session, query, control))?;
            let answer = Answer::new(name, &report, &loaded);
            outcome = outcome.and(answer.print(self.json)?);
            answer.note_times(messages);
        }
        if outcome == Outcome::Partial {
            searches.note_partial();
        }
        Ok(outcome)
    }
}
