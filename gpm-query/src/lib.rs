//! Queries in Cypher: `MATCH … WHERE … RETURN …` becomes a sum of patterns, which gpm's engine counts or lists.
//!
//! A query is read ([`Question::read`]) into a value that prints itself: what is matched, what is demanded, what is returned. What it
//! matches is expanded into *terms*, patterns whose vertices are all different ([`Question::explain`] shows them): a relationship without a
//! direction is one of either, a relationship of variable length one of each, and nodes that may be the same vertex are once the same and
//! once not. Counts are counted by the planner's algebra where the rows ask for one variable or none, and listed where they ask for more.
//!
//! ```
//! use gpm::{Control, Engine, Graph};
//! use gpm_query::{Question, Value};
//!
//! let graph = Graph::from_directed_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
//! let question = Question::read("MATCH (a)-->(b)-->(c) WHERE a <> c RETURN count(*) AS paths")?;
//! let found = question.answer(&Engine::auto()?, &graph, &Control::new())?;
//! assert_eq!((found.columns[0].name.as_str(), &found.rows), ("paths", &vec![vec![Value::Integer(4)]]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod cypher;
mod error;
mod context;
mod evaluate;
mod expression;
mod kinds;
mod label_choices;
mod labels;
mod question;
mod terms;
mod value;

pub use answer::{Answer, Column};
pub use error::{QueryError, Refusal};
pub use question::Question;
pub use value::{Kind, Value};
