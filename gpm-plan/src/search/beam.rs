//! Which prefixes of one length a search over orders goes on from.

use crate::cost::Prefix;
use crate::limits;

/// Which prefixes of a length are kept: the cheapest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    /// At most so many.
    width: usize,
    /// Vertices of the pattern, where it is a large one.
    vertices: usize,
    /// Whether a prefix is left out if a cheaper one has the same root, the same vertices and at most as many matches: what comes below the
    /// two costs nearly the same. So a narrow beam still holds different ways to go on.
    merges: bool,
}

impl Beam {
    /// Only the cheapest.
    pub(super) fn one() -> Beam {
        Beam::of(1)
    }

    /// So many.
    pub(super) fn of(width: usize) -> Beam {
        Beam { width, vertices: 0, merges: false }
    }

    /// What suits a large pattern of so many vertices.
    pub(super) fn of_large(vertices: usize) -> Beam {
        Beam { width: limits::beam(vertices), vertices, merges: true }
    }

    /// A beam twice as wide, if the search is expected to cost so much more than looking along that beam that it pays
    /// ([`limits::PLANNED_PART`]).
    pub(super) fn wider(self, cost: f64) -> Option<Beam> {
        let width = 2 * self.width;
        let pays = limits::planning(self.vertices, width) <= limits::PLANNED_PART * cost;
        (pays && width <= limits::BEAM).then_some(Beam { width, ..self })
    }
}

/// The prefixes of a length that were met so far and are to be kept.
pub(super) struct Front {
    beam: Beam,
    /// Whether no vertex is left to be placed: then orders of the same vertices are all that there is to choose from.
    is_whole: bool,
    /// With a beam that merges ascending by cost.
    prefixes: Vec<Prefix>,
}

impl Front {
    /// None yet.
    pub(super) fn new(beam: Beam, is_whole: bool) -> Front {
        Front { beam, is_whole, prefixes: Vec::new() }
    }

    /// Prefixes that cost more are not kept.
    pub(super) fn limit(&self) -> f64 {
        match self.prefixes.last() {
            Some(last) if self.beam.merges && self.prefixes.len() == self.beam.width => last.cost,
            Some(best) if self.beam.width == 1 => best.cost,
            _ => f64::INFINITY,
        }
    }

    /// Keeps one, unless others are better.
    pub(super) fn add(&mut self, prefix: Prefix) {
        if self.beam.merges {
            self.merge(prefix);
        } else if self.beam.width > 1 || self.prefixes.is_empty() {
            self.prefixes.push(prefix);
        } else if is_before(&prefix, &self.prefixes[0]) {
            self.prefixes[0] = prefix;
        }
    }

    /// The prefixes to go on from.
    pub(super) fn into_prefixes(mut self) -> Vec<Prefix> {
        if self.prefixes.len() > self.beam.width {
            self.prefixes.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.order().cmp(b.order())));
            self.prefixes.truncate(self.beam.width);
        }
        self.prefixes
    }

    fn merge(&mut self, prefix: Prefix) {
        let place = self.prefixes.partition_point(|other| is_before(other, &prefix));
        if !self.is_whole {
            if self.prefixes[..place].iter().any(|cheaper| is_like(cheaper, &prefix)) {
                return;
            }
            let mut at = 0;
            self.prefixes.retain(|other| {
                at += 1;
                at <= place || !is_like(&prefix, other)
            });
        }
        self.prefixes.insert(place, prefix);
        self.prefixes.truncate(self.beam.width);
    }
}

fn is_before(one: &Prefix, other: &Prefix) -> bool {
    one.cost.total_cmp(&other.cost).then_with(|| one.order().cmp(other.order())).is_lt()
}

/// Whether a prefix has the root and the vertices of `other`, and at most as many matches.
fn is_like(one: &Prefix, other: &Prefix) -> bool {
    one.placed == other.placed && one.matches <= other.matches && one.order().next() == other.order().next()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Beam;
    use crate::cost::GraphStats;
    use crate::limits;
    use crate::pattern::Pattern;
    use crate::query::Query;
    use crate::search::{Interrupt, Memo, SHORTLIST, choices};

    /// A cycle with chords, which has no symmetry.
    fn chorded(vertices: usize) -> Pattern {
        let chords = (0..vertices / 4).map(|i| (i, vertices / 2 + 2 * i));
        let edges: Vec<_> = (0..vertices).map(|u| (u, (u + 1) % vertices)).chain(chords).collect();
        Pattern::from_edges(vertices, &edges).expect("it is connected")
    }

    #[test]
    fn beams_are_widened_where_searches_take_long() {
        let (narrow, long) = (Beam::of_large(32), 1e20);
        assert!(narrow.wider(1e6).is_none());
        let widest = std::iter::successors(Some(narrow), |beam| beam.wider(long)).last().expect("it is the first");
        assert!(widest.width > narrow.width && widest.width <= limits::BEAM);
        // What a little more would pay for does not pay.
        let enough = limits::planning(32, 2 * narrow.width) / limits::PLANNED_PART;
        assert!(narrow.wider(enough).is_some() && narrow.wider(enough * 0.99).is_none());
    }

    #[test]
    fn planning_of_large_patterns_is_bounded() {
        for vertices in [12, 16, 24, 32] {
            let query = Query::from(chorded(vertices));
            let asked = Arc::new(AtomicU64::new(0));
            let (mut memo, counted) = (Memo::default(), asked.clone());
            memo.interrupt_by(Interrupt::when(move || counted.fetch_add(1, Ordering::Relaxed) == u64::MAX));
            let found = choices(&query, &GraphStats::typical(), SHORTLIST, &mut memo);
            // Each prefix that is extended asks once.
            let asked = asked.load(Ordering::Relaxed);
            assert!(asked < 6000, "{asked} prefixes of {vertices} vertices");
            assert_eq!(found.len(), SHORTLIST, "{vertices} vertices");
        }
    }
}
