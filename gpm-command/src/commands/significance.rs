//! `gpm significance`: whether patterns occur more or less often than in random graphs.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::null::{Comparison, NotCompared};
use gpm::{Engine, Query};

use super::motifs::patterns;
use crate::args::{
    AttributeArgs, EngineArgs, GraphArgs, Loaded, MeaningArgs, NamedPattern, NullArgs, PassArgs, check_order,
    parse_part,
};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::OutputArgs;
use crate::significance::{Findings, Row, SampleFile, Target};

/// Random graphs, unless it is said how many.
const SAMPLES: u64 = 1000;
/// Random graphs at most, where it is said how exact the answers are to be. *guess*
const MOST_SAMPLES: u64 = 1_000_000;
/// How often it is looked whether the answers are exact enough, in random graphs: always at the same, so that the answer does not depend on the
/// number of threads. *guess*
const LOOK: u64 = 10;

/// Options of `significance`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::SIGNIFICANCE)]
pub(crate) struct Significance {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns, as for `gpm count`; or -k for all of a size
    #[arg(value_name = "PATTERN", required_unless_present = "size", help_heading = crate::help::NO_HEADING)]
    patterns: Vec<String>,
    /// All connected patterns of so many vertices, 3 to 6, in a directed graph 3 or 4; vertex-induced unless told otherwise
    #[arg(short = 'k', value_name = "K", conflicts_with = "patterns", help_heading = crate::help::NO_HEADING, value_parser = RangedU64ValueParser::<usize>::new().range(3..=6))]
    size: Option<usize>,
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    null: NullArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// One JSON object per pattern, each on a line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    passes: PassArgs,
}

/// How many random graphs there are, and what is called unusual.
#[derive(Args, Debug)]
#[command(next_help_heading = "How good")]
struct GoalArgs {
    /// How many random graphs; at most, with --until [default: 1000; with --until 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    samples: Option<u64>,
    /// Go on until of each pattern half the interval of z is this part of it (or of 1, if it is less), or half that of p is this
    #[arg(long, value_name = "PART", value_parser = parse_part)]
    until: Option<f64>,
    /// Call patterns unusual at this level: of those so called, at most this part is so by chance
    #[arg(long, value_name = "PART", default_value = "5%", value_parser = parse_part)]
    level: f64,
    /// Keep the counts of each random graph in this .tsv file; if it is there, from an earlier run with the same question, go on with it
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
}

impl Significance {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        check_order(self.graph.path(), &texts, "significance")?;
        let target = Target::start(&self.output, self.json)?;
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let (loaded, queries) = match self.size {
            Some(size) => self.of_size(size, messages)?,
            None => {
                let named = NamedPattern::read_all(&texts, self.graph.reading(None), messages)?;
                let wanted = named.iter().map(|named| &named.pattern);
                let loaded = self.graph.load_for(wanted, &self.attributes, self.engine.threads(), messages)?;
                let query = |NamedPattern { name, pattern }| (name, self.meaning.query(pattern, &self.passes));
                (loaded, named.into_iter().map(query).collect())
            }
        };
        self.compare((engine, &loaded), &queries, target, messages)
    }

    /// The patterns of a size, those with the most edges first, as sums need it.
    fn of_size(&self, size: usize, messages: Messages) -> Result<(Loaded, Vec<(String, Query)>), Failure> {
        let loaded = self.graph.load_kept(false, &self.attributes, messages)?;
        let all = patterns(size, loaded.graph.is_directed())?.into_iter().rev();
        let query = |pattern: gpm::Pattern| {
            let (name, query) = (pattern.title(), self.meaning.query(pattern, &self.passes));
            (name, if self.meaning.is_given() { query } else { query.vertex_induced() })
        };
        let queries = all.map(query).collect();
        Ok((loaded, queries))
    }

    fn compare(
        &self,
        (engine, loaded): (&Engine, &Loaded),
        named: &[(String, Query)],
        target: Target,
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let searches = Searches::start(self.engine.time_limit(), messages);
        let nulls = self.null.graphs(&loaded.graph, messages)?;
        let queries: Vec<Query> = named.iter().map(|(_, query)| query.clone()).collect();
        let about = self.null.about(&nulls);
        let names = || queries.iter().map(|query| format!("{} {}", query.pattern, query.unit.name(query.semantics)));
        let names: Vec<String> = names().collect();
        let file =
            self.goal.counts.as_ref().map(|path| SampleFile::open(path, &about, names.iter().map(String::as_str)));
        let mut file = file.transpose()?;
        let begun = searches.run("the graph", |control| Comparison::new(engine, &nulls, &queries, control));
        let mut comparison = match begun {
            Err(NotCompared::Stopped) => {
                searches.note_stopped("there was no time to count in the graph itself");
                return Ok(Outcome::Partial);
            }
            begun => begun?,
        };
        let most = self.goal.samples.unwrap_or(if self.goal.until.is_some() { MOST_SAMPLES } else { SAMPLES });
        if let Some(file) = &mut file {
            file.resume(&mut comparison, most, messages);
        }
        let left = most.saturating_sub(comparison.samples());
        let level = self.goal.level;
        let is_settled = |tallies: &[gpm::null::Tally]| {
            self.goal.until.is_some_and(|part| gpm::null::judge(tallies, level).iter().all(|one| one.is_settled(part)))
        };
        let (mut settled, mut failed) = (is_settled(comparison.tallies()), None);
        if !settled {
            searches.run("random graphs", |control| {
                comparison.sample(left, control, |tallies, (number, counts)| {
                    if let Some(Err(error)) = file.as_mut().map(|file| file.add(number, counts)) {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                    settled = (number + 1).is_multiple_of(LOOK) && is_settled(tallies);
                    if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            })?;
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let samples = comparison.samples();
        let is_complete = settled || samples >= most;
        let described = nulls.describe();
        let mut rows: Vec<Row<'_>> = named.iter().zip(comparison.judge(level)).collect();
        if self.size.is_some() {
            // As `gpm motifs` has them.
            rows.reverse();
        }
        let findings = Findings { rows, null: described.name, seed: self.null.seed(), is_complete };
        findings.tell(target, self.json, &loaded.graph, messages)?;
        if !settled && self.goal.until.is_some() && is_complete {
            messages.note(format_args!("{samples} random graphs were not enough for --until: raise --samples"));
        }
        if is_complete {
            return Ok(Outcome::Complete);
        }
        searches.note_stopped(&format!("this is what {samples} random graphs say"));
        Ok(Outcome::Partial)
    }
}
