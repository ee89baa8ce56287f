//! Bounds that follow from several conditions: of `p.t < q.t`, `q.t < r.t` and `r.t - p.t <= 7 days` that `q.t - p.t <= 7 days`, which is
//! known before `r` is.
//!
//! Conditions on one column are differences `x - y <= c`, and what follows is a shortest path in the graph of them (Floyd, Warshall). A bound
//! is derived only where it holds bit for bit, whatever the column is: comparisons are exact, and rounding keeps the order of differences, so
//! that a comparison moves the end of a difference; bounds that are added up are widened by what floats may be rounded by, which for whole numbers
//! costs nothing. Differences of integers that do not fit have no value: a bound is met there as well.

mod follows;

use super::{Attribute, Calendar, Comparison, Condition, Owner, Predicate, Value};

pub(crate) use follows::ImpliedBound;

/// Attributes that are compared at most: the time to derive bounds grows with the cube of their number. *guess*
const MOST: usize = 32;
/// Whole numbers up to this have sums that are exact in floats (53 bits), rounded differences included: a fact of the number format, with
/// five bits to spare.
const EXACT: i64 = 1 << 48;
/// Numbers below this, in any unit, can be added to times of that size without overflow: 2^60, a fact of the number format.
const USUAL: f64 = (1u64 << 60) as f64;
/// What a sum of rounded differences is widened by, of the magnitude of its terms: eight times the rounding of one float (2^-53).
const SLACK: f64 = 1.0 / (1u64 << 50) as f64;

/// An attribute of a vertex or an edge.
type Term = (Owner, Attribute);

/// What is known of `x - y`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    /// `x < y`, or `x <= y` if not strict.
    Order { is_strict: bool },
    /// `x - y` is at most this, or less if strict.
    Within { limit: Limit, is_strict: bool },
}

/// The number that a difference is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Limit {
    /// Of times, which are integers.
    Micros(i64),
    /// As written once, or a sum of such numbers, whose magnitudes add up to the second.
    Whole(i64, i64),
    /// As written once, or a sum of such numbers, whose magnitudes add up to the second.
    Decimal(f64, f64),
}

/// The bounds that some conditions give, and those that follow from them.
#[derive(Clone, Debug)]
pub(crate) struct Implied {
    terms: Vec<Term>,
    /// The vertices of each term, as a mask.
    masks: Vec<u32>,
    /// By pair of terms.
    given: Vec<Option<Bound>>,
    closed: Vec<Option<Bound>>,
}

impl Implied {
    /// What follows from a predicate; `None` where nothing does.
    pub(crate) fn new(predicate: &Predicate) -> Option<Implied> {
        let found: Vec<_> = predicate.conjuncts().iter().filter_map(difference).collect();
        let mut terms: Vec<Term> = Vec::new();
        found.iter().for_each(|(x, y, _)| terms.extend([x.clone(), y.clone()]));
        terms.sort_unstable();
        terms.dedup();
        let n = terms.len();
        // Two conditions make a third, of other terms.
        if found.len() < 2 || !(3..=MOST).contains(&n) {
            return None;
        }
        let at = |term: &Term| terms.binary_search(term).expect("every term is listed");
        let mut given: Vec<Option<Bound>> = vec![None; n * n];
        for (x, y, bound) in &found {
            tighten(&mut given[at(x) * n + at(y)], Some(*bound));
        }
        let mut closed = given.clone();
        for z in 0..n {
            for (x, y) in (0..n * n).map(|pair| (pair / n, pair % n)).filter(|&(x, y)| x != y && x != z && y != z) {
                let path = then(closed[x * n + z], closed[z * n + y]);
                tighten(&mut closed[x * n + y], path);
            }
        }
        let masks = terms.iter().map(|(owner, _)| owner.vertices().fold(0, |mask, u| mask | 1 << u)).collect();
        let implied = Implied { terms, masks, given, closed };
        (implied.given != implied.closed).then_some(implied)
    }

    /// The bounds that are known once the vertices of `bound` are, `last` the last of them, and follow neither from conditions on these
    /// alone nor from bounds that were known before.
    fn pairs_at(&self, bound: u32, last: usize) -> impl Iterator<Item = (usize, usize)> {
        let n = self.terms.len();
        let is_bound = move |x: usize| self.masks[x] & !bound == 0;
        (0..n * n).map(move |pair| (pair / n, pair % n)).filter(move |&(x, y)| {
            let (own, is_last) = (self.closed[x * n + y], (self.masks[x] | self.masks[y]) >> last & 1 == 1);
            let is_new = x != y && is_last && is_bound(x) && is_bound(y) && is_tighter(own, self.given[x * n + y]);
            let through = |z: usize| then(self.closed[x * n + z], self.closed[z * n + y]);
            is_new && (0..n).filter(|&z| z != x && z != y && is_bound(z)).all(|z| is_tighter(own, through(z)))
        })
    }

    /// How many such bounds there are.
    pub(crate) fn number_at(&self, bound: u32, last: usize) -> usize {
        self.pairs_at(bound, last).count()
    }

