//! Values named one after the other, as in `a.name, (a->b).amount + fee as total`: what else to say of each match.

use super::Value;
use super::parse::{Parser, mismatch};
use super::print::is_bare;
use crate::error::PatternError;
use crate::pattern::Pattern;
use crate::pattern::set_edge::several_records;

/// What is said of each match: an attribute of its vertices and edges, or a number that is computed from some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What it is called: the name after `as`, or the text as it was written.
    pub text: String,
    /// Over pattern vertices.
    pub value: Value,
}

/// Reads values over `pattern` with commas between them. Spans refer to `text`, which errors do not hold yet.
pub(crate) fn operands(text: &str, pattern: &Pattern) -> Result<Vec<Operand>, PatternError> {
    let mut parser = Parser::new(text, 0, pattern);
    let mut found = Vec::new();
    loop {
        parser.lexer.skip_blanks();
        let node = parser.sum()?;
        let span = node.span.clone();
        let value = node.number()?;
        if value.vertices() == 0 {
            return Err(mismatch("an attribute such as `a.weight`", &format!("`{}`", &text[span.clone()]), span));
        }
        let of_sets = value.vertices() & !pattern.vertex_mask();
        if let Some(set) = pattern.sets.get((of_sets.trailing_zeros() as usize).wrapping_sub(pattern.num_vertices())) {
            return Err(several_records(set.name()).at(Some(span)));
        }
        let name = parser.name()?;
        found.push(Operand { text: name.unwrap_or_else(|| text[span].to_owned()), value });
        parser.lexer.skip_blanks();
        if parser.lexer.is_at_end() {
            return Ok(found);
        }
        parser.lexer.demand(",", "an operator, `as` and a name, `,` and another attribute, or the end")?;
    }
}

impl Parser<'_> {
    /// What stands after `as`, if that comes next.
    fn name(&mut self) -> Result<Option<String>, PatternError> {
        self.lexer.skip_blanks();
        if !self.lexer.take_word("as") {
            return Ok(None);
        }
        self.lexer.skip_blanks();
        if self.lexer.looks_at("\"") {
            return self.lexer.quoted_text().map(Some);
        }
        let (name, span) = self.lexer.name("a name after `as`")?;
        match is_bare(name) {
            true => Ok(Some(name.to_owned())),
            false => Err(mismatch("a name", &format!("`{name}`"), span)
                .or_help("names that begin with a digit stand in double quotes")),
        }
    }
}
