//! A reading → a sum of terms: patterns whose vertices are all different, which is what gpm's engine matches.
//!
//! Three choices part a reading into terms, each match of it being in one: how long each chain of relationships is and which way each
//! relationship without a direction leads ([`expand`]), and which nodes, and which relationships, are the same ([`merge`]). What is counted may be a
//! difference ([`absent`]). [`text`] writes each term in gpm's language, and the conditions that the language has with it; others are asked of the rows.

mod absent;
mod expand;
mod merge;
mod text;

use gpm::{EngineError, Graph, Pattern};

use crate::error::{QueryError, Refusal, Wrong};
use crate::evaluate::Context;
use crate::question::Reading;

/// Terms of a query. *guess*: each is planned by itself, in about a millisecond.
const MOST_TERMS: usize = 4096;

/// One of the patterns that a reading is the sum of.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// None of a single node, which is no pattern: its rows are the vertices.
    pub(crate) pattern: Option<Pattern>,
    /// The vertex of the pattern that each node is.
    pub(crate) vertices: Vec<usize>,
    /// What each relationship is; of chains nothing.
    pub(crate) edges: Vec<Option<Place>>,
    /// Whether its matches are taken away from those of the others.
    pub(crate) is_negative: bool,
}

/// What a relationship is in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The vertex of the pattern that stands for a record.
    Record(usize),
    /// Between these vertices of the pattern.
    Arc(usize, usize),
}

/// The sum, and the conditions left, by number, which are asked of the rows.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) terms: Vec<Term>,
    pub(crate) left: Vec<usize>,
}

impl Reading {
    /// The conditions, by number, that are asked of the rows: all that gpm's language has not. Where rows are `counted`, those not that say of a relationship
    /// that it is absent.
    pub(crate) fn left(&self, graph: &Graph, counted: bool) -> Vec<usize> {
        let context = Context { graph, slots: &[] };
        let all = 0..self.conditions.len();
        let mut left: Vec<usize> =
            all.filter(|&at| !text::is_expressible(&self.conditions[at], self, context)).collect();
        if counted {
            let (_, said) = absent::absences(self, &left, graph);
            left.retain(|number| !said.contains(number));
        }
        left
    }

    /// The terms for a graph: its directions, labels and columns decide what they are. Terms that are taken away there are only where rows are
    /// `counted`.
    pub(crate) fn terms(&self, graph: &Graph, text: &str, counted: bool) -> Result<Terms, QueryError> {
        let context = Context { graph, slots: &[] };
        let refused = |wrong: Wrong| QueryError::from(wrong.within(text));
        for condition in &self.conditions {
            condition.truth(context).map_err(refused)?;
        }
        let not_said = self.left(graph, false);
        let (absences, _) = if counted { absent::absences(self, &not_said, graph) } else { Default::default() };
        let left = self.left(graph, counted);
        let mut terms = Vec::new();
        for flat in expand::expanded(self, graph).map_err(refused)? {
            for merged in merge::merged(self, &flat, graph) {
                for (is_negative, merged) in absent::signed(&merged, &absences, graph) {
                    let term = text::term(self, &merged, (&not_said, context)).map_err(EngineError::from)?;
                    terms.extend(term.map(|term| Term { is_negative, ..term }));
                }
                if terms.len() > MOST_TERMS {
                    return Err(too_many(text).into());
                }
            }
        }
        Ok(Terms { terms, left })
    }
}

fn too_many(text: &str) -> Refusal {
    Wrong::new(0..text.len(), format!("this is a sum of more than {MOST_TERMS} patterns"))
        .help("give nodes labels, relationships directions, and chains fewer lengths")
        .within(text)
}
