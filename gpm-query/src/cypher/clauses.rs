//! The clauses of a query, in their order.

use std::ops::Range;

use super::reader::Reader;
use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::Variable;
use crate::question::{Branch, Reading};

impl Branch {
    /// The names of its columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.projections.last().into_iter().flat_map(|last| &last.items).map(|item| item.name.as_str())
    }
}

impl Reader<'_> {
    /// Reads one `MATCH … RETURN …`.
    pub(super) fn branch(&mut self) -> Result<Branch, Wrong> {
        let (start, mut projections) = (self.here(), Vec::new());
        loop {
            let clause = self.here();
            let Token::Word(word) = self.step() else {
                self.at = self.at.saturating_sub(usize::from(self.before() == clause));
                return Err(match self.reading.vertices.is_empty() {
                    true => self.expected("`MATCH`"),
                    false => self.expected("`RETURN`").help("such as `RETURN count(*)`"),
                });
            };
            let has_with = !projections.is_empty();
            match word.to_ascii_lowercase().as_str() {
                "match" | "optional" if has_with => {
                    return Err(
                        Wrong::new(clause, "a `MATCH` after `WITH` is not answered").help("match all of it before")
                    );
                }
                "optional" => {
                    self.demand_word("match")?;
                    self.optional()?;
                }
                "match" if !self.reading.optional.is_empty() => {
                    return Err(Wrong::new(
                        clause,
                        "a `MATCH` after `OPTIONAL MATCH` is not answered: write it before",
                    ));
                }
                "match" => self.matched()?,
                "with" => projections.push(self.projection(true)?),
                "return" => {
                    projections.push(self.projection(false)?);
                    break;
                }
                "where" => {
                    return Err(Wrong::new(clause, "`WHERE` stands behind `MATCH`, `OPTIONAL MATCH` or `WITH`, once"));
                }
                "create" | "insert" | "merge" | "delete" | "detach" | "set" | "remove" | "foreach" | "drop" => {
                    let changes = format!("`{}` changes a graph, and gpm only reads them", word.to_uppercase());
                    return Err(Wrong::new(clause, changes));
                }
                "load" => return Err(Wrong::new(clause, "`LOAD CSV` is not answered: name the file as the graph")),
                "use" => return Err(Wrong::new(clause, "`USE` is not answered: the graph is named beside the query")),
                "call" | "unwind" | "let" | "filter" | "finish" | "next" | "select" | "for" | "show" | "explain"
                | "profile" => {
                    return Err(Wrong::new(clause, format!("`{}` is not answered", word.to_uppercase())));
                }
                _ => {
                    self.at -= 1;
                    return Err(self.expected("a clause, such as `MATCH` or `RETURN`"));
                }
            }
        }
        let span = start.start..self.before().end;
        let reading = std::mem::take(&mut self.reading);
        if reading.vertices.is_empty() {
            return Err(Wrong::new(span, "there is no `MATCH`"));
        }
        reading.ensure_connected(span)?;
        Ok(Branch { reading, projections })
    }

    /// Reads what stands behind `MATCH`.
    pub(super) fn matched(&mut self) -> Result<(), Wrong> {
        self.matching()?;
        if ["all", "any", "shortest", "walk", "trail", "simple", "acyclic"].iter().any(|word| self.is_word(0, word)) {
            return Err(Wrong::new(self.here(), "choices of paths and path modes are not answered").help(
                "`MATCH REPEATABLE ELEMENTS` has walks, `MATCH DIFFERENT EDGES` trails, `MATCH DIFFERENT NODES` acyclic paths",
            ));
        }
        self.pattern()?;
        self.clause += 1;
        if self.is_word(0, "using") {
            return Err(Wrong::new(self.here(), "hints are not taken: gpm plans by what it measures"));
        }
        if self.takes("where") { self.condition() } else { Ok(()) }
    }

    /// Reads what stands behind `OPTIONAL MATCH`. Its own names stand for whether, and how often, it is there.
    fn optional(&mut self) -> Result<(), Wrong> {
        let (start, mut inner) = (self.here().start, self.inner());
        inner.matched()?;
        let names = std::mem::take(&mut inner.names);
        let subpattern = self.subpattern(inner, start)?;
        if subpattern.shared.len() != 1 {
            return Err(Wrong::new(
                subpattern.span,
                "an optional pattern may share one node with what is matched before",
            ));
        }
        let number = self.reading.optional.len();
        for name in names.in_order.iter().filter(|name| self.names.get(name).is_none()).collect::<Vec<_>>() {
            self.names.insert(name, Variable::Optional(number));
        }
        self.reading.optional.push(subpattern);
        Ok(())
    }
}

impl Reading {
    /// Refuses parts that do not meet: their matches would be all pairs.
    pub(super) fn ensure_connected(&self, span: Range<usize>) -> Result<(), Wrong> {
        let mut reached = vec![false; self.vertices.len()];
        let mut next = vec![0];
        while let Some(v) = next.pop() {
            if !std::mem::replace(&mut reached[v], true) {
                let ends = self.edges.iter().filter(|edge| edge.from == v || edge.to == v);
                next.extend(ends.map(|edge| edge.from + edge.to - v));
            }
        }
        match reached.iter().position(|reached| !reached) {
            None => Ok(()),
            Some(apart) => {
                let name = self.vertices[apart].name.as_ref().map_or("a node".to_owned(), |name| format!("`{name}`"));
                Err(Wrong::new(span, format!("{name} is not joined to the rest: all pairs of matches are no pattern"))
                    .help("ask for each part by itself"))
            }
        }
    }
}
