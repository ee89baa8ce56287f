//! What a predicate says of a map, read off its conditions in the plainest way, in wide arithmetic. Shares no code with the
//! evaluation of nests.

use std::cmp::Ordering;

use gpm_plan::pattern::predicate::{Attribute, Comparison, Condition, Division, Owner, Predicate, Property, Value};
use gpm_runtime::graph::Column;

use crate::sample::Sample;

/// A number, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num {
    Integer(i128),
    Float(f64),
    None,
}

impl Num {
    /// The value of a column at `at`.
    pub(crate) fn of(column: &Column, at: usize) -> Num {
        match column {
            Column::Integers(values) | Column::Moments(_, values) => Num::integer(i128::from(values[at])),
            Column::Floats(values) => Num::float(values[at]),
            Column::Text(text) => text.get(at).map_or(Num::None, Num::text),
            Column::Wide(wide) => wide.get(at).map_or(Num::None, Num::Integer),
        }
    }

    /// The bytes of a short text, as an integer of their own.
    pub(crate) fn text(text: &str) -> Num {
        assert!(text.len() < 8, "{text}");
        Num::Integer(text.bytes().fold(1, |number, byte| number << 8 | i128::from(byte)))
    }

    /// An integer if it fits in 64 bits and is not the least of them.
    pub(crate) fn integer(value: i128) -> Num {
        if value.unsigned_abs() < 1 << 63 { Num::Integer(value) } else { Num::None }
    }

    pub(crate) fn float(value: f64) -> Num {
        if value.is_nan() { Num::None } else { Num::Float(value) }
    }

    fn as_float(self) -> f64 {
        match self {
            Num::Integer(value) => value as f64,
            Num::Float(value) => value,
            Num::None => f64::NAN,
        }
    }

    pub(crate) fn negative(self) -> Num {
        match self {
            Num::Integer(value) => Num::integer(-value),
            Num::Float(value) => Num::float(-value),
            Num::None => Num::None,
        }
    }

    /// The sum of all: of integers exactly; else of floats, the least first.
    pub(crate) fn sum(terms: Vec<Num>) -> Num {
        match exact(&terms) {
            _ if terms.contains(&Num::None) => Num::None,
            Some(integers) => Num::integer(integers.into_iter().sum()),
            None => Num::float(in_order(&terms, |a, b| a + b)),
        }
    }

    /// The product of all: of integers exactly; else of floats, the least first.
    pub(crate) fn product(factors: Vec<Num>) -> Num {
        match exact(&factors) {
            _ if factors.contains(&Num::None) => Num::None,
            Some(integers) if integers.contains(&0) => Num::Integer(0),
            Some(integers) => {
                let product = integers.into_iter().try_fold(1i128, |product, factor| product.checked_mul(factor));
                product.map_or(Num::None, Num::integer)
            }
            None => Num::float(in_order(&factors, |a, b| a * b)),
        }
    }

    /// The quotient or the remainder.
    pub(crate) fn divided(is_quotient: bool, left: Num, right: Num) -> Num {
        match (left, right) {
            (Num::None, _) | (_, Num::None) | (Num::Integer(_), Num::Integer(0)) => Num::None,
            (Num::Integer(a), Num::Integer(b)) => Num::integer(if is_quotient { a / b } else { a % b }),
            (a, b) if is_quotient => Num::float(a.as_float() / b.as_float()),
            (a, b) => Num::float(a.as_float() % b.as_float()),
        }
    }

    /// How they are ordered as real numbers.
    pub(crate) fn order(left: Num, right: Num) -> Option<Ordering> {
        match (left, right) {
            (Num::None, _) | (_, Num::None) => None,
            (Num::Integer(a), Num::Integer(b)) => Some(a.cmp(&b)),
            (Num::Float(a), Num::Float(b)) => a.partial_cmp(&b),
            (Num::Integer(a), Num::Float(b)) => Some(Self::order_of_integer(a, b)),
            (Num::Float(a), Num::Integer(b)) => Some(Self::order_of_integer(b, a).reverse()),
        }
    }

    /// By the integers on both sides of the float; floats far away are cut off by the conversion.
    fn order_of_integer(integer: i128, float: f64) -> Ordering {
        let floor = float.floor() as i128;
        integer.cmp(&floor).then(if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less })
    }
}

