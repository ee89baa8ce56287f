//! Bounds that are looked up: for each record where those begin or end that a condition on the times of both admits.

use std::sync::Arc;

use gpm_plan::nest::{Column, Cut, Kind, Level, Scope, Side};
use gpm_plan::pattern::predicate::Attribute;
use rayon::prelude::*;

use super::column_words::ColumnWords;
use super::known::KnownCandidates;
use super::{BindError, BoundColumn, Filters};
use crate::graph::{Graph, VertexId};

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

/// The first of a range that comes behind what satisfies a condition.
fn partition(range: &std::ops::Range<VertexId>, is_before: impl Fn(VertexId) -> bool) -> VertexId {
    let (mut start, mut end) = (range.start, range.end);
    while start < end {
        let middle = start + (end - start) / 2;
        if is_before(middle) { start = middle + 1 } else { end = middle }
    }
    start
}
