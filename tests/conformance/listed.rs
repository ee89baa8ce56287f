//! One cell of the listings: what the engine hands over, judged by brute force.

use std::ops::ControlFlow;

use gpm_runtime::control::Control;
use gpm_runtime::engine::Report;
use gpm_runtime::graph::{Graph, VertexId};

use crate::cell::{Cell, guarded};
use crate::engines::Engines;
use crate::matches;
use crate::mismatch::{FAILS, Mismatches};
use crate::sample::{Sample, sample_vertex};

/// Lists a cell and notes whether the matches are the right ones.
pub(crate) fn check(
    engines: &Engines,
    (sample, graph): (&Sample, &Graph),
    cell: &Cell<'_>,
    mismatches: &mut Mismatches,
) {
    if flaw(engines, sample, graph, cell).is_none() {
        return mismatches.right();
    }
    mismatches.wrong(engines, sample, cell, |smaller| flaw(engines, smaller, &smaller.graph(), cell));
}

/// Lists a cell.
///
/// # Errors
/// The engine's error, or its panic, in words.
pub(crate) fn list(
    engines: &Engines,
    cell: &Cell<'_>,
    graph: &Graph,
    sink: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
) -> Result<Report, String> {
    cell.trace();
    guarded(|| engines.of(cell.mode).list_with(graph, cell.query(), &Control::new(), sink))
}

/// What is wrong with the matches that the engine lists, if anything.
fn flaw(engines: &Engines, sample: &Sample, graph: &Graph, cell: &Cell<'_>) -> Option<String> {
    let mut listed: Vec<Vec<usize>> = Vec::new();
    let report = list(engines, cell, graph, &mut |found| {
        listed.push(found.iter().map(|&v| sample_vertex(graph, v)).collect());
        ControlFlow::Continue(())
    });
    let report = match report {
        Ok(report) => report,
        Err(error) => return Some(format!("{FAILS}: {error}")),
    };
    if report.partial || report.count != listed.len() as u128 {
        return Some(format!(
            "{} are listed, and reported as {} (partial: {})",
            listed.len(),
            report.count,
            report.partial
        ));
    }
    matches::flaw(sample, &cell.query(), &listed)
}
