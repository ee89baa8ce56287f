//! `gpm count --every`: how many matches there are in each span of time, by the time of a bound edge.

use std::collections::BTreeMap;

use gpm::pattern::OrbitsOf;
use gpm::pattern::predicate::Calendar;
use gpm::{Column, Graph, PlaceCounts, Query, Session, VertexId};

use super::per_place::{Run, of_query, vertex};
use crate::process::{Failure, Outcome};
use crate::rows::{Cell, ColumnHead, Columns, Kind, RowWriter, TextFormat};

/// Rows: with more spans than this between the first record and the last the span is a mistake. *guess*
const MOST: i64 = 10_000_000;

/// Spans of time into which the times of records fall, counted from the epoch or from zero.
struct Spans<'g> {
    times: &'g Column,
    /// In units of the times; of floats it may be a part of one.
    length: f64,
}

impl<'g> Spans<'g> {
    fn new(graph: &'g Graph, length: &str) -> Result<Spans<'g>, Failure> {
        let wrong = |help: &str| Err(Failure::input(format!("--every {length}: {help}")));
        let Some(times) = graph.time_of_records().and_then(|name| graph.vertex_column(name)) else {
            return wrong("the records have no column of times, with a value for each, such as `time`");
        };
        let number = length.trim().parse::<f64>().ok().filter(|length| length.is_finite() && *length > 0.0);
        let interval = Calendar::Interval.read(length.trim()).filter(|micros| *micros > 0).map(|micros| micros as f64);
        let days = interval.map(|micros| micros / 86_400e6).filter(|days| days.fract() == 0.0);
        let (found, help) = match times {
            Column::Moments(Calendar::Date, _) => (days, "times are dates: write a number of days, such as '7 days'"),
            Column::Moments(..) => (interval, "times are timestamps: write such as '1 day' or '90 minutes'"),
            Column::Integers(_) => (
                number.filter(|length| length.fract() == 0.0),
                "times are integers: write a whole number of their units, such as 86400 for a day in seconds",
            ),
            _ => (number, "times are numbers: write a number of their units, such as 86400 for a day in seconds"),
        };
        match found {
            Some(length) => Ok(Spans { times, length }),
            None => wrong(help),
        }
    }

    /// The span that a record falls into.
    fn of(&self, record: VertexId) -> i64 {
        let whole = |time: i64| time.div_euclid(self.length as i64);
        match self.times {
            Column::Integers(values) | Column::Moments(_, values) => whole(values[record as usize]),
            Column::Floats(values) => (values[record as usize] / self.length).floor() as i64,
            Column::Wide(_) | Column::Text(_) => 0,
        }
    }

    /// When a span begins.
    fn start(&self, span: i64) -> Cell<'static> {
        let whole = || Some(span * self.length as i64);
        match self.times {
            Column::Moments(calendar, _) => Cell::Moment(*calendar, whole()),
            Column::Floats(_) => Cell::Float(Some(span as f64 * self.length)),
            Column::Integers(_) | Column::Wide(_) | Column::Text(_) => Cell::Integer(whole()),
        }
    }

    fn kind(&self) -> Kind {
        match self.times {
            Column::Moments(calendar, _) => Kind::Moment(*calendar),
            Column::Floats(_) => Kind::Float,
            Column::Integers(_) | Column::Wide(_) | Column::Text(_) => Kind::Integer,
        }
    }
}

/// Counts each query by the spans that the times of a bound edge fall into: the first one of the pattern, or that called as the anchor. Writes a row for
/// each span between the first record and the last, also where there is no match.
pub(crate) fn count(length: &str, queries: &[(String, Query)], mut run: Run<'_>) -> Result<Outcome, Failure> {
    let graph = &run.loaded.graph;
    let places = queries.iter().map(|(_, query)| place(query, run.anchor)).collect::<Result<Vec<usize>, Failure>>()?;
    let spans = Spans::new(graph, length)?;
    let records = || (0..graph.num_vertices() as VertexId).filter(|&v| graph.is_record(v));
    let all = || records().map(|record| spans.of(record));
    let (Some(first), Some(last)) = (all().min(), all().max()) else { return Ok(Outcome::Complete) };
    if last - first >= MOST {
        return Err(Failure::input(format!(
            "--every {length}: that are {} spans: write a longer one",
            last - first + 1
        )));
    }
    let format = run.output.format(TextFormat::Csv)?;
    let file = run.output.create()?;
    if file.is_shown() {
        run.searches = run.searches.without_bar();
    }
    let (mut session, mut sums) = (Session::new(graph), Vec::new());
    for ((name, query), place) in queries.iter().zip(places) {
        let named = (OrbitsOf::Vertices, &[place][..]);
        let counted =
            run.searches.run(name, |control| run.engine.count_per_place_in(&mut session, query, named, control));
        let Some(PlaceCounts { counts, seconds, device, .. }) = counted.map_err(|error| of_query(name, error))? else {
            run.searches.note_stopped("these counts are known when all of them are: nothing is written");
            return Ok(Outcome::Partial);
        };
        run.messages.note(format_args!("{name}: plan {:.3} s, run {:.3} s on {device}", seconds.plan, seconds.run));
        let mut sum: BTreeMap<i64, u128> = BTreeMap::new();
        for record in records() {
            let own = sum.entry(spans.of(record)).or_default();
            *own = own
                .checked_add(counts.get(record as usize))
                .ok_or_else(|| Failure::overflow(&format!("a count of `{name}`")))?;
        }
        sums.push(sum);
    }
    let head = |((name, _), sum): (&(String, Query), &BTreeMap<i64, u128>)| {
        let is_wide = sum.values().any(|count| u64::try_from(*count).is_err());
        ColumnHead::new(name, if is_wide { Kind::WideCount } else { Kind::Count })
    };
    let time = ColumnHead::new(graph.time_of_records().unwrap_or("time"), spans.kind());
    let values = std::iter::once(time).chain(queries.iter().zip(&sums).map(head)).collect();
    let mut rows = RowWriter::new(format, graph, Columns { vertices: Vec::new(), values }, file)?;
    for span in first..=last {
        let counts = sums.iter().map(|sum| Cell::Count(sum.get(&span).copied().unwrap_or(0)));
        rows.push(&[], std::iter::once(spans.start(span)).chain(counts))?;
    }
    rows.keep(true).map(|_| Outcome::Complete)
}

/// The bound edge whose time counts.
fn place(query: &Query, anchor: &[String]) -> Result<usize, Failure> {
    let pattern = &query.pattern;
    let place = match anchor {
        [] => (0..pattern.num_vertices()).find(|&u| pattern.is_record(u)),
        [name] => Some(vertex(pattern, name)?).filter(|&u| pattern.is_record(u)),
        _ => None,
    };
    let Some(place) = place else {
        return Err(Failure::input(format!(
            "--every counts by the time of a bound edge: `{pattern}` binds none, or --anchor names something else"
        )));
    };
    match pattern.automorphisms(query.semantics).orbit(&[], place).is_power_of_two() {
        true => Ok(place),
        false => Err(Failure::input(format!(
            "--every: in `{pattern}` the bound edge {} may be any of several alike, whose times differ: put them in order, as `in order …`",
            pattern.vertex_name(place)
        ))),
    }
}
