//! What is compared: attributes, numbers as written, and what is computed from them.

use super::{Attribute, Calendar, Owner};

/// What division is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Division {
    /// `/`, of integers rounded towards zero
    Quotient,
    /// `%`, with the sign of the first operand
    Remainder,
}

/// A number, read or computed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// An attribute.
    Attribute(Owner, Attribute),
    /// An integer as written.
    Integer(i64),
    /// A decimal as written: the bits of the nearest float.
    Decimal(u64),
    /// Text as written.
    Text(String),
    /// A date, a time, a timestamp or an interval as written.
    Moment(Calendar, i64),
    /// A number as written that is compared with integers of more than 64 bits, and its place among those of a graph.
    Place(String, i64),
    /// The number with the other sign; it is none of those as written, no sum and no such number itself.
    Negative(Box<Value>),
    /// At least two numbers, ascending, none of them a sum.
    Sum(Vec<Value>),
    /// At least two numbers, ascending, none of them a product.
    Product(Vec<Value>),
    /// The first divided by the second.
    Divided(Division, Box<[Value; 2]>),
}

impl Value {
    /// A sum in normal form.
    pub(crate) fn sum(terms: impl IntoIterator<Item = Value>) -> Value {
        let flat = terms.into_iter().flat_map(|term| match term {
            Value::Sum(inner) => inner,
            other => vec![other],
        });
        let mut flat: Vec<Value> = flat.collect();
        flat.sort_unstable();
        Value::Sum(flat)
    }

    /// A product in normal form.
    pub(crate) fn product(factors: impl IntoIterator<Item = Value>) -> Value {
        let flat = factors.into_iter().flat_map(|factor| match factor {
            Value::Product(inner) => inner,
            other => vec![other],
        });
        let mut flat: Vec<Value> = flat.collect();
        flat.sort_unstable();
        Value::Product(flat)
    }

    /// The number with the other sign, in normal form.
    pub(crate) fn negative(self) -> Value {
        match self {
            Value::Integer(number) => Value::Integer(-number),
            Value::Decimal(number) => Value::Decimal((-f64::from_bits(number)).to_bits()),
            Value::Moment(Calendar::Interval, micros) => Value::Moment(Calendar::Interval, -micros),
            Value::Negative(inner) => *inner,
            Value::Sum(terms) => Value::sum(terms.into_iter().map(Value::negative)),
            other => Value::Negative(Box::new(other)),
        }
    }

    /// The number that a text is, or else the text.
    pub(crate) fn written(text: &str) -> Value {
        let text = text.trim();
        let decimal = || text.parse::<f64>().ok().filter(|number| number.is_finite());
        match text.parse::<i64>().ok().filter(|&number| number != i64::MIN) {
            Some(number) => Value::Integer(number),
            None => decimal().map_or_else(|| Value::Text(text.to_owned()), |number| Value::Decimal(number.to_bits())),
        }
    }

    /// The vertices read, as a bit mask.
    pub fn vertices(&self) -> u32 {
        let mut mask = 0;
        self.visit(&mut |owner, _| owner.vertices().for_each(|u| mask |= 1 << u));
        mask
    }

    /// Calls `f` on every attribute read.
    pub(crate) fn visit<'c>(&'c self, f: &mut impl FnMut(Owner, &'c Attribute)) {
        match self {
            Value::Attribute(owner, attribute) => f(*owner, attribute),
            Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) | Value::Place(..) => {}
            Value::Negative(inner) => inner.visit(f),
            Value::Sum(inner) | Value::Product(inner) => inner.iter().for_each(|value| value.visit(f)),
            Value::Divided(_, operands) => operands.iter().for_each(|operand| operand.visit(f)),
        }
    }

    /// The same of vertices by other numbers.
    pub(super) fn mapped(&self, number: &impl Fn(usize) -> usize) -> Value {
        self.with_attributes(&|owner, attribute| Value::Attribute(owner.mapped(number), attribute.clone()))
    }

    /// The same with what `other` makes of each attribute.
    pub(super) fn with_attributes(&self, other: &impl Fn(Owner, &Attribute) -> Value) -> Value {
        match self {
            Value::Attribute(owner, attribute) => other(*owner, attribute),
            Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) | Value::Place(..) => {
                self.clone()
            }
            Value::Negative(inner) => Value::Negative(Box::new(inner.with_attributes(other))),
            Value::Sum(terms) => Value::sum(terms.iter().map(|term| term.with_attributes(other))),
            Value::Product(factors) => Value::product(factors.iter().map(|factor| factor.with_attributes(other))),
            Value::Divided(division, operands) => {
                let [left, right] = &**operands;
                Value::Divided(*division, Box::new([left.with_attributes(other), right.with_attributes(other)]))
            }
        }
    }
}
