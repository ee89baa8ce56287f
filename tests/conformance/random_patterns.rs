//! Seeded random patterns of up to 6 vertices for each kind of demand, with the data graphs that have what they ask for.

use gpm_plan::pattern::{Label, Pattern, PatternBuilder};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::random_graphs;
use crate::sample::Sample;

/// What random patterns may ask for, and where they are looked for.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) vertex_labels: &'static [&'static str],
    pub(crate) edge_labels: &'static [&'static str],
    pub(crate) is_directed: bool,
    pub(crate) has_anti_edges: bool,
    pub(crate) graphs: fn() -> Vec<Sample>,
}

const PLAIN: Kind = Kind {
    name: "unlabelled",
    vertex_labels: &[],
    edge_labels: &[],
    is_directed: false,
    has_anti_edges: false,
    graphs: || random_graphs::undirected().into_iter().take(3).collect(),
};

/// Every kind of random pattern.
pub(crate) const KINDS: &[Kind] = &[
    PLAIN,
    Kind { name: "anti-edge", has_anti_edges: true, ..PLAIN },
    Kind { name: "labelled", vertex_labels: &["0", "1", "2"], graphs: even_labels, ..PLAIN },
    Kind { name: "unevenly labelled", vertex_labels: &["red", "red", "blue"], graphs: skewed_labels, ..PLAIN },
    Kind { name: "edge-labelled", edge_labels: &["x", "y"], graphs: random_graphs::edge_labelled, ..PLAIN },
    Kind { name: "directed", is_directed: true, graphs: random_graphs::directed, ..PLAIN },
    Kind {
        name: "directed anti-edge",
        is_directed: true,
        has_anti_edges: true,
        graphs: random_graphs::directed,
        ..PLAIN
    },
    Kind {
        name: "labelled on vertices and edges with anti-edges",
        vertex_labels: &["0", "1"],
        edge_labels: &["x", "y"],
        is_directed: false,
        has_anti_edges: true,
        graphs: || random_graphs::edge_labelled().into_iter().skip(1).collect(),
    },
    Kind {
        name: "directed, labelled on vertices and edges, with anti-edges",
        vertex_labels: &["0", "1"],
        edge_labels: &["x", "y"],
        is_directed: true,
        has_anti_edges: true,
        graphs: random_graphs::directed_labelled,
    },
];

fn even_labels() -> Vec<Sample> {
    random_graphs::labelled().into_iter().take(1).collect()
}

fn skewed_labels() -> Vec<Sample> {
    random_graphs::labelled().into_iter().skip(1).collect()
}

impl Kind {
    /// `count` patterns of 2 to 6 vertices, small ones less often than large ones.
    pub(crate) fn patterns(&self, count: usize) -> Vec<Pattern> {
        let seed = self.name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let mut random = StdRng::seed_from_u64(seed);
        (0..count).map(|_| self.pattern(&mut random)).collect()
    }

    fn pattern(&self, random: &mut StdRng) -> Pattern {
        let num_vertices = [2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6][random.random_range(0..11)];
        let mut builder = PatternBuilder::numbered(num_vertices);
        let density = random.random_range(0.0..0.9);
        let tree: Vec<(usize, usize)> = (1..num_vertices).map(|v| (random.random_range(0..v), v)).collect();
        for v in 0..num_vertices {
            for u in 0..v {
                if tree.contains(&(u, v)) || random.random_bool(density) {
                    self.link(&mut builder, u, v, random);
                } else if self.has_anti_edges && random.random_bool(0.4) {
                    self.forbid(&mut builder, u, v, random);
                }
            }
            if let Some(label) = pick(self.vertex_labels, random) {
                builder.vertex_label(v, label);
            }
        }
        builder.build().expect("statements on different pairs do not clash, and a tree connects all vertices")
    }

    fn link(&self, builder: &mut PatternBuilder, u: usize, v: usize, random: &mut StdRng) {
        let label = pick(self.edge_labels, random);
        let (from, to) = if random.random_bool(0.5) { (u, v) } else { (v, u) };
        match if self.is_directed { random.random_range(0..10) } else { 9 } {
            0..6 => builder.directed_edge(from, to, label),
            6 if self.has_anti_edges => builder.directed_edge(from, to, label).directed_anti_edge(to, from),
            6 | 7 => builder.directed_edge(u, v, label).directed_edge(v, u, pick(self.edge_labels, random)),
            _ => builder.edge(u, v, label),
        };
    }

    fn forbid(&self, builder: &mut PatternBuilder, u: usize, v: usize, random: &mut StdRng) {
        match if self.is_directed { random.random_range(0..3) } else { 2 } {
            0 => builder.directed_anti_edge(u, v),
            1 => builder.directed_anti_edge(v, u),
            _ => builder.anti_edge(u, v),
        };
    }
}

/// One of the labels, or the wildcard about as often as any of them; sometimes a choice with another one.
fn pick(labels: &[&str], random: &mut StdRng) -> Option<Label> {
    let label = Label::from(*labels.get(random.random_range(0..=labels.len()))?);
    Some(if random.random_bool(0.2) { label.or(&labels[random.random_range(0..labels.len())].into()) } else { label })
}
