//! Windows of time: which records lie in one.

use std::cmp::Ordering;

use gpm_plan::nest::NO_INTEGER;
use gpm_plan::pattern::predicate::{Calendar, TimeSpan, Within};

use super::BindError;
use crate::graph::{Column, Graph, VertexId};

/// How much later than a first record others may be that lie in one window with it.
pub(crate) enum TimeWindow<'g> {
    /// Times, how many units of the span one of them has, and the span.
    Integers(&'g [i64], i128, i128),
    /// Times, and the span.
    Floats(&'g [f64], f64),
}

impl<'g> TimeWindow<'g> {
    /// # Errors
    /// [`BindError`] for a column that is not there, and for a span that is none of its times.
    pub(crate) fn new(graph: &'g Graph, Within { span, by }: &Within) -> Result<Self, BindError> {
        const MICROSECONDS_OF_DAY: i128 = 24 * 3600 * 1_000_000;
        let number = |bits: &u64| f64::from_bits(*bits);
        let times = named_column(graph, by)?;
        let why = match (times, span) {
            (Column::Integers(times) | Column::Moments(Calendar::Date, times), TimeSpan::Integer(span)) => {
                return Ok(TimeWindow::Integers(times, 1, (*span).into()));
            }
            (Column::Integers(times) | Column::Moments(Calendar::Date, times), TimeSpan::Decimal(span)) => {
                return Ok(TimeWindow::Integers(times, 1, number(span).floor() as i128));
            }
            (Column::Floats(times), TimeSpan::Integer(span)) => return Ok(TimeWindow::Floats(times, *span as f64)),
            (Column::Floats(times), TimeSpan::Decimal(span)) => return Ok(TimeWindow::Floats(times, number(span))),
            (Column::Moments(calendar, times), TimeSpan::Interval(span)) => {
                let unit = if *calendar == Calendar::Date { MICROSECONDS_OF_DAY } else { 1 };
                return Ok(TimeWindow::Integers(times, unit, (*span).into()));
            }
            (Column::Moments(..), _) => "give the span with a unit, as in `7 days`",
            (Column::Integers(_) | Column::Floats(_), _) => {
                "of which nobody says what they count: give the span as a number"
            }
            (Column::Wide(_), _) => "some of more than 64 bits, which are no times",
            (Column::Text(_), _) => "and no times",
        };
        let within = format!("within {span}");
        Err(BindError::Aggregate { aggregate: within, why: format!("`{by}` holds {}, {why}", times.what()) })
    }

    /// Whether a record has a time.
    pub(crate) fn has(&self, record: VertexId) -> bool {
        match self {
            TimeWindow::Integers(times, ..) => times[record as usize] != NO_INTEGER,
            // What is infinitely late is no span after anything.
            TimeWindow::Floats(times, _) => times[record as usize].is_finite(),
        }
    }

    /// The order of two records that have times.
    pub(crate) fn compare(&self, one: VertexId, other: VertexId) -> Ordering {
        match self {
            TimeWindow::Integers(times, ..) => times[one as usize].cmp(&times[other as usize]),
            TimeWindow::Floats(times, _) => {
                times[one as usize].partial_cmp(&times[other as usize]).expect("records with times are compared")
            }
        }
    }

    /// Whether a record that is no earlier than another lies in the window that begins with it.
    pub(crate) fn reaches(&self, first: VertexId, last: VertexId) -> bool {
        match self {
            TimeWindow::Integers(times, unit, span) => {
                (i128::from(times[last as usize]) - i128::from(times[first as usize])) * unit <= *span
            }
            TimeWindow::Floats(times, span) => times[last as usize] - times[first as usize] <= *span,
        }
    }
}

/// A column of vertices and records.
///
/// # Errors
/// [`BindError::UnknownColumn`].
pub(super) fn named_column<'g>(graph: &'g Graph, name: &str) -> Result<&'g Column, BindError> {
    let known = || graph.vertex_column_names().map(str::to_owned).collect();
    let unknown = || BindError::UnknownColumn { what: "vertices and records", column: name.to_owned(), known: known() };
    graph.vertex_column(name).ok_or_else(unknown)
}
