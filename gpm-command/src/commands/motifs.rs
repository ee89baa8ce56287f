//! `gpm motifs`: how often every connected pattern of a size occurs. In a directed graph these are the directed patterns, and
//! the triads that are not connected. With `--temporal` they are sequences of events, see `temporal_motifs.rs`.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::{TRIAD_CODES, all_connected, all_connected_directed, triad_code};
use gpm::{Control, Engine, Estimate, EstimateOptions, Pattern, Query};

use super::temporal_motifs::{Census, TemporalArgs};
use crate::answers::{AnswerArgs, AnswerFile, are_complete, note_sum};
use crate::args::{GraphArgs, Loaded, parse_part};
use crate::counts::{Counting, Failed, Wanted, estimated, pairs, print_table, table};
use crate::parts::{AnswerKind, PartArgs};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Vertices: beyond this size there are too many patterns to count them all (853 of 7 vertices). *guess*
const LARGEST_COUNTED: usize = 6;
/// Vertices: beyond this size there are too many directed patterns to plan them all (9,364 of 5 vertices). *guess*
const LARGEST_DIRECTED: usize = 4;

/// Options of `motifs`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::MOTIFS)]
pub(crate) struct Motifs {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of the patterns, 2 to 6; estimated 2 to 8; in a directed graph 2 to 4; of temporal motifs at most so many, 2 to 4
    #[arg(short = 'k', help_heading = crate::help::NO_HEADING, value_name = "K", required_unless_present = "temporal", value_parser = RangedU64ValueParser::<usize>::new().range(2..=8))]
    size: Option<usize>,
    /// Vertex-induced subgraphs, in which what the pattern does not join is not joined in the graph: the default here
    #[arg(long, help_heading = crate::help::NO_HEADING, conflicts_with = "edge_induced")]
    induced: bool,
    /// Edge-induced subgraphs, in which more vertices may be joined: the default of `count`
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    edge_induced: bool,
    /// Estimate each number, until half its interval is this part of it, instead of counting; 1% if none is given. What is expected to be
    /// counted in no time is counted
    #[arg(long, help_heading = crate::help::NO_HEADING, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "1%", value_parser = parse_part, conflicts_with_all = ["shard", "checkpoint", "output"])]
    estimate: Option<f64>,
    /// Of estimates: the same number gives the same ones
    #[arg(long, help_heading = crate::help::NO_HEADING, value_name = "N", requires = "estimate", default_value_t = EstimateOptions::default().seed)]
    seed: u64,
    #[command(flatten)]
    temporal: TemporalArgs,
    #[command(flatten)]
    answers: AnswerArgs,
    #[command(flatten)]
    parts: PartArgs,
}

