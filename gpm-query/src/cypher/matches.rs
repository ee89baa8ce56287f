//! Patterns: nodes, relationships, labels.

use std::collections::BTreeSet;
use std::ops::Range;

use gpm::pattern::MAX_VERTICES;

use super::reader::Reader;
use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::{Expression, Node, Operator, Variable};
use crate::label_choices::Labels;
use crate::question::{Edge, Vertex};
use crate::value::Value;

impl Reader<'_> {
    /// Reads paths with commas between them.
    pub(super) fn pattern(&mut self) -> Result<(), Wrong> {
        loop {
            if matches!(self.peek(0), Token::Word(_) | Token::Quoted(_)) && self.is_sign(1, "=") {
                let name = &self.text[self.here()];
                return Err(Wrong::new(self.here(), "paths have no names here")
                    .help(format!("leave out `{name} =`, and return nodes and relationships")));
            }
            if self.is_word(0, "shortestpath") || self.is_word(0, "allshortestpaths") || self.is_word(0, "shortest") {
                return Err(Wrong::new(self.here(), "shortest paths are not answered"));
            }
            self.path()?;
            if !self.takes_sign(",") {
                return Ok(());
            }
        }
    }

    /// Reads a path: nodes with relationships between them.
    pub(super) fn path(&mut self) -> Result<(), Wrong> {
        let mut left = self.node()?;
        while self.is_sign(0, "-") || self.is_sign(0, "<") {
            left = self.relationship(left)?;
        }
        Ok(())
    }

    fn node(&mut self) -> Result<usize, Wrong> {
        self.demand("(").map_err(|_| self.expected("a node, such as `(a)`"))?;
        if self.is_sign(0, "(") {
            return Err(Wrong::new(self.here(), "parts of paths in parentheses are not answered")
                .help("a relationship may be repeated: `-[:KNOWS*1..3]->`, `-[:KNOWS]->{1,3}`"));
        }
        let place = self.here();
        let name = match self.peek(0) {
            Token::Word(word) if !word.eq_ignore_ascii_case("where") && !word.eq_ignore_ascii_case("is") => {
                Some(self.name("a name")?)
            }
            Token::Quoted(_) => Some(self.name("a name")?),
            _ => None,
        };
        let at = self.vertex(name, place)?;
        if self.takes_sign(":") || self.takes("is") {
            let labels = self.labels()?;
            let own = &mut self.reading.vertices[at].labels;
            *own = own.and(&labels);
        }
        for (key, value) in self.properties()? {
            let span = value.span.clone();
            let property = Expression::new(Node::Property(Variable::Vertex(at), key), span.clone());
            let equal = Node::Binary(Operator::Equal, Box::new(property), Box::new(value));
            self.reading.conditions.push(Expression::new(equal, span));
        }
        if self.takes("where") {
            self.condition()?;
        }
        self.demand(")")?;
        Ok(at)
    }

    /// The number of a node that is called so, or of a new one.
    fn vertex(&mut self, name: Option<String>, place: Range<usize>) -> Result<usize, Wrong> {
        let no_node = |name: &str| Wrong::new(place.clone(), format!("`{name}` is no node"));
        let known = name.as_ref().and_then(|name| self.names.get(name));
        if let (Some(name), Some(known)) = (&name, known) {
            let Variable::Vertex(at) = known else { return Err(no_node(name)) };
            return Ok(at);
        }
        let at = self.reading.vertices.len();
        if let Some(name) = &name {
            match self.outer.get(name) {
                Some(Variable::Vertex(outer)) => self.shared.push((at, outer)),
                None => {}
                Some(_) => return Err(no_node(name)),
            }
            self.names.insert(name, Variable::Vertex(at));
        }
        self.reading.vertices.push(Vertex { name, labels: Labels::default() });
        Ok(at)
    }

    /// Reads a relationship and the node behind it, which is given.
    fn relationship(&mut self, left: usize) -> Result<usize, Wrong> {
        let start = self.here().start;
        let leads_back = self.takes_sign("<");
        self.demand("-")?;
        let (mut name, mut types, mut length, mut properties) = (None, BTreeSet::new(), (1, 1), Vec::new());
        let is_open = self.takes_sign("[");
        if is_open {
            let place = self.here();
            if matches!(self.peek(0), Token::Word(word) if !["where", "is"].contains(&word.to_ascii_lowercase().as_str()))
                || matches!(self.peek(0), Token::Quoted(_))
            {
                let own = self.name("a name")?;
                if self.names.get(&own).or_else(|| self.outer.get(&own)).is_some() {
                    return Err(Wrong::new(place, format!("`{own}` is matched twice: a relationship has one place")));
                }
                self.names.insert(&own, Variable::Edge(self.reading.edges.len()));
                name = Some(own);
            }
            let place = self.here();
            if self.takes_sign(":") || self.takes("is") {
                match &self.labels()?.0[..] {
                    [] => {}
                    [one] => types.clone_from(one),
                    _ => return Err(Wrong::new(place.start..self.before().end, "a relationship has one type")),
                }
            }
            if self.takes_sign("*") {
                length = self.star()?;
            }
            properties = self.properties()?;
        }
        let edge = self.reading.edges.len();
        let (clause, span) = (self.clause, start..self.here().end);
        let is_value = |value: &Expression| !matches!(value.node, Node::Literal(Value::Null | Value::Boolean(_)));
        if let Some((_, value)) = properties.iter().find(|(_, value)| !is_value(value)) {
            return Err(Wrong::new(value.span.clone(), "properties of relationships are numbers, texts or moments"));
        }
        // Its ends are known behind it, and a condition in it asks about it.
        let unfinished =
            Edge { name, from: left, to: left, types, is_directed: true, length, clause, properties, span };
        self.reading.edges.push(unfinished);
        if is_open {
            if self.takes("where") {
                self.condition()?;
            }
            self.demand("]")?;
        }
        self.demand("-")?;
        let leads_on = self.takes_sign(">");
        if self.is_sign(0, "{") {
            let place = self.here();
            let length = self.braces()?;
            if self.reading.edges[edge].length != (1, 1) {
                return Err(Wrong::new(place, "a relationship has one length"));
            }
            let mut asked = Vec::new();
            self.reading.conditions.iter().for_each(|condition| condition.variables(&mut asked));
            if asked.contains(&Variable::Edge(edge)) {
                return Err(Wrong::new(
                    place,
                    "a chain of relationships has no conditions, but properties in its braces",
                ));
            }
            self.reading.edges[edge].length = length;
        } else if self.is_sign(0, "+") || self.is_sign(0, "*") {
            return Err(any_length(self.here()));
        }
        let right = self.node()?;
        let own = &mut self.reading.edges[edge];
        (own.from, own.to) = if leads_back && !leads_on { (right, left) } else { (left, right) };
        own.is_directed = leads_back != leads_on;
        Ok(right)
    }

    /// Reads what stands behind the star of a chain: `*2`, `*1..3`, `*..3`.
    fn star(&mut self) -> Result<(usize, usize), Wrong> {
        let start = self.before();
        let least = self.length()?;
        let (least, most) = match (self.takes_sign(".."), least) {
            (false, Some(exactly)) => (exactly, Some(exactly)),
            (false, None) => (1, None),
            (true, least) => (least.unwrap_or(1), self.length()?),
        };
        checked_length(least, most, start.start..self.before().end)
    }

    /// Reads `{2}`, `{1,3}` or `{,3}`.
    fn braces(&mut self) -> Result<(usize, usize), Wrong> {
        let start = self.here();
        self.demand("{")?;
        let least = self.length()?;
        let most = if self.takes_sign(",") { self.length()? } else { least };
        self.demand("}")?;
        checked_length(least.unwrap_or(0), most, start.start..self.before().end)
    }

    fn length(&mut self) -> Result<Option<usize>, Wrong> {
        let Token::Literal(Value::Integer(number)) = self.peek(0) else { return Ok(None) };
        let place = self.here();
        self.at += 1;
        match usize::try_from(*number) {
            Ok(number) if number <= MOST => Ok(Some(number)),
            _ => Err(Wrong::new(place, format!("chains have at most {MOST} relationships"))),
        }
    }

    /// The keys and values of `{key: value}`, if they come next.
    fn properties(&mut self) -> Result<Vec<(String, Expression)>, Wrong> {
        let mut all = Vec::new();
        if !self.takes_sign("{") {
            return Ok(all);
        }
        while !self.takes_sign("}") {
            if !all.is_empty() {
                self.demand(",")?;
            }
            let key = self.name("the name of a property")?;
            self.demand(":")?;
            let value = self.expression()?;
            if !matches!(value.node, Node::Literal(_)) {
                let wrong = "a property in a pattern is a literal: write a condition after `WHERE`";
                return Err(Wrong::new(value.span, wrong));
            }
            all.push((key, value));
        }
        Ok(all)
    }

    /// The labels behind a colon: `A|B`, `A&B`, `A:B`, `A|:B`, `%`, parentheses.
    pub(super) fn labels(&mut self) -> Result<Labels, Wrong> {
        let mut all = self.both_labels()?;
        while self.takes_sign("|") {
            self.takes_sign(":");
            let other = self.both_labels()?;
            // Each choice of the whole takes one of the choices of either.
            let joined = all.0.iter().flat_map(|one| other.0.iter().map(move |other| one | other));
            all = Labels(joined.collect());
            if all.0.len() > MOST_CHOICES || all.0.iter().any(|choice| choice.len() > MOST_CHOICES) {
                return Err(Wrong::new(self.here(), format!("labels are at most {MOST_CHOICES} choices of as many")));
            }
        }
        Ok(all)
    }

    fn both_labels(&mut self) -> Result<Labels, Wrong> {
        let mut all = self.label()?;
        while self.takes_sign("&") || self.takes_sign(":") {
            all = all.and(&self.label()?);
        }
        Ok(all)
    }

    fn label(&mut self) -> Result<Labels, Wrong> {
        if self.takes_sign("(") {
            self.deeper()?;
            let inner = self.labels()?;
            self.depth -= 1;
            self.demand(")")?;
            return Ok(inner);
        }
        if self.takes_sign("%") {
            return Ok(Labels::default());
        }
        if self.is_sign(0, "!") {
            return Err(
                Wrong::new(self.here(), "labels that must not be there are not answered here").help("`WHERE NOT a:A`")
            );
        }
        Ok(Labels(vec![BTreeSet::from([self.name("a label")?])]))
    }
}

/// Choices of labels, and labels in one. *guess*: the choices of `(A&B)|(C&D)|…` double with each part.
const MOST_CHOICES: usize = 256;

/// Relationships of a chain: longer ones are no patterns.
const MOST: usize = MAX_VERTICES - 1;

fn checked_length(least: usize, most: Option<usize>, span: Range<usize>) -> Result<(usize, usize), Wrong> {
    match most {
        Some(most) if most < least => Err(Wrong::new(span, "at most is less than at least")),
        Some(most) => Ok((least, most)),
        None => Err(any_length(span)),
    }
}

fn any_length(span: Range<usize>) -> Wrong {
    Wrong::new(span, "chains of any length are not answered").help("name the longest: `*1..3`")
}
