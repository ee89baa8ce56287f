//! Seeded random predicates, and what they say of a map by their own text: in three truth values, with negation where it is
//! written. Tells whether reading a predicate and bringing it to normal form keep its meaning.

use std::cmp::Ordering;
use std::fmt;

use gpm_plan::pattern::predicate::{Attribute, Calendar, Owner};
use gpm_plan::pattern::{EdgeKind, Pattern};
use gpm_runtime::graph::Column;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::predicate_oracle::Num;
use crate::sample::Sample;

/// A predicate as written.
#[allow(dead_code, reason = "only the suite that evaluates it reads all of it")]
pub(crate) enum Truth {
    Compare(&'static str, Number, Number),
    /// Whether it is one of these, or none.
    In(bool, Number, Vec<Number>),
    /// Whether it has no value, or has one.
    Null(bool, Number),
    /// Whether it lies in a range, or outside.
    Between(bool, Box<[Number; 3]>),
    /// Whether it starts with a text, or not.
    Starts(bool, Number, &'static str),
    Not(Box<Truth>),
    And(Vec<Truth>),
    Or(Vec<Truth>),
}

/// A number as written.
#[allow(dead_code, reason = "only the suite that evaluates it reads all of it")]
pub(crate) enum Number {
    /// An attribute: its text, and what it means.
    Attribute(String, Owner, Attribute),
    Literal(&'static str, Num),
    Negative(Box<Number>),
    Combined(&'static str, Box<[Number; 2]>),
}

#[allow(dead_code, reason = "only the suite that evaluates it reads all of it")]
type Read<'a> = dyn Fn(Owner, &Attribute) -> Num + 'a;

#[allow(dead_code, reason = "only the suite that evaluates it reads all of it")]
impl Truth {
    /// True, false or unknown, as in SQL.
    pub(crate) fn value(&self, read: &Read<'_>) -> Option<bool> {
        match self {
            Truth::Compare(sign, left, right) => {
                let order = Num::order(left.value(read), right.value(read))?;
                Some(match *sign {
                    "<" => order == Ordering::Less,
                    "<=" => order != Ordering::Greater,
                    ">" => order == Ordering::Greater,
                    ">=" => order != Ordering::Less,
                    "==" | "=" => order == Ordering::Equal,
                    _ => order != Ordering::Equal,
                })
            }
            Truth::In(is_in, value, others) => {
                let value = value.value(read);
                let orders: Vec<_> = others.iter().map(|other| Num::order(value, other.value(read))).collect();
                let found = orders.contains(&Some(Ordering::Equal));
                (found || !orders.contains(&None)).then_some(found == *is_in)
            }
            Truth::Null(is_null, value) => Some((value.value(read) == Num::None) == *is_null),
            Truth::Between(is_in, numbers) => {
                let [value, least, most] = [0, 1, 2].map(|at| numbers[at].value(read));
                let known = [Num::order(least, value), Num::order(value, most)].map(|order| order.map(Ordering::is_le));
                let found = match known {
                    [Some(false), _] | [_, Some(false)] => Some(false),
                    [Some(true), Some(true)] => Some(true),
                    _ => None,
                };
                found.map(|found| found == *is_in)
            }
            Truth::Starts(is_so, value, start) => {
                let mut text = match value.value(read) {
                    Num::Integer(text) => text,
                    _ => return None,
                };
                let Num::Integer(start) = Num::text(start) else { return None };
                // Texts are numbers in base 256, with a 1 before them.
                while text > start && text.ilog2() / 8 > start.ilog2() / 8 {
                    text >>= 8;
                }
                Some((text == start) == *is_so)
            }
            Truth::Not(inner) => inner.value(read).map(|value| !value),
            Truth::And(inner) => {
                let values: Vec<_> = inner.iter().map(|truth| truth.value(read)).collect();
                if values.contains(&Some(false)) { Some(false) } else { (!values.contains(&None)).then_some(true) }
            }
            Truth::Or(inner) => {
                let values: Vec<_> = inner.iter().map(|truth| truth.value(read)).collect();
                if values.contains(&Some(true)) { Some(true) } else { (!values.contains(&None)).then_some(false) }
            }
        }
    }
}

#[allow(dead_code, reason = "only the suite that evaluates it reads all of it")]
impl Number {
    fn value(&self, read: &Read<'_>) -> Num {
        match self {
            Number::Attribute(_, owner, name) => read(*owner, name),
            Number::Literal(_, value) => *value,
            Number::Negative(_) | Number::Combined("+" | "-", _) => match &self.terms(false)[..] {
                [(is_negative, term)] => signed(*is_negative, term.value(read)),
                terms => {
                    Num::sum(terms.iter().map(|(is_negative, term)| signed(*is_negative, term.value(read))).collect())
                }
            },
            Number::Combined("*", _) => {
                Num::product(self.factors().into_iter().map(|factor| factor.value(read)).collect())
            }
            Number::Combined(sign, operands) => {
                Num::divided(*sign == "/", operands[0].value(read), operands[1].value(read))
            }
        }
    }

    /// What is added up, each with whether it is taken off.
    fn terms(&self, is_negative: bool) -> Vec<(bool, &Number)> {
        match self {
            Number::Negative(inner) => inner.terms(!is_negative),
            Number::Combined(sign @ ("+" | "-"), operands) => {
                let mut terms = operands[0].terms(is_negative);
                terms.extend(operands[1].terms(is_negative != (*sign == "-")));
                terms
            }
            other => vec![(is_negative, other)],
        }
    }

    /// What is multiplied.
    fn factors(&self) -> Vec<&Number> {
        match self {
            Number::Combined("*", operands) => operands.iter().flat_map(Number::factors).collect(),
            other => vec![other],
        }
    }
}

fn signed(is_negative: bool, value: Num) -> Num {
    if is_negative { value.negative() } else { value }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, inner: &[Truth], word| {
            let texts: Vec<String> = inner.iter().map(|truth| format!("({truth})")).collect();
            f.write_str(&texts.join(word))
        };
        match self {
            Truth::Compare(sign, left, right) => write!(f, "{left} {sign} {right}"),
            Truth::In(is_in, value, others) => {
                let others: Vec<String> = others.iter().map(Number::to_string).collect();
                write!(f, "{value} {} ({})", if *is_in { "in" } else { "not in" }, others.join(", "))
            }
            Truth::Null(is_null, value) => write!(f, "{value} is {}null", if *is_null { "" } else { "not " }),
            Truth::Between(is_in, numbers) => {
                let [value, least, most] = &**numbers;
                write!(f, "{value} {}between {least} and {most}", if *is_in { "" } else { "not " })
            }
            Truth::Starts(is_so, value, start) => {
                write!(f, "{value} {}starts with '{start}'", if *is_so { "" } else { "not " })
            }
            Truth::Not(inner) => write!(f, "not ({inner})"),
            Truth::And(inner) => joined(f, inner, " and "),
            Truth::Or(inner) => joined(f, inner, " || "),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Attribute(text, ..) => f.write_str(text),
            Number::Literal(text, _) => f.write_str(text),
            Number::Negative(inner) => write!(f, "-({inner})"),
            Number::Combined(sign, operands) => write!(f, "({} {sign} {})", operands[0], operands[1]),
        }
    }
}

/// The pattern with a random predicate, for graphs with the columns of [`with_columns`].
pub(crate) fn filtered(pattern: &Pattern, sample: &Sample, seed: u64) -> Pattern {
    let predicate = Maker::new(pattern, sample.is_directed, seed).predicate().to_string();
    pattern.clone().with_predicate(&predicate).unwrap_or_else(|error| panic!("{error}"))
}

/// Makes predicates on a pattern.
pub(crate) struct Maker<'a> {
    random: StdRng,
    pattern: &'a Pattern,
    /// Whether edges have attributes: in a directed graph those without direction have none.
    is_directed: bool,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(pattern: &'a Pattern, is_directed: bool, seed: u64) -> Self {
        Maker { random: StdRng::seed_from_u64(seed), pattern, is_directed }
    }

    /// One to three conditions, most of them simple and often true.
    pub(crate) fn predicate(&mut self) -> Truth {
        let number = self.random.random_range(1..=3);
        Truth::And((0..number).map(|_| self.truth(2)).collect())
    }

    fn truth(&mut self, depth: usize) -> Truth {
        let inner = |this: &mut Self| (0..2).map(|_| this.truth(depth - 1)).collect();
        match self.random.random_range(0..if depth == 0 { 7 } else { 11 }) {
            // One of the kinds that symmetry is made of.
            0..3 => {
                let (name, sign) = (["w", "f"][self.random.random_range(0..2)], self.sign());
                Truth::Compare(sign, self.vertex(name), self.vertex(name))
            }
            3 => self.typed(),
            4 | 5 => Truth::Compare(self.sign(), self.attribute(), self.number(2)),
            6 => self.worded(),
            7 => Truth::Not(Box::new(self.truth(depth - 1))),
            8 => Truth::And(inner(self)),
            _ => Truth::Or(inner(self)),
        }
    }

    /// What is said in words.
    fn worded(&mut self) -> Truth {
        let is_so = self.random.random_bool(0.5);
        match self.random.random_range(0..3) {
            0 => {
                let name = ["w", "f", "t", "d"][self.random.random_range(0..4)];
                Truth::Null(is_so, self.vertex(name))
            }
            1 => Truth::Between(is_so, Box::new([self.attribute(), self.number(1), self.number(1)])),
            _ => Truth::Starts(is_so, self.vertex("t"), ["x", "i", "it", ""][self.random.random_range(0..4)]),
        }
    }

    /// A comparison of text, dates or timestamps.
    fn typed(&mut self) -> Truth {
        const DAY: i128 = 86_400_000_000;
        const DATES: [(&str, Num); 3] = [
            ("date '1970-01-02'", Num::Integer(1)),
            ("date '2000-03-01'", Num::Integer(11_017)),
            ("date \"1969-12-31\"", Num::Integer(-1)),
        ];
        const STAMPS: [(&str, Num); 3] = [
            ("timestamp '1970-01-02'", Num::Integer(DAY)),
            ("timestamp '1970-01-01T01:00:00.5Z'", Num::Integer(3_600_500_000)),
            ("timestamp '1970-01-01 00:00:00-24:00'", Num::Integer(DAY)),
        ];
        const SPANS: [(&str, Num); 3] = [
            ("interval '1 day'", Num::Integer(DAY)),
            ("interval '-90 minutes'", Num::Integer(-DAY / 16)),
            ("interval '0 seconds'", Num::Integer(0)),
        ];
        let literals: &[&str] = &["x", "it's", "", "Ü", "none"];
        let minus = |left, right| Number::Combined("-", Box::new([left, right]));
        match self.random.random_range(0..8) {
            0 => {
                let sign = ["=", "==", "!="][self.random.random_range(0..3)];
                Truth::Compare(sign, self.vertex("t"), self.vertex("t"))
            }
            1 | 2 => {
                let text = |text: &&'static str| {
                    let quoted: &'static str = format!("'{}'", text.replace('\'', "''")).leak();
                    Number::Literal(quoted, Num::text(text))
                };
                let texts = literals.iter().filter(|_| self.random.random_bool(0.5)).map(text);
                let mut texts: Vec<Number> = texts.collect();
                texts.push(text(&"x"));
                Truth::In(self.random.random_bool(0.6), self.vertex("t"), texts)
            }
            3 => Truth::Compare(self.sign(), self.vertex("d"), self.one_of(&DATES)),
            4 => {
                let days = Number::Literal("2", Num::Integer(2));
                Truth::Compare(self.sign(), minus(self.vertex("d"), self.vertex("d")), days)
            }
            5 => Truth::Compare(self.sign(), self.vertex("s"), self.one_of(&STAMPS)),
            6 => Truth::Compare(self.sign(), minus(self.vertex("s"), self.vertex("s")), self.one_of(&SPANS)),
            _ => {
                let later = Number::Combined("+", Box::new([self.vertex("s"), self.one_of(&SPANS)]));
                Truth::Compare(self.sign(), later, self.vertex("s"))
            }
        }
    }

    fn one_of(&mut self, literals: &[(&'static str, Num)]) -> Number {
        let (text, value) = literals[self.random.random_range(0..literals.len())];
        Number::Literal(text, value)
    }

    fn sign(&mut self) -> &'static str {
        ["<", "<=", ">", ">=", "==", "!=", "<", "!="][self.random.random_range(0..8)]
    }

    fn number(&mut self, depth: usize) -> Number {
        const LITERALS: [(&str, Num); 7] = [
            ("0", Num::Integer(0)),
            ("1", Num::Integer(1)),
            ("9007199254740993", Num::Integer(9_007_199_254_740_993)),
            ("9223372036854775807", Num::Integer(i64::MAX as i128)),
            ("0.5", Num::Float(0.5)),
            ("1e300", Num::Float(1e300)),
            ("9007199254740992.0", Num::Float(9_007_199_254_740_992.0)),
        ];
        match self.random.random_range(0..if depth == 0 { 4 } else { 7 }) {
            0 | 1 => self.attribute(),
            2 | 3 => {
                let (text, value) = LITERALS[self.random.random_range(0..LITERALS.len())];
                Number::Literal(text, value)
            }
            4 => Number::Negative(Box::new(self.number(depth - 1))),
            _ => {
                let sign = ["+", "-", "*", "/", "%"][self.random.random_range(0..5)];
                Number::Combined(sign, Box::new([self.number(depth - 1), self.number(depth - 1)]))
            }
        }
    }

    fn attribute(&mut self) -> Number {
        let edges: Vec<_> = self.pattern.edges().collect();
        let edge = &edges[self.random.random_range(0..edges.len())];
        let has_value = !self.is_directed || edge.kind == EdgeKind::Directed;
        if !has_value || self.random.random_bool(0.6) {
            let name = ["w", "f", "big", "id"][self.random.random_range(0..4)];
            return self.vertex(name);
        }
        let (from, to) = (self.pattern.vertex_name(edge.from), self.pattern.vertex_name(edge.to));
        let name = ["a", "g"][self.random.random_range(0..2)];
        let (text, owner) = match edge.kind {
            EdgeKind::Directed => (format!("({from}->{to}).{name}"), Owner::Arc(edge.from, edge.to)),
            EdgeKind::Undirected => (format!("{name}({to}, {from})"), Owner::Edge(edge.to, edge.from)),
        };
        Number::Attribute(text, owner, Attribute::Column(name.to_owned()))
    }

    fn vertex(&mut self, name: &str) -> Number {
        let u = self.random.random_range(0..self.pattern.num_vertices());
        let attribute = if name == "id" { Attribute::Id } else { Attribute::Column(name.to_owned()) };
        Number::Attribute(format!("{}.{name}", self.pattern.vertex_name(u)), Owner::Vertex(u), attribute)
    }
}

