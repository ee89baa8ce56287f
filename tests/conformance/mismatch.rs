//! Collects wrong answers and reports them with the smallest graph found that still shows them.

use std::collections::BTreeMap;
use std::fmt::Write;

use gpm_runtime::graph::Graph;

use crate::cell::Cell;
use crate::engines::Engines;
use crate::expected::Expected;
use crate::sample::Sample;
use crate::settings::{say, test_name};

/// Mismatches that are shrunk and reported in full; of the rest only the cell is named, up to [`NAMED`].
const SHRUNK: usize = 3;

/// Mismatches that are named at all.
const NAMED: usize = 40;

/// How a failure begins when the engine gives no answer at all; such graphs do not stand in for wrong answers.
pub(crate) const FAILS: &str = "engine fails";

/// The mismatches of one test.
#[derive(Default)]
pub(crate) struct Mismatches {
    num_cells: usize,
    num_wrong: usize,
    /// Wrong cells by what was off and how they ran.
    num_wrong_of: BTreeMap<String, usize>,
    report: String,
}

impl Mismatches {
    /// Counts a cell that was right.
    pub(crate) fn right(&mut self) {
        self.num_cells += 1;
    }

    /// Counts a cell that went wrong. `failure` says how a cell fails on a graph, if it does; the graph is shrunk while
    /// it goes on failing.
    pub(crate) fn wrong(
        &mut self,
        engines: &Engines,
        sample: &Sample,
        cell: &Cell<'_>,
        failure: impl Fn(&Sample) -> Option<String>,
    ) {
        self.num_cells += 1;
        self.num_wrong += 1;
        *self.num_wrong_of.entry(format!("{:?}, off: [{}]", cell.mode, cell.off)).or_default() += 1;
        if self.num_wrong > NAMED {
            return;
        }
        let _ = writeln!(self.report, "\n{cell}");
        if self.num_wrong > SHRUNK {
            let _ = writeln!(self.report, "  on {}: {}", sample.name, failure(sample).unwrap_or_default());
            return;
        }
        let first = failure(sample);
        let is_alike = |other: &String| first.as_ref().is_some_and(|first| is_error(first) == is_error(other));
        let smallest = sample.shrunk(|smaller| failure(smaller).as_ref().is_some_and(is_alike));
        let what = failure(&smallest).unwrap_or_else(|| "not seen again: depends on chance".to_owned());
        let _ = writeln!(self.report, "  {what}\n  on {smallest}");
        let _ = match cell.plan(engines, &smallest.graph()) {
            Ok(plan) => writeln!(self.report, "{plan}"),
            Err(error) => writeln!(self.report, "  no plan: {error}"),
        };
    }

    /// Runs a cell and notes whether its count is the expected one.
    pub(crate) fn check_count(
        &mut self,
        engines: &Engines,
        (sample, graph): (&Sample, &Graph),
        cell: &Cell<'_>,
        expected: Expected,
    ) {
        self.compare(engines, sample, cell, expected, cell.count(engines, graph));
    }

    /// Notes whether what was found in a cell is the expected count.
    pub(crate) fn compare(
        &mut self,
        engines: &Engines,
        sample: &Sample,
        cell: &Cell<'_>,
        expected: Expected,
        found: Result<u128, String>,
    ) {
        if found == Ok(expected.count(cell.unit)) {
            return self.right();
        }
        self.wrong(engines, sample, cell, |smaller| {
            let expected = Expected::new(smaller, cell.pattern, cell.semantics).count(cell.unit);
            match cell.count(engines, &smaller.graph()) {
                Ok(found) if found == expected => None,
                Ok(found) => Some(format!("engine {found}, brute force {expected}")),
                Err(error) => Some(format!("{FAILS}: {error}; brute force {expected}")),
            }
        });
    }

    /// Says how many cells there were, and fails the test if anything went wrong.
    ///
    /// # Panics
    /// With the report.
    pub(crate) fn finish(self) {
        assert!(self.num_cells > 0, "nothing was tested");
        let Self { num_cells, num_wrong, num_wrong_of, report } = self;
        say(format_args!("{}: {num_cells} cells, {num_wrong} wrong", test_name()));
        let by_passes: String =
            num_wrong_of.iter().map(|(passes, count)| format!("{count:6} with {passes}\n")).collect();
        assert!(num_wrong == 0, "{num_wrong} of {num_cells} cells are wrong\n{by_passes}{report}");
    }
}

fn is_error(failure: &str) -> bool {
    failure.starts_with(FAILS)
}
