//! Aggregates: what is said of a set of records, as in `a-[p*]->b where count(p) >= 10 and sum(p.amount within 7 days) > 1000`.
//!
//! ```text
//! aggregate = "count" "(" name [ window ] ")" | "count" "(" "distinct" name "." field [ window ] ")"
//!           | ( "sum" | "min" | "max" | "avg" ) "(" name "." field [ window ] ")"
//! field     = column | "from" | "to"                      the last two are the ends of a record, and can only be counted
//! window    = "within" span [ "by" column ]               of count and sum: the greatest value in any window of that length
//! ```
//! A set has no vertex of its own to which its values belong. They are told by a vertex or a record of the match that determines the set, its
//! *host*: of all payments from `a` to `b` any payment from `a` to `b`, of all payments to `m` the vertex `m`. See
//! `pattern/sets.rs`.

use std::fmt::{self, Display, Formatter};

use super::parse::{Kind, Node, Parser, mismatch};
use super::print::column_text;
use super::{
    Aggregate, Attribute, Calendar, Comparison, Condition, Field, OfSet, Owner, RecordSet, TimeSpan, Value, Within,
};
use crate::error::PatternError;
use crate::pattern::in_order;
use crate::pattern::set_edge::SetEdge;

impl Within {
    /// A window of this length, as it is written after `within`, over a column of times.
    ///
    /// # Errors
    /// When the text is no span.
    pub fn new(text: &str, by: &str) -> Result<Within, PatternError> {
        let (span, end) = TimeSpan::read(text, 0).map_err(|error| error.in_text(text))?;
        if !text[end..].trim().is_empty() {
            let error = mismatch("the end of a span", &format!("`{}`", text[end..].trim()), end..text.len());
            return Err(error.in_text(text));
        }
        Ok(Within { span, by: by.to_owned() })
    }
}

impl TimeSpan {
    /// The span at byte `at` of a text, and its end.
    fn read(text: &str, at: usize) -> Result<(TimeSpan, usize), PatternError> {
        let (written, end) = in_order::span_at(text, at)?;
        let span = match Value::written(&written) {
            Value::Integer(number) => Some(TimeSpan::Integer(number)),
            Value::Decimal(number) => Some(TimeSpan::Decimal(number)),
            _ => {
                let quoted = written.trim_start_matches(Calendar::Interval.word()).trim();
                let inside = quoted.get(1..quoted.len().saturating_sub(1));
                inside.and_then(|inside| Calendar::Interval.read(inside.trim())).map(TimeSpan::Interval)
            }
        };
        let refused = || mismatch(Calendar::Interval.form(), &format!("`{}`", text[at..end].trim()), at..end);
        Ok((span.ok_or_else(refused)?, end))
    }
}

impl Display for TimeSpan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = match *self {
            TimeSpan::Integer(number) => Value::Integer(number),
            TimeSpan::Decimal(number) => Value::Decimal(number),
            TimeSpan::Interval(micros) => Value::Moment(Calendar::Interval, micros),
        };
        f.write_str(&value.display(&|_| String::new(), 0))
    }
}

impl OfSet {
    /// The column whose values are read, beside those of members and of a window.
    pub fn column(&self) -> Option<&str> {
        match &self.aggregate {
            Aggregate::IsFirst | Aggregate::Count | Aggregate::Distinct(Field::From | Field::To) => None,
            Aggregate::Distinct(Field::Column(name)) => Some(name),
            Aggregate::Sum(name) | Aggregate::Min(name) | Aggregate::Max(name) | Aggregate::Avg(name) => Some(name),
        }
    }
}

impl Condition {
    /// That a record is the first of a set, or that the set which `host` determines has a record.
    pub(crate) fn of_set(host: usize, set: RecordSet, is_first: bool) -> Condition {
        let aggregate = if is_first { Aggregate::IsFirst } else { Aggregate::Count };
        let of = Attribute::OfSet(Box::new(OfSet { set, aggregate, within: None }));
        let (value, one) = (Value::Attribute(Owner::Vertex(host), of), Value::Integer(1));
        match is_first {
            true => Condition::compare(Comparison::Equal, value, one),
            false => Condition::compare(Comparison::LessOrEqual, one, value),
        }
    }

