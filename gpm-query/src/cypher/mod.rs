//! Cypher → [`Question`]: text is read and names are resolved in one pass, and what gpm does not answer is refused by name, with its place.

mod clauses;
mod expressions;
mod matches;
mod predicates;
mod projections;
mod reader;
mod tokens;

use self::reader::Reader;
use crate::error::Wrong;
use crate::question::Question;

/// Reads a query.
pub(crate) fn read(text: &str) -> Result<Question, Wrong> {
    let tokens = tokens::tokens(text)?;
    let mut reader = Reader::new(text, &tokens);
    let mut branches = vec![reader.branch()?];
    let mut is_distinct = None;
    while reader.takes("union") {
        let distinct = !reader.takes("all");
        reader.takes("distinct");
        if is_distinct.is_some_and(|before| before != distinct) {
            return Err(Wrong::new(reader.before(), "`UNION` and `UNION ALL` do not go together"));
        }
        is_distinct = Some(distinct);
        reader.restart();
        let start = reader.here();
        let branch = reader.branch()?;
        if branch.names().ne(branches[0].names()) {
            return Err(Wrong::new(
                start.start..reader.before().end,
                "the parts of a union return columns of other names",
            ));
        }
        branches.push(branch);
    }
    reader.takes_sign(";");
    reader.ensure_end()?;
    Ok(Question { text: text.to_owned(), branches, is_distinct: is_distinct.unwrap_or(false) })
}
