//! What kinds of values expressions have, and what does not fit together.

use gpm::pattern::predicate::Calendar;

use crate::context::Context;
use crate::error::Wrong;
use crate::expression::{Aggregate, Expression, Function, Node, Operator};
use crate::value::{Kind, Value};

impl Expression {
    /// What its values are.
    pub(crate) fn kind(&self, context: Context<'_>) -> Result<Kind, Wrong> {
        let wrong = |message: String| Wrong::new(self.span.clone(), message);
        Ok(match &self.node {
            Node::Literal(value) => match value {
                Value::Null => Kind::Null,
                Value::Boolean(_) => Kind::Boolean,
                Value::Integer(_) => Kind::Integer,
                Value::Float(_) => Kind::Float,
                Value::Text(_) => Kind::Text,
                Value::Moment(calendar, _) => Kind::Moment(*calendar),
                Value::Vertex(_) => Kind::Vertex,
                Value::Record(_) | Value::Arc(..) => Kind::Relationship,
            },
            Node::Variable(variable) => context.kind_of(*variable),
            Node::Property(variable, key) => match context.column(*variable, key).map_err(wrong)? {
                Some(column) => Kind::of_column(column),
                None => context.kind_of_ids(),
            },
            Node::Id(variable) if context.kind_of(*variable) == Kind::Relationship => Kind::Integer,
            Node::Id(_) => context.kind_of_ids(),
            Node::Type(variable) if context.kind_of(*variable) == Kind::Relationship => Kind::Text,
            Node::LabelOf(variable) if context.kind_of(*variable) == Kind::Vertex => Kind::Text,
            Node::Type(_) => return Err(wrong("relationships have types, nodes labels".to_owned())),
            Node::LabelOf(_) => return Err(wrong("nodes have labels, relationships a type".to_owned())),
            Node::HasLabels(..) | Node::Exists(_) => Kind::Boolean,
            Node::Not(of) => of.truth(context)?,
            Node::IsNull(of) => of.kind(context).map(|_| Kind::Boolean)?,
            Node::In(of, list) => {
                let own = of.kind(context)?;
                for one in list {
                    ensure_comparable(own, one.kind(context)?).map_err(|why| Wrong::new(one.span.clone(), why))?;
                }
                Kind::Boolean
            }
            Node::Negate(of) => match of.kind(context)? {
                kind if kind.is_number() => kind,
                kind => return Err(wrong(format!("{} have no negative", kind.name()))),
            },
            Node::Binary(operator, left, right) if operator.is_arithmetic() => {
                let (left, right) = (left.kind(context)?, right.kind(context)?);
                kind_of_computed(*operator, left, right).ok_or_else(|| {
                    wrong(format!("`{}` is not there for {} and {}", operator.text(), left.name(), right.name()))
                })?
            }
            Node::Binary(Operator::And | Operator::Or | Operator::Xor, left, right) => {
                left.truth(context)?;
                right.truth(context)?
            }
            Node::Binary(operator, left, right) => {
                let (left, right) = (left.kind(context)?, right.kind(context)?);
                ensure_comparable(left, right).map_err(wrong)?;
                use Operator::{Contains, EndsWith, Equal, NotEqual, StartsWith};
                let is_there = match (left, operator) {
                    (Kind::Vertex | Kind::Relationship, _) => matches!(operator, Equal | NotEqual),
                    (_, StartsWith | EndsWith | Contains) => matches!(left, Kind::Text | Kind::Null),
                    _ => true,
                };
                if !is_there {
                    return Err(wrong(format!("`{}` is not there for {}", operator.text(), left.name())));
                }
                Kind::Boolean
            }
            Node::Coalesce(list) => {
                let kinds = list.iter().map(|one| one.kind(context)).collect::<Result<Vec<_>, _>>()?;
                let mut known = kinds.iter().filter(|kind| **kind != Kind::Null);
                let first = known.next().copied().unwrap_or(Kind::Null);
                match known.find(|kind| **kind != first) {
                    None => first,
                    Some(kind) if kind.is_number() && first.is_number() => Kind::Float,
                    Some(kind) => {
                        return Err(wrong(format!("`coalesce` of {} and {}", first.name(), kind.name())));
                    }
                }
            }
            Node::Aggregate(Aggregate { function, argument, .. }) => {
                let of = argument.as_ref().map_or(Ok(Kind::Null), |of| of.kind(context))?;
                match function {
                    Function::Count => Kind::Integer,
                    Function::Min | Function::Max => of,
                    Function::Sum if of.is_number() => of,
                    Function::Average if of.is_number() => Kind::Float,
                    Function::Sum | Function::Average => {
                        return Err(wrong(format!("sums are of numbers, and these are {}", of.name())));
                    }
                }
            }
        })
    }

    /// Its kind, if it is a condition.
    pub(crate) fn truth(&self, context: Context<'_>) -> Result<Kind, Wrong> {
        match self.kind(context)? {
            Kind::Boolean | Kind::Null => Ok(Kind::Boolean),
            kind => Err(Wrong::new(self.span.clone(), format!("this is no condition, but {}", kind.name()))),
        }
    }
}

/// Says why two kinds do not compare.
fn ensure_comparable(left: Kind, right: Kind) -> Result<(), String> {
    let is_fit = match (left, right) {
        (Kind::Null, _) | (_, Kind::Null) => true,
        (Kind::Moment(_), Kind::Text) | (Kind::Text, Kind::Moment(_)) => true,
        (Kind::Moment(left), Kind::Moment(right)) => left.word() == right.word(),
        _ => left == right || left.is_number() && right.is_number(),
    };
    let why = || format!("{} and {} do not compare", left.name(), right.name());
    if is_fit { Ok(()) } else { Err(why()) }
}

/// The kind of a sum, difference, product, quotient or rest; `None` if there is none of such.
fn kind_of_computed(operator: Operator, left: Kind, right: Kind) -> Option<Kind> {
    use Calendar::{Date, Interval};
    let is_sum = matches!(operator, Operator::Add | Operator::Subtract);
    match (left, right) {
        (Kind::Integer, Kind::Integer) => Some(Kind::Integer),
        _ if left.is_number() && right.is_number() => Some(Kind::Float),
        (Kind::Null, _) | (_, Kind::Null) => Some(Kind::Null),
        (Kind::Text, Kind::Text) => (operator == Operator::Add).then_some(Kind::Text),
        (Kind::Moment(Date), Kind::Integer) => is_sum.then_some(left),
        (Kind::Moment(Date), Kind::Moment(Date)) => (operator == Operator::Subtract).then_some(Kind::Integer),
        (Kind::Moment(_), Kind::Moment(Interval)) => is_sum.then_some(left),
        (Kind::Moment(one), Kind::Moment(other)) if one.word() == other.word() => {
            (operator == Operator::Subtract).then_some(Kind::Moment(Interval))
        }
        _ => None,
    }
}
