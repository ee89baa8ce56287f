//! Rows of known counts: run grouped by graph, compared, timed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::Engine;

use crate::cell::guarded;
use crate::dataset::load;
use crate::settings::{is_full, is_traced, say};

/// Rows whose times are printed.
const SLOWEST: usize = 10;

/// Time for a row whose table sets no limit.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// One known count.
pub(crate) struct Row {
    /// Graph, as [`load`] knows it.
    pub(crate) graph: String,
    /// What the table calls the question.
    pub(crate) question: String,
    pub(crate) query: Query,
    pub(crate) count: u128,
    /// Time after which the row has failed.
    pub(crate) limit: Duration,
    /// Left to the full run.
    pub(crate) is_slow: bool,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.graph, self.question)
    }
}

/// What came of the rows.
#[derive(Default)]
struct Tally {
    times: Vec<(Duration, String)>,
    wrong: Vec<String>,
    num_absent: usize,
}

/// Counts every row, the slow ones only in the full run, and says what was left out and what took longest.
///
/// # Panics
/// With all wrong rows, if any is wrong.
pub(crate) fn check(engine: &Engine, folder: &Path, title: &str, rows: Vec<Row>) {
    let num_rows = rows.len();
    let (kept, slow): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| is_full() || !row.is_slow);
    let mut by_graph: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in kept {
        by_graph.entry(row.graph.clone()).or_default().push(row);
    }
    let mut tally = Tally::default();
    for (graph, rows) in &by_graph {
        check_graph(engine, folder, (graph, rows), &mut tally);
    }
    if !slow.is_empty() {
        say(format_args!("{title}: skipped {} slow rows (set GPM_FULL=1)", slow.len()));
    }
    tally.print(title, num_rows);
    assert!(num_rows > 0, "{title}: the table is empty");
    let (num_wrong, wrong) = (tally.wrong.len(), tally.wrong.join("\n"));
    assert!(num_wrong == 0, "{title}: {num_wrong} of {num_rows} rows are wrong\n{wrong}");
}

fn check_graph(engine: &Engine, folder: &Path, (name, rows): (&str, &[Row]), tally: &mut Tally) {
    let Some(graph) = load(folder, name) else {
        tally.num_absent += rows.len();
        return say(format_args!("skipped {} rows: no data graph `{name}`", rows.len()));
    };
    for row in rows {
        if is_traced() {
            say(format_args!("{row}"));
        }
        let start = Instant::now();
        let control = Control::new().with_time_limit(row.limit);
        let found = guarded(|| engine.count_with(&graph, &row.query, &control));
        tally.times.push((start.elapsed(), row.to_string()));
        let flaw = match found {
            Ok(report) if report.partial => format!("over {:?}", row.limit),
            Ok(report) if report.count == row.count => continue,
            Ok(report) => format!("{}, known {}  [{}]", report.count, row.count, row.query.pattern),
            Err(error) => format!("{error}  [{}]", row.query.pattern),
        };
        // At once: what comes later may take long, or end the process.
        say(format_args!("wrong: {row}: {flaw}"));
        tally.wrong.push(format!("{row}: {flaw}"));
    }
}

impl Tally {
    fn print(&mut self, title: &str, num_rows: usize) {
        self.times.sort_unstable_by(|left, right| right.cmp(left));
        let total: Duration = self.times.iter().map(|(time, _)| *time).sum();
        let (num_run, seconds) = (self.times.len(), total.as_secs_f64());
        let num_absent = self.num_absent;
        say(format_args!(
            "{title}: {num_run} of {num_rows} rows ran in {seconds:.1} s; {num_absent} have no data graph"
        ));
        for (time, row) in self.times.iter().take(SLOWEST).filter(|(time, _)| time.as_secs_f64() >= 0.1) {
            say(format_args!("  {:8.2} s  {row}", time.as_secs_f64()));
        }
    }
}
