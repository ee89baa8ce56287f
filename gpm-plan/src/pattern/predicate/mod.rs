//! Predicates: what the attributes of matched vertices and edges must satisfy, the part of a pattern after `where`.
//!
//! A predicate is kept in normal form, so that two that say the same in other words are mostly equal: conjunctions and
//! alternatives are flat, sorted and without repetition; there is no negation, since it is moved into the comparisons; `>` and
//! `>=` are turned around; operands that may change places are sorted. Symmetry relies on it: an automorphism keeps a predicate
//! if renaming its vertices gives an equal one.
//!
//! # Values
//! Numbers are 64-bit integers or floats, as the column says. Integers stay exact: with each other they are added, subtracted,
//! multiplied, divided (`/` and `%` round towards zero) and compared as integers; with a float they are rounded to one for
//! arithmetic, but compared exactly. A sum of any length is taken as a whole, whatever parentheses are in it, so that it does not
//! depend on the order of its terms: integers have a sum if that fits, whatever partial sums do, and floats are added in ascending
//! order. The same holds of products. A missing value, not-a-number, a division of integers by zero and an integer beyond
//! ±(2^63 - 1) are *no value*; arithmetic on no value gives none, and no comparison with it holds. As negation is part of the
//! comparison, neither `x < 3` nor `not x < 3` holds where `x` has no value, as in SQL.
//!
//! # Text and time
//! Text is compared by `==`, `!=` and `in` alone. A date is a number of days and compares with dates; a date plus a whole number
//! is a date, and the difference of two dates is a number of days. Times and timestamps count microseconds; their differences are
//! *intervals*, which are compared with intervals and added to times and timestamps. What a column holds is known with the graph:
//! [`TypeError`](crate::nest::TypeError) says what does not fit.

pub mod calendar;
mod operand;
mod operand_list;
mod parse;
mod print;
mod split;
mod text;

pub use calendar::Calendar;
pub use operand_list::Operand;
pub(crate) use operand_list::operands;
pub(crate) use parse::parse;
pub(crate) use split::{KEYWORD, split};
pub use text::text_code;

/// What an attribute is an attribute of. Vertices are numbers: of pattern vertices in a pattern, of levels in a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A matched vertex.
    Vertex(usize),
    /// An undirected edge; the first is the lower number.
    Edge(usize, usize),
    /// An edge from the first to the second.
    Arc(usize, usize),
}

/// The name of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// The vertex's id in the input.
    Id,
    /// A column that comes with the graph.
    Column(String),
}

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
    /// The number with the other sign; it is none of those as written, no sum and no such number itself.
    Negative(Box<Value>),
    /// At least two numbers, ascending, none of them a sum.
    Sum(Vec<Value>),
    /// At least two numbers, ascending, none of them a product.
    Product(Vec<Value>),
    /// The first divided by the second.
    Divided(Division, Box<[Value; 2]>),
}

/// How two numbers compare. There is no `>`: its operands change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

/// What is true or not of a match, in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Both numbers have a value, and they compare so.
    Compare(Comparison, Value, Value),
    /// At least two conditions, all of which hold.
    All(Vec<Condition>),
    /// At least two conditions, one of which holds.
    Any(Vec<Condition>),
    /// Code says so. Stands alone: it is part of no other condition.
    Code(Code),
}

/// A condition of which only code knows what it says. The language has none: the macro makes them (see
/// [`Pattern::with_code`](super::Pattern::with_code)), and only code that the macro makes can evaluate them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// What it is called: the same text, the same condition.
    pub text: String,
    /// The vertices that it is given, in this order. An automorphism that keeps the predicate leaves them in place.
    pub operands: Vec<usize>,
}

/// Conditions that a match must all satisfy; without any, every match does.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predicate {
    /// Ascending, distinct, none of them [`Condition::All`].
    conjuncts: Vec<Condition>,
}

impl Predicate {
    /// The predicate that demands this condition.
    pub(crate) fn new(condition: Condition) -> Predicate {
        match condition {
            Condition::All(conjuncts) => Predicate { conjuncts },
            one => Predicate { conjuncts: vec![one] },
        }
    }

    /// What is demanded, piece by piece.
    pub fn conjuncts(&self) -> &[Condition] {
        &self.conjuncts
    }

