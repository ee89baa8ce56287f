//! Reading a predicate.
//!
//! ```text
//! predicate  = both { ( "or" | "||" ) both }
//! both       = single { ( "and" | "&&" ) single }
//! single     = ( "not" | "!" ) single | sum [ ( "<" | "<=" | ">" | ">=" | "==" | "=" | "!=" ) sum ]
//!            | sum "is" [ "not" ] "null" | sum [ "not" ] words
//! words      = "in" "(" sum { "," sum } ")" | "between" sum "and" sum
//!            | ( "like" | "starts" "with" | "ends" "with" | "contains" ) text
//! sum        = product { ( "+" | "-" ) product }
//! product    = signed { ( "*" | "/" | "%" ) signed }
//! signed     = "-" signed | operand
//! operand    = integer | decimal | text | ( "date" | "time" | "timestamp" | "interval" ) text | "(" predicate ")"
//!            | vertex "." column | column "(" vertex ")" | aggregate                           see `set.rs`
//!            | "(" vertex ( "-" | "->" | "<-" ) vertex ")" "." column | column "(" vertex "," vertex ")"
//! text       = 'in single quotes, where two stand for one' | quoted string
//! column     = letters, digits and "_" | quoted string;  `id` without quotes is the vertex's id
//! ```

use std::ops::Range;

use super::{Attribute, Comparison, Condition, Division, Owner, Predicate, Value};
use crate::error::{PatternError, PatternErrorKind};
use crate::pattern::Pattern;
use crate::pattern::lexer::Lexer;

/// Operands and operators of a predicate, at most: a bound on memory and time for hostile input. *guess*
const MAX_PARTS: usize = 1000;
/// Parentheses and signs around one operand, at most, so that reading them does not exhaust the stack. *guess*
const MAX_DEPTH: usize = 64;

/// Reads the predicate on `pattern` that goes from byte `start` of `text` to its end. Spans refer to `text`, which errors do not
/// hold yet.
pub(crate) fn parse(text: &str, start: usize, pattern: &Pattern) -> Result<Predicate, PatternError> {
    let mut parser = Parser::new(text, start, pattern);
    parser.lexer.skip_blanks();
    let condition = parser.either()?.condition()?;
    parser.lexer.skip_blanks();
    match parser.lexer.peek() {
        None => Ok(Predicate::new(condition)),
        Some(':') => {
            let error = parser.lexer.unexpected("an operator or the end of the predicate");
            Err(error.or_help("times are written `time '12:30:00'`"))
        }
        Some('<' | '>' | '=') => {
            let error = parser.lexer.unexpected("`and`, `or` or the end after a comparison");
            Err(error.or_help("comparisons do not chain: write `x < y and y < z`"))
        }
        Some(_) => {
            let error = parser.lexer.unexpected("an operator or the end of the predicate");
            Err(error.or_help("conditions are joined by `and` and `or`"))
        }
    }
}

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) text: &'a str,
    pub(super) pattern: &'a Pattern,
    num_parts: usize,
    depth: usize,
}

/// A number or a truth, and where it stands.
#[derive(Clone)]
pub(super) struct Node {
    kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Clone)]
pub(super) enum Kind {
    Number(Value),
    Truth(Condition),
}

impl Node {
    pub(super) fn number(self) -> Result<Value, PatternError> {
        match self.kind {
            Kind::Number(value) => Ok(value),
            Kind::Truth(_) => Err(mismatch("a number", "a condition", self.span)),
        }
    }

    /// The number, for arithmetic.
    fn term(self) -> Result<Value, PatternError> {
        let span = self.span.clone();
        match self.number()? {
            Value::Text(_) => Err(mismatch("a number", "text", span).or_help("text is compared by `=`, `!=` or `in`")),
            value => Ok(value),
        }
    }

    fn condition(self) -> Result<Condition, PatternError> {
        match self.kind {
            Kind::Truth(condition) => Ok(condition),
            Kind::Number(_) => Err(mismatch("a comparison", "a number", self.span)
                .or_help("compare it: `<`, `<=`, `>`, `>=`, `==` or `!=`")),
        }
    }
}

pub(super) fn mismatch(expected: &'static str, found: &str, span: Range<usize>) -> PatternError {
    let kind = PatternErrorKind::Syntax { expected, found: found.to_owned() };
    PatternError::new(kind).at(Some(span))
}

impl<'a> Parser<'a> {
    /// Reads `text` from byte `start`.
    pub(super) fn new(text: &'a str, start: usize, pattern: &'a Pattern) -> Self {
        Self { lexer: Lexer::starting_at(text, start), text, pattern, num_parts: 0, depth: 0 }
    }
}

