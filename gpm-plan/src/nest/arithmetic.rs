//! What the arithmetic of filters means, bit for bit, for every back end.

use std::cmp::Ordering;

use super::filter::NO_INTEGER;
use crate::pattern::predicate::{Comparison, Division};

impl Division {
    /// Of integers; [`NO_INTEGER`] if either is that or the divisor is zero.
    #[inline]
    pub fn of_integers(self, a: i64, b: i64) -> i64 {
        if a == NO_INTEGER || b == NO_INTEGER || b == 0 {
            return NO_INTEGER;
        }
        // The one quotient that does not fit is that of the integer which stands for no value.
        match self {
            Division::Quotient => a / b,
            Division::Remainder => a % b,
        }
    }

    /// Of floats; the remainder is that of C's `fmod`.
    #[inline]
    pub fn of_floats(self, a: f64, b: f64) -> f64 {
        match self {
            Division::Quotient => a / b,
            Division::Remainder => a % b,
        }
    }
}

/// The sum of integers; [`NO_INTEGER`] if one is that or the sum does not fit. Fewer than 2^63 terms.
#[inline]
pub fn sum_of_integers(terms: impl IntoIterator<Item = i64>) -> i64 {
    let mut sum = 0i128;
    for term in terms {
        if term == NO_INTEGER {
            return NO_INTEGER;
        }
        sum += i128::from(term);
    }
    i64::try_from(sum).unwrap_or(NO_INTEGER)
}

/// The product of integers; [`NO_INTEGER`] if one is that or the product does not fit.
#[inline]
pub fn product_of_integers(factors: impl IntoIterator<Item = i64>) -> i64 {
    let (mut product, mut is_zero) = (Some(1i64), false);
    for factor in factors {
        if factor == NO_INTEGER {
            return NO_INTEGER;
        }
        is_zero |= factor == 0;
        // Without a zero magnitudes only grow: what leaves the range on the way is outside at the end, in whatever order.
        product = product.and_then(|product| product.checked_mul(factor));
    }
    if is_zero { 0 } else { product.unwrap_or(NO_INTEGER) }
}

/// The sum of floats, at least one, added in ascending order; puts them in that order.
#[inline]
pub fn sum_of_floats(terms: &mut [f64]) -> f64 {
    terms.sort_unstable_by(f64::total_cmp);
    terms.iter().copied().reduce(|sum, term| sum + term).expect("there is a term")
}

/// The product of floats, at least one, multiplied in ascending order; puts them in that order.
#[inline]
pub fn product_of_floats(factors: &mut [f64]) -> f64 {
    factors.sort_unstable_by(f64::total_cmp);
    factors.iter().copied().reduce(|product, factor| product * factor).expect("there is a factor")
}

impl Comparison {
    /// Whether numbers that are ordered so compare so; numbers without an order never do.
    #[inline]
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
#[inline]
pub fn to_float(integer: i64) -> f64 {
    if integer == NO_INTEGER { f64::NAN } else { integer as f64 }
}

/// How two integers are ordered, if both have a value.
#[inline]
pub fn order_of_integers(a: i64, b: i64) -> Option<Ordering> {
    (a != NO_INTEGER && b != NO_INTEGER).then(|| a.cmp(&b))
}

/// How an integer and a float are ordered, exactly, if both have a value.
#[inline]
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
        assert_eq!(sum_of_integers([i64::MAX, 1]), NO_INTEGER);
        assert_eq!(sum_of_integers([i64::MAX, 1, -1]), i64::MAX);
        assert_eq!(sum_of_integers([-i64::MAX, -1]), NO_INTEGER);
        assert_eq!(sum_of_integers([NO_INTEGER, 1]), NO_INTEGER);
        assert_eq!(product_of_integers([1 << 32, 1 << 31]), NO_INTEGER);
        assert_eq!(product_of_integers([-(1 << 32), 1 << 30]), -(1 << 62));
        assert_eq!(product_of_integers([1 << 40, 1 << 40, 0]), 0);
        assert_eq!(product_of_integers([-(1 << 40), 1 << 23, -1]), NO_INTEGER);
        assert_eq!(product_of_integers([0, NO_INTEGER]), NO_INTEGER);
        let check = |division: Division, a, b, result| assert_eq!(division.of_integers(a, b), result, "{a} {b}");
        check(Division::Quotient, -7, 2, -3);
        check(Division::Remainder, -7, 2, -1);
        check(Division::Quotient, 7, 0, NO_INTEGER);
        check(Division::Remainder, 7, 0, NO_INTEGER);
        check(Division::Remainder, 7, -1, 0);
        check(Division::Quotient, NO_INTEGER, -1, NO_INTEGER);
    }

    #[test]
    fn floats_are_added_in_one_order() {
        let sums = [[1e300, 1.0, -1e300], [1.0, -1e300, 1e300], [-1e300, 1e300, 1.0]]
            .map(|mut terms| sum_of_floats(&mut terms));
        assert_eq!(sums, [0.0; 3]);
        assert_eq!(product_of_floats(&mut [1e200, 1e200, 1e-300]), 1e100);
        assert!(sum_of_floats(&mut [f64::INFINITY, f64::NEG_INFINITY, 1.0]).is_nan());
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