impl Motifs {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let (path, is_json) = (self.graph.path(), self.answers.json);
        let engine = self.answers.engine.engine(path, is_json, messages)?;
        if self.temporal.is_given() {
            let (asked, size) = (&self.temporal, self.size);
            let (graph, answers, parts) = (&self.graph, &self.answers, &self.parts);
            return Census { asked, size, graph, answers, parts }.run(engine, messages);
        }
        let size = self.size.ok_or_else(|| Failure::input("how many vertices the motifs have is missing: add -k K"))?;
        let loaded = self.graph.load_unlabelled(self.answers.engine.threads(), messages)?;
        if size > LARGEST_COUNTED && self.estimate.is_none() {
            let what = format!("motifs of more than {LARGEST_COUNTED} vertices are too many to count: add --estimate");
            return Err(Failure::input(what));
        }
        let patterns = patterns(size, loaded.graph.is_directed())?;
        let query = |pattern: Pattern| match self.edge_induced {
            true => Query::from(pattern),
            false => Query::from(pattern).vertex_induced(),
        };
        if let Some(rel_error) = self.estimate {
            let options = EstimateOptions { rel_error, seed: self.seed, ..EstimateOptions::default() };
            if !self.edge_induced && !loaded.graph.is_directed() {
                // They serve all patterns.
                let options = EstimateOptions { samples: 10 * options.samples, ..options };
                return self.estimate_together((size, options), (engine, &loaded), messages);
            }
            let queries = patterns.into_iter().map(|pattern| (pattern.title(), query(pattern)));
            return self.estimate_all(queries.collect(), options, (engine, &loaded), messages);
        }
        // Dense patterns are terms of the sums that count sparse ones.
        let named = |pattern: Pattern| (pattern.title(), query(pattern));
        let mut queries: Vec<(String, Query)> = patterns.into_iter().rev().map(named).collect();
        let connected: Vec<Query> = queries.iter().map(|(_, query)| query.clone()).collect();
        // Edges induce no vertex without one.
        let kind = match size == 3 && loaded.graph.is_directed() && !self.edge_induced {
            true => AnswerKind::Triads,
            false => AnswerKind::Table,
        };
        if kind == AnswerKind::Triads {
            queries.extend(pairs());
        }
        let session = self.parts.session(&loaded.graph, &queries)?;
        let searches = Searches::start(self.answers.engine.time_limit(), messages);
        let mut counting = Counting {
            engine,
            session,
            wanted: Wanted::All,
            searches: &searches,
            loaded: &loaded,
            notes_each: false,
            failed: Failed::new(is_json),
            messages,
        };
        searches.run("planning", |control| engine.announce(&mut counting.session, &connected, control))?;
        let outcome = match self.parts.shard {
            Some(_) => counting.shard(kind, &queries, &self.answers.output)?,
            None => self.count_all(kind, &queries, &mut counting)?,
        };
        if outcome == Outcome::Partial {
            searches.note_stopped(self.parts.consequence());
        }
        Ok(outcome)
    }

    /// Estimates all patterns at once.
    fn estimate_together(
        &self,
        (size, options): (usize, EstimateOptions),
        (engine, loaded): (&Engine, &Loaded),
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let searches = Searches::start(self.answers.engine.time_limit(), messages).without_bar();
        let work = |control: &Control| engine.estimate_motifs(&loaded.graph, size, options, control);
        let all = searches.run("estimating", work)?;
        for found in &all {
            self.print_estimate(&found.query.pattern.title(), found, loaded, messages)?;
        }
        Ok(of_estimates(&all, &searches))
    }

    fn print_estimate(&self, name: &str, found: &Estimate, loaded: &Loaded, messages: Messages) -> Result<(), Failure> {
        estimated::print(name, found, loaded, self.answers.json)?;
        if let Some(rel_error) = self.estimate {
            estimated::note(name, found, rel_error, messages);
        }
        Ok(())
    }

    /// Estimates one pattern after the other, and prints each as it is known.
    fn estimate_all(
        &self,
        queries: Vec<(String, Query)>,
        options: EstimateOptions,
        (engine, loaded): (&Engine, &Loaded),
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let searches = Searches::start(self.answers.engine.time_limit(), messages).without_bar();
        let (mut all, number) = (Vec::new(), queries.len());
        for (at, (name, query)) in queries.into_iter().enumerate() {
            let work = |control: &Control| engine.estimate(&loaded.graph, query, options, control);
            let found = searches.run_one_of((number - at) as u32, &name, work)?;
            self.print_estimate(&name, &found, loaded, messages)?;
            all.push(found);
        }
        Ok(of_estimates(&all, &searches))
    }

    fn count_all(
        &self,
        kind: AnswerKind,
        queries: &[(String, Query)],
        counting: &mut Counting<'_>,
    ) -> Result<Outcome, Failure> {
        let file = AnswerFile::start(&self.answers.output, self.answers.json)?;
        let mut counted = Vec::new();
        counting.answers(queries, |answer| {
            counted.push(answer);
            Ok(())
        })?;
        let answers = table(kind, counted)?;
        note_sum(&answers, counting.messages);
        if self.answers.json {
            answers.iter().try_for_each(|answer| answer.print(true))?;
        } else if file.is_none() {
            print_table(&answers)?;
        }
        if let Some(file) = file {
            file.write(&answers, are_complete(&answers), &counting.loaded.graph, counting.messages)?;
        }
        counting.end(queries, answers.iter().fold(Outcome::Complete, |all, answer| all.and(answer.outcome())))
    }
}

/// What comes of a run whose estimates these are.
fn of_estimates(all: &[Estimate], searches: &Searches) -> Outcome {
    if all.iter().all(|found| found.count.is_some() || found.samples > 0) {
        return Outcome::Complete;
    }
    searches.note_stopped("there was no time for a sample of some patterns");
    Outcome::Partial
}

/// All connected patterns of a size; triads in the order of the census.
pub(super) fn patterns(size: usize, is_directed: bool) -> Result<Vec<Pattern>, Failure> {
    match (is_directed, size) {
        (false, _) => Ok(all_connected(size)),
        (true, ..=LARGEST_DIRECTED) => {
            let mut patterns = all_connected_directed(size);
            patterns
                .sort_by_cached_key(|pattern| TRIAD_CODES.iter().position(|&code| triad_code(pattern) == Some(code)));
            Ok(patterns)
        }
        (true, _) => {
            let what = format!("directed motifs have 2 to {LARGEST_DIRECTED} vertices: there are 9364 of 5");
            Err(Failure::input(what))
        }
    }
}
