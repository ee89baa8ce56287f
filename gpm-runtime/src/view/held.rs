//! Conditions of a pattern on whole matches, for whoever has no nest.

use gpm_plan::nest::Column;
use gpm_plan::nest::filter::test;
use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;

use super::BindError;
use super::filter::Filters;
use super::literals::with_literals;
use crate::graph::{Graph, VertexId};

/// What a pattern demands of the attributes of a match, bound to a graph.
#[derive(Debug)]
pub(crate) struct Held<'g>(Filters<'g>);

impl<'g> Held<'g> {
    /// The conditions of a pattern.
    ///
    /// # Errors
    /// [`BindError`] if the graph has no such columns, or a condition is code.
    pub(crate) fn new(graph: &'g Graph, pattern: &Pattern) -> Result<Held<'g>, BindError> {
        if let Some(code) = pattern.predicate().codes().next() {
            return Err(BindError::Code { condition: code.text.clone() });
        }
        let meant = with_literals(graph, Query::from(pattern.clone())).pattern;
        let conditions = meant.predicate().conjuncts();
        let columns = Column::read_by(conditions);
        let filters = Filters::bind(graph, &columns, conditions)?;
        let tests = |kinds: &[_]| vec![conditions.iter().map(|condition| test(condition, &columns, kinds)).collect()];
        Ok(Held(filters.with_tests(tests)))
    }

    /// Whether all of them hold for a match, given by pattern vertex.
    pub(crate) fn hold(&self, matched: &[VertexId]) -> bool {
        self.0.hold(0, matched)
    }
}
