//! How the number of components is kept: swaps in batches, and after each batch a count; or a search around each swap.
//!
//! Where few swaps keep the number, as in trees, batches are short, and a count for each is slow. A search from the
//! four ends of a swap is over when they are found joined, or all but one of their components are at an end. It has to
//! go along edges both ways. It is for connected graphs only: single swaps lead from each to all others [Taylor1981],
//! but not where there are several components.

/// Steps a batch at first, and at most.
const STEPS: [u64; 2] = [16, 1 << 20];

/// Steps a batch at least where there are several components: two triangles are reached from two others only by way of
/// a ring. *guess*
const LEAST: f64 = 4.0;

/// Batches that are tried before the first sample. *guess*
const TRIES: u32 = 60;

/// By what a batch grows when it stays, and shrinks when it is undone: at rest about one of three stays
/// [VigerLatapy2016]. *guess*
const GROW: f64 = 1.4;
const SHRINK: f64 = 0.85;

/// How many swaps are made before components are counted.
pub(super) struct Batches {
    /// Number of vertices.
    pub(super) vertices: usize,
    /// Components that there are to be.
    pub(super) components: usize,
    /// Steps a batch. The same in all samples, or chains would not be uniform.
    pub(super) steps: u64,
    /// Instead of batches each swap is looked at by itself.
    pub(super) single: bool,
}

impl Batches {
    /// Tries batches, each from where the one before led: the length is the geometric mean of the later half's. `batch`
    /// says whether one stays; longer ones than `most` steps would not save anything more.
    pub(super) fn tried(
        vertices: usize,
        components: usize,
        most: u64,
        mut batch: impl FnMut(&Batches) -> bool,
    ) -> Batches {
        let mut batches = Batches { vertices, components, steps: 1, single: false };
        let least = if components > 1 { LEAST } else { 1.0 };
        let most = (most.min(STEPS[1]) as f64).max(least);
        let (mut length, mut logarithms) = (STEPS[0] as f64, 0.0);
        for attempt in 0..TRIES {
            length = length.clamp(least, most);
            batches.steps = length as u64;
            length *= if batch(&batches) { GROW } else { SHRINK };
            if attempt >= TRIES / 2 {
                logarithms += length.ln();
            }
        }
        let mean = (logarithms / f64::from(TRIES / 2)).exp();
        batches.steps = mean.clamp(least, most) as u64;
        batches
    }
}

/// Vertices in trees, one for each component.
#[derive(Default)]
pub(super) struct Forest {
    parents: Vec<u32>,
    trees: usize,
}

impl Forest {
    /// Each vertex by itself.
    pub(super) fn clear(&mut self, vertices: usize) {
        self.parents.clear();
        self.parents.extend(0..vertices as u32);
        self.trees = vertices;
    }

    /// The component of a vertex.
    fn root(&mut self, mut vertex: u32) -> u32 {
        loop {
            let parent = self.parents[vertex as usize];
            if parent == vertex {
                return vertex;
            }
            let above = self.parents[parent as usize];
            self.parents[vertex as usize] = above;
            vertex = above;
        }
    }

    /// Two vertices are in one component. The root of lesser id stays one.
    pub(super) fn join(&mut self, u: u32, v: u32) {
        let (u, v) = (self.root(u), self.root(v));
        if u != v {
            self.parents[u.max(v) as usize] = u.min(v);
            self.trees -= 1;
        }
    }

    /// Number of components.
    pub(super) fn trees(&self) -> usize {
        self.trees
    }
}

/// A search from the four ends of a swap at once.
#[derive(Default)]
pub(super) struct Search {
    /// For each vertex the number of the search that saw it last, times four, and the end from which it did.
    seen: Vec<u64>,
    /// Number of the search.
    number: u64,
    /// Vertices that were seen from each end.
    queues: [Vec<u32>; 4],
    /// Neighbors that were looked at so far, in all searches.
    pub(super) visits: u64,
}

