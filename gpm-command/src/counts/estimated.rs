//! An estimate as printed: a line of text or a JSON object, and what is said of how it came about.

use gpm::Estimate as Found;
use serde::Serialize;

use crate::answers::{JsonGraph, Subject, json_line, print_line};
use crate::args::Loaded;
use crate::process::{Failure, Messages};

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
