//! A graph whose neighborhoods take several words of bits, some of which they fill to the last bit.

use gpm_runtime::graph::{Graph, VertexOrder};

/// A hub of two whole words of neighbors, and 128 vertices with about one word, several with exactly one.
pub(crate) fn wide() -> Graph {
    const OTHERS: u32 = 128;
    let spokes = (1..=OTHERS).map(|v| (0, v));
    let mixed =
        |u: u32, v: u32| (u.wrapping_mul(0x9e37_79b9) ^ v.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35) >> 31;
    let others = (1..=OTHERS).flat_map(|v| (1..v).map(move |u| (u, v))).filter(|&(u, v)| mixed(u, v) == 1);
    let graph = Graph::from_edges(OTHERS as usize + 1, spokes.chain(others)).expect("the ids are in range");
    let graph = graph.relabelled(VertexOrder::Degree);
    let degrees: Vec<usize> = (0..=OTHERS).map(|v| graph.out().degree(v)).collect();
    assert!(degrees[0] == 128 && degrees.contains(&64), "whole words of neighbors: {degrees:?}");
    graph
}