    /// Whether it only says that [a set has a record](Self::of_set).
    pub(crate) fn is_of_set(&self) -> bool {
        let is_plain = |value: &Value, wanted: Aggregate| match value {
            Value::Attribute(_, Attribute::OfSet(of)) => of.aggregate == wanted && of.within.is_none(),
            _ => false,
        };
        match self {
            Condition::Compare(Comparison::Equal, first, Value::Integer(1)) => is_plain(first, Aggregate::IsFirst),
            Condition::Compare(Comparison::LessOrEqual, Value::Integer(1), count) => is_plain(count, Aggregate::Count),
            _ => false,
        }
    }

    /// The same with other sets, and with other hosts of these.
    pub(crate) fn with_sets(&self, other: &impl Fn(usize, &RecordSet) -> (usize, RecordSet)) -> Condition {
        self.with_values(&|value| value.with_sets(other))
    }
}

impl Value {
    fn with_sets(&self, other: &impl Fn(usize, &RecordSet) -> (usize, RecordSet)) -> Value {
        self.with_attributes(&|owner, attribute| match (owner, attribute.of_set()) {
            (Owner::Vertex(host), Some(of)) => {
                let (host, set) = other(host, &of.set);
                Value::Attribute(Owner::Vertex(host), attribute.with_set(set))
            }
            _ => Value::Attribute(owner, attribute.clone()),
        })
    }
}

impl Attribute {
    /// The aggregate that it is, or of which it says something.
    pub fn of_set(&self) -> Option<&OfSet> {
        match self {
            Attribute::Id | Attribute::Column(_) => None,
            Attribute::Property(_, of) => of.of_set(),
            Attribute::OfSet(of) => Some(of),
        }
    }

    /// The column whose values it has.
    pub(super) fn column_of_values(&self) -> Option<&str> {
        match self {
            Attribute::Column(name) => Some(name),
            Attribute::OfSet(of) => match &of.aggregate {
                Aggregate::Min(name) | Aggregate::Max(name) => Some(name),
                _ => None,
            },
            Attribute::Id | Attribute::Property(..) => None,
        }
    }

    /// The same of another set, if it is of one.
    fn with_set(&self, set: RecordSet) -> Attribute {
        match self {
            Attribute::Id | Attribute::Column(_) => self.clone(),
            Attribute::Property(property, of) => Attribute::Property(property.clone(), Box::new(of.with_set(set))),
            Attribute::OfSet(of) => Attribute::OfSet(Box::new(OfSet { set, ..(**of).clone() })),
        }
    }
}

/// As it is written, without the name of the set: that stands in its place.
impl Display for OfSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.set.name.0;
        match &self.aggregate {
            Aggregate::IsFirst => write!(f, "first({name}"),
            Aggregate::Count => write!(f, "count({name}"),
            Aggregate::Distinct(field) => write!(f, "count(distinct {name}.{field}"),
            Aggregate::Sum(column) => write!(f, "sum({name}.{}", column_text(column)),
            Aggregate::Min(column) => write!(f, "min({name}.{}", column_text(column)),
            Aggregate::Max(column) => write!(f, "max({name}.{}", column_text(column)),
            Aggregate::Avg(column) => write!(f, "avg({name}.{}", column_text(column)),
        }?;
        if let Some(Within { span, by }) = &self.within {
            write!(f, " within {span}")?;
            if by != in_order::COLUMN {
                write!(f, " by {}", column_text(by))?;
            }
        }
        f.write_str(")")
    }
}

impl Display for Field {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Field::From => f.write_str("from"),
            Field::To => f.write_str("to"),
            Field::Column(name) if name == "from" || name == "to" => write!(f, "\"{name}\""),
            Field::Column(name) => f.write_str(&column_text(name)),
        }
    }
}

