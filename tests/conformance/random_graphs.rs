//! Small data graphs, random but the same in every run: the shapes on which set code and symmetry breaking go wrong.

use std::collections::BTreeMap;

use gpm_runtime::graph::VertexOrder;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::sample::{Sample, SampleEdge};

/// Undirected graphs without labels, the busiest first.
pub(crate) fn undirected() -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(1);
    let two_parts = |x, y| (x < 10) == (y < 10);
    let mut graphs = vec![
        plain("dense", 13, pairs(13, |_, _| random.random_bool(0.6))),
        skewed("skewed, isolated vertices", 24, 21, &mut random),
        plain("two components", 20, pairs(20, |x, y| two_parts(x, y) && random.random_bool(0.35))),
        plain("sparse", 60, pairs(60, |_, _| random.random_bool(0.05))),
        plain("star", 18, pairs(18, |x, _| x == 0)),
        plain("two hubs", 20, pairs(20, |x, y| x < 2 && (y > 4 || random.random_bool(0.5)))),
        plain("complete", 8, pairs(8, |_, _| true)),
        plain("bipartite", 14, pairs(14, |x, y| x < 6 && y >= 6 && random.random_bool(0.7))),
        plain("cycle", 11, (0..11).map(|x| (x, (x + 1) % 11)).collect()),
        plain("one edge", 2, vec![(0, 1)]),
        plain("one vertex", 1, Vec::new()),
        plain("no edge", 5, Vec::new()),
        plain("no vertex", 0, Vec::new()),
    ];
    // Half with the ids given, half in the order that loading gives.
    for sample in graphs.iter_mut().skip(1).step_by(2) {
        sample.order = VertexOrder::Degree;
    }
    graphs
}

/// Undirected graphs with vertex labels.
pub(crate) fn labelled() -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(2);
    let dense = pairs(14, |_, _| random.random_bool(0.4));
    let even = with_vertex_labels(plain("labelled, dense", 14, dense), &["0", "1", "2"], &mut random);
    let skewed = skewed("labelled, skewed", 22, 20, &mut random);
    let skewed = with_vertex_labels(skewed, &["red", "red", "red", "blue"], &mut random);
    vec![even, in_degree_order(skewed)]
}

/// Undirected graphs with edge labels; the second has vertex labels too.
pub(crate) fn edge_labelled() -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(3);
    let dense = pairs(13, |_, _| random.random_bool(0.5));
    let first = with_edge_labels(plain("edge-labelled", 13, dense), &["x", "y"], &mut random);
    let skewed = skewed("edge- and vertex-labelled", 20, 18, &mut random);
    let both = with_vertex_labels(with_edge_labels(skewed, &["x", "y", "y"], &mut random), &["0", "1"], &mut random);
    vec![in_degree_order(first), both]
}

/// Directed graphs, with some pairs joined both ways.
pub(crate) fn directed() -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(4);
    let sparse = arcs(18, |_, _| random.random_bool(0.12));
    let dense = arcs(11, |_, _| random.random_bool(0.4));
    let hub = arcs(16, |x, y| random.random_bool(if x.min(y) < 2 { 0.6 } else { 0.1 }));
    vec![
        directed_sample("directed, sparse", 18, sparse),
        in_degree_order(directed_sample("directed, dense", 11, dense)),
        in_degree_order(directed_sample("directed, hubs", 16, hub)),
    ]
}

/// Directed graphs with vertex and edge labels.
pub(crate) fn directed_labelled() -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(5);
    let mut labelled = |mut sample: Sample, name| {
        sample.name = name;
        with_vertex_labels(with_edge_labels(sample, &["x", "y"], &mut random), &["0", "1"], &mut random)
    };
    let [_, dense, hubs] = directed().try_into().expect("there are three");
    vec![labelled(dense, "directed, labelled, dense"), labelled(hubs, "directed, labelled, hubs")]
}

fn plain(name: &'static str, num_vertices: usize, pairs: Vec<(u32, u32)>) -> Sample {
    let edges = pairs.into_iter().map(|(x, y)| (x, y, None)).collect();
    Sample {
        name,
        is_directed: false,
        num_vertices,
        edges,
        vertex_labels: Vec::new(),
        order: VertexOrder::Input,
        vertex_columns: BTreeMap::new(),
        edge_columns: BTreeMap::new(),
    }
}

fn directed_sample(name: &'static str, num_vertices: usize, arcs: Vec<(u32, u32)>) -> Sample {
    Sample { is_directed: true, ..plain(name, num_vertices, arcs) }
}

/// Few vertices with many neighbours; those from `num_joined` on have none.
fn skewed(name: &'static str, num_vertices: usize, num_joined: u32, random: &mut StdRng) -> Sample {
    let chance = |x: u32| (2.0 / f64::from(x + 1)).min(0.9);
    let joined = |x: u32, y: u32| y < num_joined && random.random_bool((0.15 + chance(x) * chance(y)).min(0.9));
    plain(name, num_vertices, pairs(num_vertices, joined))
}

fn in_degree_order(mut sample: Sample) -> Sample {
    sample.order = VertexOrder::Degree;
    sample
}

fn with_vertex_labels(mut sample: Sample, labels: &[&str], random: &mut StdRng) -> Sample {
    let pick = |_| labels[random.random_range(0..labels.len())].to_owned();
    sample.vertex_labels = (0..sample.num_vertices).map(pick).collect();
    sample
}

fn with_edge_labels(mut sample: Sample, labels: &[&str], random: &mut StdRng) -> Sample {
    let mut pick = |edge: &mut SampleEdge| edge.2 = Some(labels[random.random_range(0..labels.len())].to_owned());
    sample.edges.iter_mut().for_each(&mut pick);
    sample
}

fn pairs(num_vertices: usize, mut joined: impl FnMut(u32, u32) -> bool) -> Vec<(u32, u32)> {
    arcs(num_vertices, |x, y| x < y && joined(x, y))
}

fn arcs(num_vertices: usize, mut joined: impl FnMut(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let all = 0..num_vertices as u32;
    let ordered = all.clone().flat_map(|x| all.clone().map(move |y| (x, y)));
    ordered.filter(|&(x, y)| x != y && joined(x, y)).collect()
}
