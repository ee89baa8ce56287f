//! Counts of several patterns on one graph.

use std::num::NonZeroU64;

use gpm::{Counted, Engine, EngineError, EstimateOptions, Query, Session, ShardCount};

use super::batch::Failed;
use super::estimated;
use crate::answers::{Answer, note_times};
use crate::args::Loaded;
use crate::parts::{AnswerKind, Part, PatternPart};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::OutputArgs;

/// What is counted of each pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    /// All matches.
    All,
    /// No more than so many.
    UpTo(NonZeroU64),
    /// Subgraphs that have records, whatever these are.
    Once,
}

/// What counts of several patterns share.
pub(crate) struct Counting<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) session: Session<'a>,
    pub(crate) wanted: Wanted,
    pub(crate) searches: &'a Searches,
    pub(crate) loaded: &'a Loaded,
    /// Whether it is said of each where its time went, or only with `--verbose`.
    pub(crate) notes_each: bool,
    /// Patterns without an answer.
    pub(crate) failed: Failed,
    pub(crate) messages: Messages,
}

impl Counting<'_> {
    /// Counts each of some patterns on the whole graph, and hands the answers over.
    pub(crate) fn answers(
        &mut self,
        queries: &[(String, Query)],
        mut each: impl FnMut(Answer) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (name, query) in queries {
            match self.answer(name, query) {
                Ok(answer) => each(answer)?,
                Err(error) => self.give_up((name, queries.len()), error)?,
            }
        }
        Ok(())
    }

    /// Goes on after an error where it can: of several patterns, one whose number does not fit is told of, and the others are answered.
    fn give_up(&mut self, (name, of): (&str, usize), error: EngineError) -> Result<(), Failure> {
        match error {
            error if !error.is_overflow() => Err(error.into()),
            _ if of == 1 => Err(Failure::overflow(&format!("the count of `{name}`"))),
            _ => self.failed.add(name, Failure::overflow("the count")),
        }
    }

    /// How a run with these patterns, and those that could not be read, ends.
    pub(crate) fn end(&self, queries: &[(String, Query)], outcome: Outcome) -> Result<Outcome, Failure> {
        self.failed.end(queries.len(), outcome)
    }

    fn answer(&mut self, name: &str, query: &Query) -> Result<Answer, EngineError> {
        let Self { engine, session, wanted, searches, loaded, notes_each, failed: _, messages } = self;
        let report = searches.run(name, |control| match *wanted {
            Wanted::All => engine.count_in(session, query, control),
            Wanted::UpTo(limit) => engine.count_up_to_in(session, query, limit, control),
            Wanted::Once => engine.count_once_in(session, query, control),
        })?;
        if *notes_each || messages.is_verbose() {
            note_times(name, &report, *messages);
        }
        let done = report.partial.then(|| searches.done());
        let answer = Answer { done, ..Answer::new(name, &report, loaded) };
        Ok(if matches!(wanted, Wanted::Once) { answer.once(query) } else { answer })
    }

    /// Counts on the whole graph, and estimates what does not end in its share of the time.
    pub(crate) fn or_estimate(&mut self, queries: &[(String, Query)], is_json: bool) -> Result<Outcome, Failure> {
        let options = EstimateOptions::default();
        let mut outcome = Outcome::Complete;
        for (left, (name, query)) in (1..=queries.len() as u32).rev().zip(queries) {
            let Self { engine, session, searches, loaded, messages, .. } = self;
            let found = searches.run_one_of(left, name, |control| {
                engine.count_or_estimate_in(session, query.clone(), options, control)
            });
            match found {
                Err(error) => self.give_up((name, queries.len()), error)?,
                Ok(Counted::Counted(report)) => {
                    let answer = Answer::new(name, &report, loaded);
                    answer.print(is_json)?;
                    note_times(name, &report, *messages);
                    outcome = outcome.and(answer.outcome());
                }
                Ok(Counted::Estimated(found)) => {
                    estimated::print(name, &found, loaded, is_json)?;
                    messages.note(format_args!(
                        "{name}: counting did not end in its part of the time, this is an estimate"
                    ));
                    estimated::note(name, &found, options.rel_error, *messages);
                }
            }
        }
        self.end(queries, outcome)
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
            match searches.run(name, |control| engine.count_shard_in(session, query, control)) {
                Ok(ShardCount { sum: None, .. }) => return Ok(Outcome::Partial),
                Ok(ShardCount { sum: Some(sum), report }) => {
                    note_times(name, &report, *messages);
                    patterns.push(PatternPart::new(name, (sum, &report), loaded));
                }
                Err(error) => {
                    self.give_up((name, queries.len()), error)?;
                    patterns.push(PatternPart::without_sum(name, query));
                }
            }
        }
        Part::new(self.session.shard(), answer, patterns).write(output)?;
        self.end(queries, Outcome::Complete)
    }
}
