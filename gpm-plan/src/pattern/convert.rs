//! Patterns to and from petgraph's graphs, the type for patterns at the library's edge.

use petgraph::graph::{DiGraph, Graph, IndexType, UnGraph};
use petgraph::visit::EdgeRef;
use petgraph::{Directed, EdgeType, Undirected};

use super::{Label, PairConstraint, Pattern, PatternBuilder, PatternError, Semantics};

/// Node `u` holds the label of vertex `u`. Directions, anti-edges and the predicate are dropped; an edge's label is that of the first of its edges.
impl From<&Pattern> for UnGraph<Option<Label>, Option<Label>> {
    fn from(pattern: &Pattern) -> Self {
        let mut graph = Graph::default();
        let nodes: Vec<_> = labels(pattern).map(|label| graph.add_node(label)).collect();
        for edge in pattern.edges() {
            graph.update_edge(nodes[edge.from.min(edge.to)], nodes[edge.from.max(edge.to)], edge.label);
        }
        graph
    }
}

/// Lossless but for the predicate: one arc from the lower to the higher vertex for every pair that demands or forbids something.
impl From<&Pattern> for DiGraph<Option<Label>, PairConstraint> {
    fn from(pattern: &Pattern) -> Self {
        let mut graph = Graph::default();
        let nodes: Vec<_> = labels(pattern).map(|label| graph.add_node(label)).collect();
        for v in 0..nodes.len() {
            for u in 0..v {
                let pair = pattern.constraint(u, v, Semantics::EdgeInduced);
                if !pair.is_free() {
                    graph.add_edge(nodes[u], nodes[v], pair);
                }
            }
        }
        graph
    }
}

/// Labels as weights; vertices are named by their numbers.
impl<Ix: IndexType> TryFrom<&Graph<Option<Label>, Option<Label>, Undirected, Ix>> for Pattern {
    type Error = PatternError;

    fn try_from(graph: &Graph<Option<Label>, Option<Label>, Undirected, Ix>) -> Result<Self, PatternError> {
        from_graph(graph, Clone::clone, Clone::clone)
    }
}

/// Labels as weights, every arc a directed edge; vertices are named by their numbers.
impl<Ix: IndexType> TryFrom<&Graph<Option<Label>, Option<Label>, Directed, Ix>> for Pattern {
    type Error = PatternError;

    fn try_from(graph: &Graph<Option<Label>, Option<Label>, Directed, Ix>) -> Result<Self, PatternError> {
        from_graph(graph, Clone::clone, Clone::clone)
    }
}

/// Without labels; every arc of a directed graph is a directed edge. Vertices are named by their numbers.
impl<Ty: EdgeType, Ix: IndexType> TryFrom<&Graph<(), (), Ty, Ix>> for Pattern {
    type Error = PatternError;

    fn try_from(graph: &Graph<(), (), Ty, Ix>) -> Result<Self, PatternError> {
        from_graph(graph, |()| None, |()| None)
    }
}

fn labels(pattern: &Pattern) -> impl Iterator<Item = Option<Label>> + '_ {
    (0..pattern.num_vertices()).map(|u| pattern.vertex_label(u).cloned())
}

fn from_graph<N, E, Ty: EdgeType, Ix: IndexType>(
    graph: &Graph<N, E, Ty, Ix>,
    vertex_label: impl Fn(&N) -> Option<Label>,
    edge_label: impl Fn(&E) -> Option<Label>,
) -> Result<Pattern, PatternError> {
    let mut builder = PatternBuilder::numbered(graph.node_count());
    for (u, weight) in graph.node_weights().enumerate() {
        if let Some(label) = vertex_label(weight) {
            builder.vertex_label(u, label);
        }
    }
    for edge in graph.edge_references() {
        let (from, to, label) = (edge.source().index(), edge.target().index(), edge_label(edge.weight()));
        if graph.is_directed() {
            builder.directed_edge(from, to, label);
        } else {
            builder.edge(from, to, label);
        }
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undirected_labelled_round_trip() {
        let pattern: Pattern = "0:A-1 1-[x]-2:B 0-2".parse().unwrap();
        let graph = UnGraph::<Option<Label>, Option<Label>>::from(&pattern);
        assert_eq!(Pattern::try_from(&graph), Ok(pattern));
    }

    #[test]
    fn arcs_become_directed_edges() {
        let graph = DiGraph::<(), ()>::from_edges([(0, 1), (2, 1), (1, 0)]);
        assert_eq!(Pattern::try_from(&graph).unwrap().to_string(), "0->1 1->0 2->1");
        let pattern: Pattern = "a->b b-c a!-c".parse().unwrap();
        let pairs = DiGraph::<Option<Label>, PairConstraint>::from(&pattern);
        assert_eq!((pairs.node_count(), pairs.edge_count()), (3, 3));
    }

    #[test]
    fn a_disconnected_graph_is_refused() {
        let graph = UnGraph::<(), ()>::from_edges([(0, 1), (2, 3)]);
        let error = Pattern::try_from(&graph).unwrap_err();
        assert_eq!(
            error.to_string(),
            "pattern is not connected\n  = note: `2` and `3` are not reachable from `0`\n  = help: count each component by itself"
        );
    }
}
