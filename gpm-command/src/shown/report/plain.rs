//! The graph below a graph of records: its vertices and edges without the records.

use gpm::pattern::own_label;
use gpm::{Graph, GraphBuilder, GraphError, VertexId};

/// A graph without records, and the vertices that its own are in the graph with them.
pub(crate) struct Plain {
    pub(crate) graph: Graph,
    pub(crate) places: Vec<VertexId>,
}

impl Plain {
    /// The graph of a graph of records.
    pub(crate) fn of(records: &Graph) -> Result<Plain, GraphError> {
        let places: Vec<VertexId> =
            (0..records.num_vertices() as VertexId).filter(|&v| !records.is_record(v)).collect();
        let number = |v: VertexId| places.binary_search(&v).ok().map(|at| at as VertexId);
        let joined = |[u, v]: [VertexId; 2]| Some((number(u)?, number(v)?));
        let builder = if records.is_directed() { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        let builder = builder.vertices(places.len()).edges(records.edges().into_iter().filter_map(joined));
        let label = |&v: &VertexId| {
            let label =
                records.vertex_labels().and_then(|labels| records.vertex_label_names().name(labels[v as usize]));
            own_label(label.unwrap_or("")).to_owned()
        };
        let labels: Vec<String> = places.iter().map(label).collect();
        let has_labels = labels.iter().any(|label| !label.is_empty());
        let graph = if has_labels { builder.vertex_labels(labels).build()? } else { builder.build()? };
        Ok(Plain { graph, places })
    }
}