    /// The bound of two terms as a condition.
    fn condition(&self, (x, y): (usize, usize)) -> Option<Condition> {
        let n = self.terms.len();
        let value = |x: usize| Value::Attribute(self.terms[x].0, self.terms[x].1.clone());
        // Where the other way is bounded too, the difference fits.
        let fits = self.closed[y * n + x].is_some();
        self.closed[x * n + y].map(|bound| bound.of((value(x), value(y)), fits))
    }

    /// These bounds as conditions: each holds wherever the predicate does.
    pub(crate) fn at(&self, bound: u32, last: usize) -> Vec<Condition> {
        let mut conditions: Vec<Condition> =
            self.pairs_at(bound, last).filter_map(|pair| self.condition(pair)).collect();
        conditions.sort_unstable();
        conditions
    }
}

impl Bound {
    /// The condition on two values, whose difference fits in any case or perhaps not.
    fn of(self, (x, y): (Value, Value), fits: bool) -> Condition {
        let sign = |is_strict| if is_strict { Comparison::Less } else { Comparison::LessOrEqual };
        let (literal, is_strict) = match self {
            Bound::Order { is_strict } => return Condition::compare(sign(is_strict), x, y),
            // Where the difference does not fit, no more than this is known.
            Bound::Within { limit, .. } if !fits && limit.size() < 0.0 => {
                return Condition::compare(Comparison::Less, x, y);
            }
            Bound::Within { limit, is_strict } => match limit {
                Limit::Micros(micros) => (Value::Moment(Calendar::Interval, micros), is_strict),
                Limit::Whole(number, all) if all == number.abs() => (Value::Integer(number), is_strict),
                Limit::Whole(number, _) => (Value::Integer(number + 1), true),
                Limit::Decimal(number, all) if all == number.abs() => (Value::Decimal(number.to_bits()), is_strict),
                Limit::Decimal(number, all) => (Value::Decimal((number + all * SLACK).next_up().to_bits()), false),
            },
        };
        let difference = Value::sum([x.clone(), y.clone().negative()]);
        let within = Condition::compare(sign(is_strict), difference, literal);
        if fits {
            return within;
        }
        // A difference of integers that is too far below zero has no value.
        Condition::any([within, Condition::compare(Comparison::Less, x, y)])
    }
}

impl Limit {
    fn size(self) -> f64 {
        match self {
            Limit::Micros(number) | Limit::Whole(number, _) => number as f64,
            Limit::Decimal(number, _) => number,
        }
    }

    fn negative(self) -> Option<Limit> {
        Some(match self {
            Limit::Micros(micros) => Limit::Micros(micros.checked_neg()?),
            Limit::Whole(number, all) => Limit::Whole(number.checked_neg()?, all),
            Limit::Decimal(number, all) => Limit::Decimal(-number, all),
        })
    }

    /// The sum, if what is derived of it holds.
    fn plus(self, other: Limit) -> Option<Limit> {
        match (self, other) {
            (Limit::Micros(a), Limit::Micros(b)) => a.checked_add(b).map(Limit::Micros),
            (Limit::Whole(a, all), Limit::Whole(b, others)) => {
                let all = all.checked_add(others).filter(|&all| all < EXACT)?;
                // Of both signs: not to be taken for one number as written.
                Some(Limit::Whole(a + b, all + 1))
            }
            (Limit::Micros(_), _) | (_, Limit::Micros(_)) => None,
            (a, b) => {
                let ((a, all), (b, others)) = (a.as_decimal()?, b.as_decimal()?);
                let all = (all + others).next_up();
                all.is_finite().then_some(Limit::Decimal(a + b, all))
            }
        }
    }

    fn as_decimal(self) -> Option<(f64, f64)> {
        match self {
            Limit::Whole(number, all) => (all < EXACT).then_some((number as f64, all as f64)),
            Limit::Decimal(number, all) => Some((number, all)),
            Limit::Micros(_) => None,
        }
    }
}

/// What follows for `x - y` from bounds of `x - z` and `z - y`.
fn then(first: Option<Bound>, second: Option<Bound>) -> Option<Bound> {
    Some(match (first?, second?) {
        (Bound::Order { is_strict: a }, Bound::Order { is_strict: b }) => Bound::Order { is_strict: a || b },
        (Bound::Order { is_strict: by }, Bound::Within { limit, is_strict })
        | (Bound::Within { limit, is_strict }, Bound::Order { is_strict: by }) => {
            // Rounded differences may be equal where the numbers are not.
            Bound::Within { limit, is_strict: is_strict || (by && matches!(limit, Limit::Micros(_))) }
        }
        (Bound::Within { limit: a, is_strict: by }, Bound::Within { limit: b, is_strict }) => {
            Bound::Within { limit: a.plus(b)?, is_strict: by || is_strict }
        }
    })
}

/// Whether a bound says more than another.
fn is_tighter(own: Option<Bound>, other: Option<Bound>) -> bool {
    let key = |bound: Bound| match bound {
        Bound::Order { is_strict } => (0.0, !is_strict),
        Bound::Within { limit, is_strict } => (limit.size(), !is_strict),
    };
    match (own, other) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(own), Some(other)) => key(own) < key(other),
    }
}

