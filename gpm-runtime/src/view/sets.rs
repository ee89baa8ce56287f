//! Aggregates of sets of records as columns: each vertex and each record has the value of the set that it determines (see
//! `gpm-plan/src/pattern/sets.rs`).

use gpm_plan::nest::Type;
use gpm_plan::pattern::admits;
use gpm_plan::pattern::predicate::{Aggregate, Condition, End, OfSet, RecordSet, SetEnds};
use rayon::prelude::*;

use super::aggregates::Values;
use super::{BindError, Filters};
use crate::graph::{Graph, VertexId};

impl Filters<'_> {
    /// What an aggregate is, and its value for each vertex and record, bit by bit: no value, or none of anything, for what determines no set. Cost: a pass
    /// over the rows of the graph and, of a window, a sort by time.
    ///
    /// # Errors
    /// [`BindError`] for a column that is not there, or of which there is no such aggregate.
    pub(super) fn column_of_set(graph: &Graph, of: &OfSet) -> Result<(Type, Vec<u64>), BindError> {
        let values = Values::new(graph, of)?;
        let mut words = vec![values.of(&[]); graph.num_vertices()];
        match of.set.end {
            None => of_groups(graph, of, &values, &mut words)?,
            Some(end) => of_hosts(graph, (&of.set, end), &values, &mut words)?,
        }
        Ok((values.what(), words))
    }
}

/// The values of sets that are the same for all records with the same ends.
fn of_groups(graph: &Graph, of: &OfSet, values: &Values<'_>, words: &mut [u64]) -> Result<(), BindError> {
    let OfSet { set, aggregate, .. } = of;
    let is_member = members(graph, set)?;
    let records = keyed(graph, set.ends);
    let groups: Vec<&[(u64, VertexId)]> = records.chunk_by(|(one, _), (other, _)| one == other).collect();
    let of_group = |group: &&[(u64, VertexId)]| {
        let own: Vec<VertexId> =
            group.iter().map(|&(_, record)| record).filter(|&record| is_member(record, record)).collect();
        (values.of(&own), own.first().copied())
    };
    let of_groups: Vec<(u64, Option<VertexId>)> = groups.par_iter().map(of_group).collect();
    for (group, (value, first)) in groups.iter().zip(of_groups) {
        if *aggregate == Aggregate::IsFirst {
            first.into_iter().for_each(|first| words[first as usize] = 1);
            continue;
        }
        group.iter().for_each(|&(_, record)| words[record as usize] = value);
        if matches!(set.ends, SetEnds::From | SetEnds::To) {
            words[group[0].0 as usize] = value;
        }
    }
    Ok(())
}

/// The values of sets whose records are compared with their host, a record at one of whose ends all of them lead from, or to, the same vertex.
fn of_hosts(
    graph: &Graph,
    (set, end): (&RecordSet, End),
    values: &Values<'_>,
    words: &mut [u64],
) -> Result<(), BindError> {
    let ascending = graph.record_ids().and_then(|ids| ids.ascending.first()).map(String::as_str);
    let in_time = |condition: &&Condition| ascending.and_then(|time| condition.between(time));
    let (windows, others): (Vec<&Condition>, Vec<&Condition>) =
        set.members.iter().partition(|one| in_time(one).is_some());
    let mut untimed = set.clone();
    untimed.members = others.into_iter().cloned().collect();
    let (is_member, is_host) = (members(graph, &untimed)?, holding(graph, &set.hosts)?);
    let mut cuts = Vec::new();
    for condition in windows {
        let is_earlier = in_time(&condition).is_some_and(|between| between.earlier == 0);
        cuts.push((is_earlier, holding(graph, std::slice::from_ref(condition))?));
    }
    let records = keyed(graph, set.ends);
    let of_host = |(host, word): (usize, &mut u64)| {
        let host = host as VertexId;
        let Some((from, to)) = graph.ends_of_record(host).filter(|_| is_host(host, host)) else { return };
        let key = u64::from(if end == End::From { from } else { to });
        let start = records.partition_point(|&(own, _)| own < key);
        let end = start + records[start..].partition_point(|&(own, _)| own == key);
        let mut own = &records[start..end];
        for (is_earlier, holds) in &cuts {
            let at = own.partition_point(|&(_, record)| holds(record, host) == *is_earlier);
            own = if *is_earlier { &own[..at] } else { &own[at..] };
        }
        let own: Vec<VertexId> =
            own.iter().map(|&(_, record)| record).filter(|&record| is_member(record, host)).collect();
        *word = values.of(&own);
    };
    words.par_iter_mut().enumerate().for_each(of_host);
    Ok(())
}

/// What holds of a record and of the host of its set.
type Holds<'g> = Box<dyn Fn(VertexId, VertexId) -> bool + Sync + 'g>;

/// Whether all of some conditions hold, which call the record 0 and the host 1.
fn holding<'g>(graph: &'g Graph, conditions: &[Condition]) -> Result<Holds<'g>, BindError> {
    let read = Filters::of_conditions(graph, conditions)?;
    Ok(Box::new(move |record, host| read.hold(0, &[record, host])))
}

/// Whether a record is one of a set, but for its ends.
fn members<'g>(graph: &'g Graph, set: &RecordSet) -> Result<Holds<'g>, BindError> {
    let holds = holding(graph, &set.members)?;
    let takes = |label: &str| set.label.as_ref().is_none_or(|asked| asked.texts().any(|text| admits(text, label)));
    let taken: Vec<bool> = graph.vertex_label_names().iter().map(takes).collect();
    let labels = graph.vertex_labels().unwrap_or_default();
    Ok(Box::new(move |record, host| {
        labels.get(record as usize).is_none_or(|&label| taken[label as usize]) && holds(record, host)
    }))
}

/// The records by what those of one set have in common, and among these by id. They are found in the rows of their ends, which are in that order.
fn keyed(graph: &Graph, ends: SetEnds) -> Vec<(u64, VertexId)> {
    let out = |v: VertexId| graph.out().row(v).iter().copied();
    let into = |v: VertexId| graph.incoming.iter().flat_map(move |rows| rows.row(v).iter().copied());
    let pair = |one: VertexId, other: VertexId| u64::from(one) << 32 | u64::from(other);
    let of_vertex = |v: VertexId| -> Vec<(u64, VertexId)> {
        let records = |ids: &mut dyn Iterator<Item = VertexId>| -> Vec<VertexId> {
            ids.filter(|&record| graph.is_record(record)).collect()
        };
        // By the other end, of those that lead there.
        let between = |records: Vec<VertexId>, least: VertexId| {
            let key = |&record: &VertexId| {
                let (from, to) = graph.ends_of_record(record)?;
                let other = if from == v { to } else { from };
                (other >= least).then_some((pair(v, other), record))
            };
            let mut keyed: Vec<(u64, VertexId)> = records.iter().filter_map(key).collect();
            keyed.sort_unstable();
            keyed
        };
        match ends {
            SetEnds::From => records(&mut out(v)).into_iter().map(|record| (v.into(), record)).collect(),
            SetEnds::To => records(&mut into(v)).into_iter().map(|record| (v.into(), record)).collect(),
            SetEnds::FromTo => between(records(&mut out(v)), 0),
            // Each at its smaller end.
            SetEnds::Between => between(records(&mut out(v).chain(into(v))), v),
        }
    };
    let all = 0..graph.num_vertices() as VertexId;
    all.into_par_iter().filter(|&v| !graph.is_record(v)).flat_map_iter(of_vertex).collect()
}
