//! What matches of bound edges have in common that differ in their records alone: their vertices, up to symmetry.

use super::model::bits;
use super::{Pattern, Semantics};

/// Tells which matches are of the same subgraph, whatever its records are: it gives these one key.
///
/// ```
/// use gpm_plan::pattern::{Pattern, VertexKey};
///
/// let ring: Pattern = "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 60".parse()?;
/// let key = VertexKey::of_subgraphs(&ring);
/// let places = |a, b, c| {
///     let mut found = [0; 6];
///     ["a", "b", "c"].iter().zip([a, b, c]).for_each(|(name, v)| found[ring.vertex_by_name(name).unwrap()] = v);
///     found
/// };
/// // Any of the three payments may be the first one.
/// assert_eq!(key.of(&places(7, 8, 9)), key.of(&places(9, 7, 8)));
/// assert_ne!(key.of(&places(7, 8, 9)), key.of(&places(8, 7, 9)));
/// # Ok::<(), gpm_plan::pattern::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VertexKey {
    /// The vertices of the pattern that are no records.
    vertices: Vec<usize>,
    /// Vertex by vertex, where the symmetries can take it that leave those before it in place.
    steps: Vec<(usize, Vec<Turn>)>,
}

/// A symmetry that takes a vertex of the pattern to this one, and entry `v` of which is the image of vertex `v`.
type Turn = (usize, Vec<usize>);

impl VertexKey {
    /// One for the subgraphs with given vertices. Symmetric is what would be so if records were not compared: of a ring of payments in
    /// order of time, any may be the first.
    pub fn of_subgraphs(pattern: &Pattern) -> VertexKey {
        let VertexKey { vertices, .. } = VertexKey::of_embeddings(pattern);
        let mask = vertices.iter().fold(0u32, |mask, &u| mask | 1 << u);
        let mut alike = pattern.clone();
        alike.predicate = pattern.predicate.within(mask);
        let group = alike.automorphisms(Semantics::EdgeInduced);
        let (mut fixed, mut steps) = (Vec::new(), Vec::new());
        for &u in &vertices {
            let others = bits(group.orbit(&fixed, u) & !(1 << u));
            let turns: Vec<Turn> = others.filter_map(|w| Some((w, group.carrying(&fixed, u, w)?))).collect();
            fixed.push(u);
            if !turns.is_empty() {
                steps.push((u, turns));
            }
        }
        VertexKey { vertices, steps }
    }

    /// One for each assignment of vertices.
    pub fn of_embeddings(pattern: &Pattern) -> VertexKey {
        let vertices = (0..pattern.num_vertices()).filter(|&u| !pattern.is_record(u)).collect();
        VertexKey { vertices, steps: Vec::new() }
    }

    /// The key of a match, as data vertices in the order of the pattern's: at each step the symmetry is taken that puts the least one there.
    pub fn of(&self, found: &[u32]) -> Vec<u32> {
        let mut own = found.to_vec();
        for (u, turns) in &self.steps {
            let least = turns.iter().min_by_key(|(w, _)| own[*w]).filter(|(w, _)| own[*w] < own[*u]);
            if let Some((_, turn)) = least {
                own = turn.iter().map(|&v| own[v]).collect();
            }
        }
        self.vertices.iter().map(|&u| own[u]).collect()
    }
}
