//! `gpm count --patterns`: many patterns on one graph, answered side by side and printed as they are.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use gpm::graph::counted;
use gpm::{EachOptions, Engine, Query, Report};
use serde::Serialize;

use crate::answers::{Answer, AnswerArgs, AnswerFile, json_line, print_line};
use crate::args::{Loaded, duration};
use crate::process::{Failure, Messages, Outcome, Searches, messages};

/// Many patterns at once.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many patterns")]
pub(crate) struct BatchArgs {
    /// Count all patterns of a folder, a file each, or of one file: t/v/e blocks, or a pattern on each line
    #[arg(long = "patterns", id = "batch", value_name = "DIR|FILE", conflicts_with_all = ["patterns", "measure", "per_vertex", "per_edge"])]
    pub(crate) patterns: Option<PathBuf>,
    /// Of many patterns, stop each after this time (10s, 500ms) with a partial count, and go on with the others
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) query_time_limit: Option<Duration>,
}

/// What patterns became of, by name.
pub(crate) struct Batch<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) loaded: &'a Loaded,
    pub(crate) answers: &'a AnswerArgs,
    pub(crate) options: EachOptions,
    pub(crate) messages: Messages,
}

/// Why some patterns have no answer: each was told when it was known.
pub(crate) struct Failed {
    number: usize,
    /// Those of them that could not be read.
    unread: usize,
    is_run: bool,
    /// Whether answers are printed as JSON: what stands for an answer that there is not is an object too.
    is_json: bool,
}

/// What stands for an answer that there is not; its JSON is a contract, see `gpm count --help`.
#[derive(Serialize)]
struct NoAnswer<'a> {
    pattern: &'a str,
    error: String,
}

impl Failed {
    /// None yet.
    pub(crate) fn new(is_json: bool) -> Self {
        Self { number: 0, unread: 0, is_run: false, is_json }
    }

    /// Tells of one that could not be read.
    ///
    /// # Errors
    /// If nobody reads the results any more.
    pub(crate) fn add_unread(&mut self, name: &str, failure: Failure) -> Result<(), Failure> {
        self.unread += 1;
        self.add(name, failure)
    }

    /// Tells of one.
    ///
    /// # Errors
    /// If nobody reads the results any more.
    pub(crate) fn add(&mut self, name: &str, failure: Failure) -> Result<(), Failure> {
        self.is_run |= matches!(failure, Failure::Run(_));
        self.number += 1;
        let (Failure::Input(error) | Failure::Run(error)) = failure else { return Err(Failure::Unread) };
        messages::error(&anyhow!("{name}: {error}"));
        match self.is_json {
            true => print_line(&json_line(&NoAnswer { pattern: name, error: error.to_string() })?),
            false => Ok(()),
        }
    }

    /// The end of a run that asked for so many patterns, beside those that could not be read.
    pub(crate) fn end(&self, asked: usize, outcome: Outcome) -> Result<Outcome, Failure> {
        if self.number == 0 {
            return Ok(outcome);
        }
        let all = asked + self.unread;
        let error = anyhow!("{} of {} have no answer", self.number, counted(all as u64, "pattern", "patterns"));
        Err(if self.is_run { Failure::Run(error) } else { Failure::Input(error) })
    }
}

impl Batch<'_> {
    /// Counts for each of the named queries; `failed` are those that could not be read.
    pub(crate) fn run(&self, named: &[(String, Query)], mut failed: Failed) -> Result<Outcome, Failure> {
        let Batch { engine, loaded, answers, options, messages } = *self;
        let AnswerArgs { output, json, engine: args } = answers;
        let json = *json;
        let file = AnswerFile::start(output, json)?;
        let mut searches = Searches::start(args.time_limit(), messages);
        if io::stdout().is_terminal() {
            searches = searches.without_bar();
        }
        let queries: Vec<Query> = named.iter().map(|(_, query)| query.clone()).collect();
        let (start, mut found, mut broken) = (Instant::now(), Vec::new(), None);
        let mut take = |place: usize, answer: Result<Report, Failure>| -> Result<(), Failure> {
            let (name, _) = &named[place];
            match answer {
                Ok(report) => {
                    let answer = Answer::new(name, &report, loaded);
                    if file.is_none() || json {
                        answer.print(json)?;
                    }
                    found.push((place, answer));
                    Ok(())
                }
                Err(failure) => failed.add(name, failure),
            }
        };
        searches.run("patterns", |control| {
            engine.count_each(&loaded.graph, &queries, options, control, |place, answer| {
                match take(place, answer.map_err(Failure::from)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(failure) => {
                        broken = Some(failure);
                        ControlFlow::Break(())
                    }
                }
            })
        })?;
        if let Some(failure) = broken {
            return Err(failure);
        }
        found.sort_by_key(|(place, _)| *place);
        let found: Vec<Answer> = found.into_iter().map(|(_, answer)| answer).collect();
        let partial = found.iter().filter(|answer| answer.partial).count();
        let left = named.len() + failed.unread - found.len() - failed.number;
        self.note(&found, (partial, left), start.elapsed());
        if left > 0 {
            searches.note_stopped("counts under way are partial, patterns not begun have none");
        }
        if let Some(file) = file {
            // What its own limit stopped is as final as it gets.
            let are_final = left == 0 && (partial == 0 || !searches.is_over());
            file.write(&found, are_final, &loaded.graph, messages)?;
        }
        failed.end(named.len(), if partial + left > 0 { Outcome::Partial } else { Outcome::Complete })
    }

    /// Says on standard error how many were answered, and how fast.
    fn note(&self, found: &[Answer], (partial, left): (usize, usize), took: Duration) {
        let seconds = took.as_secs_f64();
        let rate = found.len() as f64 / seconds.max(1e-9);
        let partial = if partial > 0 { format!(", {partial} of them partial") } else { String::new() };
        let left = if left > 0 { format!(", {left} not begun") } else { String::new() };
        let number = counted(found.len() as u64, "pattern", "patterns");
        self.messages.note(format_args!("{number} in {seconds:.3} s, {rate:.0} a second{partial}{left}"));
    }
}
