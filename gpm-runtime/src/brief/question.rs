//! A pattern in numbers.

use gpm_plan::decision::flaw_of_query;
use gpm_plan::grow::Link;
use gpm_plan::pattern::{EdgeKind, MAX_VERTICES, bits};
use gpm_plan::query::Query;
use gpm_plan::strategy::Strategy;

use super::ground::Ground;
use crate::graph::{Graph, LabelId};
use crate::view::is_of_any_edge;

/// What is to join the matches of two neighbors, seen from one of them, as numbers of a [`Link`]: 0 if nothing is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) forward: u32,
    pub(super) backward: u32,
    /// In either direction.
    pub(super) either: u32,
}

/// An edge of whatever label.
pub(super) const ANY: u32 = u32::MAX;

impl Demand {
    fn reversed(self) -> Demand {
        Demand { forward: self.backward, backward: self.forward, either: self.either }
    }

    /// Whether a link is as asked for.
    #[inline]
    pub(super) fn is_met(self, link: Link) -> bool {
        let fits = |demand: u32, has: u32| demand == 0 || demand == has || demand == ANY && has != 0;
        fits(self.forward, link.forward)
            && fits(self.backward, link.backward)
            && (fits(self.either, link.forward) || fits(self.either, link.backward))
    }
}

/// A question, and the graph that it is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) question: &'a Question,
}

/// A connected pattern all of whose vertices are labelled, to be matched injectively.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(super) num_vertices: usize,
    /// By vertex.
    pub(super) labels: [LabelId; MAX_VERTICES],
    /// By vertex, those that it is joined to, as a mask.
    pub(super) neighbors: [u32; MAX_VERTICES],
    /// By vertex, those with its label, as a mask with itself.
    pub(super) alike: [u32; MAX_VERTICES],
    /// By vertex, its twins, as a mask with itself: vertices with its label and the same other neighbors. To swap two of them is an
    /// automorphism.
    pub(super) twins: [u32; MAX_VERTICES],
    /// By pattern vertex and other vertex, what is to join them; empty if any edge will do for all neighbors.
    demands: Vec<Demand>,
}

impl Question {
    /// What a query asks, if it is one for [`Strategy::Adaptive`], and the graph has what it asks for.
    pub(crate) fn new(query: &Query, graph: &Graph) -> Option<Question> {
        let pattern = &query.pattern;
        let has_flaw = flaw_of_query(Strategy::Adaptive, query).is_some();
        if has_flaw || pattern.is_directed() && !graph.is_directed() {
            return None;
        }
        let n = pattern.num_vertices();
        let mut labels = [0; MAX_VERTICES];
        for (u, own) in labels.iter_mut().enumerate().take(n) {
            *own = graph.vertex_label_names().lookup(pattern.vertex_label(u)?.only()?)?;
        }
        let neighbors = |u: usize| if u < n { pattern.neighbor_mask(u) } else { 0 };
        let question = Question::of_masks(n, labels, std::array::from_fn(neighbors));
        let mut demands = vec![Demand::default(); n * n];
        for edge in pattern.edges() {
            let number = match &edge.label {
                Some(label) if !is_of_any_edge(graph, label) => graph.edge_label_names().lookup(label.only()?)? + 1,
                _ => ANY,
            };
            // Neighbors are joined in one direction or the other.
            if edge.kind == EdgeKind::Directed || number != ANY {
                let demand = &mut demands[edge.from * n + edge.to];
                let asked = if edge.kind == EdgeKind::Directed { &mut demand.forward } else { &mut demand.either };
                if *asked != 0 {
                    return None;
                }
                *asked = number;
                demands[edge.to * n + edge.from] = demand.reversed();
            }
        }
        Some(question.with(demands))
    }

    /// A question that any edges will do for.
    pub(crate) fn of_masks(
        num_vertices: usize,
        labels: [LabelId; MAX_VERTICES],
        neighbors: [u32; MAX_VERTICES],
    ) -> Self {
        let with = |label: LabelId| (0..num_vertices).filter(|&v| labels[v] == label).map(|v| 1 << v).sum();
        let alike: [u32; MAX_VERTICES] = std::array::from_fn(|u| if u < num_vertices { with(labels[u]) } else { 0 });
        let question = Question { num_vertices, labels, neighbors, alike, twins: alike, demands: Vec::new() };
        question.with(Vec::new())
    }

