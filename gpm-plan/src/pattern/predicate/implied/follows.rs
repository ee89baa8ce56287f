//! From which bounds others follow: what is so need not be asked twice, and is known before all that it follows from.

use super::{Bound, Implied, Term, is_tighter, then};
use crate::pattern::predicate::{Attribute, Condition, Owner};

/// A bound of two vertices on one column.
pub(crate) struct ImpliedBound {
    /// The vertex that was matched before.
    pub(crate) of: usize,
    /// Whether it is a greatest value, not a least one.
    pub(crate) is_upper: bool,
    pub(crate) condition: Condition,
    /// The other vertices by whose bounds it holds already.
    pub(crate) from: Vec<usize>,
}

impl Implied {
    /// Whether two values must be a fixed time apart, or cannot be at all: bounds then follow from each other in circles.
    pub(crate) fn has_circles(&self) -> bool {
        let n = self.terms.len();
        let is_fixed = |bound: Bound| match bound {
            Bound::Order { .. } => true,
            Bound::Within { limit, .. } => limit.size() <= 0.0,
        };
        let circle = |pair: usize| then(self.closed[pair], self.closed[pair % n * n + pair / n]);
        (0..n * n).filter(|&pair| pair / n != pair % n).filter_map(circle).any(is_fixed)
    }

    /// The bounds of one column of `last` and of each of some vertices, in the order in which they are matched, and from which others each
    /// follows.
    pub(crate) fn bounds_with(&self, last: usize, earlier: &[usize], column: &str) -> Vec<ImpliedBound> {
        let n = self.terms.len();
        let term = |u: usize| {
            let is_it = |(owner, attribute): &Term| {
                *owner == Owner::Vertex(u) && matches!(attribute, Attribute::Column(name) if name == column)
            };
            self.terms.iter().position(is_it)
        };
        let (Some(x), others) = (term(last), earlier.iter().map(|&u| Some((u, term(u)?)))) else { return Vec::new() };
        let others: Vec<(usize, usize)> = others.flatten().collect();
        let mut found = Vec::new();
        for (at, &(of, y)) in others.iter().enumerate() {
            for is_upper in [true, false] {
                let pair = |one: usize, other: usize| if is_upper { one * n + other } else { other * n + one };
                if self.closed[pair(x, y)].is_none() {
                    continue;
                }
                // Whether the bound of `x` and `one` follows from those with `other` between.
                let follows = |one: usize, other: usize| {
                    let (first, second) = (self.closed[pair(x, other)], self.closed[pair(other, one)]);
                    let path = if is_upper { then(first, second) } else { then(second, first) };
                    path.is_some() && !is_tighter(self.closed[pair(x, one)], path)
                };
                let others = others.iter().enumerate().filter(|&(other, &(_, z))| other != at && follows(y, z));
                let from: Vec<usize> = others.map(|(_, (u, _))| *u).collect();
                let [one, other] = if is_upper { [x, y] } else { [y, x] };
                found.extend(self.condition((one, other)).map(|condition| ImpliedBound {
                    of,
                    is_upper,
                    condition,
                    from,
                }));
            }
        }
        found
    }
}
