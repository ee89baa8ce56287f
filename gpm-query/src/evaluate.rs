//! What expressions are in a row.

use std::cmp::Ordering;

use gpm::pattern::predicate::Calendar;

use crate::context::Context;
use crate::expression::{Expression, Node, Operator, Variable};
use crate::value::Value;

/// What gives variables their values.
pub(crate) trait Row {
    /// The value of a variable.
    fn value(&self, variable: Variable) -> Value;
    /// Whether the pattern of this number is there around the match.
    fn exists(&self, pattern: usize) -> bool;
    /// How often the optional pattern of this number is there.
    fn optional(&self, pattern: usize) -> u128;
}

impl Expression {
    /// Its value in a row. Aggregates have none: whoever groups puts slots in their place.
    pub(crate) fn value(&self, context: Context<'_>, row: &dyn Row) -> Value {
        let of = |one: &Expression| one.value(context, row);
        let truth = |value: Option<bool>| value.map_or(Value::Null, Value::Boolean);
        match &self.node {
            Node::Literal(value) => value.clone(),
            Node::Variable(variable) => row.value(*variable),
            Node::Property(variable, key) => context.property(&row.value(*variable), key),
            Node::Id(variable) => context.id(&row.value(*variable)),
            Node::Type(variable) => context.text_of_label(&row.value(*variable)),
            Node::LabelOf(variable) => context.text_of_label(&row.value(*variable)),
            Node::HasLabels(variable, labels) => match context.text_of_label(&row.value(*variable)) {
                Value::Text(own) => Value::Boolean(labels.admit(&own)),
                _ => Value::Boolean(labels.is_any()),
            },
            Node::Not(operand) => truth(is_true(&of(operand)).map(|value| !value)),
            Node::Negate(operand) => match of(operand) {
                Value::Integer(value) => value.checked_neg().map_or(Value::Null, Value::Integer),
                Value::Float(value) => Value::Float(-value),
                _ => Value::Null,
            },
            Node::Binary(operator, left, right) => binary(*operator, &of(left), || of(right)),
            Node::IsNull(operand) => Value::Boolean(of(operand) == Value::Null),
            Node::In(operand, list) => {
                let (own, mut found) = (of(operand), Some(false));
                for one in list {
                    let is_equal = own.compared(&of(one)).map(Ordering::is_eq);
                    found =
                        if found == Some(true) { found } else { is_equal.filter(|equal| *equal || found.is_some()) };
                }
                truth(found)
            }
            Node::Coalesce(list) => list.iter().map(of).find(|value| *value != Value::Null).unwrap_or(Value::Null),
            Node::Exists(pattern) => Value::Boolean(row.exists(*pattern)),
            Node::Aggregate(_) => unreachable!("groups put slots in the place of aggregates"),
        }
    }
}

/// Whether a comparison with this result holds; `None` if it is no comparison.
fn holds(operator: Operator, order: Ordering) -> Option<bool> {
    Some(match operator {
        Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterEqual => order.is_ge(),
        _ => return None,
    })
}

/// A condition's value: true, false, or neither where something is missing.
pub(crate) fn is_true(value: &Value) -> Option<bool> {
    if let Value::Boolean(value) = value { Some(*value) } else { None }
}

fn binary(operator: Operator, left: &Value, right: impl FnOnce() -> Value) -> Value {
    let truth = |value: Option<bool>| value.map_or(Value::Null, Value::Boolean);
    match operator {
        Operator::And | Operator::Or => {
            // What decides alone.
            let decides = operator == Operator::Or;
            match (is_true(left), is_true(&right())) {
                (Some(one), _) | (_, Some(one)) if one == decides => Value::Boolean(decides),
                (Some(_), Some(_)) => Value::Boolean(!decides),
                _ => Value::Null,
            }
        }
        Operator::Xor => truth(is_true(left).zip(is_true(&right())).map(|(left, right)| left != right)),
        Operator::StartsWith | Operator::EndsWith | Operator::Contains => match (left, right()) {
            (Value::Text(text), Value::Text(part)) => Value::Boolean(match operator {
                Operator::StartsWith => text.starts_with(&*part),
                Operator::EndsWith => text.ends_with(&*part),
                _ => text.contains(&*part),
            }),
            _ => Value::Null,
        },
        _ if operator.is_arithmetic() => computed(operator, left, &right()),
        _ => truth(left.compared(&right()).and_then(|order| holds(operator, order))),
    }
}

/// Arithmetic. What does not fit, and a division of integers by zero, is no value.
fn computed(operator: Operator, left: &Value, right: &Value) -> Value {
    let number = |value: &Value| match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Float(value) => Some(*value),
        _ => None,
    };
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => {
            let value = match operator {
                Operator::Add => left.checked_add(*right),
                Operator::Subtract => left.checked_sub(*right),
                Operator::Multiply => left.checked_mul(*right),
                Operator::Divide => left.checked_div(*right),
                _ => left.checked_rem(*right),
            };
            value.map_or(Value::Null, Value::Integer)
        }
        (Value::Text(left), Value::Text(right)) if operator == Operator::Add => Value::text(&format!("{left}{right}")),
        (Value::Moment(calendar, left), right) => of_moments(operator, (*calendar, *left), right),
        _ => match (number(left), number(right)) {
            (Some(left), Some(right)) => Value::float(match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                Operator::Divide => left / right,
                _ => left % right,
            }),
            _ => Value::Null,
        },
    }
}

/// Sums and differences of moments: the difference of dates is a number of days, of others an interval.
fn of_moments(operator: Operator, (calendar, left): (Calendar, i64), right: &Value) -> Value {
    /// Microseconds.
    const DAY: i64 = 86_400_000_000;
    let add = |right: i64| match operator {
        Operator::Add => left.checked_add(right),
        _ => left.checked_sub(right),
    };
    let found = match right {
        Value::Integer(days) => i64::try_from(*days).ok().and_then(add).map(|value| Value::Moment(calendar, value)),
        Value::Moment(Calendar::Interval, interval) if calendar == Calendar::Date => {
            let days = (interval % DAY == 0).then_some(interval / DAY);
            days.and_then(add).map(|value| Value::Moment(calendar, value))
        }
        Value::Moment(Calendar::Interval, interval) => add(*interval).map(|value| Value::Moment(calendar, value)),
        Value::Moment(Calendar::Date, other) => add(*other).map(|days| Value::Integer(days.into())),
        Value::Moment(_, other) => add(*other).map(|value| Value::Moment(Calendar::Interval, value)),
        _ => None,
    };
    found.unwrap_or(Value::Null)
}
