//! What the two vertices of a trade have to deal out.

use crate::model::LEAST_STEPS;

/// Rounds that a sample has at least, so that [`LEAST_STEPS`] neighbors are traded.
pub(super) fn least(neighbors: usize) -> u64 {
    (LEAST_STEPS / neighbors.max(1) as f64).ceil() as u64
}

/// What a pair of vertices has to deal out.
#[derive(Default)]
pub(super) struct Deal {
    /// For each vertex a number that says whose neighbor it was last seen as.
    seen: Vec<u64>,
    /// A number that `seen` has not had.
    fresh: u64,
    /// The places of neighbors that only one of the two has, but the two themselves.
    pub(super) places: Vec<u32>,
}

impl Deal {
    /// Nothing to deal out yet.
    pub(super) fn new(vertices: usize) -> Deal {
        Deal { seen: vec![0; vertices], fresh: 1, places: Vec::new() }
    }

    /// Gathers what the vertices `u` and `v` have to deal out, given where their lists are. Says whether anything can
    /// change: both have something to give.
    pub(super) fn gather(&mut self, neighbors: &[u32], [u, v]: [u32; 2], [of_u, of_v]: [(usize, usize); 2]) -> bool {
        let (one, both) = (self.fresh, self.fresh + 1);
        self.fresh += 2;
        self.places.clear();
        let places = |(first, count): (usize, usize)| first..first + count;
        for &other in &neighbors[places(of_u)] {
            self.seen[other as usize] = one;
        }
        for place in places(of_v) {
            let other = neighbors[place];
            let seen = &mut self.seen[other as usize];
            if *seen == one {
                *seen = both;
            } else if other != u {
                self.places.push(place as u32);
            }
        }
        let given = self.places.len();
        for place in places(of_u) {
            let other = neighbors[place];
            if self.seen[other as usize] == one && other != v {
                self.places.push(place as u32);
            }
        }
        given > 0 && self.places.len() > given
    }
}
