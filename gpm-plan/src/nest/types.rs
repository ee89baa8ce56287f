//! What columns hold beside numbers, and whether conditions fit it. Back ends see integers and floats alone: text is its
//! [code](crate::pattern::predicate::text_code), dates are days, times and timestamps are microseconds.

use std::fmt::{self, Display, Formatter};

use thiserror::Error;

use super::{Column, Kind};
use crate::pattern::predicate::{Attribute, Calendar, Comparison, Condition, Value};

/// What the values of a column, or of a computation, mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// Integers.
    Integer,
    /// Floats.
    Float,
    /// Text, as codes.
    Text,
    /// Places of integers of which some need more than 64 bits: they are compared, and not computed with.
    Wide,
    /// Days, microseconds, or a difference of such. Instants are timestamps here.
    Moment(Calendar),
}

impl Type {
    /// The kind of number that a value is.
    pub fn kind(self) -> Kind {
        match self {
            Type::Float => Kind::Float,
            Type::Integer | Type::Text | Type::Wide | Type::Moment(_) => Kind::Integer,
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Type::Integer | Type::Float)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Integer => "an integer",
            Type::Float => "a float",
            Type::Text => "text",
            Type::Wide => "an integer of more than 64 bits",
            Type::Moment(Calendar::Date) => "a date",
            Type::Moment(Calendar::Time) => "a time",
            Type::Moment(Calendar::Timestamp | Calendar::Instant) => "a timestamp",
            Type::Moment(Calendar::Interval) => "an interval",
        })
    }
}

/// A condition that does not fit what the columns of the graph hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypeError {
    /// Values of two types are compared.
    #[error("{left} and {right} cannot be compared; {}", compare_help(.left.of, .right.of))]
    Compared {
        /// The operand on the left of the comparison.
        left: Operand,
        /// The operand on its right.
        right: Operand,
    },
    /// Text has no order.
    #[error("{text} has no order; compare text by `=`, `!=` or `in`")]
    Ordered {
        /// What is ordered.
        text: Operand,
    },
    /// Arithmetic that a type does not have.
    #[error("{operand} cannot be computed with here; {}", compute_help(.operand.of))]
    Computed {
        /// What is computed with.
        operand: Operand,
    },
}

impl TypeError {
    /// Whether the fault is that ids are names where numbers are wanted.
    pub fn is_about_ids(&self) -> bool {
        let is_id = |operand: &Operand| operand.is_id && operand.of == Type::Text;
        match self {
            TypeError::Compared { left, right } => {
                is_id(left) && right.of.is_number() || is_id(right) && left.of.is_number()
            }
            TypeError::Ordered { text: operand } | TypeError::Computed { operand } => is_id(operand),
        }
    }
}

/// A value and its type, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    name: String,
    is_id: bool,
    of: Type,
}

impl Operand {
    fn new(value: &Value, of: Type) -> Operand {
        let name = match value {
            Value::Attribute(_, attribute) => format!("`{attribute}`"),
            Value::Sum(_) => "the sum".to_owned(),
            Value::Product(_) => "the product".to_owned(),
            Value::Divided(..) => "the quotient".to_owned(),
            Value::Negative(inner) => return Operand::new(inner, of),
            Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) | Value::Place(..) => {
                format!("`{}`", value.display(&|_| String::new(), 0))
            }
        };
        Operand { name, is_id: matches!(value, Value::Attribute(_, Attribute::Id)), of }
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {},", self.name, self.of)
    }
}

fn compare_help(left: Type, right: Type) -> String {
    let other = if left.is_number() { right } else { left };
    if left == Type::Wide || right == Type::Wide {
        return WIDE.to_owned();
    }
    match other {
        Type::Text => "text stands in quotes, numbers do not".to_owned(),
        Type::Moment(_) if left == Type::Text || right == Type::Text => {
            "put `date`, `time`, `timestamp` or `interval` before the quotes".to_owned()
        }
        Type::Moment(Calendar::Date) | Type::Moment(Calendar::Timestamp) if !left.is_number() && !right.is_number() => {
            "the first moment of a day is `timestamp '2025-02-01'`, and the day itself `date '2025-02-01'`".to_owned()
        }
        Type::Moment(calendar) => format!("write {}", calendar.form()),
        Type::Wide | Type::Integer | Type::Float => "compare values of one type".to_owned(),
    }
}

const WIDE: &str = "integers of more than 64 bits are compared with each other and with numbers as written, those above 2^63 in quotes, and \
    not computed with";

fn compute_help(of: Type) -> &'static str {
    match of {
        Type::Wide => WIDE,
        Type::Text => "compare text by `=`, `!=` or `in`",
        Type::Moment(Calendar::Date) => {
            "a date less a date is a number of days, a date and a whole number of days are a date"
        }
        Type::Moment(Calendar::Time | Calendar::Timestamp | Calendar::Instant) => {
            "the difference of two is an interval, as in `b.at - a.at < interval '7 days'`"
        }
        Type::Moment(Calendar::Interval) => "intervals are added to times, timestamps and intervals",
        Type::Integer | Type::Float => "only whole numbers of days are added to dates, and intervals to times",
    }
}

/// Checks conditions against the types of `columns`, which has every column that they read, ascending.
///
/// # Errors
/// [`TypeError`] at the first condition that does not fit.
pub fn check(conditions: &[Condition], columns: &[Column], types: &[Type]) -> Result<(), TypeError> {
    let typing = Typing { columns, types };
    conditions.iter().try_for_each(|condition| typing.condition(condition))
}

