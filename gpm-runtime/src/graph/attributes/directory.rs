//! Finding vertices by what the input called them.

use std::collections::HashMap;

use crate::graph::load::parse_id;
use crate::graph::{Graph, OriginalId, VertexId};

/// Finds vertices by their original ids.
pub(crate) enum Directory<'g> {
    /// The vertices of a graph whose ids are numbers, by ascending id.
    Numbers { graph: &'g Graph, order: Vec<VertexId> },
    /// The vertices that have names.
    Names(HashMap<&'g str, VertexId>),
}

/// A text that is no id as the graph has them, and what would be.
pub(super) struct NoId(pub(super) &'static str);

/// Whether vertices have names and not numbers.
pub(super) fn has_names(graph: &Graph) -> bool {
    graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_))
}

impl<'g> Directory<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        match has_names(graph) {
            true => {
                let named = |v| match graph.original_id(v) {
                    OriginalId::Name(name) => (name, v),
                    OriginalId::Integer(_) => unreachable!("all ids are names, or none is"),
                };
                Directory::Names((0..graph.num_vertices() as VertexId).map(named).collect())
            }
            false => Directory::Numbers { graph, order: graph.input_order() },
        }
    }

    /// The vertex of this original id. Cost: O(log V) for numbers.
    pub(crate) fn vertex(&self, id: OriginalId<'_>) -> Option<VertexId> {
        match (self, id) {
            (Directory::Names(vertices), OriginalId::Name(name)) => vertices.get(name).copied(),
            (Directory::Names(_), OriginalId::Integer(_)) => None,
            (Directory::Numbers { graph, order }, id) => {
                let at = order.binary_search_by(|&v| graph.original_id(v).cmp(&id)).ok()?;
                Some(order[at])
            }
        }
    }

    /// The vertex that a text names, if the graph has it.
    pub(super) fn written(&self, text: &[u8]) -> Result<Option<VertexId>, NoId> {
        let id = match self.has_names() {
            true => OriginalId::Name(std::str::from_utf8(text).map_err(|_| NoId("a name"))?),
            false => OriginalId::Integer(parse_id(text).map_err(|_| NoId("an integer id like those of the graph"))?),
        };
        Ok(self.vertex(id))
    }

    /// The vertex of a number, which may be its name.
    pub(super) fn numbered(&self, id: u64) -> Option<VertexId> {
        match self.has_names() {
            true => self.vertex(OriginalId::Name(&id.to_string())),
            false => self.vertex(OriginalId::Integer(id)),
        }
    }

    fn has_names(&self) -> bool {
        matches!(self, Directory::Names(_))
    }
}
