//! Conditions on matches, and patterns in them.

use super::reader::Reader;
use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::{Expression, Node, Operator, Variable};

impl<'a> Reader<'a> {
    /// Reads a condition on matches, and keeps each part of an `and` by itself.
    pub(super) fn condition(&mut self) -> Result<(), Wrong> {
        let mut parts = vec![self.expression()?];
        while let Some(part) = parts.pop() {
            match part.node {
                Node::Binary(Operator::And, left, right) => parts.extend([*right, *left]),
                _ if part.has_aggregates() => {
                    return Err(Wrong::new(part.span, "aggregates are of all rows, and this asks about each")
                        .help("`WITH a, count(b) AS n WHERE n > 3`"));
                }
                Node::HasLabels(Variable::Vertex(node), labels) => {
                    let own = &mut self.reading.vertices[node].labels;
                    *own = own.and(&labels);
                }
                node => self.reading.conditions.push(Expression::new(node, part.span)),
            }
        }
        Ok(())
    }

    /// Whether a pattern begins here, and not an expression in parentheses: behind the closing one comes a relationship.
    pub(super) fn is_pattern(&self) -> bool {
        let (mut ahead, mut open) = (0, 0_usize);
        loop {
            match self.peek(ahead) {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                Token::End => return false,
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                break;
            }
        }
        let ahead = ahead + usize::from(self.is_sign(ahead, "<"));
        // `(a)--(b)`, `(a)-->(b)`, `(a)-[…]`; `(a) - (b)` is a difference.
        self.is_sign(ahead, "-")
            && (self.is_sign(ahead + 1, "[")
                || self.is_sign(ahead + 1, "-") && (self.is_sign(ahead + 2, "(") || self.is_sign(ahead + 2, ">")))
    }

    /// A pattern as a condition.
    pub(super) fn exists_pattern(&mut self) -> Result<Node, Wrong> {
        let (start, mut inner) = (self.here().start, self.inner());
        inner.path()?;
        if let Some(name) = inner.names.in_order.iter().find(|name| self.names.get(name).is_none()) {
            return Err(Wrong::new(start..inner.before().end, format!("`{name}` is not there")).help(
                "a pattern in a condition names what is matched; others have no name, or stand in `EXISTS { … }`",
            ));
        }
        self.exists(inner, start)
    }

    /// `EXISTS { MATCH … WHERE … }`, or without `MATCH`.
    pub(super) fn exists_query(&mut self) -> Result<Node, Wrong> {
        let start = self.here().start;
        self.demand_word("exists")?;
        self.demand("{")?;
        let mut inner = self.inner();
        inner.takes("match");
        inner.matched()?;
        while inner.takes("match") {
            inner.matched()?;
        }
        if !inner.is_sign(0, "}") {
            return Err(inner.expected("`}`: within `EXISTS` stands `MATCH … WHERE …`"));
        }
        inner.demand("}")?;
        self.exists(inner, start)
    }

    fn exists(&mut self, inner: Reader<'a>, start: usize) -> Result<Node, Wrong> {
        let subpattern = self.subpattern(inner, start)?;
        self.reading.subpatterns.push(subpattern);
        Ok(Node::Exists(self.reading.subpatterns.len() - 1))
    }
}