/// What a value is, given the types of `columns`, which has every column that it reads, ascending.
///
/// # Errors
/// [`TypeError`] where its arithmetic does not fit.
pub fn type_of(value: &Value, columns: &[Column], types: &[Type]) -> Result<Type, TypeError> {
    Typing { columns, types }.of(value)
}

/// Types for columns of which nothing is known but what they are compared with; integers where that says nothing.
pub fn guess(conditions: &[Condition], columns: &[Column]) -> Vec<Type> {
    let mut types = vec![Type::Integer; columns.len()];
    conditions.iter().for_each(|condition| guess_from(condition, columns, &mut types));
    types
}

fn guess_from(condition: &Condition, columns: &[Column], types: &mut [Type]) {
    match condition {
        Condition::All(inner) | Condition::Any(inner) => {
            inner.iter().for_each(|condition| guess_from(condition, columns, types));
        }
        Condition::Compare(_, Value::Attribute(owner, name), literal)
        | Condition::Compare(_, literal, Value::Attribute(owner, name)) => {
            let at = Column::index_in(columns, *owner, name);
            match literal {
                Value::Text(_) => types[at] = Type::Text,
                Value::Moment(calendar, _) => types[at] = Type::Moment(*calendar),
                Value::Place(..) => types[at] = Type::Wide,
                _ => {}
            }
        }
        Condition::Compare(..) | Condition::Code(_) => {}
    }
}

struct Typing<'a> {
    columns: &'a [Column],
    types: &'a [Type],
}

impl Typing<'_> {
    fn condition(&self, condition: &Condition) -> Result<(), TypeError> {
        match condition {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().try_for_each(|one| self.condition(one)),
            Condition::Code(_) => Ok(()),
            Condition::Compare(comparison, left, right) => {
                let (of_left, of_right) = (self.of(left)?, self.of(right)?);
                let operands = (Operand::new(left, of_left), Operand::new(right, of_right));
                if of_left != of_right && !(of_left.is_number() && of_right.is_number()) {
                    return Err(TypeError::Compared { left: operands.0, right: operands.1 });
                }
                let is_order = matches!(comparison, Comparison::Less | Comparison::LessOrEqual);
                match is_order && of_left == Type::Text {
                    true => Err(TypeError::Ordered { text: operands.0 }),
                    false => Ok(()),
                }
            }
        }
    }

    fn of(&self, value: &Value) -> Result<Type, TypeError> {
        match value {
            Value::Integer(_) => Ok(Type::Integer),
            Value::Decimal(_) => Ok(Type::Float),
            Value::Text(_) => Ok(Type::Text),
            Value::Moment(calendar, _) => Ok(Type::Moment(*calendar)),
            Value::Place(..) => Ok(Type::Wide),
            Value::Attribute(owner, name) => Ok(self.types[Column::index_in(self.columns, *owner, name)]),
            Value::Negative(inner) => match self.of(inner)? {
                of @ (Type::Integer | Type::Float | Type::Moment(Calendar::Interval)) => Ok(of),
                of @ (Type::Text | Type::Wide | Type::Moment(_)) => Err(refused(inner, of)),
            },
            Value::Sum(terms) => self.sum(terms),
            Value::Product(factors) => self.numbers(factors),
            Value::Divided(_, operands) => self.numbers(&operands[..]),
        }
    }

    fn numbers(&self, values: &[Value]) -> Result<Type, TypeError> {
        values.iter().try_fold(Type::Integer, |all, value| match self.of(value)? {
            of if of.is_number() => Ok(all.max(of)),
            of => Err(refused(value, of)),
        })
    }

    /// The type of a sum: of numbers; of one moment, or of none that is not taken off again, and what may be added to it.
    fn sum(&self, terms: &[Value]) -> Result<Type, TypeError> {
        let signed = terms.iter().map(|term| match term {
            Value::Negative(inner) => Ok((-1, &**inner, self.of(inner)?)),
            term => Ok((1, term, self.of(term)?)),
        });
        let signed = signed.collect::<Result<Vec<(i32, &Value, Type)>, TypeError>>()?;
        let points = |of: Type| matches!(of, Type::Moment(Calendar::Date | Calendar::Time | Calendar::Timestamp));
        let first = signed.iter().find(|(.., of)| points(*of));
        let Some(&(_, first, point)) = first else {
            let intervals = signed.iter().filter(|(.., of)| *of == Type::Moment(Calendar::Interval)).count();
            return match intervals {
                0 => self.numbers(terms),
                _ => match signed.iter().find(|(.., of)| *of != Type::Moment(Calendar::Interval)) {
                    Some((_, value, of)) => Err(refused(value, *of)),
                    None => Ok(Type::Moment(Calendar::Interval)),
                },
            };
        };
        let step = if point == Type::Moment(Calendar::Date) { Type::Integer } else { Type::Moment(Calendar::Interval) };
        if let Some((_, value, of)) = signed.iter().find(|(.., of)| *of != point && *of != step) {
            return Err(refused(value, *of));
        }
        match signed.iter().filter(|(.., of)| *of == point).map(|(sign, ..)| sign).sum() {
            0 => Ok(step),
            1 => Ok(point),
            _ => Err(refused(first, point)),
        }
    }
}

fn refused(value: &Value, of: Type) -> TypeError {
    TypeError::Computed { operand: Operand::new(value, of) }
}
