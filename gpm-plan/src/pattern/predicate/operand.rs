//! The operands of a predicate: numbers as written, and attributes of vertices and edges of the pattern.

use std::ops::Range;

use super::calendar::date_like;
use super::parse::{Kind, Node, Parser, attribute_named, mismatch};
use super::print::is_bare;
use super::{Attribute, Calendar, Owner, Value};
use crate::error::{PatternError, PatternErrorKind, quoted_list};
use crate::pattern::{MAX_VERTICES, PairStates, Semantics};

impl<'a> Parser<'a> {
    /// Text in quotes of either kind.
    pub(super) fn text(&mut self) -> Result<String, PatternError> {
        if self.lexer.looks_at("\"") { self.lexer.quoted_text() } else { self.lexer.literal_text() }
    }

    /// What the literal after `date` and such words stands for, if `word` is one and a literal follows.
    pub(super) fn moment(&mut self, word: &str) -> Result<Option<Value>, PatternError> {
        let before = self.lexer.position();
        let Some(calendar) = Calendar::of_word(word) else { return Ok(None) };
        self.lexer.skip_blanks();
        let start = self.lexer.position();
        if !self.lexer.looks_at("'") && !self.lexer.looks_at("\"") {
            self.lexer.rewind(before);
            return Ok(None);
        }
        let text = self.text()?;
        let span = start..self.lexer.position();
        match calendar.read(text.trim()) {
            Some(value) => Ok(Some(Value::Moment(calendar, value))),
            None => Err(mismatch(calendar.form(), &format!("`{}`", &self.text[span.clone()]), span)),
        }
    }