/// The numbers, if all are integers.
fn exact(numbers: &[Num]) -> Option<Vec<i128>> {
    let integer = |number: &Num| match number {
        Num::Integer(value) => Some(*value),
        Num::Float(_) | Num::None => None,
    };
    numbers.iter().map(integer).collect()
}

fn in_order(numbers: &[Num], join: fn(f64, f64) -> f64) -> f64 {
    let mut floats: Vec<f64> = numbers.iter().map(|number| number.as_float()).collect();
    floats.sort_by(f64::total_cmp);
    floats.into_iter().reduce(join).expect("there is a number")
}

/// The value of an attribute of the vertices that a map takes pattern vertices to.
pub(crate) fn read(sample: &Sample, matrix: &[Option<usize>], map: &[usize], owner: Owner, name: &Attribute) -> Num {
    match (owner, name) {
        (Owner::Vertex(u), Attribute::Id) => Num::integer(map[u] as i128),
        (Owner::Vertex(u), Attribute::Column(name)) => Num::of(&sample.vertex_columns[name.as_str()], map[u]),
        (Owner::Edge(u, v) | Owner::Arc(u, v), Attribute::Column(name)) => {
            let at = matrix[map[u] * sample.num_vertices + map[v]].expect("the edge is part of the match");
            Num::of(&sample.edge_columns[name.as_str()], at)
        }
        (Owner::Edge(..) | Owner::Arc(..), Attribute::Id) => unreachable!("edges have no ids"),
        (_, Attribute::OfSet(_)) => unreachable!("random predicates ask for no sets of records"),
        (_, Attribute::Property(property, of)) => match (property, read(sample, matrix, map, owner, of)) {
            (Property::Known, value) => Num::Integer((value != Num::None).into()),
            (Property::Like(_) | Property::Has(_), Num::None) => Num::None,
            (Property::Like(like), Num::Integer(text)) => {
                let bytes: Vec<u8> = text.to_be_bytes().into_iter().skip_while(|&byte| byte == 0).skip(1).collect();
                let text = String::from_utf8(bytes).expect("short texts are integers of their own");
                let start = like.strip_suffix('%').expect("random predicates ask for starts of texts");
                Num::Integer(text.starts_with(start).into())
            }
            (Property::Has(_), _) => unreachable!("random predicates ask for no items"),
            (Property::Like(_), Num::Float(_)) => unreachable!("text is no float"),
        },
    }
}

/// Whether a map satisfies a predicate.
pub(crate) fn holds(predicate: &Predicate, sample: &Sample, matrix: &[Option<usize>], map: &[usize]) -> bool {
    let read = |owner, name: &Attribute| read(sample, matrix, map, owner, name);
    predicate.conjuncts().iter().all(|condition| is_true(condition, &read))
}

type Read<'a> = dyn Fn(Owner, &Attribute) -> Num + 'a;

fn is_true(condition: &Condition, read: &Read<'_>) -> bool {
    match condition {
        Condition::All(inner) => inner.iter().all(|condition| is_true(condition, read)),
        Condition::Any(inner) => inner.iter().any(|condition| is_true(condition, read)),
        Condition::Code(_) => unreachable!("a condition in Rust is evaluated where it is written"),
        Condition::Compare(comparison, left, right) => {
            let Some(order) = Num::order(number(left, read), number(right, read)) else { return false };
            match comparison {
                Comparison::Equal => order == Ordering::Equal,
                Comparison::NotEqual => order != Ordering::Equal,
                Comparison::Less => order == Ordering::Less,
                Comparison::LessOrEqual => order != Ordering::Greater,
            }
        }
    }
}

fn number(value: &Value, read: &Read<'_>) -> Num {
    match value {
        Value::Attribute(owner, name) => read(*owner, name),
        Value::Integer(value) => Num::Integer(i128::from(*value)),
        Value::Decimal(bits) => Num::Float(f64::from_bits(*bits)),
        Value::Text(text) => Num::text(text),
        Value::Place(number, _) => Num::Integer(number.trim_matches('\'').parse().expect("an integer")),
        Value::Moment(_, value) => Num::Integer(i128::from(*value)),
        Value::Negative(inner) => number(inner, read).negative(),
        Value::Sum(terms) => Num::sum(terms.iter().map(|term| number(term, read)).collect()),
        Value::Product(factors) => Num::product(factors.iter().map(|factor| number(factor, read)).collect()),
        Value::Divided(division, operands) => {
            Num::divided(*division == Division::Quotient, number(&operands[0], read), number(&operands[1], read))
        }
    }
}
