//! Finding vertices by what the input called them.

use crate::graph::load::parse_id;
use crate::graph::{Graph, OriginalId, VertexId};

/// Finds vertices by their original ids.
pub(crate) struct Directory<'g> {
    graph: &'g Graph,
    /// All vertices by ascending original id.
    order: Vec<VertexId>,
    /// Whether vertices have names and not numbers.
    is_named: bool,
}

/// A text that is no id as the graph has them, and what would be.
pub(super) struct NoId(pub(super) &'static str);

/// Whether vertices have names and not numbers.
pub(super) fn has_names(graph: &Graph) -> bool {
    graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_))
}

impl<'g> Directory<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        Directory { graph, order: graph.input_order(), is_named: has_names(graph) }
    }

    /// The vertex of this original id. Cost: O(log V).
    pub(crate) fn vertex(&self, id: OriginalId<'_>) -> Option<VertexId> {
        let at = self.order.binary_search_by(|&v| self.graph.original_id(v).cmp(&id)).ok()?;
        Some(self.order[at])
    }

    /// The vertex that a text names, if the graph has it.
    pub(super) fn written(&self, text: &[u8]) -> Result<Option<VertexId>, NoId> {
        let id = match self.is_named {
            true => OriginalId::Name(std::str::from_utf8(text).map_err(|_| NoId("a name"))?),
            false => OriginalId::Integer(parse_id(text).map_err(|_| NoId("an integer id like those of the graph"))?),
        };
        Ok(self.vertex(id))
    }

    /// The vertex of a number, which may be its name.
    pub(super) fn numbered(&self, id: u64) -> Option<VertexId> {
        match self.is_named {
            true => self.vertex(OriginalId::Name(&id.to_string())),
            false => self.vertex(OriginalId::Integer(id)),
        }
    }
}
