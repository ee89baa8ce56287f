//! Printing conditions as the pattern language reads them.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::{Attribute, Calendar, Code, Comparison, Condition, Division, Owner, Predicate, Property, Value};
use crate::pattern::label::{is_name_char, quoted};

/// What the vertex of a number is called.
type Name<'a> = dyn Fn(usize) -> String + 'a;

impl Predicate {
    /// The predicate with vertices called by `name`, as it stands after `where`, or nothing if nothing stands there. What holds of the records of
    /// a set comes last.
    pub fn display(&self, name: &Name<'_>) -> String {
        let own = self.conjuncts.iter().filter(|condition| !condition.is_of_set());
        let mut members: Vec<(&str, usize, &Condition)> = Vec::new();
        for condition in &self.conjuncts {
            condition.visit(&mut |owner, attribute| {
                if let (Owner::Vertex(host), Some(of)) = (owner, attribute.of_set()) {
                    members.extend(of.set.members.iter().map(|one| (of.set.name.0.as_str(), host, one)));
                }
            });
        }
        members.sort_unstable();
        members.dedup();
        let several = own.clone().count() + members.len() > 1;
        let own = own.map(|condition| condition.inside(name, several));
        let member = |&(set, host, condition): &(&str, usize, &Condition)| {
            condition.inside(&|u| if u == 0 { set.to_owned() } else { name(host) }, several)
        };
        let members = members.iter().map(member);
        let mut texts: Vec<String> = own.chain(members).collect();
        // Of a set with several hosts each has the same condition.
        let mut said = BTreeSet::new();
        texts.retain(|text| said.insert(text.clone()));
        texts.join(" and ")
    }
}

impl Condition {
    /// The condition with vertices called by `name`.
    pub fn display(&self, name: &Name<'_>) -> String {
        self.inside(name, false)
    }

    /// The text, in parentheses if it is an alternative and `and` stands beside it.
    fn inside(&self, name: &Name<'_>, in_conjunction: bool) -> String {
        match self {
            Condition::Compare(
                comparison,
                asked @ Value::Attribute(_, Attribute::Property(property, _)),
                Value::Integer(answer),
            ) => {
                let is_so = (*comparison == Comparison::Equal) == (*answer == 1);
                format!("{} {}", asked.display(name, 0), property.words(is_so))
            }
            Condition::Compare(comparison, left, right) => {
                // Attributes first, though normal form may have a number there.
                let (left, sign, right) = match (left, right) {
                    (
                        Value::Integer(_) | Value::Decimal(_) | Value::Text(_) | Value::Moment(..) | Value::Place(..),
                        _,
                    ) => (right, comparison.mirrored(), left),
                    _ => (left, comparison.sign(), right),
                };
                format!("{} {sign} {}", left.display(name, 0), right.display(name, 0))
            }
            Condition::All(inner) => joined(inner, " and ", |condition| condition.inside(name, true)),
            Condition::Any(inner) => {
                let text = joined(inner, " or ", |condition| condition.inside(name, false));
                if in_conjunction { format!("({text})") } else { text }
            }
            Condition::Code(Code { text, operands }) => {
                let operands: Vec<String> = operands.iter().map(|&u| name(u)).collect();
                format!("({text})({})", operands.join(", "))
            }
        }
    }
}

