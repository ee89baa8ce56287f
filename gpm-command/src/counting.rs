//! Counts of several patterns on one graph.

use std::num::NonZeroU64;

use gpm::{Counted, Engine, EstimateOptions, Query, Session, ShardCount};

use super::answer::{Answer, note_times};
use super::estimate;
use super::failure::{Failure, Outcome};
use super::graph_args::Loaded;
use super::messages::Messages;
use super::output_args::OutputArgs;
use super::part_file::{AnswerKind, Part, PatternPart};
use super::search::Searches;

/// What counts of several patterns share.
pub(crate) struct Counting<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) session: Session<'a>,
    /// Where counting ends, if not with the last.
    pub(crate) limit: Option<NonZeroU64>,
    pub(crate) searches: &'a Searches,
    pub(crate) loaded: &'a Loaded,
    pub(crate) messages: Messages,
}

impl Counting<'_> {
    /// Counts on the whole graph.
    pub(crate) fn answer(&mut self, name: &str, query: &Query) -> Result<Answer, Failure> {
        let Self { engine, session, limit, searches, loaded, messages } = self;
        let report = searches.run(name, |control| match *limit {
            Some(limit) => engine.count_up_to_in(session, query, limit, control),
            None => engine.count_in(session, query, control),
        })?;
        note_times(name, &report, *messages);
        Ok(Answer::new(name, &report, loaded))
    }

    /// Counts on the whole graph, and estimates what does not end in its share of the time.
    pub(crate) fn or_estimate(&mut self, queries: &[(String, Query)], is_json: bool) -> Result<Outcome, Failure> {
        let Self { engine, session, searches, loaded, messages, .. } = self;
        let options = EstimateOptions::default();
        let mut outcome = Outcome::Complete;
        for (left, (name, query)) in (1..=queries.len() as u32).rev().zip(queries) {
            let found = searches.run_one_of(left, name, |control| {
                engine.count_or_estimate_in(session, query.clone(), options, control)
            })?;
            match found {
                Counted::Counted(report) => {
                    let answer = Answer::new(name, &report, loaded);
                    answer.print(is_json)?;
                    note_times(name, &report, *messages);
                    outcome = outcome.and(answer.outcome());
                }
                Counted::Estimated(found) => {
                    estimate::print(name, &found, loaded, is_json)?;
                    messages.note(format_args!(
                        "{name}: counting did not end in its part of the time, this is an estimate"
                    ));
                    estimate::note(name, &found, options.rel_error, *messages);
                }
            }
        }
        Ok(outcome)
    }

    /// Counts what is a shard's, and writes it as a part of the run.
    pub(crate) fn shard(
        &mut self,
        answer: AnswerKind,
        queries: &[(String, Query)],
        output: &OutputArgs,
    ) -> Result<Outcome, Failure> {
        // What cannot be a file of a part is known before anything is counted.
        output.json_file()?;
        let mut patterns = Vec::new();
        for (name, query) in queries {
            let Self { engine, session, searches, loaded, messages, .. } = self;
            let ShardCount { sum, report } =
                searches.run(name, |control| engine.count_shard_in(session, query, control))?;
            note_times(name, &report, *messages);
            let Some(sum) = sum else { return Ok(Outcome::Partial) };
            patterns.push(PatternPart::new(name, (sum, &report), loaded));
        }
        Part::new(self.session.shard(), answer, patterns).write(output)?;
        Ok(Outcome::Complete)
    }
}
