//! `gpm count`: how often patterns occur.

use std::num::NonZeroU64;
use std::path::Path;

use clap::Args;
use gpm::pattern::disconnected_triad;
use gpm::{EachOptions, Engine, Pattern, Query};

use crate::answers::{AnswerArgs, AnswerFile, MeasureArg, Supported, Supports, are_complete, note_sum, unit};
use crate::args::{
    AttributeArgs, GraphArgs, Listed, Loaded, NamedPattern, PassArgs, QueryArgs, StrategyArgs, check_order,
    pattern_list,
};
use crate::counts::{
    Batch, BatchArgs, Counting, Disconnected, Failed, PerArgs, Run, Wanted, count_by_time, disconnected_triads,
};
use crate::parts::{AnswerKind, PartArgs};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Questions with their names.
type Named = Vec<(String, Query)>;

/// Options of `count`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::COUNT)]
pub(crate) struct Count {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(value_name = "PATTERN", required_unless_present = "batch", help_heading = crate::help::NO_HEADING)]
    patterns: Vec<String>,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Instead of counting say the support of each pattern: mni, the least number of vertices of the graph that any of its vertices
    /// is matched to
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["per_vertex", "per_edge", "shard", "checkpoint", "homomorphism", "embeddings", "disable"], help_heading = "What is found")]
    measure: Option<MeasureArg>,
    /// Count a subgraph once, however many choices of its records match
    #[arg(long, conflicts_with_all = ["per_vertex", "per_edge", "measure", "limit", "shard", "checkpoint", "or_estimate", "batch"], help_heading = "What is found")]
    once: bool,
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
    #[command(flatten)]
    strategy: StrategyArgs,
}

impl Count {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let is_plain = self.batch.patterns.is_none() && self.per.per()?.is_none() && !self.parts.is_given();
        if self.strategy.is_given() && !(is_plain && self.measure.is_none() && self.limit.is_none()) {
            return Err(Failure::input(
                "--strategy says how a whole count is come by: leave it out with --patterns, --per-vertex, --per-edge, --anchor, --shard, --checkpoint, \
                 --measure and --limit",
            ));
        }
        if let Some(path) = &self.batch.patterns {
            return if self.parts.is_given() {
                self.run_listed(path, messages)
            } else {
                self.run_batch(path, messages)
            };
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
        if texts.iter().any(|text| disconnected_triad(text).is_some()) {
            return self.run_census(&texts, engine, messages);
        }
        let patterns = NamedPattern::read_all(&texts, self.graph.reading(self.query.period()), messages)?;
        let wanted = patterns.iter().map(|named| &named.pattern);
        let loaded = self.graph.load_for(wanted, &self.attributes, self.answers.engine.threads(), messages)?;
        let queries = patterns.into_iter().map(|NamedPattern { name, pattern }| (name, self.query(pattern)));
        let queries: Vec<_> = queries.collect();
        if let Some(MeasureArg::Mni) = self.measure {
            return self.measure_all(&queries, engine, &loaded, messages);
        }
        if let Some(per) = self.per.per()? {
            let folder = self.parts.folder()?;
            let searches = Searches::start(self.answers.engine.time_limit(), messages);
            let (output, is_json) = (&self.answers.output, self.answers.json);
            let run = Run { engine, loaded: &loaded, searches, anchor: self.per.anchor(), output, is_json, messages };
            if let Some(every) = self.per.every() {
                return count_by_time(every, &queries, run);
            }
            return match (self.parts.shard, folder) {
                (Some(shard), _) => per.count_shard(shard, &queries, run),
                (None, Some(folder)) => per.count_kept((path, folder), &queries, run),
                (None, None) => per.count(&queries, run),
            };
        }
        self.run_in_order(&queries, Failed::new(is_json), (engine, &loaded), messages)
    }

    /// The question that the options make of a pattern.
    fn query(&self, pattern: Pattern) -> Query {
        self.strategy.demand(self.query.query(pattern, &self.passes))
    }

    /// What is counted of each pattern.
    fn wanted(&self) -> Wanted {
        match self.limit {
            Some(limit) => Wanted::UpTo(limit),
            None if self.once => Wanted::Once,
            None => Wanted::All,
        }
    }