impl Parser<'_> {
    /// An aggregate whose name is `word`, read up to there, if it is one of a set; else nothing is taken.
    pub(super) fn aggregate(&mut self, word: &str, start: usize) -> Result<Option<Node>, PatternError> {
        let before = self.lexer.position();
        if !["count", "sum", "min", "max", "avg"].contains(&word) || !self.lexer.take("(") {
            return Ok(None);
        }
        self.lexer.skip_blanks();
        let is_distinct = word == "count" && self.lexer.take_word("distinct");
        self.lexer.skip_blanks();
        let named = self.lexer.name("").ok();
        let set = named.as_ref().and_then(|(name, _)| self.pattern.set_called(name));
        let Some(SetEdge { host, set, .. }) = set.cloned() else {
            // No column has a column.
            if let Some((name, span)) = named.filter(|_| self.lexer.looks_at(".")) {
                let error = mismatch("the name of a set of records", &format!("`{name}`"), span);
                return Err(error.or_help(format!("aggregates are of sets: name one with a star, `a-[{name}*]->b`")));
            }
            self.lexer.rewind(before);
            return Ok(None);
        };
        let aggregate = match (word, is_distinct) {
            ("count", false) => Aggregate::Count,
            ("count", true) => Aggregate::Distinct(self.field()?),
            _ => self.of_column(word)?,
        };
        self.lexer.skip_blanks();
        let within = self.window(matches!(aggregate, Aggregate::Count | Aggregate::Distinct(_) | Aggregate::Sum(_)))?;
        self.lexer.skip_blanks();
        self.lexer.demand(")", "`)`, or `within` and a span, after what is aggregated")?;
        let of = Attribute::OfSet(Box::new(OfSet { set, aggregate, within }));
        Ok(Some(self.node(start, Kind::Number(Value::Attribute(Owner::Vertex(host), of)))))
    }

    fn of_column(&mut self, word: &str) -> Result<Aggregate, PatternError> {
        let start = self.lexer.position();
        let make = match word {
            "sum" => Aggregate::Sum,
            "min" => Aggregate::Min,
            "max" => Aggregate::Max,
            _ => Aggregate::Avg,
        };
        match self.field()? {
            Field::Column(name) => Ok(make(name)),
            Field::From | Field::To => {
                let span = start..self.lexer.position();
                let error = mismatch("a column of numbers or times", &format!("`{}`", &self.text[span.clone()]), span);
                Err(error.or_help("ends are counted: `count(distinct p.from)`; a column of that name stands in quotes"))
            }
        }
    }

    /// The field after the name of a set.
    fn field(&mut self) -> Result<Field, PatternError> {
        self.lexer.demand(".", "`.` and a column after the name of a set of records")?;
        if self.lexer.looks_at("\"") {
            return self.lexer.quoted_text().map(Field::Column);
        }
        let (name, _) = self.lexer.name("the name of a column, `from` or `to`")?;
        Ok(match name {
            "from" => Field::From,
            "to" => Field::To,
            name => Field::Column(name.to_owned()),
        })
    }

    fn window(&mut self, is_admitted: bool) -> Result<Option<Within>, PatternError> {
        let start = self.lexer.position();
        if !self.lexer.take_word("within") {
            return Ok(None);
        }
        if !is_admitted {
            let error = mismatch("`)`", "`within`", start..self.lexer.position());
            return Err(error.or_help("only counts and sums have windows: the greatest in any of them"));
        }
        let (span, end) = TimeSpan::read(self.text, self.lexer.position())?;
        self.lexer.rewind(end);
        self.lexer.skip_blanks();
        let mut by = in_order::COLUMN.to_owned();
        if self.lexer.take_word("by") {
            self.lexer.skip_blanks();
            by = match self.lexer.looks_at("\"") {
                true => self.lexer.quoted_text()?,
                false => self.lexer.name("the name of a column of times")?.0.to_owned(),
            };
        }
        Ok(Some(Within { span, by }))
    }
}