impl Value {
    /// The text, in parentheses if it binds less than `binding`: 0 a sum, 1 a product, 2 a sign.
    pub(crate) fn display(&self, name: &Name<'_>, binding: u8) -> String {
        match self {
            Value::Attribute(_, attribute) if attribute.of_set().is_some() => attribute.to_string(),
            Value::Attribute(owner, attribute) => match owner {
                Owner::Vertex(u) => format!("{}.{attribute}", name(*u)),
                Owner::Edge(u, v) => format!("({}-{}).{attribute}", name(*u), name(*v)),
                Owner::Arc(u, v) => format!("({}->{}).{attribute}", name(*u), name(*v)),
            },
            Value::Integer(number) => number.to_string(),
            // The debugging form always shows that it is no integer.
            Value::Decimal(number) => format!("{:?}", f64::from_bits(*number)),
            Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
            Value::Moment(calendar, value) => format!("{} '{}'", calendar.word(), calendar.text(*value)),
            Value::Place(number, _) => number.clone(),
            Value::Negative(inner) => format!("-{}", inner.display(name, 2)),
            Value::Sum(terms) => {
                // What is taken off comes last, though normal form may have it first.
                let (taken, added): (Vec<&Value>, Vec<&Value>) =
                    terms.iter().partition(|term| term.opposite().is_some());
                let mut text = String::new();
                for term in added.into_iter().chain(taken) {
                    let (sign, term) = match (text.is_empty(), term.opposite()) {
                        (true, _) => ("", term.display(name, 1)),
                        (false, Some(opposite)) => (" - ", opposite.display(name, 1)),
                        (false, None) => (" + ", term.display(name, 1)),
                    };
                    text.push_str(sign);
                    text.push_str(&term);
                }
                parenthesized(text, binding > 0)
            }
            Value::Product(factors) => {
                let factors: Vec<String> = factors.iter().map(|factor| factor.display(name, 2)).collect();
                parenthesized(factors.join(" * "), binding > 1)
            }
            Value::Divided(division, operands) => {
                let (left, right) = (operands[0].display(name, 1), operands[1].display(name, 2));
                parenthesized(format!("{left} {} {right}", division.sign()), binding > 1)
            }
        }
    }

    /// What is taken off where this is added, if it is written so.
    fn opposite(&self) -> Option<Value> {
        match self {
            Value::Negative(inner) => Some((**inner).clone()),
            Value::Integer(..0) => Some(self.clone().negative()),
            Value::Decimal(number) if f64::from_bits(*number).is_sign_negative() => Some(self.clone().negative()),
            Value::Moment(Calendar::Interval, ..0) => Some(self.clone().negative()),
            _ => None,
        }
    }
}

impl Property {
    /// What says that an attribute has it, or has not.
    fn words(&self, is_so: bool) -> String {
        match (self, is_so) {
            (Property::Known, true) => "is not null".to_owned(),
            (Property::Known, false) => "is null".to_owned(),
            (Property::Like(text) | Property::Has(text), _) => {
                let word = if matches!(self, Property::Has(_)) { "has" } else { "like" };
                format!("{}{word} '{}'", if is_so { "" } else { "not " }, text.replace('\'', "''"))
            }
        }
    }
}

impl Division {
    /// As written.
    pub fn sign(self) -> &'static str {
        match self {
            Division::Quotient => "/",
            Division::Remainder => "%",
        }
    }
}

impl Comparison {
    /// As written.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
        }
    }

    /// As written with the operands in the other order.
    fn mirrored(self) -> &'static str {
        match self {
            Comparison::Equal | Comparison::NotEqual => self.sign(),
            Comparison::Less => ">",
            Comparison::LessOrEqual => ">=",
        }
    }
}

/// The name as it stands after a dot: bare where possible, else in quotes.
impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Id => f.write_str("id"),
            Attribute::Column(name) => f.write_str(&column_text(name)),
            Attribute::Property(_, of) => of.fmt(f),
            Attribute::OfSet(of) => of.fmt(f),
        }
    }
}

/// The name of a column as it stands after a dot.
pub(super) fn column_text(name: &str) -> String {
    match is_bare(name) && name != "id" {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// Whether a name is read without quotes.
pub(super) fn is_bare(name: &str) -> bool {
    name.starts_with(|c: char| is_name_char(c) && !c.is_ascii_digit()) && name.chars().all(is_name_char)
}

fn joined(conditions: &[Condition], between: &str, text: impl Fn(&Condition) -> String) -> String {
    conditions.iter().map(text).collect::<Vec<_>>().join(between)
}

fn parenthesized(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