    /// Whether nothing is demanded.
    pub fn is_empty(&self) -> bool {
        self.conjuncts.is_empty()
    }

    /// The vertices read by conditions that are evaluated during the search, as a bit mask.
    pub fn searched_vertices(&self) -> u32 {
        let searched = self.conjuncts.iter().filter(|condition| !condition.is_of_class());
        searched.fold(0, |all, condition| all | condition.vertices())
    }

    /// The conditions that are code.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.conjuncts.iter().filter_map(|condition| match condition {
            Condition::Code(code) => Some(code),
            Condition::Compare(..) | Condition::All(_) | Condition::Any(_) => None,
        })
    }

    /// The same demands and one more.
    pub(crate) fn with_code(mut self, code: Code) -> Predicate {
        self.conjuncts.push(Condition::Code(code));
        Predicate { conjuncts: sorted(self.conjuncts) }
    }

    /// The same demands of renumbered vertices.
    pub(crate) fn mapped(&self, number: &impl Fn(usize) -> usize) -> Predicate {
        let conjuncts = self.conjuncts.iter().map(|condition| condition.mapped(number)).collect();
        Predicate { conjuncts: sorted(conjuncts) }
    }

    /// The demands on vertices of `mask` alone.
    pub(crate) fn within(&self, mask: u32) -> Predicate {
        let inside = self.conjuncts.iter().filter(|condition| condition.vertices() & !mask == 0);
        Predicate { conjuncts: inside.cloned().collect() }
    }

    /// What is demanded of `vertices`, with these called 0, 1, … and every other vertex by the next number: the same for all
    /// that an automorphism takes to each other.
    pub(crate) fn seen_from(&self, vertices: &[usize]) -> Vec<Condition> {
        let number = |u: usize| vertices.iter().position(|&v| v == u).unwrap_or(vertices.len());
        let wanted = vertices.iter().fold(0u32, |mask, &u| mask | 1 << u);
        let reads_all = |condition: &&Condition| condition.vertices() & wanted == wanted;
        let mut seen: Vec<Condition> =
            self.conjuncts.iter().filter(reads_all).map(|condition| condition.mapped(&number)).collect();
        seen.sort_unstable();
        seen
    }
}

impl Condition {
    /// A comparison in normal form.
    pub fn compare(comparison: Comparison, left: Value, right: Value) -> Condition {
        let is_symmetric = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let (left, right) = if is_symmetric && right < left { (right, left) } else { (left, right) };
        Condition::Compare(comparison, left, right)
    }

    /// All of at least one condition.
    pub fn all(conditions: impl IntoIterator<Item = Condition>) -> Condition {
        let flat = conditions.into_iter().flat_map(|condition| match condition {
            Condition::All(inner) => inner,
            other => vec![other],
        });
        let mut flat = sorted(flat.collect());
        if flat.len() == 1 { flat.remove(0) } else { Condition::All(flat) }
    }

    /// Any of at least one condition.
    pub fn any(conditions: impl IntoIterator<Item = Condition>) -> Condition {
        let flat = conditions.into_iter().flat_map(|condition| match condition {
            Condition::Any(inner) => inner,
            other => vec![other],
        });
        let mut flat = sorted(flat.collect());
        if flat.len() == 1 { flat.remove(0) } else { Condition::Any(flat) }
    }

    /// The condition that holds where all values are there and this one does not hold.
    pub(crate) fn negated(self) -> Condition {
        match self {
            Condition::Compare(comparison, left, right) => match comparison {
                Comparison::Equal => Condition::compare(Comparison::NotEqual, left, right),
                Comparison::NotEqual => Condition::compare(Comparison::Equal, left, right),
                Comparison::Less => Condition::compare(Comparison::LessOrEqual, right, left),
                Comparison::LessOrEqual => Condition::compare(Comparison::Less, right, left),
            },
            Condition::All(conditions) => Condition::any(conditions.into_iter().map(Condition::negated)),
            Condition::Any(conditions) => Condition::all(conditions.into_iter().map(Condition::negated)),
            Condition::Code(_) => unreachable!("the language has no code to negate"),
        }
    }

    /// The vertices read, as a bit mask.
    pub fn vertices(&self) -> u32 {
        let mut mask = 0;
        if let Condition::Code(code) = self {
            code.operands.iter().for_each(|&u| mask |= 1 << u);
        }
        self.visit(&mut |owner, _| owner.vertices().for_each(|u| mask |= 1 << u));
        mask
    }

