//! Aggregates of sets of records as columns: each vertex and each record has the value of the set that it determines (see
//! `gpm-plan/src/pattern/sets.rs`).

use gpm_plan::nest::{Column, NO_INTEGER, Type, filter};
use gpm_plan::pattern::admits;
use gpm_plan::pattern::predicate::{Aggregate, Condition, OfSet, RecordSet, SetEnds};
use rayon::prelude::*;

use super::aggregates::Values;
use super::{BindError, Filters};
use crate::graph::{Graph, VertexId};

/// What an aggregate is, and its value for each vertex and record, bit by bit: no value, or none of anything, for what determines no set. Cost: a sort
/// of the records by their ends, a pass over them and, of a window, a sort by time.
///
/// # Errors
/// [`BindError`] for a column that is not there, or of which there is no such aggregate.
pub(super) fn column(graph: &Graph, of: &OfSet) -> Result<(Type, Vec<u64>), BindError> {
    let OfSet { set, aggregate, .. } = of;
    let values = Values::new(graph, of)?;
    let is_member = members(graph, set)?;
    let records = keyed(graph, set.ends);
    let groups: Vec<&[(u64, VertexId)]> = records.chunk_by(|(one, _), (other, _)| one == other).collect();
    let of_group = |group: &&[(u64, VertexId)]| {
        let own: Vec<VertexId> = group.iter().map(|&(_, record)| record).filter(|&record| is_member(record)).collect();
        (values.of(&own), own.first().copied())
    };
    let of_groups: Vec<(u64, Option<VertexId>)> = groups.par_iter().map(of_group).collect();
    let of_none = match aggregate {
        Aggregate::IsFirst | Aggregate::Count | Aggregate::Distinct(_) => 0,
        Aggregate::Sum(_) | Aggregate::Min(_) | Aggregate::Max(_) | Aggregate::Avg(_) => match values.what() {
            Type::Float => f64::NAN.to_bits(),
            _ => NO_INTEGER as u64,
        },
    };
    let mut words = vec![of_none; graph.num_vertices()];
    for (group, (value, first)) in groups.iter().zip(of_groups) {
        if let (Aggregate::IsFirst, Some(first)) = (aggregate, first) {
            words[first as usize] = 1;
        }
        if *aggregate == Aggregate::IsFirst {
            continue;
        }
        group.iter().for_each(|&(_, record)| words[record as usize] = value);
        if matches!(set.ends, SetEnds::From | SetEnds::To) {
            words[group[0].0 as usize] = value;
        }
    }
    Ok((values.what(), words))
}

/// Whether a record is one of a set, but for its ends.
fn members<'g>(graph: &'g Graph, set: &RecordSet) -> Result<Box<dyn Fn(VertexId) -> bool + Sync + 'g>, BindError> {
    let conditions = &set.members[..];
    let columns = Column::read_by(conditions);
    let read = Filters::bind(graph, &columns, conditions)?;
    let test = |condition: &Condition, kinds: &_| filter::test(condition, &columns, kinds);
    let read = read.with_tests(|kinds| vec![conditions.iter().map(|condition| test(condition, kinds)).collect()]);
    let takes = |label: &str| set.label.as_ref().is_none_or(|asked| asked.texts().any(|text| admits(text, label)));
    let taken: Vec<bool> = graph.vertex_label_names().iter().map(takes).collect();
    let labels = graph.vertex_labels().unwrap_or_default();
    Ok(Box::new(move |record| {
        labels.get(record as usize).is_none_or(|&label| taken[label as usize]) && read.hold(0, &[record])
    }))
}

/// The records by what those of one set have in common, and among these by id.
fn keyed(graph: &Graph, ends: SetEnds) -> Vec<(u64, VertexId)> {
    let pair = |one: VertexId, other: VertexId| u64::from(one) << 32 | u64::from(other);
    let key = |record: VertexId| {
        let (from, to) = graph.ends_of_record(record)?;
        let key = match ends {
            SetEnds::FromTo => pair(from, to),
            SetEnds::Between => pair(from.min(to), from.max(to)),
            SetEnds::From => from.into(),
            SetEnds::To => to.into(),
        };
        Some((key, record))
    };
    let all = 0..graph.num_vertices() as VertexId;
    let mut keyed: Vec<_> = all.into_par_iter().filter(|&v| graph.is_record(v)).filter_map(key).collect();
    keyed.par_sort_unstable();
    keyed
}
