//! Conditions on the times of two vertices whose ids ascend with their times: what satisfies one is a range of ids.

use super::{Comparison, Condition, Difference, Implied, LagLimit, Owner, Predicate, Value};

/// A condition on the times of two vertices: the first is before the second, or not so much after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// Of all that may stand here the earliest satisfy it.
    pub earlier: usize,
    /// Of all that may stand here the latest do.
    pub later: usize,
}

impl Predicate {
    /// What a condition says of the times of two vertices, if it says nothing else and ids ascend with the times.
    pub(crate) fn between(&self, condition: &Condition) -> Option<Between> {
        condition.between(self.ascending().first()?)
    }

    /// Of `x.time < y.time or x.row < y.row` the two vertices: beside `x.time <= y.time` it says that the first comes before the second, by its
    /// row where the times are equal.
    pub(crate) fn tie(&self, condition: &Condition) -> Option<Between> {
        let ([time, row], Condition::Any(ways)) = (self.ascending(), condition) else { return None };
        let [one, other] = &ways[..] else { return None };
        let strict = |condition: &Condition, column| ordered(condition, column).filter(|_| condition.excludes_equal());
        let both = |a, b| strict(a, time).filter(|found| strict(b, row) == Some(*found));
        both(one, other).or_else(|| both(other, one))
    }

    /// Of `x.time <= y.time` the two vertices.
    pub(crate) fn order(&self, condition: &Condition) -> Option<Between> {
        ordered(condition, self.ascending().first()?)
    }
}

/// That a time is at most so much after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag {
    /// Whose time.
    pub of: usize,
    /// After whose.
    pub after: usize,
    /// How much.
    pub limit: LagLimit,
    /// Whether it is less than that.
    pub is_strict: bool,
}

/// What is asked of the times of two vertices.
#[derive(Clone, Debug)]
pub struct Window {
    /// The vertices.
    pub of: [usize; 2],
    /// What is asked or follows, of vertices 0 and 1.
    pub conditions: Vec<Condition>,
}

impl Predicate {
    /// What is asked of the times of each two of some vertices whose ids ascend with them, or follows from what is asked.
    pub fn windows(&self, vertices: &[usize]) -> Vec<Window> {
        let Some(time) = self.ascending().first() else { return Vec::new() };
        let implied = Implied::new(self);
        let mut found = Vec::new();
        for (at, &v) in vertices.iter().enumerate() {
            for &u in &vertices[..at] {
                let follows = implied.iter().flat_map(|implied| implied.bounds_with(v, &[u], time));
                let given = self.conjuncts().iter().filter(|own| self.between(own).is_some());
                let own = given.filter(|own| own.vertices() == 1 << u | 1 << v).cloned();
                let mut conditions: Vec<Condition> = follows.map(|found| found.condition).chain(own).collect();
                conditions.iter_mut().for_each(|own| *own = own.mapped(&|w| usize::from(w == v)));
                conditions.sort_unstable();
                conditions.dedup();
                if !conditions.is_empty() {
                    found.push(Window { of: [u, v], conditions });
                }
            }
        }
        found
    }
}

impl Condition {
    /// What it says of the times of two vertices, if it says nothing else and ids ascend with this column.
    pub fn between(&self, time: &str) -> Option<Between> {
        match self {
            Condition::Any(ways) => {
                let mut ways = ways.iter().map(|way| way.between(time));
                let first = ways.next()??;
                ways.all(|way| way == Some(first)).then_some(first)
            }
            Condition::Compare(..) => {
                let is_of_time = |found: &Difference| found.column() == Some(time) && found.is_usual();
                pair(Difference::of(self).filter(is_of_time)?.owners())
            }
            Condition::All(_) | Condition::Code(_) => None,
        }
    }

    /// What it says of integers in this column, if it says nothing else: that one is at most so much after another one.
    pub fn lag(&self, time: &str) -> Option<Lag> {
        let found = Difference::of(self).filter(|found| found.column() == Some(time) && found.is_usual())?;
        let (Between { earlier, later }, (limit, is_strict)) = (pair(found.owners())?, found.limit()?);
        Some(Lag { of: earlier, after: later, limit, is_strict })
    }

    /// Whether it does not hold of one vertex in both places.
    pub(crate) fn excludes_equal(&self) -> bool {
        match self {
            Condition::Compare(Comparison::Less, Value::Attribute(_, one), Value::Attribute(_, other)) => one == other,
            Condition::All(inner) => inner.iter().any(Condition::excludes_equal),
            Condition::Any(inner) => inner.iter().all(Condition::excludes_equal),
            Condition::Compare(..) | Condition::Code(_) => false,
        }
    }
}

fn ordered(condition: &Condition, column: &str) -> Option<Between> {
    let found = Difference::of(condition).filter(|found| found.is_order() && found.column() == Some(column))?;
    pair(found.owners())
}

fn pair(owners: (Owner, Owner)) -> Option<Between> {
    match owners {
        (Owner::Vertex(earlier), Owner::Vertex(later)) => Some(Between { earlier, later }),
        _ => None,
    }
}
