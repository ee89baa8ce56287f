//! What is read of a query so far, and what comes next.

use std::collections::BTreeMap;
use std::ops::Range;

use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::Variable;
use crate::question::{Matching, Reading, Subpattern};

/// Reads the clauses of one `MATCH … RETURN …`.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    /// The token that comes next.
    pub(super) at: usize,
    pub(super) reading: Reading,
    /// Whether a clause has named what may be matched twice.
    pub(super) has_mode: bool,
    pub(super) names: Names,
    /// Nodes of the pattern around, which this one may name: of patterns in conditions, and optional ones.
    pub(super) outer: Names,
    /// Which nodes are nodes of the pattern around.
    pub(super) shared: Vec<(usize, usize)>,
    pub(super) clause: usize,
    /// How deep in expressions it is.
    pub(super) depth: usize,
}

/// What names stand for, and the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    of: BTreeMap<String, Variable>,
    pub(super) in_order: Vec<String>,
}

impl Names {
    pub(super) fn get(&self, name: &str) -> Option<Variable> {
        self.of.get(name).copied()
    }

    pub(super) fn insert(&mut self, name: &str, variable: Variable) {
        if self.of.insert(name.to_owned(), variable).is_none() {
            self.in_order.push(name.to_owned());
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [(Token, Range<usize>)]) -> Self {
        let (names, outer) = (Names::default(), Names::default());
        let reading = Reading::default();
        Reader { text, tokens, at: 0, reading, has_mode: false, names, outer, shared: Vec::new(), clause: 0, depth: 0 }
    }

    /// Begins another part of a union.
    pub(super) fn restart(&mut self) {
        *self = Reader { at: self.at, ..Reader::new(self.text, self.tokens) };
    }

    /// A reader of a pattern around this one's nodes, which goes on where this one is.
    pub(super) fn inner(&self) -> Reader<'a> {
        let mut outer = self.outer.clone();
        self.names.in_order.iter().for_each(|name| outer.insert(name, self.names.of[name]));
        let mut inner = Reader { at: self.at, outer, depth: self.depth, ..Reader::new(self.text, self.tokens) };
        inner.reading.matching = self.reading.matching;
        inner
    }

    /// What an inner reader read since `start`. This one goes on behind it.
    pub(super) fn subpattern(&mut self, inner: Reader<'a>, start: usize) -> Result<Subpattern, Wrong> {
        self.at = inner.at;
        let span = start..self.before().end;
        if inner.shared.is_empty() {
            return Err(Wrong::new(span, "this pattern names none of the nodes matched before")
                .help("a pattern in a condition, or an optional one, starts from nodes that are there"));
        }
        inner.reading.ensure_connected(span.clone())?;
        Ok(Subpattern { reading: inner.reading, shared: inner.shared, span })
    }

    /// The place of the token that comes next.
    pub(super) fn here(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// The place of the token before.
    pub(super) fn before(&self) -> Range<usize> {
        self.at.checked_sub(1).map_or(0..0, |at| self.tokens[at].1.clone())
    }

    /// The token `ahead` of the next one.
    pub(super) fn peek(&self, ahead: usize) -> &'a Token {
        let at = (self.at + ahead).min(self.tokens.len() - 1);
        &self.tokens[at].0
    }

    pub(super) fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.peek(ahead), Token::Sign(own) if *own == sign)
    }

    /// Whether a keyword stands `ahead` of the next token.
    pub(super) fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek(ahead), Token::Word(own) if own.eq_ignore_ascii_case(word))
    }

    pub(super) fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(0, sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes a keyword, if it comes next.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let is_next = self.is_word(0, word);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes several keywords, if they come next.
    pub(super) fn takes_all(&mut self, words: &[&str]) -> bool {
        let are_next = words.iter().enumerate().all(|(ahead, word)| self.is_word(ahead, word));
        self.at += if are_next { words.len() } else { 0 };
        are_next
    }

    pub(super) fn demand(&mut self, sign: &str) -> Result<(), Wrong> {
        if self.takes_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub(super) fn demand_word(&mut self, word: &str) -> Result<(), Wrong> {
        if self.takes(word) { Ok(()) } else { Err(self.expected(&format!("`{}`", word.to_uppercase()))) }
    }

    /// Takes a name.
    pub(super) fn name(&mut self, what: &str) -> Result<String, Wrong> {
        let (Token::Word(name) | Token::Quoted(name)) = self.peek(0) else { return Err(self.expected(what)) };
        self.at += 1;
        Ok(name.clone())
    }

    /// Takes a token that is there.
    pub(super) fn step(&mut self) -> &'a Token {
        let token = self.peek(0);
        self.at += usize::from(*token != Token::End);
        token
    }

    pub(super) fn expected(&self, what: &str) -> Wrong {
        let found = &self.text[self.here()];
        let found = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        Wrong::new(self.here(), format!("expected {what}, found {found}"))
    }

    pub(super) fn ensure_end(&self) -> Result<(), Wrong> {
        if *self.peek(0) == Token::End { Ok(()) } else { Err(self.expected("the end of the query")) }
    }

    /// What a name stands for; `at` is its place.
    pub(super) fn named(&self, name: &str, at: Range<usize>) -> Result<Variable, Wrong> {
        if self.names.get(name).is_none() && self.outer.get(name).is_some() {
            return Err(Wrong::new(
                at,
                format!("`{name}` is of the pattern around, and this one asks about its own nodes"),
            ));
        }
        let variable = self.names.get(name).ok_or_else(|| {
            let names = self.names.in_order.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let wrong = Wrong::new(at.clone(), format!("`{name}` is not there"));
            if names.is_empty() { wrong } else { wrong.help(format!("there are {names}")) }
        })?;
        let is_chain = |edge: usize| self.reading.edges.get(edge).is_some_and(|edge| edge.length != (1, 1));
        match variable {
            Variable::Edge(edge) if is_chain(edge) => {
                Err(Wrong::new(at, format!("`{name}` is a chain of relationships, which is no value here")))
            }
            variable => Ok(variable),
        }
    }

    /// What may be matched twice, as the words behind `MATCH` say.
    pub(super) fn matching(&mut self) -> Result<(), Wrong> {
        let start = self.here();
        let modes = [
            (Matching::DifferentEdges, "different", &["edge", "edges", "relationship", "relationships"][..]),
            (Matching::DifferentNodes, "different", &["node", "nodes"][..]),
            (Matching::Repeatable, "repeatable", &["element", "elements"][..]),
        ];
        let found =
            modes.iter().find(|(_, first, seconds)| seconds.iter().any(|second| self.takes_all(&[first, second])));
        let Some(&(matching, ..)) = found else { return Ok(()) };
        let _ = self.takes("bindings") || self.takes("binding");
        if (self.clause > 0 || self.has_mode) && self.reading.matching != matching {
            let span = start.start..self.before().end;
            return Err(Wrong::new(
                span,
                "the match modes of a query must be the same, and stand in its first `MATCH`",
            ));
        }
        (self.reading.matching, self.has_mode) = (matching, true);
        Ok(())
    }
}
