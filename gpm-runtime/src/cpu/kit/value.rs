//! Numbers of filters. Which kind a column has is known once its graph is there; what the numbers mean is said bit for bit in
//! `gpm_plan::nest::arithmetic`.

use std::cmp::Ordering;

use gpm_plan::nest::NO_INTEGER;
use gpm_plan::nest::arithmetic::{
    order_of_integers, order_of_mixed, product_of_floats, product_of_integers, sum_of_floats, sum_of_integers, to_float,
};
use gpm_plan::pattern::predicate::{Comparison, Division};

/// A number that knows its kind. Its kind follows from those of the columns it is computed from and never from their values,
/// so that branches on it always go the same way.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// 64 bits, signed; the least one stands for no value.
    Integer(i64),
    /// Not-a-number stands for no value.
    Float(f64),
}

impl Value {
    #[inline(always)]
    fn to_float(self) -> f64 {
        match self {
            Value::Integer(integer) => to_float(integer),
            Value::Float(float) => float,
        }
    }
}

/// The numbers, if all are integers.
#[inline(always)]
fn integers<const N: usize>(values: [Value; N]) -> Option<[i64; N]> {
    let are_all = values.iter().all(|value| matches!(value, Value::Integer(_)));
    are_all.then(|| {
        values.map(|value| match value {
            Value::Integer(integer) => integer,
            Value::Float(_) => NO_INTEGER,
        })
    })
}

/// Two integers joined, without the wide arithmetic that more of them need.
#[inline(always)]
fn pair(a: i64, b: i64, (joined, is_lost): (i64, bool)) -> Value {
    let is_none = is_lost | (a == NO_INTEGER) | (b == NO_INTEGER);
    Value::Integer(if is_none { NO_INTEGER } else { joined })
}

/// The number with the other sign.
#[inline(always)]
pub fn negative(value: Value) -> Value {
    match value {
        // The one that stands for no value is its own opposite.
        Value::Integer(integer) => Value::Integer(integer.wrapping_neg()),
        Value::Float(float) => Value::Float(-float),
    }
}

/// The sum of at least two numbers, taken as a whole.
#[inline(always)]
pub fn sum<const N: usize>(terms: [Value; N]) -> Value {
    match integers(terms) {
        Some(terms) if N == 2 => pair(terms[0], terms[1], terms[0].overflowing_add(terms[1])),
        Some(terms) => Value::Integer(sum_of_integers(terms)),
        None => Value::Float(joined(terms.map(Value::to_float), |a, b| a + b, sum_of_floats)),
    }
}

/// The product of at least two numbers, taken as a whole.
#[inline(always)]
pub fn product<const N: usize>(factors: [Value; N]) -> Value {
    match integers(factors) {
        Some(factors) if N == 2 => pair(factors[0], factors[1], factors[0].overflowing_mul(factors[1])),
        Some(factors) => Value::Integer(product_of_integers(factors)),
        None => Value::Float(joined(factors.map(Value::to_float), |a, b| a * b, product_of_floats)),
    }
}

/// Floats joined in ascending order, which for two of them does not matter.
#[inline(always)]
fn joined<const N: usize>(mut floats: [f64; N], join: fn(f64, f64) -> f64, in_order: fn(&mut [f64]) -> f64) -> f64 {
    match floats[..] {
        [a, b] => join(a, b),
        _ => in_order(&mut floats),
    }
}

/// The first divided by the second.
#[inline(always)]
pub fn quotient(left: Value, right: Value) -> Value {
    divided(Division::Quotient, left, right)
}

/// What is left of the first after division by the second.
#[inline(always)]
pub fn remainder(left: Value, right: Value) -> Value {
    divided(Division::Remainder, left, right)
}

#[inline(always)]
fn divided(division: Division, left: Value, right: Value) -> Value {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => Value::Integer(division.of_integers(a, b)),
        (a, b) => Value::Float(division.of_floats(a.to_float(), b.to_float())),
    }
}

/// Whether both have a value and these are equal.
#[inline(always)]
pub fn is_equal(left: Value, right: Value) -> bool {
    Comparison::Equal.holds(order(left, right))
}

/// Whether both have a value and these are not equal.
#[inline(always)]
pub fn is_unequal(left: Value, right: Value) -> bool {
    Comparison::NotEqual.holds(order(left, right))
}

/// Whether both have a value and the first is less.
#[inline(always)]
pub fn is_less(left: Value, right: Value) -> bool {
    Comparison::Less.holds(order(left, right))
}

/// Whether both have a value and the first is not greater.
#[inline(always)]
pub fn is_at_most(left: Value, right: Value) -> bool {
    Comparison::LessOrEqual.holds(order(left, right))
}

#[inline(always)]
fn order(left: Value, right: Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => order_of_integers(a, b),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
        (Value::Integer(a), Value::Float(b)) => order_of_mixed(a, b),
        (Value::Float(a), Value::Integer(b)) => order_of_mixed(b, a).map(Ordering::reverse),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_are_joined_as_any_number_is() {
        let numbers = [NO_INTEGER, NO_INTEGER + 1, -(1 << 62), -3, 0, 1, 1 << 31, 1 << 32, 1 << 62, i64::MAX];
        let integer = |value| match value {
            Value::Integer(integer) => integer,
            Value::Float(float) => panic!("{float} is no integer"),
        };
        for (a, b) in numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))) {
            let both = [a, b].map(Value::Integer);
            assert_eq!(integer(sum(both)), sum_of_integers([a, b]), "{a} + {b}");
            assert_eq!(integer(product(both)), product_of_integers([a, b]), "{a} * {b}");
        }
    }
}
