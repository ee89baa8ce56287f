//! `gpm estimate`: about how often patterns occur, where counting takes too long.

use clap::Args;
use gpm::{Estimate as Found, EstimateOptions, Query};
use serde::Serialize;

use super::answer::{JsonGraph, Subject, json_line, print_line};
use super::attribute_args::AttributeArgs;
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Loaded};
use super::messages::Messages;
use super::pattern_arg::{NamedPattern, check_order};
use super::query_args::{PassArgs, QueryArgs};
use super::search::Searches;

/// Options of `estimate`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::ESTIMATE)]
pub(crate) struct Estimate {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Patterns, as for `gpm count`
    #[arg(value_name = "PATTERN", required = true, help_heading = super::help::NO_HEADING)]
    patterns: Vec<String>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Print JSON, an object per pattern and line
    #[arg(long, help_heading = super::help::OUTPUT)]
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

/// One estimate; the fields of its JSON are a contract, see `gpm estimate --help`.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    subject: Subject,
    estimate: f64,
    low: f64,
    /// Not known if no sample was taken.
    high: Option<f64>,
    confidence: f64,
    samples: u64,
    valid: u64,
    exact: bool,
    /// Decimal, if it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    reached: bool,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

#[derive(Debug, Serialize)]
struct JsonSeconds {
    load: f64,
    run: f64,
    /// Of kernels, where a GPU took the samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<f64>,
}

impl Estimate {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        check_order(self.graph.path(), &texts, "estimate")?;
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let patterns = NamedPattern::read_all(&texts, self.graph.reading(), messages)?;
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

/// Prints an estimate, as text or JSON.
pub(crate) fn print(name: &str, found: &Found, loaded: &Loaded, is_json: bool) -> Result<(), Failure> {
    let answer = Answer {
        subject: Subject::new(name, &found.query),
        estimate: found.estimate,
        low: found.low,
        high: Some(found.high).filter(|high| high.is_finite()),
        confidence: found.confidence,
        samples: found.samples,
        valid: found.valid,
        exact: found.count.is_some(),
        count: found.count.map(|count| count.to_string()),
        reached: found.is_reached,
        seconds: JsonSeconds { load: loaded.seconds, run: found.seconds, kernel: found.kernel_seconds },
        graph: JsonGraph::new(&loaded.graph),
    };
    print_line(&if is_json { json_line(&answer)? } else { line(&answer, found) })
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

/// As text: the estimate, the pattern, and the interval.
fn line(answer: &Answer, found: &Found) -> String {
    let (name, meaning) = (&answer.subject.name, answer.subject.meaning());
    if let Some(count) = found.count {
        return format!("{count}  {name}  ({meaning}, exact)");
    }
    let high = answer.high.map_or_else(|| "no known bound".to_owned(), rounded);
    let confidence = 100.0 * found.confidence;
    format!(
        "{}  {name}  ({meaning}; {} to {high} with {confidence} % confidence)",
        rounded(found.estimate),
        rounded(found.low)
    )
}

/// A number with as many digits as an estimate has.
fn rounded(number: f64) -> String {
    if number < 1e6 { format!("{:.0}", number) } else { format!("{number:.4e}") }
}

/// Says on standard error how the estimate came about.
pub(crate) fn note(name: &str, found: &Found, rel_error: f64, messages: Messages) {
    let Found { samples, valid, seconds, .. } = found;
    if found.count.is_some() {
        return messages.note(format_args!("{name}: counted in {seconds:.3} s"));
    }
    messages.note(format_args!("{name}: {samples} samples, {valid} of them with matches, in {seconds:.3} s"));
    if *valid == 0 {
        let bound = rounded(found.high);
        messages.note(format_args!(
            "{name}: not found in {samples} samples, which bounds the count by {bound} and no better"
        ));
    } else if !found.is_reached {
        messages.note(format_args!("{name}: the interval is longer than {} % each way", 100.0 * rel_error));
    }
}

/// Reads a part of a whole: `5%` or `0.05`.
pub(crate) fn parse_part(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    match (text.strip_suffix('%').map(number), number(text)) {
        (Some(Some(percent)), _) => Ok(percent / 100.0),
        (None, Some(part)) if part < 1.0 => Ok(part),
        (None, Some(_)) => Err(format!("a part of a whole: write {text}% or a number below 1")),
        _ => Err("expected a part of a whole such as 5% or 0.05".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_one_reading() {
        assert_eq!((parse_part("5%"), parse_part("0.05"), parse_part("150 %")), (Ok(0.05), Ok(0.05), Ok(1.5)));
        for wrong in ["5", "1", "0", "-1%", "", "%", "x", "nan", "0%", "inf"] {
            assert!(parse_part(wrong).is_err(), "{wrong}");
        }
    }
}
