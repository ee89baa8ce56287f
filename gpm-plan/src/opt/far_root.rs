//! Pass `far-root`: a four-cycle is counted from the vertex opposite its least.
//!
//! The least vertex of a cycle, which in degree order is its largest hub, is bound first by the search: the paths of two steps from it end
//! anywhere above it, and a hub has a great many of them. Bound from the other side the same paths lead down, to hubs: each root has few
//! paths, and most of them end at the same few vertices, so that their counters are near at hand.
//!
//! Before, of `gpm explain cycle:4`:
//!
//! ```text
//! order    0 2 1 3   (the last 2 are counted together)
//! restrict v0 < v1, v0 < v2, v0 < v3
//! for v0 in V
//!   s0 = N(v0) above v0
//!   s1 = N(s0), with codegrees above v0
//!   for v1 in s1
//!     count C(codegree(v1), 2)
//! ```
//!
//! After:
//!
//! ```text
//! order    2 0 1 3   (the last 2 are counted together)
//! restrict v1 < v0, v1 < v2, v1 < v3
//! for v0 in V
//!   s0 = N(v0)
//!   s1 = N(s0) down from it, with codegrees below v0
//!   for v1 in s1
//!     count C(codegree(v1), 2)
//! ```

use super::both_ways::is_plain;
use crate::nest::{Level, Levels, LoopNest, Per, Restriction, SetExpr, SetId, Source, Step, Walk};

const ROOT: Level = Level(0);
const FAR: Level = Level(1);

pub(super) fn run(nest: &mut LoopNest) {
    let Some((row, reach)) = ends_apart(nest) else { return };
    nest.order.swap(ROOT.index(), FAR.index());
    for Restriction { smaller, .. } in &mut nest.restrictions {
        *smaller = FAR;
    }
    for Restriction { larger, .. } in nest.restrictions.iter_mut().filter(|own| own.larger == FAR) {
        *larger = ROOT;
    }
    let root = Levels::before(FAR);
    nest.sets[row.index()].above = Levels::NONE;
    let ends = &mut nest.sets[reach.index()];
    (ends.below, ends.above) = (root, Levels::NONE);
    if let SetExpr::Reach { descends, .. } = &mut ends.expr {
        *descends = true;
    }
}

/// The row of the root and the reach through it, if all that is counted are paths from the root, the least vertex, to a vertex that is
/// like it in all but that.
fn ends_apart(nest: &LoopNest) -> Option<(SetId, SetId)> {
    let is_total = nest.per == Per::Total && nest.entries.is_empty() && is_plain(&nest.pattern);
    let others = || (1..nest.num_positions() as u8).map(Level);
    let is_least = nest.restrictions.len() == nest.num_positions() - 1
        && others().all(|larger| nest.restrictions.contains(&Restriction { smaller: ROOT, larger }));
    let [row, reach] = nest.root_body().define[..] else { return None };
    let [Step::For { level: FAR, from: Source::Set(candidates), body }] = &nest.root_body().steps[..] else {
        return None;
    };
    let SetExpr::Reach { through, .. } = nest.set(reach).expr else { return None };
    let [Step::Count(product)] = &body.steps[..] else { return None };
    let to_the_end = Walk { steps: 2, to: FAR };
    let mut sizes = product.iter().flat_map(|polynomial| &polynomial.sizes);
    let are_paths = sizes.all(|size| size.walks().is_some_and(|of| of.walk == to_the_end && of.without.is_none()))
        && product.iter().all(|polynomial| polynomial.regions.is_empty());
    let middles = || (2..nest.num_positions() as u8).map(Level);
    let are_alike = middles().all(|middle| {
        let is_edge = |end: Level| nest.constraint(end, middle).is_positive();
        is_edge(ROOT) && is_edge(FAR)
    });
    // Without pass `bound` the use has bounds of its own, which are about the root as it was.
    let is_whole = candidates.below.union(candidates.above).union(candidates.except).is_empty();
    let is_bare = body.define.is_empty() && body.filter.is_empty() && is_whole;
    (is_total && is_least && are_paths && are_alike && is_bare && through == row && candidates.set == reach)
        .then_some((row, reach))
}
