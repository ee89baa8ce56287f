//! What the arithmetic of filters means, bit for bit, for every back end.

use std::cmp::Ordering;

use super::filter::NO_INTEGER;
use crate::pattern::predicate::{Comparison, Operator};

impl Operator {
    /// Two integers combined; [`NO_INTEGER`] if either is that, the divisor is zero, or the result does not fit.
    pub fn integers(self, a: i64, b: i64) -> i64 {
        if a == NO_INTEGER || b == NO_INTEGER {
            return NO_INTEGER;
        }
        let result = match self {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide => a.checked_div(b),
            Operator::Remainder => a.checked_rem(b),
        };
        result.unwrap_or(NO_INTEGER)
    }

    /// Two floats combined, each operation rounded to the nearest by itself; the remainder is that of C's `fmod`.
    pub fn floats(self, a: f64, b: f64) -> f64 {
        match self {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide => a / b,
            Operator::Remainder => a % b,
        }
    }
}

impl Comparison {
    /// Whether numbers that are ordered so compare so; numbers without an order never do.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match (self, order) {
            (_, None) => false,
            (Comparison::Equal, Some(order)) => order.is_eq(),
            (Comparison::NotEqual, Some(order)) => order.is_ne(),
            (Comparison::Less, Some(order)) => order.is_lt(),
            (Comparison::LessOrEqual, Some(order)) => order.is_le(),
        }
    }
}

/// The float nearest to an integer; not-a-number for [`NO_INTEGER`].
pub fn to_float(integer: i64) -> f64 {
    if integer == NO_INTEGER { f64::NAN } else { integer as f64 }
}

/// How two integers are ordered, if both have a value.
pub fn order_of_integers(a: i64, b: i64) -> Option<Ordering> {
    (a != NO_INTEGER && b != NO_INTEGER).then(|| a.cmp(&b))
}

/// How an integer and a float are ordered, exactly, if both have a value.
pub fn order_of_mixed(integer: i64, float: f64) -> Option<Ordering> {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    // Rounding keeps the order: only where the rounded integer is the float itself does it hide a difference.
    match to_float(integer).partial_cmp(&float)? {
        Ordering::Equal if float == TWO_TO_63 => Some(Ordering::Less),
        Ordering::Equal => Some(integer.cmp(&(float as i64))),
        different => Some(different),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_do_not_fit_have_no_value() {
        let check =
            |operator: Operator, a, b, result| assert_eq!(operator.integers(a, b), result, "{a} {operator:?} {b}");
        check(Operator::Add, i64::MAX, 1, NO_INTEGER);
        check(Operator::Add, -i64::MAX, -1, NO_INTEGER);
        check(Operator::Subtract, -2, i64::MAX, NO_INTEGER);
        check(Operator::Multiply, 1 << 32, 1 << 31, NO_INTEGER);
        check(Operator::Multiply, -(1 << 32), 1 << 30, -(1 << 62));
        check(Operator::Divide, -7, 2, -3);
        check(Operator::Remainder, -7, 2, -1);
        check(Operator::Divide, 7, 0, NO_INTEGER);
        check(Operator::Remainder, 7, 0, NO_INTEGER);
        check(Operator::Remainder, 7, -1, 0);
        check(Operator::Add, NO_INTEGER, 1, NO_INTEGER);
        check(Operator::Divide, NO_INTEGER, -1, NO_INTEGER);
    }

    #[test]
    fn integers_and_floats_compare_exactly() {
        let big = (1i64 << 53) + 1;
        assert_eq!(order_of_mixed(big, (1i64 << 53) as f64), Some(Ordering::Greater));
        assert_eq!(order_of_mixed(-big, -((1i64 << 53) as f64)), Some(Ordering::Less));
        assert_eq!(order_of_mixed(i64::MAX, i64::MAX as f64), Some(Ordering::Less));
        assert_eq!(order_of_mixed(-i64::MAX, i64::MIN as f64), Some(Ordering::Greater));
        assert_eq!(order_of_mixed(3, 3.5), Some(Ordering::Less));
        assert_eq!(order_of_mixed(-3, -3.5), Some(Ordering::Greater));
        assert_eq!(order_of_mixed(0, -0.0), Some(Ordering::Equal));
        assert_eq!(order_of_mixed(3, f64::INFINITY), Some(Ordering::Less));
        assert_eq!(order_of_mixed(3, f64::NAN), None);
        assert_eq!(order_of_mixed(NO_INTEGER, 3.0), None);
    }
}
