//! Whether a quasi-clique is part of a larger one, which may have several vertices more.

use std::sync::Mutex;

use super::density::Density;
use super::local::Local;
use super::node::{Below, Goal, Node};
use crate::control::Control;
use crate::graph::VertexId;
use crate::lock::lock;
use crate::open::ordered::Ordered;
use crate::open::width::{Fixed, Words, with_width};
use crate::set::counting_bits;

/// Finds out whether sets are part of larger ones.
#[derive(Debug)]
pub(super) struct Larger<'g> {
    graph: &'g Ordered,
    density: Density,
    control: &'g Control,
    /// What threads have used before.
    memories: Mutex<Vec<Memory>>,
}

/// What one search uses.
#[derive(Debug, Default)]
struct Memory {
    local: Local,
    nodes: Vec<Node>,
    /// Of each vertex of the graph, to how many of the set it is adjacent; and the vertices near the set.
    adjacent: Vec<u32>,
    near: Vec<VertexId>,
    /// Whether each vertex of the graph is near.
    is_near: Vec<bool>,
}

impl<'g> Larger<'g> {
    pub(super) fn new(graph: &'g Ordered, density: Density, control: &'g Control) -> Self {
        Larger { graph, density, control, memories: Mutex::default() }
    }

    /// Whether a dense set is part of a larger one. `true` also if the run is stopped meanwhile: then nobody knows.
    pub(super) fn is_there(&self, set: Vec<VertexId>) -> bool {
        let memories = || lock(&self.memories);
        let mut memory = memories().pop().unwrap_or_default();
        self.gather(&set, &mut memory);
        let is_there = !memory.near.is_empty() && self.search(&set, &mut memory);
        memories().push(memory);
        is_there
    }

    /// Finds the vertices that may be in a larger set: those that miss no more of this one than a set may that is as large as the
    /// neighbors of each member allow, until that changes nothing.
    fn gather(&self, set: &[VertexId], memory: &mut Memory) {
        let (graph, density) = (self.graph, self.density);
        let Memory { adjacent, near, is_near, .. } = memory;
        adjacent.resize(graph.num_vertices(), 0);
        is_near.resize(graph.num_vertices(), false);
        near.clear();
        let mut put = |u: VertexId, near: &mut Vec<VertexId>| {
            if !std::mem::replace(&mut is_near[u as usize], true) {
                near.push(u);
            }
        };
        for &v in set {
            for &u in graph.row(v) {
                adjacent[u as usize] += 1;
                put(u, near);
            }
        }
        let least_degree = set.iter().copied().min_by_key(|&v| graph.row(v).len()).expect("a set has vertices");
        let mut most = density.most(graph.row(least_degree).len());
        if density.misses(most) > set.len() {
            // A vertex that is adjacent to none of the set may be in a larger one, as near to each of the set as to this one.
            graph.row(least_degree).iter().for_each(|&u| graph.row(u).iter().for_each(|&w| put(w, near)));
        }
        let touched = near.clone();
        for &v in set {
            is_near[v as usize] = false;
        }
        near.retain(|&u| is_near[u as usize]);
        loop {
            let missed = density.misses(most);
            let before = near.len();
            near.retain(|&u| {
                is_near[u as usize] = set.len() + 1 - adjacent[u as usize] as usize <= missed;
                is_near[u as usize]
            });
            let degree = |&v: &VertexId| {
                adjacent[v as usize] as usize + graph.row(v).iter().filter(|&&u| is_near[u as usize]).count()
            };
            let now = density.most(set.iter().map(degree).min().unwrap_or(0));
            if now <= set.len() {
                near.clear();
            }
            if now >= most && near.len() == before || near.is_empty() {
                break;
            }
            most = now;
        }
        for &u in touched.iter().chain(set) {
            (adjacent[u as usize], is_near[u as usize]) = (0, false);
        }
    }

    /// Searches among what was gathered.
    fn search(&self, set: &[VertexId], memory: &mut Memory) -> bool {
        let Memory { local, nodes, near, .. } = memory;
        local.among(self.graph, set.iter().chain(near.iter()).copied());
        let goal = Goal { density: self.density, min_size: set.len() + 1 };
        if nodes.is_empty() {
            nodes.push(Node::default());
        }
        nodes[0].begin(local, 0..set.len());
        let mut top = 0;
        let mut below = with_width!(local.words(), |width| counting_bits(|| nodes[0].settle(width, local, goal)));
        if below == Below::All {
            return true;
        }
        while !self.control.is_stopped() {
            let Some(u) = nodes[top].next.take() else {
                if top == 0 {
                    return false;
                }
                top -= 1;
                continue;
            };
            if top + 1 == nodes.len() {
                nodes.push(Node::default());
            }
            let (above, under) = nodes.split_at_mut(top + 1);
            let (node, child) = (&mut above[top], &mut under[0]);
            let without;
            (below, without) = with_width!(local.words(), |width| counting_bits(|| {
                node.split(width, local, u, goal, child);
                (child.settle(width, local, goal), node.settle(width, local, goal))
            }));
            if below == Below::All || without == Below::All {
                return true;
            }
            top += usize::from(below == Below::Open);
        }
        true
    }
}
