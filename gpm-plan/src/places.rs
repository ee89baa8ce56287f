//! Where the anchors of a pattern may lie, where its matches are counted for each vertex or edge that they have.

use crate::pattern::{EdgeKind, OrbitsOf, PatternEdge, PatternError};
use crate::query::{Query, Unit};

/// A vertex or an edge of a pattern, which stands for all that an automorphism carries it to: those have the same counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// One vertex, or the two ends of an edge.
    pub anchors: Vec<usize>,
    /// Whether both directions of an edge are the same place, so that each of them has the whole count.
    pub is_symmetric: bool,
    /// How often a subgraph with a data vertex or edge in the place counts there.
    pub times: u128,
}

impl Query {
    /// One place of each orbit, but those of records: a subgraph has a data vertex, or edge, at a place of one orbit only, so that the counts of all places add up to those of the
    /// query. If vertices are `named`, one or the two ends of an edge, only that place; an embedding then counts where it puts them, so that
    /// those of a subgraph are shared by the places of the orbit.
    ///
    /// ```
    /// use gpm::Query;
    /// use gpm::pattern::OrbitsOf;
    ///
    /// let tailed: Query = "tailed-triangle".parse()?;
    /// assert_eq!(tailed.places(OrbitsOf::Vertices, &[])?.len(), 3);
    /// assert_eq!(tailed.places(OrbitsOf::Edges, &[])?.len(), 3);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// [`PatternError`] for named vertices that the pattern does not have, or that no edge joins.
    pub fn places(&self, of: OrbitsOf, named: &[usize]) -> Result<Vec<Place>, PatternError> {
        if !named.is_empty() {
            // Says what is wrong with them.
            self.pattern.clone().with_anchors(named)?;
        }
        let group = self.pattern.automorphisms(self.semantics);
        let times = |places: usize| match self.unit {
            Unit::Subgraphs => 1,
            Unit::Embeddings if named.is_empty() => group.order(),
            Unit::Embeddings => group.order() / places as u128,
        };
        if of == OrbitsOf::Vertices {
            let is_first = |u: usize, orbit: u32| match named.first() {
                Some(&named) => u == named,
                None => orbit.trailing_zeros() == u as u32 && !self.pattern.is_record(u),
            };
            let firsts = group.orbits(&[]).into_iter().enumerate().filter(|&(u, orbit)| is_first(u, orbit));
            let place = |(u, orbit): (usize, u32)| Place {
                anchors: vec![u],
                is_symmetric: true,
                times: times(orbit.count_ones() as usize),
            };
            return Ok(firsts.map(place).collect());
        }
        let carries = |(u, v): (usize, usize), (x, y): (usize, usize)| {
            group.carrying(&[], u, x).is_some_and(|image| group.carrying(&[x], image[v], y).is_some())
        };
        let edges: Vec<_> = self.pattern.edges().collect();
        let is_alike = |(u, v): (usize, usize), edge: &PatternEdge| {
            let is_directed = edge.kind == EdgeKind::Directed;
            carries((u, v), (edge.from, edge.to)) || (!is_directed && carries((u, v), (edge.to, edge.from)))
        };
        let mut firsts: Vec<Place> = Vec::new();
        for edge in &edges {
            let is_wanted = match *named {
                [u, v] => {
                    (edge.from, edge.to) == (u, v)
                        || (edge.kind == EdgeKind::Undirected && (edge.to, edge.from) == (u, v))
                }
                _ => !firsts.iter().any(|first| is_alike((first.anchors[0], first.anchors[1]), edge)),
            };
            if is_wanted {
                let ends = (edge.from, edge.to);
                let is_symmetric = edge.kind == EdgeKind::Directed || carries(ends, (edge.to, edge.from));
                let places = edges.iter().filter(|other| is_alike(ends, other)).count();
                firsts.push(Place { anchors: vec![edge.from, edge.to], is_symmetric, times: times(places) });
            }
        }
        Ok(firsts)
    }
}
