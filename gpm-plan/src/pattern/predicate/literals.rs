//! Literals that mean what the column holds that they are compared with: `a.time >= '2025-02-01'`.

use super::{Calendar, Condition, Owner, Predicate, RecordSet, Value};

/// What a literal means beside a column of this owner and name, or an interval beside a difference of such; `None` if it is what it is written as.
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
                let meant = |literal: &Value, other: &Value| match (other, literal) {
                    (_, Value::Moment(Calendar::Interval, _)) => None,
                    (Value::Attribute(owner, attribute), _) => meaning(literal, *owner, attribute.column_of_values()?),
                    _ => None,
                };
                let of_left =
                    meant(left, right).or_else(|| in_days(left, right, meaning)).unwrap_or_else(|| left.clone());
                let of_right =
                    meant(right, left).or_else(|| in_days(right, left, meaning)).unwrap_or_else(|| right.clone());
                // Those of what is demanded of the records of a set, too.
                let sorted = |mut conditions: Vec<Condition>| {
                    conditions.sort_unstable();
                    conditions
                };
                Condition::compare(*comparison, of_left, of_right).with_sets(&|host, set| {
                    let (members, hosts) = (sorted(all(&set.members)), sorted(all(&set.hosts)));
                    (host, RecordSet { members, hosts, ..set.clone() })
                })
            }
            Condition::All(inner) => Condition::all(all(inner)),
            Condition::Any(inner) => Condition::any(all(inner)),
            Condition::Code(_) => self.clone(),
        }
    }
}

/// An interval beside a sum of dates, or a sum of dates with intervals in it, as the numbers of days that dates are computed with; `None` if it is
/// neither.
fn in_days(value: &Value, beside: &Value, meaning: Meaning<'_>) -> Option<Value> {
    let days = |interval: &Value, sum: &[Value]| {
        let mut found = None;
        sum.iter().for_each(|term| {
            term.visit(&mut |owner, attribute| {
                if let Some(name) = attribute.column_of_values() {
                    found = found.take().or_else(|| meaning(interval, owner, name));
                }
            });
        });
        found
    };
    let is_interval = |value: &Value| matches!(value, Value::Moment(Calendar::Interval, _));
    match (value, beside) {
        (interval, Value::Sum(terms)) if is_interval(interval) => days(interval, terms),
        (Value::Sum(terms), _) if terms.iter().any(is_interval) => {
            let whole = |term: &Value| days(term, terms).filter(|days| matches!(days, Value::Integer(_)));
            let term = |term: &Value| if is_interval(term) { whole(term) } else { Some(term.clone()) };
            terms.iter().map(term).collect::<Option<Vec<Value>>>().map(Value::sum)
        }
        _ => None,
    }
}
