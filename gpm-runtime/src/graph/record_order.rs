//! The order of records: their ids ascend with their times, so that what lies within seven days of a record is a range of ids.

use std::cmp::Ordering;
use std::ops::Range;

use gpm_plan::pattern::is_record_label;
use rayon::prelude::*;

use super::attributes::{Column, RecordIds};
use super::{Graph, LabelId, VertexId};

/// The column that says which row of its table a record is.
const ROW: &str = "row";
/// What the column is called that says when each record was: the first of these names that a table has.
const TIMES: [&str; 8] = ["time", "timestamp", "datetime", "date", "day", "ts", "t", "at"];
/// Times up to this, in any unit, have differences and sums with such that fit in 64 bits: a fact of the number format, with two bits to spare.
const MOST_TIME: i64 = 1 << 60;

impl Graph {
    /// Finds the records of a graph that has them, and the order of their ids: it may come from a file, or be in another order than such graphs
    /// are made in. Cost: a pass over the labels and two columns.
    pub(crate) fn find_records(&mut self) {
        let names = self.vertex_label_names();
        let are_records: Vec<bool> = names.iter().map(is_record_label).collect();
        let Some(labels) = self.vertex_labels().filter(|_| are_records.contains(&true)) else { return };
        let is_record = |label: &LabelId| are_records[*label as usize];
        let first = labels.iter().position(is_record);
        let Some((first, last)) = first.zip(labels.iter().rposition(is_record)) else { return };
        let has_ends = first > 0 && last + 1 < labels.len();
        if !has_ends || !labels[first..=last].par_iter().all(is_record) {
            return;
        }
        let ascending = self.ascending(first..last + 1);
        let range = first as VertexId..last as VertexId + 1;
        self.attributes.records = Some(RecordIds { range, ascending });
    }

    /// The columns by which the ids of records ascend: that of their times, and perhaps the number of the row.
    fn ascending(&self, records: Range<usize>) -> Vec<String> {
        let of_records: Vec<(&str, &Column)> = (self.attributes.vertices.iter())
            .filter(|(_, values)| values.has(records.start))
            .map(|(name, values)| (name.as_str(), values))
            .collect();
        let Some(at) = time_column(of_records.iter().copied()) else { return Vec::new() };
        let (name, times) = of_records[at];
        let pairs = || (records.start + 1..records.end).into_par_iter().map(|next| (next - 1, next));
        let is_usual = records.clone().into_par_iter().all(|record| is_usual(times, record));
        if !is_usual || pairs().any(|(one, next)| compare(times, one, next) == Ordering::Greater) {
            return Vec::new();
        }
        let rows = of_records.iter().find(|(name, values)| *name == ROW && matches!(values, Column::Integers(_)));
        let is_tied = |(one, next): (usize, usize)| compare(times, one, next) == Ordering::Equal;
        let in_rows = |rows: &Column| {
            pairs().filter(|pair| is_tied(*pair)).all(|(one, next)| compare(rows, one, next) == Ordering::Less)
        };
        let row = rows.filter(|(_, rows)| in_rows(rows)).map(|(name, _)| (*name).to_owned());
        std::iter::once(name.to_owned()).chain(row).collect()
    }

    /// The column by which the ids of its records ascend, if there is one: each record has a time in it.
    pub fn time_of_records(&self) -> Option<&str> {
        self.record_ids()?.ascending.first().map(String::as_str)
    }

    /// The ids of its records, if it has such.
    pub(crate) fn record_ids(&self) -> Option<&RecordIds> {
        self.attributes.records.as_ref()
    }
}

/// The vertices of a graph of records by descending degree, of which the first `n` are no records; these come together before the last vertex, so
/// that a vertex has a smaller id than all of them, and another one a greater.
pub(super) fn together(graph: &Graph, n: usize) -> Vec<VertexId> {
    let mut order: Vec<VertexId> = (0..n as VertexId).collect();
    let degree = |v: VertexId| graph.out().degree(v) + graph.incoming.as_ref().map_or(0, |rows| rows.degree(v));
    order.sort_by_key(|&v| std::cmp::Reverse(degree(v)));
    let before_last = n.saturating_sub(1);
    order.splice(before_last..before_last, n as VertexId..graph.num_vertices() as VertexId);
    order
}

/// The column that says when each record was: that called so, or else the only one of dates, times or timestamps.
fn time_column<'c>(columns: impl Iterator<Item = (&'c str, &'c Column)> + Clone) -> Option<usize> {
    let is_time = |wanted: &str, (name, values): (&str, &Column)| {
        let is_ordered = matches!(values, Column::Integers(_) | Column::Floats(_) | Column::Moments(..));
        is_ordered && name.eq_ignore_ascii_case(wanted)
    };
    let named = TIMES.iter().find_map(|wanted| columns.clone().position(|column| is_time(wanted, column)));
    let mut moments = columns.enumerate().filter(|(_, (_, values))| matches!(values, Column::Moments(..)));
    named.or_else(|| moments.next().map(|(at, _)| at).filter(|_| moments.next().is_none()))
}

/// Sorts rows of a table by their times, if all have one that can be counted with; those that are equal by row.
pub(super) fn by_time(places: &mut [usize], columns: &[(String, Column)]) {
    let Some(at) = time_column(columns.iter().map(|(name, values)| (name.as_str(), values))) else { return };
    let column = &columns[at].1;
    if places.iter().all(|&row| is_usual(column, row)) {
        places.par_sort_by(|&one, &other| compare(column, one, other));
    }
}

/// Whether a value is there, and such that differences of it fit in 64 bits.
fn is_usual(column: &Column, at: usize) -> bool {
    match column {
        Column::Integers(values) | Column::Moments(_, values) => {
            values[at].checked_abs().is_some_and(|size| size <= MOST_TIME)
        }
        Column::Floats(values) => values[at].is_finite(),
        Column::Wide(_) | Column::Text(_) => false,
    }
}

/// How two values of a column compare that are [usual](is_usual).
fn compare(column: &Column, one: usize, other: usize) -> Ordering {
    match column {
        Column::Integers(values) | Column::Moments(_, values) => values[one].cmp(&values[other]),
        Column::Floats(values) => values[one].partial_cmp(&values[other]).unwrap_or(Ordering::Equal),
        Column::Wide(_) | Column::Text(_) => Ordering::Equal,
    }
}
