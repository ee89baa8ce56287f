//! ONCE: restrictions on data-vertex ids under which each subgraph is met once, or a known number of times.
//!
//! Along a chain of pointwise stabilizers of the automorphism group, the vertex of each orbit that becomes a base point is
//! required to carry the smallest (or the largest) id of its orbit [GraphZero, GraphPi]. A chain that stops early leaves
//! each subgraph to be met once for every element of the stabilizer reached, by which the count is divided.

mod stabilizers;
mod total;

use std::collections::BTreeSet;

use crate::pattern::{Pattern, bits};

pub use stabilizers::Stabilizers;
pub use total::total_orders;

/// A symmetry-breaking set over pattern vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breaking {
    /// `(smaller, larger)` pairs of pattern vertices, closed under transitivity, ascending.
    pub pairs: Vec<(usize, usize)>,
    /// How often each subgraph is still met.
    pub divisor: u128,
}

impl Breaking {
    /// No restriction at all; every match is met.
    pub fn none(divisor: u128) -> Breaking {
        Breaking { pairs: Vec::new(), divisor }
    }
}

/// Which end of an orbit a base point takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Smallest,
    Largest,
}

/// Sets of restrictions that are offered for one core at most. *guess*, for the sake of planning time.
const MAX_SETS: usize = 48;
/// Vertices: larger patterns have one chain of base points tried, not all. *guess*, the same as `EXHAUSTIVE` of `limits.rs`.
const LARGE: usize = 8;

/// The sets of restrictions whose base points all lie in `core` (a bit mask). With `orient`, base points may also be
/// the largest of their orbit, which lets a nest draw from the short side of rows in a degree-ordered graph.
///
/// The sets are distinct and at least one; the others of the orbit may lie outside the core.
///
/// Of the group only what leaves the vertices in `fixed` where they are is broken and makes up the divisor.
pub fn breakings(
    pattern: &Pattern,
    group: &mut Stabilizers<'_>,
    fixed: &[usize],
    core: u32,
    orient: bool,
) -> Vec<Breaking> {
    let n = pattern.num_vertices();
    let mut search = BreakingSearch { group, core, orient, n, free: fixed.len(), found: BTreeSet::new() };
    search.extend(&mut fixed.to_vec(), &mut Vec::new(), None);
    search.found.into_iter().collect()
}

struct BreakingSearch<'s, 'a> {
    group: &'s mut Stabilizers<'a>,
    core: u32,
    orient: bool,
    n: usize,
    /// How many vertices are fixed from the start.
    free: usize,
    found: BTreeSet<Breaking>,
}

impl BreakingSearch<'_, '_> {
    fn extend(&mut self, fixed: &mut Vec<usize>, pairs: &mut Vec<(usize, usize)>, end: Option<End>) {
        if self.found.len() >= MAX_SETS {
            return;
        }
        let choices = self.base_points(fixed);
        if choices.is_empty() {
            let divisor = self.group.order(fixed);
            self.found.insert(Breaking { pairs: closure(self.n, pairs), divisor });
            return;
        }
        for (base, orbit) in choices {
            for next in self.ends(fixed.len() - self.free, end) {
                let before = pairs.len();
                pairs.extend(bits(orbit).filter(|&w| w != base).map(|w| match next {
                    End::Smallest => (base, w),
                    End::Largest => (w, base),
                }));
                fixed.push(base);
                self.extend(fixed, pairs, Some(next));
                fixed.pop();
                pairs.truncate(before);
            }
        }
    }

    /// Core vertices that the stabilizer of `fixed` moves, with their orbits. Vertices of an orbit inside the core are
    /// alike (all orders of the core are tried), so one of them suffices.
    fn base_points(&mut self, fixed: &[usize]) -> Vec<(usize, u32)> {
        let (core, is_large) = (self.core, self.n > LARGE);
        let orbits = self.group.orbits(fixed);
        let mut points = Vec::new();
        let mut covered = 0u32;
        for u in bits(core) {
            let orbit = orbits[u];
            if orbit.count_ones() > 1 && covered >> u & 1 == 0 {
                points.push((u, orbit));
                if is_large {
                    return points;
                }
                if orbit & !core == 0 {
                    covered |= orbit;
                }
            }
        }
        points
    }

    /// Ends to try: the first step is free, the second may turn around, later ones follow.
    fn ends(&self, step: usize, previous: Option<End>) -> Vec<End> {
        match (self.orient, previous) {
            (false, _) => vec![End::Smallest],
            (true, Some(end)) if step > 1 => vec![end],
            (true, _) => vec![End::Largest, End::Smallest],
        }
    }
}

/// The transitive closure, ascending. The input has no cycle: each base point lies at one end of what is left.
fn closure(n: usize, pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut above = vec![0u32; n];
    for &(smaller, larger) in pairs {
        above[smaller] |= 1 << larger;
    }
    for k in 0..n {
        for i in 0..n {
            if above[i] >> k & 1 == 1 {
                above[i] |= above[k];
            }
        }
    }
    (0..n).flat_map(|i| bits(above[i]).map(move |j| (i, j))).collect()
}
