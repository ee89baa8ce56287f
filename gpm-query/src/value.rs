//! The values of rows.

use std::cmp::Ordering;
use std::sync::Arc;

use gpm::pattern::predicate::Calendar;
use gpm::{Column, Graph, OriginalId, VertexId};

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// None: a missing attribute, or what follows from one.
    Null,
    /// A truth value.
    Boolean(bool),
    /// An integer. Counts are exact up to 2^127.
    Integer(i128),
    /// A float, never not-a-number.
    Float(f64),
    /// Text.
    Text(Arc<str>),
    /// A date in days, or a time, timestamp or interval in microseconds, as columns of a graph hold them.
    Moment(Calendar, i64),
    /// A node: a vertex of the graph.
    Vertex(VertexId),
    /// A relationship of a graph of records: the record.
    Record(VertexId),
    /// A relationship of a simple graph: from where to where.
    Arc(VertexId, VertexId),
}

/// What the values of a column are, missing ones apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is no value but missing ones.
    Null,
    /// Truth values.
    Boolean,
    /// Integers.
    Integer,
    /// Floats.
    Float,
    /// Text.
    Text,
    /// Dates, times, timestamps or intervals.
    Moment(Calendar),
    /// Vertices.
    Vertex,
    /// Relationships: records, or arcs.
    Relationship,
}

impl Kind {
    /// What values of this kind are called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Boolean => "truth values",
            Kind::Integer => "integers",
            Kind::Float => "floats",
            Kind::Text => "text",
            Kind::Moment(calendar) => calendar.word(),
            Kind::Vertex => "nodes",
            Kind::Relationship => "relationships",
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Kind::Integer | Kind::Float)
    }

    /// What the values of a column of the graph are.
    pub(crate) fn of_column(column: &Column) -> Kind {
        match column {
            Column::Integers(_) | Column::Wide(_) => Kind::Integer,
            Column::Floats(_) => Kind::Float,
            Column::Text(_) => Kind::Text,
            Column::Moments(calendar, _) => Kind::Moment(*calendar),
        }
    }
}

impl Value {
    pub(crate) fn text(text: &str) -> Value {
        Value::Text(Arc::from(text))
    }

    /// A float, or none if it is not a number.
    pub(crate) fn float(value: f64) -> Value {
        if value.is_nan() { Value::Null } else { Value::Float(value) }
    }

    /// The value of an entry of a column.
    pub(crate) fn of_column(column: &Column, at: usize) -> Value {
        /// Stands for a missing value in columns of 64-bit integers.
        const MISSING: i64 = i64::MIN;
        match column {
            Column::Integers(values) if values[at] == MISSING => Value::Null,
            Column::Integers(values) => Value::Integer(values[at].into()),
            Column::Wide(wide) => wide.get(at).map_or(Value::Null, Value::Integer),
            Column::Floats(values) => Value::float(values[at]),
            Column::Text(text) => text.get(at).map_or(Value::Null, Value::text),
            Column::Moments(_, values) if values[at] == MISSING => Value::Null,
            Column::Moments(calendar, values) => Value::Moment(*calendar, values[at]),
        }
    }

    /// The id of a vertex in the input.
    pub(crate) fn id(graph: &Graph, v: VertexId) -> Value {
        match graph.original_id(v) {
            OriginalId::Integer(id) => Value::Integer(id.into()),
            OriginalId::Name(name) => Value::text(name),
        }
    }

    /// As text, for a graph whose ids vertices have; `None` for a missing value. Arcs are their ends, records their rows.
    pub fn shown(&self, graph: &Graph) -> Option<String> {
        Some(match self {
            Value::Null => return None,
            Value::Boolean(value) => value.to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Float(value) => format!("{value:?}"),
            Value::Text(text) => text.to_string(),
            Value::Moment(calendar, value) => calendar.text(*value),
            Value::Vertex(v) => graph.original_id(*v).to_string(),
            Value::Record(record) => graph.row_of_record(*record)?.to_string(),
            Value::Arc(from, to) => format!("{}->{}", graph.original_id(*from), graph.original_id(*to)),
        })
    }

    /// Equality and order as `=` and `<` have them: `None` if one is missing or the two do not compare.
    pub(crate) fn compared(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Boolean(left), Value::Boolean(right)) => Some(left.cmp(right)),
            (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
            (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
            (Value::Integer(left), Value::Float(right)) => Some(exact(*left, *right)),
            (Value::Float(left), Value::Integer(right)) => Some(exact(*right, *left).reverse()),
            (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
            (Value::Moment(left, a), Value::Moment(right, b)) if left.word() == right.word() => Some(a.cmp(b)),
            (Value::Moment(calendar, a), Value::Text(text)) => calendar.read(text).map(|b| a.cmp(&b)),
            (Value::Text(text), Value::Moment(calendar, b)) => calendar.read(text).map(|a| a.cmp(b)),
            (Value::Vertex(left), Value::Vertex(right)) | (Value::Record(left), Value::Record(right)) => {
                Some(left.cmp(right))
            }
            (Value::Arc(a, b), Value::Arc(c, d)) => Some((a, b).cmp(&(c, d))),
            _ => None,
        }
    }

    /// The order of `ORDER BY` and of groups: all values are in one order, equal numbers are equal, and missing values come last.
    pub(crate) fn order(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match value {
            Value::Vertex(_) => 0,
            Value::Record(_) | Value::Arc(..) => 1,
            Value::Text(_) => 2,
            Value::Boolean(_) => 3,
            Value::Integer(_) | Value::Float(_) => 4,
            Value::Moment(..) => 5,
            Value::Null => 6,
        };
        match rank(self).cmp(&rank(other)) {
            Ordering::Equal => self.compared(other).unwrap_or(Ordering::Equal),
            unequal => unequal,
        }
    }
}

/// Compares an integer with a float, which is a number, exactly.
fn exact(integer: i128, float: f64) -> Ordering {
    // Beyond this no integer of 128 bits is.
    const END: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;
    if float >= END {
        return Ordering::Less;
    }
    if float < -END {
        return Ordering::Greater;
    }
    let whole = float.floor();
    integer.cmp(&(whole as i128)).then(if float > whole { Ordering::Less } else { Ordering::Equal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_floats_compare_exactly() {
        let order = |integer, float| Value::Integer(integer).compared(&Value::Float(float));
        assert_eq!(order(3, 3.0), Some(Ordering::Equal));
        assert_eq!(order(-3, -2.5), Some(Ordering::Less));
        assert_eq!(order((1 << 53) + 1, (1_i64 << 53) as f64), Some(Ordering::Greater));
        assert_eq!(order(i128::MAX, f64::INFINITY), Some(Ordering::Less));
        assert_eq!(order(i128::MIN, f64::NEG_INFINITY), Some(Ordering::Greater));
    }

    #[test]
    fn missing_values_come_last_and_compare_with_nothing() {
        assert_eq!(Value::Null.compared(&Value::Null), None);
        assert_eq!(Value::Null.order(&Value::Integer(1)), Ordering::Greater);
    }
}