impl Parser<'_> {
    // ---- conditions ---------------------------------------------------------------------------------------------

    fn either(&mut self) -> Result<Node, PatternError> {
        self.chain(&["||"], "or", Self::both, Condition::any)
    }

    fn both(&mut self) -> Result<Node, PatternError> {
        self.chain(&["&&"], "and", Self::single, Condition::all)
    }

    /// One or more of what `next` reads, with a sign or word between them.
    fn chain(
        &mut self,
        signs: &[&str],
        word: &str,
        next: fn(&mut Self) -> Result<Node, PatternError>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Node, PatternError> {
        let first = next(self)?;
        let mut span = first.span.clone();
        if !self.takes(signs, word)? {
            return Ok(first);
        }
        let mut conditions = vec![first.condition()?];
        loop {
            let node = next(self)?;
            span.end = node.span.end;
            conditions.push(node.condition()?);
            if !self.takes(signs, word)? {
                return Ok(Node { kind: Kind::Truth(join(conditions)), span });
            }
        }
    }

    /// Takes one of the signs, or the word where it is no part of a longer one.
    fn takes(&mut self, signs: &[&str], word: &str) -> Result<bool, PatternError> {
        self.lexer.skip_blanks();
        let found = signs.iter().any(|sign| self.lexer.take(sign)) || self.lexer.take_word(word);
        if found {
            self.part()?;
            self.lexer.skip_blanks();
        }
        Ok(found)
    }

    fn single(&mut self) -> Result<Node, PatternError> {
        let start = self.lexer.position();
        let is_not = (!self.lexer.looks_at("!=") && self.lexer.take("!")) || self.lexer.take_word("not");
        if is_not {
            self.part()?;
            self.lexer.skip_blanks();
            let inner = self.nested(Self::single)?;
            let span = start..inner.span.end;
            return Ok(Node { kind: Kind::Truth(inner.condition()?.negated()), span });
        }
        let left = self.sum()?;
        self.lexer.skip_blanks();
        let start = left.span.start;
        let condition = if let Some(condition) = self.worded(&left)? {
            condition
        } else {
            let Some(sign) = self.comparison() else { return Ok(left) };
            self.part()?;
            self.lexer.skip_blanks();
            let right = self.sum()?;
            sign.of(left.number()?, right.number()?)
        };
        let span = start..self.lexer.position();
        if condition.has_constant() {
            return Err(PatternError::new(PatternErrorKind::ConstantComparison)
                .at(Some(span))
                .or_help("compare an attribute of a vertex, as in `a.weight < 10`"));
        }
        Ok(Node { kind: Kind::Truth(condition), span })
    }

    /// The values in parentheses after `in`: that `value` is one of them, or none.
    pub(super) fn listed(&mut self, value: Value, is_in: bool) -> Result<Condition, PatternError> {
        self.lexer.skip_blanks();
        self.lexer.demand("(", "`(` and the values after `in`")?;
        let comparison = if is_in { Comparison::Equal } else { Comparison::NotEqual };
        let mut conditions = Vec::new();
        loop {
            self.part()?;
            self.lexer.skip_blanks();
            let one = self.sum()?.number()?;
            conditions.push(Condition::compare(comparison, value.clone(), one));
            self.lexer.skip_blanks();
            if !self.lexer.take(",") {
                break;
            }
        }
        self.lexer.demand(")", "`,` or `)` after a value")?;
        Ok(if is_in { Condition::any(conditions) } else { Condition::all(conditions) })
    }

    fn comparison(&mut self) -> Option<Sign> {
        const SIGNS: [(&str, Sign); 7] = [
            ("<=", Sign::Plain(Comparison::LessOrEqual)),
            (">=", Sign::Turned(Comparison::LessOrEqual)),
            ("==", Sign::Plain(Comparison::Equal)),
            ("=", Sign::Plain(Comparison::Equal)),
            ("!=", Sign::Plain(Comparison::NotEqual)),
            ("<", Sign::Plain(Comparison::Less)),
            (">", Sign::Turned(Comparison::Less)),
        ];
        SIGNS.into_iter().find(|(sign, _)| self.lexer.take(sign)).map(|(_, sign)| sign)
    }

    // ---- numbers ------------------------------------------------------------------------------------------------

    pub(super) fn sum(&mut self) -> Result<Node, PatternError> {
        self.operators(&["+", "-"], Self::product, |sign, left, right| {
            Value::sum([left, if sign == "-" { right.negative() } else { right }])
        })
    }

    fn product(&mut self) -> Result<Node, PatternError> {
        self.operators(&["*", "/", "%"], Self::signed, |sign, left, right| match sign {
            "*" => Value::product([left, right]),
            "/" => Value::Divided(Division::Quotient, Box::new([left, right])),
            _ => Value::Divided(Division::Remainder, Box::new([left, right])),
        })
    }

    /// One or more of what `next` reads, with signs between them that `join` takes from the left.
    fn operators(
        &mut self,
        signs: &[&str],
        next: fn(&mut Self) -> Result<Node, PatternError>,
        join: fn(&str, Value, Value) -> Value,
    ) -> Result<Node, PatternError> {
        let mut left = next(self)?;
        loop {
            self.lexer.skip_blanks();
            let Some(sign) = signs.iter().find(|sign| self.lexer.take(sign)) else { return Ok(left) };
            self.part()?;
            self.lexer.skip_blanks();
            let right = next(self)?;
            let span = left.span.start..right.span.end;
            let value = join(sign, left.term()?, right.term()?);
            left = Node { kind: Kind::Number(value), span };
        }
    }

    fn signed(&mut self) -> Result<Node, PatternError> {
        let start = self.lexer.position();
        if !self.lexer.take("-") {
            return self.operand();
        }
        self.part()?;
        self.lexer.skip_blanks();
        let inner = self.nested(Self::signed)?;
        let span = start..inner.span.end;
        Ok(Node { kind: Kind::Number(inner.term()?.negative()), span })
    }

    pub(super) fn operand(&mut self) -> Result<Node, PatternError> {
        self.part()?;
        let start = self.lexer.position();
        if self.lexer.take("(") {
            if let Some(owner) = self.edge()? {
                let attribute = self.attribute_name(owner)?;
                return Ok(self.node(start, Kind::Number(Value::Attribute(owner, attribute))));
            }
            self.lexer.skip_blanks();
            let inner = self.nested(Self::either)?;
            self.lexer.skip_blanks();
            self.lexer.demand(")", "an operator or `)`")?;
            return Ok(self.node(start, inner.kind));
        }
        if self.lexer.looks_at("'") || self.lexer.looks_at("\"") {
            let is_double = self.lexer.looks_at("\"");
            let text = self.text()?;
            return match is_double && self.lexer.looks_at("(") {
                true => self.call(start, Attribute::Column(text)),
                false => Ok(self.node(start, Kind::Number(Value::Text(text)))),
            };
        }
        let (word, span) = self.lexer.name("a number, an attribute such as `a.weight`, or `(`")?;
        if let Some(value) = self.moment(word)? {
            return Ok(self.node(start, Kind::Number(value)));
        }
        if let Some(aggregate) = self.aggregate(word, start)? {
            return Ok(aggregate);
        }
        if self.lexer.looks_at("(") {
            return self.call(start, attribute_named(word));
        }
        let is_digits = word.starts_with(|c: char| c.is_ascii_digit());
        if self.lexer.looks_at(".") && !(is_digits && self.lexer.looks_at_fraction()) {
            let owner = Owner::Vertex(self.owner(word, span)?);
            self.lexer.take(".");
            let attribute = self.attribute_name(owner)?;
            return Ok(self.node(start, Kind::Number(Value::Attribute(owner, attribute))));
        }
        if is_digits {
            let value = self.literal(span)?;
            return Ok(self.node(start, Kind::Number(value)));
        }
        let error = match self.pattern.vertex_by_name(word) {
            Some(_) => mismatch("a number", &format!("the vertex `{word}`"), span)
                .or_help(format!("read an attribute of it: `{word}.weight`, or `{word}.id` for its id")),
            None => mismatch("a number or an attribute", &format!("`{word}`"), span)
                .or_help("attributes are read as `a.weight` or `weight(a)`"),
        };
        Err(error)
    }

    pub(super) fn node(&self, start: usize, kind: Kind) -> Node {
        Node { kind, span: start..self.lexer.position() }
    }

    /// Counts one more operand or operator.
    pub(super) fn part(&mut self) -> Result<(), PatternError> {
        self.num_parts += 1;
        self.limit(self.num_parts, MAX_PARTS, "operands and operators")
    }

    /// Reads what is one level deeper.
    fn nested(&mut self, read: fn(&mut Self) -> Result<Node, PatternError>) -> Result<Node, PatternError> {
        self.depth += 1;
        self.limit(self.depth, MAX_DEPTH, "levels")?;
        let node = read(self);
        self.depth -= 1;
        node
    }

    fn limit(&self, number: usize, max: usize, what: &'static str) -> Result<(), PatternError> {
        let at = self.lexer.position();
        match number <= max {
            true => Ok(()),
            false => Err(PatternError::new(PatternErrorKind::PredicateTooLarge { max, what }).at(Some(at..at))),
        }
    }
}

/// A comparison as written.
#[derive(Clone, Copy)]
enum Sign {
    Plain(Comparison),
    /// With the operands in the other order.
    Turned(Comparison),
}

impl Sign {
    fn of(self, left: Value, right: Value) -> Condition {
        match self {
            Sign::Plain(comparison) => Condition::compare(comparison, left, right),
            Sign::Turned(comparison) => Condition::compare(comparison, right, left),
        }
    }
}

/// What a name without quotes stands for.
pub(super) fn attribute_named(name: &str) -> Attribute {
    if name == "id" { Attribute::Id } else { Attribute::Column(name.to_owned()) }
}
