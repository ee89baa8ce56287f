//! The terms of a reading, all in all.

use gpm::pattern::MAX_VERTICES;
use gpm::{EngineError, Graph};

use super::term::{MOST_TERMS, Term, Terms};
use super::{absent, expand, expressible, merge, text};
use crate::context::Context;
use crate::error::{QueryError, Refusal, Wrong};
use crate::question::Reading;

impl Reading {
    /// The conditions, by number, that are asked of the rows: all that gpm's language has not. Where rows are `counted`, those not that say of a relationship
    /// that it is absent.
    pub(crate) fn left(&self, graph: &Graph, counted: bool) -> Vec<usize> {
        let context = Context { graph, slots: &[] };
        let all = 0..self.conditions.len();
        let mut left: Vec<usize> =
            all.filter(|&at| !expressible::is_expressible(&self.conditions[at], self, context)).collect();
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
            if flat.num_vertices > MAX_VERTICES {
                let many = format!("this has more than {MAX_VERTICES} nodes, which is the most that a pattern has");
                return Err(refused(Wrong::new(0..text.len(), many)));
            }
            let choices = merge::merged(self, &flat, graph);
            if choices.len() > MOST_TERMS {
                return Err(too_many(text).into());
            }
            for merged in choices {
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
