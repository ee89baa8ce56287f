//! Literals that mean what the column holds that they are compared with: `a.time >= '2025-02-01'`.

use super::{Attribute, Condition, Owner, Predicate, RecordSet, Value};

/// What a literal means beside a column of this owner and name; `None` if it is what it is written as.
pub type Meaning<'a> = &'a dyn Fn(&Value, Owner, &str) -> Option<Value>;

impl Predicate {
    /// The predicate with literals as their columns have them; `None` if none is otherwise.
    pub(crate) fn with_literals(&self, meaning: Meaning<'_>) -> Option<Predicate> {
        let conjuncts: Vec<_> = self.conjuncts().iter().map(|condition| condition.with_literals(meaning)).collect();
        (conjuncts != self.conjuncts()).then(|| Predicate::new(Condition::all(conjuncts)))
    }
}

impl Condition {
    fn with_literals(&self, meaning: Meaning<'_>) -> Condition {
        let all =
            |inner: &[Condition]| inner.iter().map(|condition| condition.with_literals(meaning)).collect::<Vec<_>>();
        match self {
            Condition::Compare(comparison, left, right) => {
                let meant = |literal: &Value, other: &Value| match other {
                    Value::Attribute(owner, Attribute::Column(name)) => meaning(literal, *owner, name),
                    _ => None,
                };
                let of_left = meant(left, right).unwrap_or_else(|| left.clone());
                let of_right = meant(right, left).unwrap_or_else(|| right.clone());
                // Those of what is demanded of the records of a set, too.
                Condition::compare(*comparison, of_left, of_right).with_sets(&|set| {
                    let mut members = all(&set.members);
                    members.sort_unstable();
                    RecordSet { members, ..set.clone() }
                })
            }
            Condition::All(inner) => Condition::all(all(inner)),
            Condition::Any(inner) => Condition::any(all(inner)),
            Condition::Code(_) => self.clone(),
        }
    }
}
