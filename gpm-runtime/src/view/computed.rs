//! Values computed from the attributes of a match, as predicates compute them.

use gpm_plan::nest::filter::number;
use gpm_plan::nest::types::type_of;
use gpm_plan::nest::{Column, Kind, NO_INTEGER, Number, Type};
use gpm_plan::pattern::predicate::Value;

use super::BindError;
use super::filter::Filters;
use crate::graph::{Graph, VertexId};

/// A value of each match, computed from attributes of its vertices and edges.
///
/// ```
/// use gpm::{Computed, Graph, Pattern};
///
/// let mut graph = Graph::from_edges(2, [(0, 1)])?;
/// graph.add_vertex_column("age", vec![30_i64, 12])?;
/// let pattern: Pattern = "a-b".parse()?;
/// let named = pattern.operands("a.age - 2 * b.age as older")?;
/// let older = Computed::new(&graph, &named[0].value)?;
/// let [v, w] = [0, 1].map(|at| graph.input_order()[at]);
/// assert_eq!((named[0].text.as_str(), older.integer(&[v, w])), ("older", Some(6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Computed<'g> {
    filters: Filters<'g>,
    number: Number,
    of: Type,
}

impl<'g> Computed<'g> {
    /// A value over pattern vertices, on a graph.
    ///
    /// # Errors
    /// [`BindError`] if the graph has no such column, or its values do not fit the arithmetic.
    pub fn new(graph: &'g Graph, value: &Value) -> Result<Computed<'g>, BindError> {
        let columns = Column::read_by_value(value);
        let (filters, types) = Filters::of_columns(graph, &columns)?;
        let of = type_of(value, &columns, &types).map_err(BindError::Type)?;
        let (_, number) = number(value, &columns, &filters.kinds());
        Ok(Computed { filters, number, of })
    }

    /// What its values are.
    pub fn what(&self) -> Type {
        self.of
    }

    /// The value for a match, given by pattern vertex, where it is an integer, or a date or time as columns hold it.
    pub fn integer(&self, matched: &[VertexId]) -> Option<i64> {
        match self.of.kind() {
            Kind::Integer => Some(self.filters.integer(&self.number, matched)).filter(|&value| value != NO_INTEGER),
            Kind::Float => None,
        }
    }

    /// The value for a match where it is a float.
    pub fn float(&self, matched: &[VertexId]) -> Option<f64> {
        match self.of.kind() {
            Kind::Integer => None,
            Kind::Float => Some(self.filters.float(&self.number, matched)).filter(|value| !value.is_nan()),
        }
    }
}
