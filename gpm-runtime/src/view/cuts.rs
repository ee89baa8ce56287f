//! Bounds that are looked up: for each record where those begin or end that a condition on the times of both admits.

use std::ops::Range;
use std::sync::Arc;

use gpm_plan::nest::{Column, Cut, Kind, Level, Scope, Side};
use gpm_plan::pattern::predicate::{Attribute, Calendar, LagLimit};
use rayon::prelude::*;

use super::column_words::ColumnWords;
use super::known::KnownCandidates;
use super::{BindError, BoundColumn, Filters};
use crate::graph::{self, Graph, VertexId};

/// Records for which one thread finds the bounds: enough that to share them out costs nothing, and a fraction of a million. *guess*
const CHUNK: usize = 1 << 14;

impl<'g> Filters<'g> {
    /// The same, and what is looked up for bounds.
    ///
    /// # Errors
    /// [`BindError`] for a column that is not there, or of another type.
    pub(super) fn with_cuts(
        mut self,
        graph: &'g Graph,
        cuts: &[(Level, Cut)],
        known: &KnownCandidates,
    ) -> Result<Self, BindError> {
        for (bound, cut) in cuts {
            let words = known.ends(graph, cut, || ends(graph, cut))?;
            let words = ColumnWords::Made(words);
            self.columns.push(BoundColumn { scope: Scope::Vertex, kind: Kind::Integer, words });
            self.cuts.push((*bound, cut.of));
        }
        Ok(self)
    }
}

/// The bound of a cut for each record; 0 for what is none. What satisfies the condition lies on one side of it, since ids of records ascend
/// with their times. Cost: about two evaluations of the condition a record.
fn ends(graph: &Graph, cut: &Cut) -> Result<Arc<Vec<u64>>, BindError> {
    let conditions = std::slice::from_ref(&cut.condition);
    let read = Filters::of_conditions(graph, conditions)?;
    let holds = |record: VertexId, other: VertexId| read.hold(0, &[record, other]);
    // A plan for another graph may rely on an order that the records of this one do not have.
    let ids = graph.record_ids().ok_or(BindError::OtherRecords)?;
    let is_known = |column: &Column| matches!(&column.name, Attribute::Column(name) if ids.ascending.contains(name));
    if !Column::read_by(conditions).iter().all(is_known) {
        return Err(BindError::OtherRecords);
    }
    let records = ids.range.clone();
    let mut words = vec![0u64; graph.num_vertices()];
    if let Some(lag) = ids.ascending.first().and_then(|time| integer_lag(graph, cut, time)) {
        lag.ends(&records, cut.side, &mut words[records.start as usize..records.end as usize]);
        return Ok(Arc::new(words));
    }
    words[records.start as usize..records.end as usize].par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, words)| {
        let first = records.start + (chunk * CHUNK) as VertexId;
        // Bounds ascend, too: the next one is looked for from the last.
        let mut end = None;
        for (record, word) in (first..).zip(words) {
            let is_before = |other: VertexId| holds(record, other) == (cut.side == Side::Below);
            let mut at = end.unwrap_or_else(|| partition(&records, is_before));
            while at < records.end && is_before(at) {
                at += 1;
            }
            end = Some(at);
            *word = match cut.side {
                Side::Below => at,
                // The last that does not satisfy it.
                Side::Above => at - 1,
            }
            .into();
        }
    });
    Ok(Arc::new(words))
}

/// A condition on two integers, which takes no evaluation.
struct IntegerLag<'g> {
    times: &'g [i64],
    limit: i64,
    is_strict: bool,
}

/// What a cut says of whole times, if that is all.
fn integer_lag<'g>(graph: &'g Graph, cut: &Cut, time: &str) -> Option<IntegerLag<'g>> {
    let lag = cut.condition.lag(time)?;
    let (times, limit) = match (graph.vertex_column(time)?, lag.limit) {
        (graph::Column::Integers(times) | graph::Column::Moments(_, times), LagLimit::None) => (times, 0),
        (graph::Column::Integers(times), LagLimit::Whole(limit)) => (times, limit),
        (graph::Column::Moments(Calendar::Timestamp | Calendar::Instant, times), LagLimit::Micros(limit)) => {
            (times, limit)
        }
        _ => return None,
    };
    Some(IntegerLag { times, limit, is_strict: lag.is_strict })
}

impl IntegerLag<'_> {
    /// The bound of each of some records, whose times ascend.
    fn ends(&self, records: &Range<VertexId>, side: Side, words: &mut [u64]) {
        words.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, words)| {
            let first = records.start + (chunk * CHUNK) as VertexId;
            let time = |v: VertexId| self.times[v as usize];
            // Whether another record lies before the end that a record has: times are so small that nothing overflows.
            let is_before = |record: VertexId, other: VertexId| match (side, self.is_strict) {
                (Side::Below, false) => time(other) - time(record) <= self.limit,
                (Side::Below, true) => time(other) - time(record) < self.limit,
                (Side::Above, false) => time(record) - time(other) > self.limit,
                (Side::Above, true) => time(record) - time(other) >= self.limit,
            };
            let mut at = partition(records, |other| is_before(first, other));
            for (record, word) in (first..).zip(words) {
                while at < records.end && is_before(record, at) {
                    at += 1;
                }
                *word = u64::from(if side == Side::Below { at } else { at - 1 });
            }
        });
    }
}

/// The first of a range that comes behind what satisfies a condition.
pub(super) fn partition(range: &Range<VertexId>, is_before: impl Fn(VertexId) -> bool) -> VertexId {
    let (mut start, mut end) = (range.start, range.end);
    while start < end {
        let middle = start + (end - start) / 2;
        if is_before(middle) { start = middle + 1 } else { end = middle }
    }
    start
}
