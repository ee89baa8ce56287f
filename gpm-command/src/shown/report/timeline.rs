//! How many records there are in each span of time.

use gpm::{Column, Graph, VertexId};
use gpm_report::Timeline;

use super::spans::{Span, span};

/// Records by time, if they have times: those of a column, or of the one that is called so.
pub(super) fn timeline(records: &Graph, column: Option<&str>) -> Option<Timeline> {
    let column = records.vertex_column(column.or_else(|| records.time_of_records())?)?;
    let all = || (0..records.num_vertices() as VertexId).filter(|&v| records.is_record(v));
    let (calendar, times): (_, Vec<i64>) = match column {
        Column::Integers(values) => (None, all().map(|v| values[v as usize]).collect()),
        Column::Moments(calendar, values) => (Some(*calendar), all().map(|v| values[v as usize]).collect()),
        Column::Floats(values) => {
            (None, all().map(|v| values[v as usize]).filter(|at| at.is_finite()).map(whole).collect())
        }
        Column::Wide(_) | Column::Text(_) => return None,
    };
    // The least integer stands for no time.
    let times: Vec<i64> = times.into_iter().filter(|&time| time != i64::MIN).collect();
    let (&first, &last) = (times.iter().min()?, times.iter().max()?);
    let Span { length, name } = span(calendar, first, last);
    let place = |time: i64| time.div_euclid(length).saturating_sub(first.div_euclid(length)) as usize;
    let mut counts = vec![0; place(last) + 1];
    times.iter().for_each(|&time| counts[place(time)] += 1);
    let start = |at: usize| first.div_euclid(length).saturating_add(at as i64).saturating_mul(length);
    let text = |time: i64| calendar.map_or_else(|| time.to_string(), |calendar| short(&calendar.text(time)));
    Some(Timeline {
        unit: "records".to_owned(),
        bucket: name,
        counts: counts.into_iter().enumerate().map(|(at, count)| (text(start(at)), count)).collect(),
    })
}

/// Without the clock where a day begins.
fn short(time: &str) -> String {
    time.trim_end_matches('Z').trim_end_matches(" 00:00:00").to_owned()
}

fn whole(time: f64) -> i64 {
    time.floor() as i64
}
