//! Literals of a query that mean what the columns of the graph hold that they are compared with.

use gpm_plan::pattern::predicate::{Calendar, Owner, Value};
use gpm_plan::query::Query;

use crate::graph::{Column, Graph, WideValues};

/// Microseconds in a day.
const DAY: i64 = 24 * 3600 * 1_000_000;

/// The query with its literals as the graph has them: text beside a column of time is a moment, and a number beside integers of more than
/// 64 bits its place among them.
pub(crate) fn with_literals(graph: &Graph, query: Query) -> Query {
    let meaning = |literal: &Value, owner: Owner, name: &str| {
        let column = match owner {
            Owner::Vertex(_) => graph.vertex_column(name),
            Owner::Edge(..) | Owner::Arc(..) => graph.edge_column(name),
        };
        match (column?, literal) {
            (Column::Moments(calendar, _), Value::Text(text)) => {
                // Literals of both are timestamps.
                let calendar = if *calendar == Calendar::Instant { Calendar::Timestamp } else { *calendar };
                Some(Value::Moment(calendar, calendar.read(text.trim())?))
            }
            // Dates are counted in days, and no two are part of a day apart.
            (Column::Moments(Calendar::Date, _), Value::Moment(Calendar::Interval, span)) => Some(match span % DAY {
                0 => Value::Integer(span / DAY),
                _ => Value::Decimal((*span as f64 / DAY as f64).to_bits()),
            }),
            (Column::Wide(_), literal) => place(&graph.wide_values(), literal),
            (Column::Integers(_) | Column::Floats(_) | Column::Text(_) | Column::Moments(..), _) => None,
        }
    };
    match query.pattern.with_literals(&meaning) {
        Some(pattern) => Query { pattern, ..query },
        None => query,
    }
}

/// Where a number stands among integers.
fn place(values: &WideValues, literal: &Value) -> Option<Value> {
    match literal {
        Value::Integer(number) => Some(Value::Place(number.to_string(), values.place((*number).into()))),
        Value::Text(text) => {
            let number: i128 = text.trim().parse().ok()?;
            Some(Value::Place(format!("'{number}'"), values.place(number)))
        }
        Value::Decimal(bits) => {
            let number = f64::from_bits(*bits);
            // Beyond the ends it becomes the least or the largest integer, which no decimal is.
            let floor = number.floor() as i128;
            let is_whole = floor as f64 == number && floor != i128::MAX && floor != i128::MIN;
            let place = if is_whole { values.place(floor) } else { values.place_above(floor) };
            Some(Value::Place(format!("{number:?}"), place))
        }
        _ => None,
    }
}