fn tighten(own: &mut Option<Bound>, other: Option<Bound>) {
    if is_tighter(other, *own) {
        *own = other;
    }
}

/// How much later a time may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagLimit {
    /// Not at all.
    None,
    /// So many units of a column of integers.
    Whole(i64),
    /// So many microseconds.
    Micros(i64),
}

/// A condition on the difference of two values of one column: that it is at most so much.
pub(crate) struct Difference {
    less: Term,
    more: Term,
    bound: Bound,
}

impl Difference {
    /// What a comparison says of a difference, if it is about one.
    pub(crate) fn of(condition: &Condition) -> Option<Difference> {
        difference(condition).map(|(less, more, bound)| Difference { less, more, bound })
    }

    /// Whose values: that which is bounded from above by the other, and the other.
    pub(crate) fn owners(&self) -> (Owner, Owner) {
        (self.less.0, self.more.0)
    }

    /// The column that both are in, if it is one of the graph.
    pub(crate) fn column(&self) -> Option<&str> {
        match &self.less.1 {
            Attribute::Column(name) => Some(name),
            Attribute::Id | Attribute::Property(..) | Attribute::OfSet(_) => None,
        }
    }

    /// Whether one is just to be smaller than the other, or no greater.
    pub(crate) fn is_order(&self) -> bool {
        matches!(self.bound, Bound::Order { .. })
    }

    /// Its greatest value, and whether it is less than that, if that is a whole number as written.
    pub(crate) fn limit(&self) -> Option<(LagLimit, bool)> {
        match self.bound {
            Bound::Order { is_strict } => Some((LagLimit::None, is_strict)),
            Bound::Within { limit: Limit::Micros(micros), is_strict } => Some((LagLimit::Micros(micros), is_strict)),
            Bound::Within { limit: Limit::Whole(number, _), is_strict } => Some((LagLimit::Whole(number), is_strict)),
            Bound::Within { limit: Limit::Decimal(..), .. } => None,
        }
    }

    /// Whether the number in it is so small that it can be added to times without overflow.
    pub(crate) fn is_usual(&self) -> bool {
        match self.bound {
            Bound::Order { .. } => true,
            Bound::Within { limit, .. } => limit.size().abs() < USUAL,
        }
    }
}

/// What a condition says of the difference of two values of one column.
fn difference(condition: &Condition) -> Option<(Term, Term, Bound)> {
    let Condition::Compare(comparison, left, right) = condition else { return None };
    let is_strict = match comparison {
        Comparison::Less => true,
        Comparison::LessOrEqual => false,
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    let (x, y, bound) = match (left, right) {
        (Value::Attribute(..), Value::Attribute(..)) => (term(left)?, term(right)?, Bound::Order { is_strict }),
        (Value::Sum(terms), literal) if limit(literal).is_some() => {
            let ((x, y), limit) = (two(terms)?, limit(literal)?);
            (x, y, Bound::Within { limit, is_strict })
        }
        (literal, Value::Sum(terms)) if limit(literal).is_some() => {
            let ((x, y), limit) = (two(terms)?, limit(literal)?.negative()?);
            (y, x, Bound::Within { limit, is_strict })
        }
        // `x <= y + interval` is of integers.
        (x, Value::Sum(terms)) => {
            let (y, micros) = moved(terms)?;
            (term(x)?, y, Bound::Within { limit: Limit::Micros(micros), is_strict })
        }
        (Value::Sum(terms), y) => {
            let (x, micros) = moved(terms)?;
            (x, term(y)?, Bound::Within { limit: Limit::Micros(micros.checked_neg()?), is_strict })
        }
        _ => return None,
    };
    let is_one_column = x.1 == y.1 && std::mem::discriminant(&x.0) == std::mem::discriminant(&y.0);
    (is_one_column && x != y).then_some((x, y, bound))
}

fn term(value: &Value) -> Option<Term> {
    match value {
        Value::Attribute(owner, attribute) => Some((*owner, attribute.clone())),
        _ => None,
    }
}

/// The terms of `x - y`.
fn two(terms: &[Value]) -> Option<(Term, Term)> {
    match terms {
        [x, Value::Negative(y)] | [Value::Negative(y), x] => Some((term(x)?, term(y)?)),
        _ => None,
    }
}

/// The term and the interval of `x + interval`.
fn moved(terms: &[Value]) -> Option<(Term, i64)> {
    match terms {
        [Value::Moment(Calendar::Interval, micros), x] | [x, Value::Moment(Calendar::Interval, micros)] => {
            Some((term(x)?, *micros))
        }
        _ => None,
    }
}

fn limit(literal: &Value) -> Option<Limit> {
    match literal {
        Value::Moment(Calendar::Interval, micros) => Some(Limit::Micros(*micros)),
        Value::Integer(number) => Some(Limit::Whole(*number, number.checked_abs()?)),
        Value::Decimal(bits) => Some(f64::from_bits(*bits)).map(|number| Limit::Decimal(number, number.abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
