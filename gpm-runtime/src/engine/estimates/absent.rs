//! Counts that are known to be 0 before anything is searched or sampled.

use gpm_plan::pattern::{MAX_VERTICES, Pattern, Semantics};
use gpm_plan::query::Query;

use crate::graph::{Graph, LabelId, VertexId};

/// Whether sizes, degrees, labels and components alone say that the graph has no match. A predicate only leaves out more. Cost: O(V), less in
/// graphs with a vertex of high degree.
pub(super) fn is_absent(graph: &Graph, query: &Query) -> bool {
    let pattern = &query.pattern;
    if query.semantics == Semantics::Homomorphism {
        return graph.num_vertices() == 0 || (pattern.num_edges() > 0 && graph.num_edges() == 0);
    }
    graph.num_vertices() < pattern.num_vertices()
        || graph.num_edges() < num_pairs(pattern)
        || lacks_degrees(graph, pattern)
        || lacks_labels(graph, pattern)
        || !has_component(graph, pattern.num_vertices())
}

/// Pairs of the pattern that an edge joins, each of which needs an edge of its own.
fn num_pairs(pattern: &Pattern) -> u64 {
    (0..pattern.num_vertices()).map(|u| u64::from(pattern.neighbor_mask(u).count_ones())).sum::<u64>() / 2
}

/// Neighbors of a vertex in either direction, at most: one that is joined both ways counts twice.
fn degree(graph: &Graph, v: VertexId) -> usize {
    graph.out().degree(v) + if graph.is_directed() { graph.incoming().degree(v) } else { 0 }
}

/// Whether fewer vertices of the graph than of the pattern have some degree or more.
fn lacks_degrees(graph: &Graph, pattern: &Pattern) -> bool {
    let mut found = [0usize; MAX_VERTICES];
    for v in 0..graph.num_vertices() as VertexId {
        found[degree(graph, v).min(MAX_VERTICES - 1)] += 1;
    }
    let mut wanted = [0usize; MAX_VERTICES];
    for u in 0..pattern.num_vertices() {
        wanted[pattern.neighbor_mask(u).count_ones() as usize] += 1;
    }
    let (mut has, mut needs) = (0, 0);
    found.iter().zip(&wanted).rev().any(|(found, wanted)| {
        (has, needs) = (has + found, needs + wanted);
        has < needs
    })
}

/// Whether fewer vertices of the graph than of the pattern have some label. What is no label of the graph at all is told elsewhere.
fn lacks_labels(graph: &Graph, pattern: &Pattern) -> bool {
    let Some(labels) = graph.vertex_labels() else { return false };
    // Of a choice of labels the vertices of each may do.
    let label = |u: usize| graph.vertex_label_names().lookup(pattern.vertex_label(u)?.only()?);
    let mut wanted: Vec<LabelId> = (0..pattern.num_vertices()).filter_map(label).collect();
    wanted.sort_unstable();
    wanted.chunk_by(|a, b| a == b).any(|alike| {
        let carriers = labels.iter().filter(|&&own| own == alike[0]);
        carriers.take(alike.len()).count() < alike.len()
    })
}

/// Whether so many vertices of the graph are connected.
fn has_component(graph: &Graph, size: usize) -> bool {
    let vertices = 0..graph.num_vertices() as VertexId;
    if vertices.clone().any(|v| graph.out().degree(v) + 1 >= size) {
        return true;
    }
    let mut is_met = vec![false; graph.num_vertices()];
    let mut component = Vec::new();
    vertices.into_iter().any(|start| {
        component.clear();
        let mut meet = |v: VertexId, component: &mut Vec<VertexId>| {
            if !std::mem::replace(&mut is_met[v as usize], true) {
                component.push(v);
            }
        };
        meet(start, &mut component);
        let mut at = 0;
        while at < component.len() && component.len() < size {
            let v = component[at];
            graph.out().row(v).iter().chain(graph.incoming().row(v)).for_each(|&w| meet(w, &mut component));
            at += 1;
        }
        component.len() >= size
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;

    #[test]
    fn what_has_no_room_is_absent() {
        let path = Graph::from_edges(9, [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7)]).expect("a graph");
        let is_absent = |text: &str| is_absent(&path, &text.parse().expect("a query"));
        for text in ["clique:5", "path:5", "star:4", "clique:3", "cycle:4", "path:10"] {
            let has_room = ["clique:3", "cycle:4"].contains(&text);
            assert_eq!(is_absent(text), !has_room, "{text}");
        }
        assert!(!is_absent("path:4") && !is_absent("edge") && !is_absent("wedge"));
    }

    #[test]
    fn labels_and_maps_count() {
        let graph = GraphBuilder::undirected().vertex_labels(["a", "b", "b"]).edges([(0, 1), (1, 2)]).build();
        let graph = graph.expect("a graph");
        let query = |text: &str| text.parse::<Query>().expect("a query");
        assert!(is_absent(&graph, &query("x:a - y:a")) && !is_absent(&graph, &query("x:b - y:b")));
        assert!(!is_absent(&graph, &query("x:a|b - y:a|b")), "each of a choice of labels will do");
        assert!(is_absent(&graph, &query("path:4")) && !is_absent(&graph, &query("path:4").homomorphism()));
        let empty = Graph::from_edges(3, []).expect("a graph");
        assert!(is_absent(&empty, &query("edge").homomorphism()));
    }

    #[test]
    fn directions_are_no_edges_of_their_own() {
        let both = Graph::from_directed_edges(2, [(0, 1), (1, 0)]).expect("a graph");
        assert!(!is_absent(&both, &"a<->b".parse().expect("a query")));
        let chain = Graph::from_directed_edges(3, [(0, 1), (2, 1)]).expect("a graph");
        assert!(!is_absent(&chain, &"a->b, c->b".parse().expect("a query")));
    }
}