    /// Whether it says which data vertices may stand for one pattern vertex. Others are evaluated during the search, and so is
    /// code, which knows of no vertices but those that are matched.
    pub fn is_of_class(&self) -> bool {
        self.vertices().is_power_of_two() && !matches!(self, Condition::Code(_))
    }

    /// Calls `f` on every attribute read.
    pub fn visit<'c>(&'c self, f: &mut impl FnMut(Owner, &'c Attribute)) {
        match self {
            Condition::Compare(_, left, right) => {
                left.visit(f);
                right.visit(f);
            }
            Condition::All(inner) | Condition::Any(inner) => inner.iter().for_each(|condition| condition.visit(f)),
            Condition::Code(_) => {}
        }
    }

    /// The same of renumbered vertices.
    pub(crate) fn mapped(&self, number: &impl Fn(usize) -> usize) -> Condition {
        let all = |inner: &[Condition]| inner.iter().map(|condition| condition.mapped(number)).collect::<Vec<_>>();
        match self {
            Condition::Compare(comparison, left, right) => {
                Condition::compare(*comparison, left.mapped(number), right.mapped(number))
            }
            Condition::All(inner) => Condition::all(all(inner)),
            Condition::Any(inner) => Condition::any(all(inner)),
            Condition::Code(Code { text, operands }) => {
                Condition::Code(Code { text: text.clone(), operands: operands.iter().map(|&u| number(u)).collect() })
            }
        }
    }

    /// The part of all matches that is expected to satisfy it, for want of anything known: a third for an inequality and for
    /// code, a tenth for an equality, conditions taken for independent.
    pub fn selectivity(&self) -> f64 {
        match self {
            Condition::Compare(Comparison::Less | Comparison::LessOrEqual, ..) | Condition::Code(_) => 1.0 / 3.0,
            Condition::Compare(Comparison::Equal, ..) => 0.1,
            Condition::Compare(Comparison::NotEqual, ..) => 0.9,
            Condition::All(inner) => inner.iter().map(Condition::selectivity).product(),
            Condition::Any(inner) => 1.0 - inner.iter().map(|condition| 1.0 - condition.selectivity()).product::<f64>(),
        }
    }
}

impl Owner {
    /// The vertices it is made of.
    pub fn vertices(self) -> impl Iterator<Item = usize> {
        let (first, second) = match self {
            Owner::Vertex(u) => (u, None),
            Owner::Edge(u, v) | Owner::Arc(u, v) => (u, Some(v)),
        };
        std::iter::once(first).chain(second)
    }

    /// The undirected edge between two vertices.
    pub(crate) fn edge(u: usize, v: usize) -> Owner {
        Owner::Edge(u.min(v), u.max(v))
    }
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

    fn visit<'c>(&'c self, f: &mut impl FnMut(Owner, &'c Attribute)) {
        match self {
            Value::Attribute(owner, attribute) => f(*owner, attribute),
            Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) => {}
            Value::Negative(inner) => inner.visit(f),
            Value::Sum(inner) | Value::Product(inner) => inner.iter().for_each(|value| value.visit(f)),
            Value::Divided(_, operands) => operands.iter().for_each(|operand| operand.visit(f)),
        }
    }

    fn mapped(&self, number: &impl Fn(usize) -> usize) -> Value {
        match self {
            Value::Attribute(owner, attribute) => {
                let owner = match *owner {
                    Owner::Vertex(u) => Owner::Vertex(number(u)),
                    Owner::Edge(u, v) => Owner::edge(number(u), number(v)),
                    Owner::Arc(u, v) => Owner::Arc(number(u), number(v)),
                };
                Value::Attribute(owner, attribute.clone())
            }
            Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) => self.clone(),
            Value::Negative(inner) => Value::Negative(Box::new(inner.mapped(number))),
            Value::Sum(terms) => Value::sum(terms.iter().map(|term| term.mapped(number))),
            Value::Product(factors) => Value::product(factors.iter().map(|factor| factor.mapped(number))),
            Value::Divided(division, operands) => {
                Value::Divided(*division, Box::new([operands[0].mapped(number), operands[1].mapped(number)]))
            }
        }
    }
}

fn sorted(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}
