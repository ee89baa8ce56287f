//! What is derived, and that it holds.

use super::*;
use crate::nest::arithmetic::{order_of_integers, order_of_mixed, sum_of_floats, sum_of_integers};
use crate::pattern::Pattern;

/// What is derived at each vertex of a pattern, bound in their order.
fn derived(text: &str) -> Vec<String> {
    let pattern: Pattern = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let name = |u: usize| pattern.vertex_name(u).to_owned();
    let Some(implied) = Implied::new(pattern.predicate()) else { return Vec::new() };
    let at = |u: usize| implied.at((2 << u) - 1, u);
    let all = (0..pattern.num_vertices()).flat_map(at);
    all.map(|condition| condition.display(&name)).collect()
}

#[test]
fn bounds_follow_where_they_are_of_use() {
    let ring = "p-q, q-r where p.t < q.t and q.t < r.t and r.t - p.t <= interval '7 days'";
    assert_eq!(derived(ring), ["q.t - p.t < interval '7 days'"]);
    let whole = "p-q, q-r where p.t < q.t and q.t < r.t and r.t - p.t <= 7";
    assert_eq!(derived(whole), ["q.t - p.t <= 7"]);
    let moved = "p-q, q-r where p.t < q.t and q.t < r.t and r.t < p.t + interval '1 day'";
    assert_eq!(derived(moved), ["q.t - p.t < interval '1 day'"]);
    assert_eq!(derived("a-x, b-x where a.w < x.w and x.w <= b.w"), [""; 0]);
    assert_eq!(derived("a-b, b-x, x-a where a.w < x.w and x.w <= b.w"), ["a.w < b.w"]);
    let sums = "a-b, b-x, x-a where a.w - x.w <= 3 and x.w - b.w < 4";
    assert_eq!(derived(sums), ["a.w < b.w or a.w - b.w < 8"]);
    let gaps = "a-b, b-x, x-a where x.t - a.t >= interval '1 hour' and b.t - x.t >= interval '1 hour'";
    assert_eq!(derived(gaps), ["a.t < b.t"]);
}

#[test]
fn what_does_not_hold_bit_for_bit_is_not_derived() {
    for text in [
        "a-b-c where a.w < b.w and b.v < c.v",
        "a-b-c where a.w + 3 < b.w and b.w + 3 < c.w",
        "a-b-c where a.t = b.t and b.t = c.t",
        "a-b-c where a.w < b.w or b.w < c.w",
        "a-b, b-c, c-a where a.w - c.w <= 9223372036854775807 and c.w - b.w <= 1",
        "a-b, b-c, c-a where a.w - c.w <= 1e308 and c.w - b.w <= 1e308",
    ] {
        assert_eq!(derived(text), [""; 0], "{text}");
    }
}

/// A column of 32 values, whole or not, some of them missing, at the ends of the range or as close as floats are.
fn column(is_whole: bool, next: &mut impl FnMut(u64) -> u64) -> (Vec<i64>, Vec<f64>) {
    let whole = |next: &mut dyn FnMut(u64) -> u64| match next(8) {
        0 => i64::MIN + next(3) as i64,
        1 => i64::MAX - next(3) as i64,
        2 => (1 << 53) + next(5) as i64,
        _ => next(12) as i64 - 6,
    };
    let float = |next: &mut dyn FnMut(u64) -> u64| match next(8) {
        0 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300][next(4) as usize],
        1 => (1u64 << 53) as f64 + next(5) as f64,
        2 => 0.1 * next(40) as f64 + 1e15,
        _ => 0.1 * next(90) as f64 - 4.5,
    };
    let wholes = (0..32).map(|_| if is_whole { whole(next) } else { 0 }).collect();
    (wholes, (0..32).map(|_| float(next)).collect())
}