    /// The number whose digits are at `span`, with the fraction and exponent that may follow.
    pub(super) fn literal(&mut self, span: Range<usize>) -> Result<Value, PatternError> {
        if let Some(length) = date_like(&self.text[span.start..]) {
            let whole = span.start..span.start + length;
            let error = mismatch("a number", &format!("`{}`", &self.text[whole.clone()]), whole);
            return Err(
                error.or_help("dates are written `date '2025-02-01'`; with blanks around it, a sign is arithmetic")
            );
        }
        let is_integer = self.text[span.clone()].bytes().all(|byte| byte.is_ascii_digit());
        let whole = span.start..self.lexer.rest_of_number(span);
        let digits = &self.text[whole.clone()];
        if is_integer && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return digits.parse().map(Value::Integer).map_err(|_| {
                let error = mismatch("an integer below 2^63", &format!("`{digits}`"), whole);
                error.or_help("with a decimal point it is read as a float")
            });
        }
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
        match digits.parse::<f64>() {
            Ok(value) if is_plain && value.is_finite() => Ok(Value::Decimal(value.to_bits())),
            _ => Err(mismatch("a number", &format!("`{digits}`"), whole)),
        }
    }

    /// `vertex link vertex ) .`, if that comes next; else nothing is taken.
    pub(super) fn edge(&mut self) -> Result<Option<Owner>, PatternError> {
        let before = self.lexer.position();
        let Some((left, link, right)) = self.link() else {
            self.lexer.rewind(before);
            return Ok(None);
        };
        let span = left.start..right.end;
        let name = |span: &Range<usize>| &self.text[span.clone()];
        let u = self.vertex(name(&left), left.clone())?;
        let v = self.vertex(name(&right), right.clone())?;
        match link {
            "->" => self.arc(u, v, span),
            "<-" => self.arc(v, u, span),
            _ => self.undirected(u, v, span),
        }
        .map(Some)
    }

    fn link(&mut self) -> Option<(Range<usize>, &'static str, Range<usize>)> {
        self.lexer.skip_blanks();
        let (_, left) = self.lexer.name("").ok()?;
        self.lexer.skip_blanks();
        let link = ["->", "<-", "-"].into_iter().find(|link| self.lexer.take(link))?;
        self.lexer.skip_blanks();
        let (_, right) = self.lexer.name("").ok()?;
        self.lexer.skip_blanks();
        (self.lexer.take(")") && self.lexer.take(".")).then_some((left, link, right))
    }

    fn undirected(&self, u: usize, v: usize, span: Range<usize>) -> Result<Owner, PatternError> {
        match self.states(u, v) {
            Some(PairStates::ANY_EDGE) => Ok(Owner::edge(u, v)),
            Some(_) => Err(self.bad_edge(u, v, "is directed", span).or_help(format!(
                "say which way: `({}->{})`",
                self.pattern.vertex_name(u),
                self.pattern.vertex_name(v)
            ))),
            None => Err(self.no_edge(u, v, span)),
        }
    }

    fn arc(&self, u: usize, v: usize, span: Range<usize>) -> Result<Owner, PatternError> {
        match self.states(u, v) {
            Some(PairStates::ANY_EDGE) => Err(self.bad_edge(u, v, "has no direction", span).or_help(format!(
                "write `({}-{})`",
                self.pattern.vertex_name(u),
                self.pattern.vertex_name(v)
            ))),
            Some(states) if !states.contains(PairStates::BACKWARD) => Ok(Owner::Arc(u, v)),
            Some(_) => Err(self.bad_edge(u, v, "goes the other way", span)),
            None => Err(self.no_edge(u, v, span)),
        }
    }

    /// The states of a pair that the pattern joins.
    fn states(&self, u: usize, v: usize) -> Option<PairStates> {
        let pair = self.pattern.constraint(u, v, Semantics::EdgeInduced);
        pair.is_positive().then_some(pair.allowed)
    }

    fn no_edge(&self, u: usize, v: usize, span: Range<usize>) -> PatternError {
        self.bad_edge(u, v, "is not part of the pattern", span).or_help("only edges of the pattern have attributes")
    }

    fn bad_edge(&self, u: usize, v: usize, why: &'static str, span: Range<usize>) -> PatternError {
        let name = |u: usize| self.pattern.vertex_name(u).to_owned();
        PatternError::new(PatternErrorKind::EdgeOperand { from: name(u), to: name(v), why }).at(Some(span))
    }

    pub(super) fn vertex(&self, name: &str, span: Range<usize>) -> Result<usize, PatternError> {
        self.pattern.vertex_by_name(name).ok_or_else(|| {
            let names = (0..self.pattern.num_vertices()).map(|u| self.pattern.vertex_name(u));
            PatternError::new(PatternErrorKind::UnknownVertex { vertex: name.to_owned() })
                .at(Some(span))
                .or_help(format!("the vertices are {}", quoted_list(names, "and")))
        })
    }

    /// What has the attributes of a name: the vertex, or the records of the set, one by one.
    pub(super) fn owner(&self, name: &str, span: Range<usize>) -> Result<usize, PatternError> {
        match self.pattern.set_number(name) {
            Some(number) if number >= MAX_VERTICES => {
                let kind =
                    PatternErrorKind::PredicateTooLarge { max: MAX_VERTICES, what: "vertices and sets of records" };
                Err(PatternError::new(kind).at(Some(span)))
            }
            Some(number) => Ok(number),
            None => self.vertex(name, span),
        }
    }

    /// The arguments of `name(…)`.
    pub(super) fn call(&mut self, start: usize, attribute: Attribute) -> Result<Node, PatternError> {
        self.lexer.demand("(", "`(` and a vertex after the name of a column")?;
        let (name, first) = self.argument()?;
        self.lexer.skip_blanks();
        let owner = if self.lexer.take(",") {
            let u = self.vertex(name, first)?;
            let (name, second) = self.argument()?;
            let v = self.vertex(name, second)?;
            let span = start..self.lexer.position();
            match self.states(u, v) {
                Some(PairStates::ANY_EDGE) | None => self.undirected(u, v, span)?,
                Some(_) => self.arc(u, v, span)?,
            }
        } else {
            Owner::Vertex(self.owner(name, first)?)
        };
        self.lexer.skip_blanks();
        self.lexer.demand(")", "`)`, or `,` and the other end of an edge")?;
        self.check_attribute(owner, &attribute, start)?;
        Ok(self.node(start, Kind::Number(Value::Attribute(owner, attribute))))
    }

    /// The name of a vertex, and its place.
    fn argument(&mut self) -> Result<(&'a str, Range<usize>), PatternError> {
        self.lexer.skip_blanks();
        self.lexer.name("a vertex name")
    }

    /// What stands after the dot.
    pub(super) fn attribute_name(&mut self, owner: Owner) -> Result<Attribute, PatternError> {
        let start = self.lexer.position();
        let attribute = match self.lexer.looks_at("\"") {
            true => Attribute::Column(self.lexer.quoted_text()?),
            false => {
                let (name, span) = self.lexer.name("the name of a column after `.`")?;
                if !is_bare(name) {
                    let error = mismatch("the name of a column", &format!("`{name}`"), span);
                    return Err(error.or_help("names that begin with a digit stand in double quotes"));
                }
                attribute_named(name)
            }
        };
        self.check_attribute(owner, &attribute, start)?;
        Ok(attribute)
    }

    fn check_attribute(&self, owner: Owner, attribute: &Attribute, start: usize) -> Result<(), PatternError> {
        let span = start..self.lexer.position();
        match (owner, attribute) {
            (Owner::Edge(..) | Owner::Arc(..), Attribute::Id) => {
                let error = mismatch("a column of edges", "`id`", span);
                Err(error.or_help("edges have no id; a column of that name is written `\"id\"`"))
            }
            (_, Attribute::Column(name)) if name.is_empty() => Err(mismatch("the name of a column", "`\"\"`", span)),
            _ => Ok(()),
        }
    }
}