/// The sample with the columns that random predicates read.
pub(crate) fn with_columns(mut sample: Sample, seed: u64) -> Sample {
    let mut random = StdRng::seed_from_u64(seed);
    let (n, m) = (sample.num_vertices, sample.edges.len());
    let mut small = |len| Column::Integers((0..len).map(|_| small_integer(&mut random)).collect());
    let (w, a) = (small(n), small(m));
    let mut fractions = |len| Column::Floats((0..len).map(|_| float(&mut random)).collect());
    let (f, g) = (fractions(n), fractions(m));
    let big = Column::Integers((0..n).map(|_| big_integer(&mut random)).collect());
    let text = |random: &mut StdRng| [None, Some("x"), Some("it's"), Some("Ü"), Some("y")][random.random_range(0..5)];
    let t = Column::from((0..n).map(|_| text(&mut random)).collect::<Vec<_>>());
    let mut moments = |calendar, unit: i64| {
        let value = |random: &mut StdRng| match random.random_range(0..10) {
            0 => i64::MIN,
            1 => 11_017 * unit,
            _ => random.random_range(-2..4) * unit,
        };
        Column::Moments(calendar, (0..n).map(|_| value(&mut random)).collect())
    };
    let (d, s) = (moments(Calendar::Date, 1), moments(Calendar::Timestamp, 86_400_000_000 / 16));
    let columns = [("w", w), ("f", f), ("big", big), ("t", t), ("d", d), ("s", s)];
    sample.vertex_columns = columns.map(|(name, column)| (name.to_owned(), column)).into();
    sample.edge_columns = [("a", a), ("g", g)].map(|(name, column)| (name.to_owned(), column)).into();
    sample
}

fn small_integer(random: &mut StdRng) -> i64 {
    if random.random_bool(0.1) { i64::MIN } else { random.random_range(-2..5) }
}

fn big_integer(random: &mut StdRng) -> i64 {
    let around = [1 << 53, -(1 << 53), i64::MAX - 1, -i64::MAX + 1, 3_037_000_500][random.random_range(0..5)];
    around + random.random_range(-1..=1)
}

fn float(random: &mut StdRng) -> f64 {
    match random.random_range(0..12) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => 9_007_199_254_740_992.0,
        3 => -0.0,
        4..8 => f64::from(random.random_range(-2..5)),
        _ => f64::from(random.random_range(-20..50)) / 10.0,
    }
}
