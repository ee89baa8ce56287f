//! The ways in which one match can be written, and the first of them in an order.
//!
//! A subgraph is found once, but an automorphism of its pattern writes the same subgraph in another way: the ring `a->b->c->a` may
//! begin at any of its three vertices. Which way a search finds depends on its plan. An order must not, so each match is written
//! in the way that comes first in the order asked for.

use gpm::{Query, Semantics, Unit, VertexId};

/// What an automorphism does to each pattern vertex.
type Image = Vec<usize>;

/// The ways to write a match.
pub(crate) struct Writings {
    /// One automorphism for each place where the vertices of the key can go.
    pub(crate) keyed: Vec<Image>,
    /// For each pattern vertex the automorphisms that take it elsewhere, but neither those before it nor those of the key.
    chain: Vec<Vec<Image>>,
}

impl Writings {
    /// The ways to write a match of `query`, where the key of the order reads attributes of these vertices.
    pub(crate) fn new(query: &Query, key: &[usize]) -> Self {
        let size = query.pattern.num_vertices();
        let identity: Image = (0..size).collect();
        let is_once = query.unit == Unit::Subgraphs && query.semantics != Semantics::Homomorphism;
        if !is_once {
            return Self { keyed: vec![identity], chain: Vec::new() };
        }
        let group = query.pattern.automorphisms(query.semantics);
        // The automorphisms, but the identity, that keep `fixed` and take `u` elsewhere: one for each place.
        let moves = |fixed: &[usize], u: usize| -> Vec<Image> {
            let places = (0..size).filter(|&w| w != u);
            places.filter_map(|w| group.carrying(fixed, u, w)).collect()
        };
        let mut keyed = vec![identity];
        for (at, &u) in key.iter().enumerate() {
            let moved = moves(&key[..at], u);
            let then = |first: &Image| moved.iter().map(|next| composed(first, next)).collect::<Vec<Image>>();
            keyed.extend(keyed.iter().flat_map(then).collect::<Vec<Image>>());
        }
        let mut fixed = key.to_vec();
        let mut chain = Vec::new();
        for u in 0..size {
            chain.push(moves(&fixed, u));
            fixed.push(u);
        }
        Self { keyed, chain }
    }

    /// Writes a match in the way that comes first by `rank`, of those that keep the vertices of the key in place.
    pub(crate) fn put_first(&self, row: &mut Vec<VertexId>, rank: impl Fn(VertexId) -> u32) {
        for (u, moves) in self.chain.iter().enumerate() {
            let best = moves.iter().min_by_key(|image| rank(row[image[u]]));
            if let Some(image) = best.filter(|image| rank(row[image[u]]) < rank(row[u])) {
                *row = written(row, image);
            }
        }
    }
}

/// The match as an automorphism writes it.
pub(crate) fn written(row: &[VertexId], image: &[usize]) -> Vec<VertexId> {
    image.iter().map(|&w| row[w]).collect()
}

/// What writes a match as `first` does, and the result as `next` does.
fn composed(first: &Image, next: &Image) -> Image {
    next.iter().map(|&w| first[w]).collect()
}

#[cfg(test)]
mod tests {
    use gpm::Pattern;

    use super::*;

    fn query(pattern: &str) -> Query {
        Query::from(pattern.parse::<Pattern>().unwrap())
    }

    #[track_caller]
    fn check(pattern: &str, row: &[VertexId], first: &[VertexId]) {
        let mut row = row.to_vec();
        Writings::new(&query(pattern), &[]).put_first(&mut row, |v| v);
        assert_eq!(row, first, "{pattern}");
    }

    #[test]
    fn the_first_way_to_write_a_match() {
        check("a->b->c->a", &[7, 3, 5], &[3, 5, 7]);
        check("a->b->c->a", &[7, 5, 3], &[3, 7, 5]);
        check("a-b-c-a", &[7, 5, 3], &[3, 5, 7]);
        check("a-b-c", &[7, 5, 3], &[3, 5, 7]);
        check("a-b-c-d-a", &[9, 4, 2, 8], &[2, 4, 9, 8]);
        check("a->b->c", &[7, 5, 3], &[7, 5, 3]);
    }

    #[test]
    fn places_of_the_key() {
        let places = |pattern: &str, key: &[usize]| Writings::new(&query(pattern), key).keyed.len();
        assert_eq!(places("a->b->c->a", &[0, 1]), 3);
        assert_eq!(places("a-b-c-a", &[0, 1]), 6);
        assert_eq!(places("a-b-c", &[1]), 1);
        assert_eq!(places("a-b-c", &[0]), 2);
        let every = Writings::new(&query("a-b-c").embeddings(), &[0]);
        assert_eq!((every.keyed.len(), every.chain.len()), (1, 0));
    }
}