/// Whether a condition holds of values of three vertices, by the arithmetic of all back ends.
fn holds(condition: &Condition, is_whole: bool, (wholes, floats): ([i64; 3], [f64; 3])) -> bool {
    let value = |value: &Value| -> (i64, f64) {
        let of = |value: &Value| match value {
            Value::Attribute(Owner::Vertex(u), _) => (wholes[*u], floats[*u]),
            Value::Negative(inner) => match **inner {
                Value::Attribute(Owner::Vertex(u), _) => (wholes[u].checked_neg().unwrap_or(i64::MIN), -floats[u]),
                _ => unreachable!("of one attribute"),
            },
            Value::Integer(number) | Value::Moment(_, number) => (*number, *number as f64),
            other => unreachable!("{other:?}"),
        };
        match value {
            Value::Sum(terms) => {
                let mut all: Vec<f64> = terms.iter().map(|term| of(term).1).collect();
                (sum_of_integers(terms.iter().map(|term| of(term).0)), sum_of_floats(&mut all))
            }
            one => of(one),
        }
    };
    match condition {
        Condition::Any(inner) => inner.iter().any(|one| holds(one, is_whole, (wholes, floats))),
        Condition::Compare(comparison, left, right) => {
            let order = match (is_whole, left, right) {
                (true, Value::Decimal(bits), right) => {
                    order_of_mixed(value(right).0, f64::from_bits(*bits)).map(std::cmp::Ordering::reverse)
                }
                (true, left, Value::Decimal(bits)) => order_of_mixed(value(left).0, f64::from_bits(*bits)),
                (false, Value::Decimal(bits), right) => f64::from_bits(*bits).partial_cmp(&value(right).1),
                (false, left, Value::Decimal(bits)) => value(left).1.partial_cmp(&f64::from_bits(*bits)),
                (true, ..) => order_of_integers(value(left).0, value(right).0),
                (false, ..) => value(left).1.partial_cmp(&value(right).1),
            };
            comparison.holds(order)
        }
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn what_is_derived_holds_wherever_the_predicate_does() {
    let mut state = 29u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut num_derived, mut num_true) = (0, 0);
    for round in 0..1000 {
        let (is_whole, is_moment) = (round % 2 == 0, round % 4 == 0);
        let conditions: Vec<String> = (0..2 + next(3))
            .map(|_| {
                let (x, y) = [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a"), ("c", "b"), ("a", "c")][next(6) as usize];
                let sign = ["<", "<=", ">", ">="][next(4) as usize];
                let number = match (is_moment, next(2)) {
                    (true, _) => format!("interval '{} microseconds'", next(9) as i64 - 4),
                    (false, 0) => (next(9) as i64 - 4).to_string(),
                    (false, _) => format!("{}.{}", next(5), next(10)),
                };
                match next(if is_moment { 3 } else { 2 }) {
                    0 => format!("{x}.w {sign} {y}.w"),
                    1 => format!("{x}.w - {y}.w {sign} {number}"),
                    _ => format!("{x}.w {sign} {y}.w + {number}"),
                }
            })
            .collect();
        let text = format!("a-b, b-c, c-a where {}", conditions.join(" and "));
        let pattern: Pattern = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let Some(implied) = Implied::new(pattern.predicate()) else { continue };
        let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map(|[first, second, third]| {
            [(1 << first | 1 << second, second), (7, third)].map(|(bound, last)| implied.at(bound, last)).concat()
        });
        let derived = orders.concat();
        num_derived += derived.len();
        let (wholes, floats) = column(is_whole, &mut next);
        for _ in 0..300 {
            let at = [next(32), next(32), next(32)].map(|at| at as usize);
            let values = (at.map(|at| wholes[at]), at.map(|at| floats[at]));
            if pattern.predicate().conjuncts().iter().all(|one| holds(one, is_whole, values)) {
                num_true += usize::from(!derived.is_empty());
                let wrong = derived.iter().find(|one| !holds(one, is_whole, values));
                assert_eq!(wrong, None, "{text} {values:?}");
            }
        }
    }
    assert!(num_derived > 300 && num_true > 3000, "{num_derived}, {num_true}");
}
