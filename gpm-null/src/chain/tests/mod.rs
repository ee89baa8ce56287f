//! Tests of chains: what is kept, and that all graphs are as likely.

mod kept;
mod uniform;

use std::collections::BTreeMap;

use crate::edges::Edges;

/// A graph that is known to be simple.
pub(super) fn graph(vertices: usize, directed: bool, edges: &[[u32; 2]]) -> Edges {
    Edges::new(vertices, directed, edges.to_vec()).expect("simple")
}

/// Number of mutual pairs at each vertex.
pub(super) fn mutual(graph: &Edges) -> Vec<usize> {
    let mut pairs = vec![0; graph.vertices];
    let arcs: std::collections::HashSet<[u32; 2]> = graph.edges.iter().copied().collect();
    for &[u, v] in graph.edges.iter().filter(|&&[u, v]| arcs.contains(&[v, u])) {
        pairs[u as usize] += 1;
        assert_ne!(u, v);
    }
    pairs
}

/// For each vertex and class the number of edges from the one to the other, and in directed graphs back.
pub(super) fn class_degrees(graph: &Edges, classes: &[u32]) -> BTreeMap<(u32, bool, u32), usize> {
    let mut degrees = BTreeMap::new();
    for &[u, v] in &graph.edges {
        *degrees.entry((u, false, classes[v as usize])).or_default() += 1;
        *degrees.entry((v, graph.directed, classes[u as usize])).or_default() += 1;
    }
    degrees
}

/// The number of edges between vertices of each two degrees.
pub(super) fn joint_degrees(graph: &Edges) -> BTreeMap<[u32; 2], usize> {
    let (degrees, _) = graph.degrees();
    let mut joint = BTreeMap::new();
    for ends in &graph.edges {
        let mut pair = ends.map(|vertex| degrees[vertex as usize]);
        pair.sort_unstable();
        *joint.entry(pair).or_default() += 1;
    }
    joint
}

/// Number of components, directions apart.
pub(super) fn components(graph: &Edges) -> usize {
    let mut names: Vec<u32> = (0..graph.vertices as u32).collect();
    loop {
        let before = names.clone();
        for &[u, v] in &graph.edges {
            let least = names[u as usize].min(names[v as usize]);
            names[u as usize] = least;
            names[v as usize] = least;
        }
        if names == before {
            break;
        }
    }
    (0..).zip(&names).filter(|&(vertex, &name)| vertex == name).count()
}
