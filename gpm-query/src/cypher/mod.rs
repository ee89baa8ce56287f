//! Cypher → [`Question`]: text is read and names are resolved in one pass, and what gpm does not answer is refused by name, with its place.

mod clauses;
mod expressions;
mod matches;
mod moments;
mod predicates;
mod projections;
mod reader;
mod tokens;

use self::reader::Reader;
use crate::error::{Refusal, Wrong};
use crate::question::Question;

impl Question {
    /// Reads a query in Cypher: `MATCH`, `OPTIONAL MATCH`, `WHERE`, `WITH`, `RETURN`, `ORDER BY`, `SKIP`, `LIMIT`, `UNION`.
    ///
    /// ```
    /// use gpm_query::Question;
    ///
    /// assert!(Question::read("MATCH (a:Person)-[:KNOWS]->(b) RETURN a, count(b)").is_ok());
    /// let refused = Question::read("MATCH (a)-->(b) DELETE a").unwrap_err();
    /// assert_eq!(refused.message(), "`DELETE` changes a graph, and gpm only reads them");
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] for what is no Cypher, and, by name, for what gpm does not answer.
    pub fn read(text: &str) -> Result<Question, Refusal> {
        read(text).map_err(|wrong| wrong.within(text))
    }
}

/// Reads a query.
fn read(text: &str) -> Result<Question, Wrong> {
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
