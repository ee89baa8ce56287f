//! The vertices of a graph with other edges: random graphs that are compared with it.

use super::builder::{IN_MEMORY, graph_of_chunks};
use super::rows::EdgeChunk;
use super::{Graph, GraphError, LabelId, VertexId};
use crate::process::in_pool;

impl Graph {
    /// The same vertices, with their ids, labels and columns, and these edges: arcs if the graph is directed. If they are `moved`, edge `i` of
    /// [`Graph::edges`] becomes edge `i` of these, and takes its label and its values along. Else edges have neither.
    /// Cost: O(V + E log d), in parallel.
    ///
    /// ```
    /// use gpm::{Engine, Graph};
    ///
    /// let square = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])?;
    /// let kite = square.rewired(&[[0, 1], [1, 2], [0, 2], [2, 3]], true)?;
    /// assert_eq!(Engine::auto()?.count(&kite, "triangle")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::VertexOutOfRange`] for an edge of a vertex beyond those there are; [`GraphError::NotSimple`] for a loop, or an edge that
    /// is given again, and if other numbers of edges are moved than there are; [`GraphError::Records`] for a graph of records.
    pub fn rewired(&self, edges: &[[VertexId; 2]], moved: bool) -> Result<Graph, GraphError> {
        let n = self.num_vertices();
        if let Some(&vertex) = edges.iter().flatten().find(|&&vertex| vertex as usize >= n) {
            return Err(GraphError::VertexOutOfRange { vertex: u64::from(vertex), vertices: n as u64 });
        }
        self.ensure_rewirable()?;
        let (given, own) = (edges.len() as u64, self.num_edges());
        if moved && given != own {
            return Err(GraphError::NotSimple { given, kept: own });
        }
        let travels = moved && (self.out().labels().is_some() || !self.attributes.edges.is_empty());
        // Places of edges go where labels do.
        let chunks = match travels {
            false => EdgeChunk::split(edges),
            true => vec![EdgeChunk { edges: edges.to_vec(), labels: Some((0..edges.len() as LabelId).collect()) }],
        };
        let build = || graph_of_chunks(n, &chunks, self.is_directed(), self.ids.clone());
        let (mut graph, counts) = in_pool(None, build);
        if graph.num_edges() != given || counts.loops > 0 {
            return Err(GraphError::NotSimple { given, kept: graph.num_edges() });
        }
        graph.vertex_labels.clone_from(&self.vertex_labels);
        graph.vertex_label_names = self.vertex_label_names.clone();
        graph.edge_label_names = self.edge_label_names.clone();
        graph.attributes.vertices.clone_from(&self.attributes.vertices);
        if travels {
            self.send_along(&mut graph);
        }
        Ok(graph)
    }

    /// Whether its edges can be others at all.
    ///
    /// # Errors
    /// [`GraphError::Records`] for a graph of records.
    pub fn ensure_rewirable(&self) -> Result<(), GraphError> {
        if self.has_records() { Err(records_stay()) } else { Ok(()) }
    }

    /// Gives the entries of `graph` that say which edge they come from the labels and values of these.
    fn send_along(&self, graph: &mut Graph) {
        let old_places = self.places_of_edges();
        let origin = |entry: LabelId| old_places[entry as usize];
        let values = graph.out().labels().map(|origins| {
            let column = |values: &super::Column| values.picked(origins.iter().map(|&entry| origin(entry)));
            self.attributes.edges.iter().map(|(name, values)| (name.clone(), column(values))).collect()
        });
        graph.attributes.edges = values.unwrap_or_default();
        graph.attributes.is_two_way = self.attributes.is_two_way;
        let labels = self.out().labels();
        let label = |entry: LabelId| labels.map(|labels| labels[origin(entry)]);
        graph.out.relabel_entries(label);
        if let Some(incoming) = &mut graph.incoming {
            incoming.relabel_entries(label);
        }
    }

    /// For each of [`Graph::edges`] its place in the out rows.
    fn places_of_edges(&self) -> Vec<usize> {
        let (is_directed, out) = (self.is_directed(), self.out());
        let mut places = Vec::with_capacity(self.num_edges() as usize);
        let mut place = 0;
        for v in 0..self.num_vertices() as VertexId {
            for &w in out.row(v) {
                if is_directed || v < w {
                    places.push(place);
                }
                place += 1;
            }
        }
        places
    }
}

/// Why the edges of a graph of records stay as they are.
fn records_stay() -> GraphError {
    let why =
        "the edges of a graph of records cannot be rewired: read it as a simple graph, with one edge for each pair";
    GraphError::Records { path: IN_MEMORY.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Column, GraphBuilder};

    #[test]
    fn labels_and_values_travel_with_edges() {
        let labelled = |builder: GraphBuilder| {
            let edges = [(0, 1, "x"), (1, 2, "y"), (2, 3, "z"), (3, 0, "w")];
            let builder = edges.into_iter().fold(builder, |builder, (u, v, label)| builder.labelled_edge(u, v, label));
            builder.vertex_labels(["a", "b", "a", "b"]).build().unwrap()
        };
        for graph in [labelled(GraphBuilder::undirected()), labelled(GraphBuilder::directed())] {
            let mut graph = graph;
            let edges = graph.edges();
            let values: Vec<i64> = (0..edges.len() as i64).collect();
            let ids: Vec<(u64, u64)> = edges.iter().map(|&[u, v]| (u.into(), v.into())).collect();
            graph.add_edge_column("weight", &ids, Column::from(values)).unwrap();
            // Each edge turns round.
            let moved: Vec<[VertexId; 2]> = edges.iter().map(|&[u, v]| [v, u]).collect();
            let again = graph.rewired(&moved, true).unwrap();
            assert_eq!((again.num_vertices(), again.num_edges()), (4, 4));
            assert_eq!(again.vertex_labels(), graph.vertex_labels());
            let weights = |graph: &Graph, u, v| {
                let place = graph.edge_entry(u, v).unwrap();
                (graph.edge_column("weight").unwrap().clone(), place)
            };
            for (&[u, v], &[x, y]) in edges.iter().zip(&moved) {
                let ((old, at), (new, to)) = (weights(&graph, u, v), weights(&again, x, y));
                assert_eq!(old.picked([at].into_iter()), new.picked([to].into_iter()));
                assert_eq!(graph.out().labels().unwrap()[at], again.out().labels().unwrap()[to]);
            }
            let error = |edges: &[[VertexId; 2]]| graph.rewired(edges, false).unwrap_err().to_string();
            assert!(error(&[[0, 0]]).contains("not simple"), "{}", error(&[[0, 0]]));
            assert!(error(&[[0, 1], [0, 1]]).contains("not simple"));
            assert!(error(&[[0, 4]]).contains("vertex 4"));
            assert!(graph.rewired(&[[0, 2]], false).unwrap().out().labels().is_none());
        }
    }
}