    /// Counts patterns of which some are triads that are not connected.
    fn run_census(&self, texts: &[&str], engine: &Engine, messages: Messages) -> Result<Outcome, Failure> {
        let is_plain = !self.parts.is_given()
            && self.measure.is_none()
            && self.limit.is_none()
            && !self.or_estimate
            && self.query.period().is_none();
        if !is_plain || self.per.per()?.is_some() {
            return Err(Failure::input(
                "triads in which a vertex has no arc follow from the whole census: count them without --shard, --checkpoint, --limit, \
                 --or-estimate, --measure, --per-vertex, --per-edge, --anchor, --since and --until",
            ));
        }
        let (mut queries, mut asked) = (disconnected_triads::census(), Vec::new());
        let all = queries.len();
        for text in texts {
            let example = self.query(queries[0].1.pattern.clone());
            let disconnected = Disconnected::read(text, &example, self.query.is_meaning_given())?;
            if disconnected.is_none() {
                let NamedPattern { name, pattern } =
                    NamedPattern::read(text, self.graph.reading(self.query.period()), messages)?;
                queries.push((name, self.query(pattern)));
            }
            asked.push(disconnected);
        }
        let wanted = queries.iter().map(|(_, query)| &query.pattern);
        let loaded = self.graph.load_for(wanted, &self.attributes, self.answers.engine.threads(), messages)?;
        let session = self.parts.session(&loaded.graph, &queries)?;
        let searches = Searches::start(self.answers.engine.time_limit(), messages);
        let (failed, notes_each, wanted) = (Failed::new(self.answers.json), false, self.wanted());
        let mut counting =
            Counting { engine, session, wanted, searches: &searches, loaded: &loaded, notes_each, failed, messages };
        let (file, mut found) = (AnswerFile::start(&self.answers.output, self.answers.json)?, Vec::new());
        counting.answers(&queries, |answer| {
            found.push(answer);
            Ok(())
        })?;
        counting.end(&queries, Outcome::Complete)?;
        note_sum(&found, messages);
        let mut others = found.split_off(all).into_iter();
        let mut answer = |disconnected: Option<Disconnected>| match disconnected {
            Some(disconnected) => disconnected.answer(&found).map(Some),
            None => Ok(others.next()),
        };
        let answers = asked
            .into_iter()
            .filter_map(|disconnected| answer(disconnected).transpose())
            .collect::<Result<Vec<_>, _>>()?;
        if file.is_none() || self.answers.json {
            answers.iter().try_for_each(|answer| answer.print(self.answers.json))?;
        }
        if let Some(file) = file {
            file.write(&answers, are_complete(&answers), &loaded.graph, messages)?;
        }
        let outcome = answers.iter().fold(Outcome::Complete, |all, answer| all.and(answer.outcome()));
        if outcome == Outcome::Partial {
            searches.note_stopped(self.parts.consequence());
        }
        Ok(outcome)
    }

    /// Counts one pattern after the other.
    fn run_in_order(
        &self,
        queries: &[(String, Query)],
        failed: Failed,
        (engine, loaded): (&Engine, &Loaded),
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let session = self.parts.session(&loaded.graph, queries)?;
        let searches = Searches::start(self.answers.engine.time_limit(), messages);
        let mut counting = Counting {
            engine,
            session,
            wanted: self.wanted(),
            searches: &searches,
            loaded,
            notes_each: true,
            failed,
            messages,
        };
        let outcome = match self.parts.shard {
            Some(_) => counting.shard(AnswerKind::Lines, queries, &self.answers.output)?,
            None if self.or_estimate => counting.or_estimate(queries, self.answers.json)?,
            None => self.count_all(queries, &mut counting)?,
        };
        if outcome == Outcome::Partial {
            searches.note_stopped(self.parts.consequence());
        }
        Ok(outcome)
    }

    /// Counts all patterns of a folder or file, side by side.
    fn run_batch(&self, path: &Path, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.answers.engine.engine(self.graph.path(), self.answers.json, messages)?;
        let (queries, failed, loaded) = self.listed(path, messages)?;
        let options = EachOptions { query_time_limit: self.batch.query_time_limit, limit: self.limit };
        Batch { engine, loaded: &loaded, answers: &self.answers, options, messages }.run(&queries, failed)
    }

    /// Counts them one after the other, as runs in parts do.
    fn run_listed(&self, path: &Path, messages: Messages) -> Result<Outcome, Failure> {
        if self.batch.query_time_limit.is_some() {
            return Err(Failure::input(
                "--query-time-limit gives up on patterns, of which --shard and --checkpoint need all: write --time-limit",
            ));
        }
        let engine = self.answers.engine.engine(self.graph.path(), self.answers.json, messages)?;
        let (queries, failed, loaded) = self.listed(path, messages)?;
        self.run_in_order(&queries, failed, (engine, &loaded), messages)
    }

    /// The patterns of a folder or file as questions, those that could not be read, and the graph.
    fn listed(&self, path: &Path, messages: Messages) -> Result<(Named, Failed, Loaded), Failure> {
        let (mut named, mut failed) = (Vec::new(), Failed::new(self.answers.json));
        for Listed { name, pattern, meaning } in pattern_list::read(path, self.graph.reading(self.query.period()))? {
            let query = pattern.and_then(|pattern| self.query.query_as(meaning, pattern, &self.passes));
            match query {
                Ok(query) => named.push((name, query)),
                Err(failure) => failed.add_unread(&name, failure)?,
            }
        }
        let wanted = named.iter().map(|(_, query)| &query.pattern);
        let loaded = self.graph.load_for(wanted, &self.attributes, self.answers.engine.threads(), messages)?;
        Ok((named, failed, loaded))
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
            supports.push(&Supported::new(&found, (query.semantics, unit(&loaded.graph)), None))?;
        }
        supports.keep(true, messages)?;
        Ok(Outcome::Complete)
    }

    fn count_all(&self, queries: &[(String, Query)], counting: &mut Counting<'_>) -> Result<Outcome, Failure> {
        let (is_json, loaded, messages) = (self.answers.json, counting.loaded, counting.messages);
        let file = AnswerFile::start(&self.answers.output, is_json)?;
        let mut answers = Vec::new();
        counting.answers(queries, |answer| {
            if file.is_none() || is_json {
                answer.print(is_json)?;
            }
            answers.push(answer);
            Ok(())
        })?;
        if let Some(file) = file {
            file.write(&answers, are_complete(&answers), &loaded.graph, messages)?;
        }
        counting.end(queries, answers.iter().fold(Outcome::Complete, |all, answer| all.and(answer.outcome())))
    }
}
