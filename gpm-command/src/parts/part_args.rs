//! Options of runs that are cut into parts: shards of several processes, and what a process that is begun again need not do again.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{Graph, Journal, Query, Session, Shard};

use crate::answers::Subject;
use crate::process::Failure;

/// Runs in parts.
#[derive(Args, Debug)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct PartArgs {
    /// Count one of N equal parts, the I-th, and write what `gpm merge` needs: -o FILE.json, or FILE.part for tables
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Keep what is done in this file, or of tables in this folder; the same command goes on from there
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
}

/// What a run is asked, as its checkpoint says it.
pub(crate) fn run_text(verb: &str, questions: &[(String, Query)]) -> String {
    let mut run = verb.to_owned();
    for (name, query) in questions {
        let subject = Subject::new(name, query);
        // A string takes all that is written to it.
        let _ = write!(run, "; {} of {}", subject.meaning(), subject.shape.definition);
    }
    run
}

impl PartArgs {
    /// Whether the run is cut into parts.
    pub(crate) fn is_given(&self) -> bool {
        self.shard.is_some() || self.checkpoint.is_some()
    }

    /// The folder in which the parts of a table are kept, if it is asked for.
    pub(crate) fn folder(&self) -> Result<Option<&Path>, Failure> {
        match (&self.checkpoint, self.shard) {
            (Some(_), Some(_)) => Err(Failure::input(
                "a checkpoint of a table keeps its shards: leave out --shard, or --checkpoint and run more shards",
            )),
            (folder, _) => Ok(folder.as_deref()),
        }
    }

    /// What is said of a run that was stopped.
    pub(crate) fn consequence(&self) -> &'static str {
        match (&self.checkpoint, self.shard) {
            (Some(_), _) => "what is done is kept: the same command goes on from there",
            (None, Some(_)) => "a shard counts when it is complete: nothing is written",
            (None, None) => "a partial result covers only the part of the graph searched so far",
        }
    }

    /// A session for these questions on a graph.
    pub(crate) fn session<'g>(&self, graph: &'g Graph, questions: &[(String, Query)]) -> Result<Session<'g>, Failure> {
        let session = self.shard.map_or_else(|| Session::new(graph), |shard| Session::of_shard(graph, shard));
        let Some(path) = &self.checkpoint else { return Ok(session) };
        let mut run = run_text("count", questions);
        if let Some(shard) = self.shard {
            let _ = write!(run, "; shard {shard}");
        }
        let journal = Journal::open(path, graph, &run).map_err(gpm::EngineError::from)?;
        Ok(session.with_journal(journal))
    }
}
