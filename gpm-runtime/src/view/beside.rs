//! What lies beside records: how many records their ends have, and what part of these a condition on the times admits. From a sample, for the
//! planner.

use std::ops::Range;

use gpm_plan::cost::{ClassStats, RowStats};
use gpm_plan::passes::Pass;
use gpm_plan::pattern::predicate::{Condition, Window};
use gpm_plan::pattern::{PairStates, Semantics};
use gpm_plan::query::Query;
use rayon::prelude::*;

use super::cuts::partition;
use super::{BindError, Filters};
use crate::graph::{Graph, VertexId};

/// Records that are looked at. The parts come out with an error of some percent, where plans differ by factors. *guess*
const SAMPLE: usize = 1024;

/// The records of a graph, which have their ids in the order of their times.
struct Beside<'g> {
    graph: &'g Graph,
    records: Range<VertexId>,
    /// The column of their times.
    time: &'g str,
}

/// Adds to what was measured of a pattern's candidates what its records have beside them: that those come together at some vertices, and the
/// parts of them that are left by conditions on times.
///
/// # Errors
/// [`BindError`] for a column that is not there, or of another type.
pub(super) fn measure(graph: &Graph, query: &Query, stats: &mut ClassStats) -> Result<(), BindError> {
    let pattern = &query.pattern;
    let Some(ids) = graph.record_ids() else { return Ok(()) };
    let Some(time) = ids.ascending.first() else { return Ok(()) };
    let beside = Beside { graph, records: ids.range.clone(), time };
    let n = pattern.num_vertices();
    let records: Vec<usize> = (0..n).filter(|&u| pattern.is_record(u)).collect();
    let mut tilts: [Option<f64>; 2] = [None; 2];
    for &w in &records {
        for u in pattern.neighbors(w) {
            let pair = pattern.constraint(u, w, Semantics::EdgeInduced);
            let is_out = pair.allowed.contains(PairStates::FORWARD) || !graph.is_directed();
            let tilt = *tilts[usize::from(is_out)].get_or_insert_with(|| beside.tilt(is_out));
            let RowStats { mean, .. } = stats.rows[u][w];
            stats.rows[u][w] = RowStats { mean, tilts: [tilt, tilt] };
        }
    }
    // Without the pass they are conditions like others.
    if query.disabled.contains(Pass::Windows) {
        return Ok(());
    }
    let mut known: Vec<(Vec<Condition>, f64)> = Vec::new();
    let mut windows = vec![vec![1.0; n]; n];
    for Window { of: [u, w], conditions } in pattern.predicate().windows(&records) {
        let part = match known.iter().find(|(own, _)| *own == conditions) {
            Some((_, part)) => *part,
            None => {
                let part = beside.part(&conditions)?;
                known.push((conditions, part));
                part
            }
        };
        (windows[u][w], windows[w][u]) = (part, part);
    }
    if !known.is_empty() {
        stats.windows = windows;
    }
    Ok(())
}

impl Beside<'_> {
    /// Some records, evenly over time.
    fn sample(&self) -> impl ParallelIterator<Item = VertexId> {
        let step = self.records.len().div_ceil(SAMPLE).max(1);
        (0..self.records.len()).into_par_iter().step_by(step).map(|at| self.records.start + at as VertexId)
    }

    /// The records that lead from a vertex, or to it.
    fn of(&self, v: VertexId, is_out: bool) -> &[VertexId] {
        let row = if is_out { self.graph.out().row(v) } else { self.graph.incoming().row(v) };
        within(row, &self.records)
    }

    /// How many times as many records lead from the vertex that a record does, or to it, as from one of those that have any: few
    /// vertices have many, and these are met more often.
    fn tilt(&self, is_out: bool) -> f64 {
        let end = |record| self.graph.ends_of_record(record).map(|(from, to)| if is_out { from } else { to });
        // Added up in order: a plan must not depend on how threads share the sample.
        let numbers: Vec<f64> = self.sample().filter_map(end).map(|v| self.of(v, is_out).len() as f64).collect();
        // Of a vertex with d records each is drawn with a chance of d: the mean of 1/d is that of one vertex, however it is met.
        let (all, total) = (numbers.len() as f64, numbers.iter().sum::<f64>());
        let inverse = numbers.iter().map(|d| 1.0 / d.max(1.0)).sum::<f64>();
        if all == 0.0 { 1.0 } else { (total / all * (inverse / all)).max(1.0) }
    }

    /// The part of all records at an end of a record that conditions on the times of both admit.
    fn part(&self, conditions: &[Condition]) -> Result<f64, BindError> {
        let read =
            conditions.iter().map(|own| Ok((Filters::of_conditions(self.graph, std::slice::from_ref(own))?, own)));
        let read = read.collect::<Result<Vec<_>, BindError>>()?;
        let admitted = |record: VertexId| {
            let mut admitted = self.records.clone();
            for (filters, condition) in &read {
                let holds = |other: VertexId| filters.hold(0, &[record, other]);
                match condition.between(self.time) {
                    Some(found) if found.earlier == 1 => admitted.end = partition(&admitted, holds),
                    Some(_) => admitted.start = partition(&admitted, |other| !holds(other)),
                    None => {}
                }
            }
            admitted
        };
        let numbers = |record: VertexId| {
            let (range, (from, to)) = (admitted(record), self.graph.ends_of_record(record)?);
            let rows = [from, to].into_iter().flat_map(|v| [true, false].map(|is_out| self.of(v, is_out)));
            let counted = rows.map(|row| [within(row, &range).len() as f64, row.len() as f64]);
            counted.reduce(|one, other| [one[0] + other[0], one[1] + other[1]])
        };
        let sum = |one: [f64; 2], other: [f64; 2]| [one[0] + other[0], one[1] + other[1]];
        let [admitted, all] = self.sample().filter_map(numbers).reduce(|| [0.0; 2], sum);
        // One more might have been met.
        Ok(((admitted + 1.0) / (all + 1.0)).min(1.0))
    }
}

/// The part of a row that lies in a range of ids.
fn within<'r>(row: &'r [VertexId], range: &Range<VertexId>) -> &'r [VertexId] {
    let start = row.partition_point(|&v| v < range.start);
    &row[start..start + row[start..].partition_point(|&v| v < range.end)]
}
