//! Simple graphs as lists of edges: what samplers take and give.

use crate::error::NullError;

/// A simple graph: each edge once, no loops.
///
/// The fields are open, so that a graph can be taken apart without copies. [`Sampler::new`](crate::Sampler::new) checks a
/// graph again, however it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    /// Number of vertices. Their ids are less.
    pub vertices: usize,
    /// Whether `[u, v]` is an arc from `u` to `v`. The arcs `[u, v]` and `[v, u]` are two.
    pub directed: bool,
    /// The edges. Undirected ones have their ends in either order.
    pub edges: Vec<[u32; 2]>,
}

/// How many vertices a graph may have: `u32::MAX` is no id, so that it can mark absence.
pub(crate) const MOST_VERTICES: usize = u32::MAX as usize;

/// How many edges a graph may have: both ends of each are numbered in 32 bits.
pub(crate) const MOST_EDGES: usize = (u32::MAX / 2) as usize;

impl Edges {
    /// A graph of edges that are checked to be simple. O(m log m) for m edges.
    ///
    /// # Errors
    /// If an end is no vertex, an edge is a loop or there twice, or there are more than 2³² − 1 vertices or 2³¹ − 1 edges.
    pub fn new(vertices: usize, directed: bool, edges: Vec<[u32; 2]>) -> Result<Edges, NullError> {
        let graph = Edges { vertices, directed, edges };
        graph.check()?;
        Ok(graph)
    }

    /// Whether it is a simple graph, as [`Edges::new`] says.
    pub(crate) fn check(&self) -> Result<(), NullError> {
        let at_most = |what, count, most| {
            if count > most { Err(NullError::TooMany { what, count, most }) } else { Ok(()) }
        };
        at_most("vertices", self.vertices, MOST_VERTICES)?;
        at_most("edges", self.edges.len(), MOST_EDGES)?;
        for (edge, &ends) in self.edges.iter().enumerate() {
            if let Some(&vertex) = ends.iter().find(|&&end| end as usize >= self.vertices) {
                return Err(NullError::NoVertex { edge, vertex, vertices: self.vertices });
            }
            if ends[0] == ends[1] {
                return Err(NullError::Loop { edge, vertex: ends[0] });
            }
        }
        let mut keys: Vec<(u64, u32)> = (0..).zip(&self.edges).map(|(edge, &ends)| (self.key(ends), edge)).collect();
        keys.sort_unstable();
        match keys.windows(2).find(|two| two[0].0 == two[1].0) {
            None => Ok(()),
            Some(two) => {
                let (first, second) = (two[0].1 as usize, two[1].1 as usize);
                let [from, to] = self.edges[first];
                Err(NullError::Repeated { first, second, from, to })
            }
        }
    }

    /// One number per edge, the same for both orders of the ends of an undirected edge.
    pub(crate) fn key(&self, [u, v]: [u32; 2]) -> u64 {
        if self.directed || u < v { key(u, v) } else { key(v, u) }
    }

    /// The same vertices with other edges.
    pub(crate) fn with(&self, edges: Vec<[u32; 2]>) -> Edges {
        Edges { vertices: self.vertices, directed: self.directed, edges }
    }

    /// Number of edges that start at each vertex, and that end there. Undirected ones count at both ends, in both lists.
    pub(crate) fn degrees(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut out, mut into) = (vec![0; self.vertices], vec![0; self.vertices]);
        for &[u, v] in &self.edges {
            out[u as usize] += 1;
            into[v as usize] += 1;
        }
        if !self.directed {
            out.iter_mut().zip(&into).for_each(|(own, other)| *own += other);
            into.clone_from(&out);
        }
        (out, into)
    }
}

/// Two ids in one number.
pub(crate) fn key(u: u32, v: u32) -> u64 {
    u64::from(u) << 32 | u64::from(v)
}
