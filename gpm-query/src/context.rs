//! What a graph has that expressions are about.

use gpm::pattern::own_label;
use gpm::{Column, Graph};

use crate::expression::Variable;
use crate::value::{Kind, Value};

/// What expressions are about: a graph, and the kinds of the values that the clause before hands on.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) slots: &'a [Kind],
}

impl<'a> Context<'a> {
    pub(crate) fn kind_of(self, variable: Variable) -> Kind {
        match variable {
            Variable::Vertex(_) => Kind::Vertex,
            Variable::Edge(_) | Variable::Optional(_) => Kind::Relationship,
            Variable::Slot(slot) => self.slots[slot],
        }
    }

    pub(crate) fn kind_of_ids(self) -> Kind {
        let is_named = self.graph.num_vertices() > 0 && matches!(Value::id(self.graph, 0), Value::Text(_));
        if is_named { Kind::Text } else { Kind::Integer }
    }

    /// The column that a property names; `None` if it is the id in the input, as what has no column `id`. An error says which columns there are.
    pub(crate) fn column(self, variable: Variable, key: &str) -> Result<Option<&'a Column>, String> {
        let graph = self.graph;
        let kind = self.kind_of(variable);
        let (found, what) = match kind {
            Kind::Vertex => (graph.vertex_column(key), "nodes"),
            // Records are vertices inside.
            Kind::Relationship if graph.has_records() => (graph.vertex_column(key), "relationships"),
            Kind::Relationship => (graph.edge_column(key), "relationships"),
            kind => return Err(format!("{} have no property `{key}`", kind.name())),
        };
        if found.is_some() || (key == "id" && (kind == Kind::Vertex || graph.has_records())) {
            return Ok(found);
        }
        let of_edges = kind == Kind::Relationship && !graph.has_records();
        if let Some(why) = graph.why_left_out(key, of_edges) {
            return Err(format!("the column `{key}` is left out: {why}"));
        }
        let known: Vec<&str> =
            if of_edges { graph.edge_column_names().collect() } else { graph.vertex_column_names().collect() };
        let known = if known.is_empty() { "none".to_owned() } else { format!("`{}`", known.join("`, `")) };
        Err(format!("no property `{key}` of {what}; the graph has {known}"))
    }

    /// The value of a property of a node or a relationship.
    pub(crate) fn property(self, of: &Value, key: &str) -> Value {
        let entry = |column: Option<&Column>, at: usize| match column {
            Some(column) => Value::of_column(column, at),
            None => self.id(of),
        };
        match of {
            Value::Vertex(v) | Value::Record(v) => entry(self.graph.vertex_column(key), *v as usize),
            Value::Arc(from, to) => match (self.graph.edge_column(key), self.graph.edge_entry(*from, *to)) {
                (Some(column), Some(at)) => Value::of_column(column, at),
                _ => Value::Null,
            },
            _ => Value::Null,
        }
    }

    pub(crate) fn id(self, of: &Value) -> Value {
        match of {
            Value::Vertex(v) => Value::id(self.graph, *v),
            Value::Record(record) => {
                self.graph.row_of_record(*record).map_or(Value::Null, |row| Value::Integer(row.into()))
            }
            _ => Value::Null,
        }
    }

    /// The label of a node, or the type of a relationship, as text.
    pub(crate) fn text_of_label(self, of: &Value) -> Value {
        self.property_of_label(of).unwrap_or(Value::Null)
    }

    fn property_of_label(self, of: &Value) -> Option<Value> {
        let graph = self.graph;
        let label = match of {
            Value::Arc(from, to) => {
                graph.edge_label_names().name(graph.out().labels()?[graph.edge_entry(*from, *to)?])?
            }
            Value::Vertex(v) | Value::Record(v) => {
                own_label(graph.vertex_label_names().name(graph.vertex_labels()?[*v as usize])?)
            }
            _ => return None,
        };
        (!label.is_empty()).then(|| Value::text(label))
    }
}
