//! Attributes named one after the other, as in `a.name, (a->b).amount`: what else to say of each match.

use super::parse::{Parser, mismatch};
use super::{Attribute, Owner, Value};
use crate::error::PatternError;
use crate::pattern::Pattern;

/// An attribute of a vertex or an edge of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// As it was written.
    pub text: String,
    /// The vertex or the edge, by pattern vertices.
    pub owner: Owner,
    /// Which of its attributes.
    pub attribute: Attribute,
}

/// Reads attributes of `pattern` with commas between them. Spans refer to `text`, which errors do not hold yet.
pub(crate) fn operands(text: &str, pattern: &Pattern) -> Result<Vec<Operand>, PatternError> {
    let mut parser = Parser::new(text, 0, pattern);
    let mut found = Vec::new();
    loop {
        parser.lexer.skip_blanks();
        let start = parser.lexer.position();
        let value = parser.operand()?.number()?;
        let span = start..parser.lexer.position();
        let Value::Attribute(owner, attribute) = value else {
            return Err(mismatch("an attribute such as `a.weight`", &format!("`{}`", &text[span.clone()]), span));
        };
        found.push(Operand { text: text[span].to_owned(), owner, attribute });
        parser.lexer.skip_blanks();
        if parser.lexer.is_at_end() {
            return Ok(found);
        }
        parser.lexer.demand(",", "`,` and another attribute, or the end")?;
    }
}
