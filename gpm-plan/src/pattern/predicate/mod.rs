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
//! comparison, neither `x < 3` nor `not x < 3` holds where `x` has no value, as in SQL. `is null` and `is not null` ask an attribute whether
//! it has a value, and always have an answer.
//!
//! # Text and time
//! Text is compared by `==`, `!=`, `in` and `like`, and by what `like` stands for; `not like` does not hold where there is no text. A date is a number of days and compares with dates; a date plus a whole number
//! is a date, and the difference of two dates is a number of days. Times and timestamps count microseconds; their differences are
//! *intervals*, which are compared with intervals and added to times and timestamps. What a column holds is known with the graph:
//! [`TypeError`](crate::nest::TypeError) says what does not fit.

mod attribute;
pub mod calendar;
mod implied;
mod literals;
mod operand;
mod operand_list;
mod parse;
mod print;
mod record_set;
mod set;
mod split;
mod text;
mod times;
mod value;
mod words;

pub use attribute::{Attribute, Owner, Property};
pub use calendar::Calendar;
use implied::Difference;
pub use implied::LagLimit;
pub(crate) use implied::{Implied, ImpliedBound};
pub use literals::Meaning;
pub use operand_list::Operand;
pub(crate) use operand_list::operands;
pub(crate) use parse::parse;
pub(crate) use record_set::SetName;
pub use record_set::{Aggregate, End, Field, OfSet, RecordSet, SetEnds, TimeSpan, Within};
pub(crate) use split::{KEYWORD, split};
pub use text::text_code;
pub use times::{Between, Lag, Window};
pub use value::{Division, Value};
pub use words::{Like, items};

/// Selectivity of an inequality, the part of all matches that is expected to satisfy it for want of anything known: System R's default for
/// a range, 1/3.
pub(crate) const INEQUALITY: f64 = 1.0 / 3.0;

/// What labels are called as an attribute, where no column is called so.
pub const LABEL: &str = "label";

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
    /// The columns in whose order records have their ids, the second where the first is equal; none if that is not known. Their values are
    /// all there, and are so small that no difference of them overflows.
    ascending: Vec<String>,
}

impl Predicate {
    /// The predicate that demands this condition.
    pub(crate) fn new(condition: Condition) -> Predicate {
        match condition {
            Condition::All(conjuncts) => Predicate { conjuncts, ..Predicate::default() },
            one => Predicate { conjuncts: vec![one], ..Predicate::default() },
        }
    }

    /// What is demanded, piece by piece.
    pub fn conjuncts(&self) -> &[Condition] {
        &self.conjuncts
    }

    /// The columns in whose order records have their ids: none, that of their times, or that and the number of the row.
    pub(crate) fn ascending(&self) -> &[String] {
        &self.ascending
    }

    /// The same demands of a graph whose records have their ids in the order of these columns.
    pub(crate) fn with_ascending(self, ascending: Vec<String>) -> Predicate {
        Predicate { ascending, ..self }
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

    /// What both demand.
    pub(crate) fn and(self, other: Predicate) -> Predicate {
        let conjuncts = sorted(self.conjuncts.into_iter().chain(other.conjuncts).collect());
        Predicate { conjuncts, ascending: self.ascending }
    }

    /// The same demands and one more.
    pub(crate) fn with_code(mut self, code: Code) -> Predicate {
        self.conjuncts.push(Condition::Code(code));
        Predicate { conjuncts: sorted(self.conjuncts), ascending: self.ascending }
    }

    /// The same demands where `keep` says so, and these.
    pub(crate) fn with_in_place(&self, keep: impl Fn(&Condition) -> bool, others: Vec<Condition>) -> Predicate {
        let kept = self.conjuncts.iter().filter(|condition| keep(condition)).cloned();
        Predicate { conjuncts: sorted(kept.chain(others).collect()), ascending: self.ascending.clone() }
    }

    /// The same demands of renumbered vertices.
    pub(crate) fn mapped(&self, number: &impl Fn(usize) -> usize) -> Predicate {
        let conjuncts = self.conjuncts.iter().map(|condition| condition.mapped(number)).collect();
        Predicate { conjuncts: sorted(conjuncts), ascending: self.ascending.clone() }
    }

    /// The demands on vertices of `mask` alone.
    pub(crate) fn within(&self, mask: u32) -> Predicate {
        let inside = self.conjuncts.iter().filter(|condition| condition.vertices() & !mask == 0);
        Predicate { conjuncts: inside.cloned().collect(), ascending: self.ascending.clone() }
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

    /// That a vertex has a label among those that it has, its attribute `label`; all of them, if the text lists several.
    pub(crate) fn has_label(vertex: usize, text: &str) -> Condition {
        let has = |text: &str| {
            let label = Box::new(Attribute::Column(LABEL.to_owned()));
            let has = Attribute::Property(Property::Has(text.to_owned()), label);
            Condition::compare(Comparison::Equal, Value::Attribute(Owner::Vertex(vertex), has), Value::Integer(1))
        };
        match items(text).next() {
            Some(_) => Condition::all(items(text).map(has)),
            // No label has it.
            None => has(text),
        }
    }

    /// The condition that holds where all values are there and this one does not hold.
    pub(crate) fn negated(self) -> Condition {
        match self {
            Condition::Compare(
                Comparison::Equal,
                known @ Value::Attribute(_, Attribute::Property(Property::Known, _)),
                Value::Integer(is_there),
            ) => Condition::compare(Comparison::Equal, known, Value::Integer(1 - is_there)),
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

    /// Whether some comparison in it reads no attribute: whether that holds is known without a match, and no place in a search is its own.
    pub(crate) fn has_constant(&self) -> bool {
        match self {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().any(Condition::has_constant),
            Condition::Compare(..) => self.vertices() == 0,
            Condition::Code(_) => false,
        }
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
        match self {
            Condition::Code(Code { text, operands }) => {
                Condition::Code(Code { text: text.clone(), operands: operands.iter().map(|&u| number(u)).collect() })
            }
            _ => self.with_values(&|value| value.mapped(number)),
        }
    }

    /// The same with what `other` makes of each side of a comparison.
    fn with_values(&self, other: &impl Fn(&Value) -> Value) -> Condition {
        let all = |inner: &[Condition]| inner.iter().map(|condition| condition.with_values(other)).collect::<Vec<_>>();
        match self {
            Condition::Compare(comparison, left, right) => Condition::compare(*comparison, other(left), other(right)),
            Condition::All(inner) => Condition::all(all(inner)),
            Condition::Any(inner) => Condition::any(all(inner)),
            Condition::Code(_) => self.clone(),
        }
    }

    /// Selectivity: the part of all matches that is expected to satisfy it, for want of anything known. A third for an inequality and a
    /// tenth for an equality are System R's defaults; a third for code is a *guess*. Conditions are taken for independent.
    pub fn selectivity(&self) -> f64 {
        match self {
            Condition::Compare(Comparison::Less | Comparison::LessOrEqual, ..) | Condition::Code(_) => INEQUALITY,
            Condition::Compare(Comparison::Equal, ..) => 0.1,
            Condition::Compare(Comparison::NotEqual, ..) => 0.9,
            Condition::All(inner) => inner.iter().map(Condition::selectivity).product(),
            Condition::Any(inner) => 1.0 - inner.iter().map(|condition| 1.0 - condition.selectivity()).product::<f64>(),
        }
    }
}

fn sorted(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}
