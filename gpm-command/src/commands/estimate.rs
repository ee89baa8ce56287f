//! `gpm estimate`: about how often patterns occur, where counting takes too long.

use clap::Args;
use gpm::{EstimateOptions, Query};

use crate::args::{AttributeArgs, EngineArgs, GraphArgs, NamedPattern, PassArgs, QueryArgs, check_order, parse_part};
use crate::counts::{note, print};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Options of `estimate`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::ESTIMATE)]
pub(crate) struct Estimate {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns, as for `gpm count`
    #[arg(value_name = "PATTERN", required = true, help_heading = crate::help::NO_HEADING)]
    patterns: Vec<String>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Print JSON, an object per pattern and line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    passes: PassArgs,
}

/// When an estimate is good enough.
#[derive(Args, Debug)]
#[command(next_help_heading = "How good")]
struct GoalArgs {
    /// Sample until half the interval is this part of the estimate
    #[arg(long, value_name = "PART", default_value = "1%", value_parser = parse_part)]
    rel_error: f64,
    /// How likely the interval is to hold the count
    #[arg(long, value_name = "PART", default_value = "95%", value_parser = parse_part)]
    confidence: f64,
    /// Samples at most, for each pattern; eight for each doubling of the roots are taken in any case
    #[arg(long, value_name = "N", default_value_t = EstimateOptions::default().samples, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    /// The same number gives the same estimate
    #[arg(long, value_name = "N", default_value_t = EstimateOptions::default().seed)]
    seed: u64,
    /// Sample even what is expected to be counted in no time
    #[arg(long)]
    no_exact: bool,
}

impl Estimate {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        check_order(self.graph.path(), &texts, "estimate")?;
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let patterns = NamedPattern::read_all(&texts, self.graph.reading(self.query.period()), messages)?;
        let wanted = patterns.iter().map(|named| &named.pattern);
        let loaded = self.graph.load_for(wanted, &self.attributes, self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages).without_bar();
        let mut outcome = Outcome::Complete;
        for NamedPattern { name, pattern } in patterns {
            let query: Query = self.query.query(pattern, &self.passes);
            let found =
                searches.run(&name, |control| engine.estimate(&loaded.graph, query, self.goal.options(), control))?;
            if found.count.is_none() && found.samples == 0 {
                outcome = Outcome::Partial;
            }
            print(&name, &found, &loaded, self.json)?;
            note(&name, &found, self.goal.rel_error, messages);
        }
        if outcome == Outcome::Partial {
            searches.note_stopped("there was no time for a sample");
        }
        Ok(outcome)
    }
}

impl GoalArgs {
    fn options(&self) -> EstimateOptions {
        EstimateOptions {
            rel_error: self.rel_error,
            confidence: self.confidence,
            samples: self.samples,
            seed: self.seed,
            may_count: !self.no_exact,
        }
    }
}
