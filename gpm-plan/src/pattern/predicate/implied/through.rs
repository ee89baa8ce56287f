//! From which bounds others follow: what is so need not be asked twice, and is known before all that it follows from.

use super::{Implied, Term, is_tighter, then};
use crate::pattern::predicate::{Attribute, Condition, Owner};

/// A bound of two vertices on one column.
pub(crate) struct Through {
    /// The vertex that was matched before.
    pub(crate) of: usize,
    /// Whether it is a greatest value, not a least one.
    pub(crate) is_upper: bool,
    pub(crate) condition: Condition,
    /// The other vertices by whose bounds it holds already.
    pub(crate) from: Vec<usize>,
}

impl Implied {
    /// The bounds of one column of `last` and of each of some vertices, in the order in which they are matched, and from which others each
    /// follows.
    pub(crate) fn through(&self, last: usize, earlier: &[usize], column: &str) -> Vec<Through> {
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
                // Of two that follow from each other, as where times are equal, the one that is known first does.
                let others = others
                    .iter()
                    .enumerate()
                    .filter(|&(other, &(_, z))| other != at && follows(y, z) && (other > at || !follows(z, y)));
                let from: Vec<usize> = others.map(|(_, (u, _))| *u).collect();
                let [one, other] = if is_upper { [x, y] } else { [y, x] };
                found.extend(self.condition((one, other)).map(|condition| Through { of, is_upper, condition, from }));
            }
        }
        found
    }
}
