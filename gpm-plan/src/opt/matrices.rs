//! Pass `matrices`: the bit matrices of lower neighborhoods are a family of sets, which one nest writes for all roots, and the search reads.
//!
//! Row `v` of the matrix of a root `u` says which of the smaller neighbors of `u` are adjacent to `v`. A search for triangles that is
//! rooted at their middle vertex `v` finds just that: it marks the smaller neighbors of `v` once, and looks up those of each `u` above it.
//! A search that makes the matrix of its root `u` by itself looks them up in a table of places instead, which it has to fill, and to probe
//! for each neighbor of each member.
//!
//! Before, of `gpm explain clique:4`:
//!
//! ```text
//! order    0 1 2 3
//! restrict v1 < v0, v2 < v1, v3 < v2
//! local    bit matrix over s0, lower triangle
//! for v0 in V
//!   s0 = N(v0) below v0
//!   for v1 in s0
//!     s1 = N(v1) below v1
//!     s2 = s0 & s1 below v1
//!     for v2 in s2
//!       s3 = N(v2) below v2
//!       s4 = s2 & s3 below v2  (size only)
//!       count |s4|
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3
//! restrict v1 < v0, v2 < v1, v3 < v2
//! local    bit matrix over s0, lower triangle, written before
//! for v0 in V
//!   s0 = N(v0) below v0
//!   for v1 in s0
//!     s1 = N(v1) below v1
//!     s2 = s0 & s1 below v1
//!     for v2 in s2
//!       s3 = N(v2) below v2
//!       s4 = s2 & s3 below v2  (size only)
//!       count |s4|
//! ```

use std::sync::LazyLock;

use super::optimize;
use crate::nest::build::{Outline, build};
use crate::nest::{Level, Levels, LoopNest, Per, Restriction};
use crate::passes::PassSet;
use crate::pattern::{Pattern, Semantics};

pub(super) fn run(nest: &mut LoopNest) {
    let may_read = reads_lower_rows(nest) && TRIANGLES.views == nest.views;
    if let Some(local) = nest.local.as_mut() {
        local.is_written = may_read;
    }
}

/// The nest that writes the matrices that `nest` reads, if it reads any.
pub fn writer(nest: &LoopNest) -> Option<LoopNest> {
    let is_read = nest.local.is_some_and(|local| local.is_written);
    is_read.then(|| LoopNest { per: Per::Matrix, ..TRIANGLES.clone() })
}

/// Whether the matrices are those of the smaller neighbors of each root, whatever its class.
fn reads_lower_rows(nest: &LoopNest) -> bool {
    let Some(local) = nest.local.filter(|local| local.lower_only) else { return false };
    let universe = nest.set(local.universe);
    let is_row = universe.expr.row_of() == Some(Level(0));
    let bounds = (universe.below, universe.above);
    is_row && bounds == (Levels::before(Level(1)), Levels::NONE) && nest.classes.len() == 1
}

/// The nest of [`triangles`], which is the same for all.
static TRIANGLES: LazyLock<LoopNest> = LazyLock::new(triangles);

/// Triangles rooted at their middle vertex, with the larger one next.
fn triangles() -> LoopNest {
    let pattern = Pattern::from_edges(3, &[(0, 1), (0, 2), (1, 2)]).expect("a triangle is a pattern");
    let below = |smaller, larger| Restriction { smaller: Level(smaller), larger: Level(larger) };
    let outline = Outline {
        order: vec![0, 1, 2],
        tail: 1,
        restrictions: vec![below(0, 1), below(2, 0), below(2, 1)],
        divisor: 1,
        emit: false,
        filter: false,
        tail_may_coincide: false,
        reach: false,
        credited: Levels::NONE,
        entries: Vec::new(),
        walks: Vec::new(),
    };
    let mut nest = build(&pattern, Semantics::EdgeInduced, &outline);
    optimize(&mut nest, PassSet::default()).expect("every pass keeps a triangle valid, as a test says");
    nest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_writer_counts_one_set_below_two_loops() {
        let nest = triangles();
        let expected = "\
order    0 1 2
restrict v0 < v1, v2 < v0
for v0 in V
  s0 = N(v0) above v0
  s1 = N(v0) below v0  (and as bits)
  for v1 in s0
    s2 = N(v1) below v0
    s3 = s1 & s2 below v0  (size only)
    count |s3|
";
        assert_eq!(nest.to_string(), expected);
    }
}
