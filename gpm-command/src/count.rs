//! `gpm count`: how often patterns occur.

use std::num::NonZeroU64;
use std::path::Path;

use clap::Args;
use gpm::{EachOptions, Engine, Query};

use super::answer_rows::{AnswerArgs, AnswerFile};
use super::attribute_args::AttributeArgs;
use super::batch::{Batch, BatchArgs, Failed};
use super::counting::Counting;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Loaded};
use super::messages::Messages;
use super::part_args::PartArgs;
use super::part_file::AnswerKind;
use super::pattern_arg::{NamedPattern, check_order, needs};
use super::pattern_list;
use super::per_place::{Per, Run};
use super::query_args::{PassArgs, QueryArgs};
use super::search::Searches;
use super::supports::{MeasureArg, Supported, Supports};

/// Options of `count`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::COUNT)]
pub(crate) struct Count {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(value_name = "PATTERN", required_unless_present = "batch", help_heading = super::help::NO_HEADING)]
    patterns: Vec<String>,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Instead of counting say the support of each pattern: mni, the least number of vertices of the graph that any of its vertices
    /// is matched to
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["per_vertex", "per_edge", "shard", "checkpoint", "homomorphism", "embeddings", "disable"], help_heading = "What is found")]
    measure: Option<MeasureArg>,
    /// Stop each pattern at this count: the first so many matches are met, and no more is searched
    #[arg(long, value_name = "N", conflicts_with_all = ["per_vertex", "per_edge", "measure", "shard", "checkpoint", "output", "to"], help_heading = "What is found")]
    limit: Option<NonZeroU64>,
    /// Estimate what is not counted when most of the time limit is over, in the rest of it, as `gpm estimate` does: the answer is then
    /// an interval, and says so
    #[arg(long, requires = "time_limit", conflicts_with_all = ["per_vertex", "per_edge", "measure", "limit", "shard", "checkpoint", "output", "to", "batch"], help_heading = "What is found")]
    or_estimate: bool,
    #[command(flatten)]
    per: PerArgs,
    #[command(flatten)]
    answers: AnswerArgs,
    #[command(flatten)]
    parts: PartArgs,
    #[command(flatten)]
    passes: PassArgs,
}

/// Counts by vertex or by edge.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
struct PerArgs {
    /// For each vertex how many of them it is part of: rows vertex, then a column per pattern
    #[arg(long, conflicts_with = "per_edge")]
    per_vertex: bool,
    /// For each edge how many of them it is part of: rows source, target, then a column per pattern
    #[arg(long)]
    per_edge: bool,
}

impl PerArgs {
    fn per(&self) -> Option<Per> {
        if self.per_vertex { Some(Per::Vertex) } else { self.per_edge.then_some(Per::Edge) }
    }
}

impl Count {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        if let Some(path) = &self.batch.patterns {
            return self.run_batch(path, messages);
        }
        if self.batch.query_time_limit.is_some() {
            return Err(Failure::input(
                "--query-time-limit is for many patterns: add --patterns, or write --time-limit",
            ));
        }
        let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        check_order(self.graph.path(), &texts, "count")?;
        let (path, is_json) = (self.graph.path(), self.answers.json);
        if self.measure.is_some() {
            self.answers.engine.ensure_cpu("supports")?;
        }
        let engine = self.answers.engine.engine(path, is_json, messages)?;
        let (patterns, needs) = NamedPattern::read_all(&texts, messages)?;
        let loaded = self.graph.load_for(needs, &self.attributes, self.answers.engine.threads(), messages)?;
        let queries =
            patterns.into_iter().map(|NamedPattern { name, pattern }| (name, self.query.query(pattern, &self.passes)));
        let queries: Vec<_> = queries.collect();
        if let Some(MeasureArg::Mni) = self.measure {
            return self.measure_all(&queries, engine, &loaded, messages);
        }
        if let Some(per) = self.per.per() {
            self.parts.ensure_no_checkpoint()?;
            let searches = Searches::start(self.answers.engine.time_limit(), messages);
            let (output, is_json) = (&self.answers.output, self.answers.json);
            let run = Run { engine, loaded: &loaded, searches, output, is_json, messages };
            return match self.parts.shard {
                Some(shard) => per.count_shard(shard, &queries, run),
                None => per.count(&queries, run),
            };
        }
        let session = self.parts.session(&loaded.graph, &queries)?;
        let searches = Searches::start(self.answers.engine.time_limit(), messages);
        let mut counting =
            Counting { engine, session, limit: self.limit, searches: &searches, loaded: &loaded, messages };
        let outcome = match self.parts.shard {
            Some(_) => counting.shard(AnswerKind::Lines, &queries, &self.answers.output)?,
            None if self.or_estimate => counting.or_estimate(&queries, self.answers.json)?,
            None => self.count_all(&queries, &mut counting)?,
        };
        if outcome == Outcome::Partial {
            searches.note_stopped(self.parts.consequence());
        }
        Ok(outcome)
    }

    /// Counts all patterns of a folder or file.
    fn run_batch(&self, path: &Path, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.answers.engine.engine(self.graph.path(), self.answers.json, messages)?;
        let (mut named, mut failed) = (Vec::new(), Failed::default());
        for (name, pattern) in pattern_list::read(path)? {
            match pattern {
                Ok(pattern) => named.push((name, pattern)),
                Err(failure) => failed.add(&name, failure)?,
            }
        }
        let needs = needs(named.iter().map(|(_, pattern)| pattern));
        let loaded = &self.graph.load_for(needs, &self.attributes, self.answers.engine.threads(), messages)?;
        let query = |(name, pattern)| (name, self.query.query(pattern, &self.passes));
        let queries: Vec<(String, Query)> = named.into_iter().map(query).collect();
        let options = EachOptions { query_time_limit: self.batch.query_time_limit, limit: self.limit };
        Batch { engine, loaded, answers: &self.answers, options, messages }.run(&queries, failed)
    }

    fn measure_all(
        &self,
        queries: &[(String, Query)],
        engine: &Engine,
        loaded: &Loaded,
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let AnswerArgs { output, json, engine: args } = &self.answers;
        let mut supports = Supports::start(output, *json, false, &loaded.graph)?;
        let searches = Searches::start(args.time_limit(), messages);
        for (name, query) in queries {
            let found = searches.run(name, |control| engine.support(&loaded.graph, query.clone(), control))?;
            let Some(found) = found else {
                supports.keep(false, messages)?;
                searches.note_stopped("the support of a pattern is known when all of it is searched");
                return Ok(Outcome::Partial);
            };
            supports.push(&Supported::new(&found, query.semantics, None))?;
        }
        supports.keep(true, messages)?;
        Ok(Outcome::Complete)
    }

    fn count_all(&self, queries: &[(String, Query)], counting: &mut Counting<'_>) -> Result<Outcome, Failure> {
        let (is_json, loaded, messages) = (self.answers.json, counting.loaded, counting.messages);
        let file = AnswerFile::start(&self.answers.output, is_json)?;
        let mut answers = Vec::new();
        for (name, query) in queries {
            let answer = counting.answer(name, query)?;
            if file.is_none() || is_json {
                answer.print(is_json)?;
            }
            answers.push(answer);
        }
        if let Some(file) = file {
            file.write(&answers, &loaded.graph, messages)?;
        }
        Ok(answers.iter().fold(Outcome::Complete, |all, answer| all.and(answer.outcome())))
    }
}