    /// The same with what is to join neighbors, by vertex and other vertex.
    pub(super) fn with(mut self, demands: Vec<Demand>) -> Self {
        self.demands = if demands.iter().all(|&demand| demand == Demand::default()) { Vec::new() } else { demands };
        let are_twins = |u: usize, v: usize| {
            let others = (0..self.num_vertices).filter(|&w| w != u && w != v);
            (self.neighbors[u] ^ self.neighbors[v]) & !(1 << u | 1 << v) == 0
                && self.demand(u, v) == self.demand(v, u)
                && others.into_iter().all(|w| self.demand(u, w) == self.demand(v, w))
        };
        self.twins = std::array::from_fn(|u| bits(self.alike[u]).filter(|&v| are_twins(u, v)).map(|v| 1 << v).sum());
        self
    }

    /// Whether any edges will do.
    pub(crate) fn is_plain(&self) -> bool {
        self.demands.is_empty()
    }

    /// What is to join the matches of two neighbors.
    #[inline]
    pub(super) fn demand(&self, u: usize, w: usize) -> Demand {
        self.demands.get(u * self.num_vertices + w).copied().unwrap_or_default()
    }

    /// Number of pattern vertices.
    pub(crate) fn num_vertices(&self) -> usize {
        self.num_vertices
    }

    /// Data vertices that are looked at to find candidates.
    pub(crate) fn num_looked_at(&self, ground: &Ground) -> u64 {
        self.labels[..self.num_vertices].iter().map(|&label| ground.rows.class(label).len() as u64).sum()
    }

    /// Whether there are four times as many vertices as labels. Then a vertex with few candidates left is often one that few edges bind, and
    /// it is better to match the dense core of a pattern first, and its trees last [CFL-Match].
    pub(super) fn is_poor_in_labels(&self) -> bool {
        let firsts = (0..self.num_vertices).filter(|&u| self.alike[u].trailing_zeros() as usize == u);
        4 * firsts.count() <= self.num_vertices
    }

    /// The core number of each vertex.
    pub(super) fn cores(&self) -> [u32; MAX_VERTICES] {
        let (mut cores, mut left, mut core) = ([0; MAX_VERTICES], self.all(), 0);
        while left != 0 {
            let degree = |&u: &usize| (self.neighbors[u] & left).count_ones();
            let u = bits(left).min_by_key(degree).expect("some are left");
            core = core.max(degree(&u));
            cores[u] = core;
            left &= !(1 << u);
        }
        cores
    }

    /// All vertices, as a mask.
    pub(super) fn all(&self) -> u32 {
        ((1u64 << self.num_vertices) - 1) as u32
    }

    /// The twins of some vertices, as a mask with themselves.
    pub(super) fn twins_of(&self, vertices: u32) -> u32 {
        bits(vertices).fold(0, |mask, u| mask | self.twins[u])
    }

    /// The neighbors of some vertices, as a mask.
    pub(super) fn around(&self, vertices: u32) -> u32 {
        bits(vertices).fold(0, |mask, u| mask | self.neighbors[u])
    }

    /// The triangles, and then the squares, each once, as cycles of vertices.
    pub(super) fn short_cycles(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let neighbors = |u: usize| self.neighbors[u];
        for u in 0..self.num_vertices {
            let later = |mask: u32| bits(mask).filter(move |&v| v > u);
            for v in later(neighbors(u)) {
                all.extend(later(neighbors(u) & neighbors(v)).filter(|&w| w > v).map(|w| vec![u, v, w]));
                for w in later(neighbors(u)).filter(|&w| w > v) {
                    all.extend(later(neighbors(v) & neighbors(w)).map(|across| vec![u, v, across, w]));
                }
            }
        }
        all.sort_by_key(Vec::len);
        all
    }
}