impl Search {
    /// Makes room for a graph.
    pub(super) fn reserve(&mut self, vertices: usize) {
        self.seen.resize(vertices, 0);
    }

    /// Whether the number of components is as before, given the graph after a swap of a–b and c–d to a–d and c–b.
    pub(super) fn keeps<'a>(&mut self, starts: [u32; 4], neighbors: impl Fn(u32) -> &'a [u32]) -> bool {
        let [a, b, c, d] = starts;
        self.number += 1;
        let mut groups = [0, 1, 2, 3];
        let mut heads = [0; 4];
        for (end, &vertex) in starts.iter().enumerate() {
            self.queues[end].clear();
            self.queues[end].push(vertex);
            self.seen[vertex as usize] = self.number * 4 + end as u64;
        }
        // Components of what the graphs before and after have in common.
        let fresh = |&[u, v]: &[u32; 2]| [[a, d], [d, a], [c, b], [b, c]].contains(&[u, v]);
        loop {
            for (end, head) in heads.iter_mut().enumerate() {
                let Some(&vertex) = self.queues[end].get(*head) else { continue };
                *head += 1;
                let others = neighbors(vertex);
                self.visits += others.len() as u64;
                for &other in others.iter().filter(|&&other| !fresh(&[vertex, other])) {
                    let seen = &mut self.seen[other as usize];
                    if *seen / 4 == self.number {
                        merge(&mut groups, [end, (*seen % 4) as usize]);
                    } else {
                        *seen = self.number * 4 + end as u64;
                        self.queues[end].push(other);
                    }
                }
            }
            let open = (0..4).filter(|&end| heads[end] < self.queues[end].len());
            let open = open.fold(0u32, |open, end| open | 1 << groups[end]);
            if open.count_ones() <= 1 {
                break;
            }
        }
        let joins = |pairs: [[usize; 2]; 2]| {
            let mut groups = groups;
            pairs.map(|pair| usize::from(merge(&mut groups, pair))).iter().sum::<usize>()
        };
        joins([[0, 1], [2, 3]]) == joins([[0, 3], [2, 1]])
    }
}

/// Joins the groups of two ends, and says whether they were two.
fn merge(groups: &mut [u32; 4], [one, other]: [usize; 2]) -> bool {
    let (kept, gone) = (groups[one], groups[other]);
    groups.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    kept != gone
}

/// Number of components of a graph, where arcs join both ways. O(n + m).
pub(crate) fn components(vertices: usize, edges: &[[u32; 2]]) -> usize {
    let mut forest = Forest::default();
    forest.clear(vertices);
    edges.iter().for_each(|&[u, v]| forest.join(u, v));
    forest.trees()
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn searches_say_the_same_as_counts() {
        let mut rng = stream(1, 0, Purpose::Trial);
        let (mut search, mut kept) = (Search::default(), 0);
        search.reserve(12);
        for _ in 0..5000 {
            let mut edges: Vec<[u32; 2]> = Vec::new();
            while edges.len() < 9 {
                let [u, v] = [rng.random_range(0..12), rng.random_range(0..12)];
                if u != v && !edges.contains(&[u, v]) && !edges.contains(&[v, u]) {
                    edges.push([u, v]);
                }
            }
            let ([a, b], [c, d]) = (edges[0], edges[1]);
            let before = components(12, &edges);
            let there = |u: u32, v: u32| u == v || edges.contains(&[u, v]) || edges.contains(&[v, u]);
            if there(a, d) || there(c, b) {
                continue;
            }
            edges[..2].copy_from_slice(&[[a, d], [c, b]]);
            let mut lists = vec![Vec::new(); 12];
            for &[u, v] in &edges {
                lists[u as usize].push(v);
                lists[v as usize].push(u);
            }
            let keeps = search.keeps([a, b, c, d], |vertex| &lists[vertex as usize]);
            assert_eq!(keeps, components(12, &edges) == before, "{edges:?}");
            kept += u32::from(keeps);
        }
        assert!(kept > 500, "both happen");
    }
}
