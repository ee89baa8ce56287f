//! Pass `fringe`: tail vertices of few kinds are counted by the regions that their candidate sets cut each other into
//! [Fringe-SGC].
//!
//! Where the sum over partitions of `inclusion-exclusion` grows with the Bell numbers of the vertices that may coincide, this
//! one depends on the kinds of them: a dozen vertices that hang on the ends of an edge are a few binomials. It takes tails with
//! two kinds or more that may coincide, where the formula is the shorter one or there are too many partitions.
//!
//! Before, of `gpm explain 'a-b, a-c, a-d, a-e, b-f, b-g, b-h'`:
//!
//! ```text
//! order    a b c d e f g h   (the last 6 are counted together)
//! restrict v0 < v1
//! divide   by 36
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v0)
//!     for v2 in s1 except v1
//!       s2 = N(v0)
//!       for v3 in s2 except v1 v2
//!         s3 = N(v0)
//!         for v4 in s3 except v1 v2 v3
//!           s4 = N(v1)
//!           for v5 in s4 except v0 v2 v3 v4
//!             s5 = N(v1)
//!             for v6 in s5 except v0 v2 v3 v4 v5
//!               s6 = N(v1)
//!               for v7 in s6 except v0 v2 v3 v4 v5 v6
//!                 count 1
//! ```
//!
//! After:
//!
//! ```text
//! order    a b c d e f g h   (the last 6 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v0)
//!     s2 = N(v1)
//!     s3 = N(v0)
//!     s4 = N(v1)
//!     s5 = s3 & s4
//!     count C(|s5|, 3)·C((|s2| - 4), 3) + (|s1| - |s5| - 1)·C(|s5|, 2)·C((|s2| - 3), 3) + C((|s1| - |s5| - 1), 2)·|s5|·C((|s2| - 2), 3) + C((|s1| - |s5| - 1), 3)·C((|s2| - 1), 3)
//! ```

mod formula;
mod kinds;
mod length;

use super::MAX_EXPANDED;
use super::inclusion_exclusion::{self, Builder};
use crate::nest::{Factor, Level, LoopNest, Polynomial, Region, Size, Term};

pub(crate) use formula::RegionFormula;
pub(crate) use kinds::Kinds;

pub(super) fn run(nest: &mut LoopNest) {
    if !inclusion_exclusion::applies(nest) {
        return;
    }
    let components = inclusion_exclusion::components(nest);
    if components.iter().any(|component| formula(nest, component).is_some()) {
        inclusion_exclusion::count_tail(nest, |builder, nest, component| match formula(nest, component) {
            Some((kinds, formula)) => Some(polynomial(builder, nest, &kinds, &formula)),
            None => builder.expanded(nest, component),
        });
    }
}

fn formula(nest: &LoopNest, component: &[Level]) -> Option<(Kinds, RegionFormula)> {
    let mask = |levels: &mut dyn Iterator<Item = Level>| levels.map(|level| 1 << nest.order[level.index()]).sum();
    let n = nest.num_positions();
    let tail = mask(&mut (n - nest.tail..n).map(|i| Level(i as u8)));
    let fringe = mask(&mut component.iter().copied());
    let vertex = |level: Level| nest.order[level.index()];
    let restrictions: Vec<(usize, usize)> =
        nest.restrictions.iter().map(|r| (vertex(r.smaller), vertex(r.larger))).collect();
    let kinds = Kinds::new(&nest.pattern, nest.semantics, (fringe, tail), &restrictions)?;
    let formula = RegionFormula::new(&kinds, MAX_EXPANDED)?;
    // Automorphisms that move nothing but vertices of one kind fix the core, so that no restriction breaks them. The nests
    // that `codegree` takes off have the symmetry of another pattern.
    nest.divisor.is_multiple_of(orders(&kinds)).then_some((kinds, formula))
}

/// The number of ways in which vertices of one kind can be exchanged.
fn orders(kinds: &Kinds) -> u128 {
    kinds.counts.iter().map(|&count| (1..=u128::from(count)).product::<u128>()).product()
}

fn polynomial(builder: &mut Builder, nest: &mut LoopNest, kinds: &Kinds, formula: &RegionFormula) -> Polynomial {
    builder.divisor /= orders(kinds);
    let levels: Vec<Level> = kinds.examples.iter().map(|&u| Level::of(u, &nest.order)).collect();
    let meeting = |mask: u32| (0..levels.len()).filter(move |kind| mask >> kind & 1 == 1);
    let blocks: Vec<Vec<Level>> =
        kinds.sets.iter().map(|&mask| meeting(mask).map(|kind| levels[kind]).collect()).collect();
    // Sets that no region needs are not made.
    let mut used: Vec<usize> =
        formula.regions.iter().flat_map(|region| region.parts.iter().map(|&(_, set)| set)).collect();
    used.sort_unstable();
    used.dedup();
    let sizes: Vec<Size> = used.iter().map(|&set| builder.size(nest, &blocks[set])).collect();
    let place = |set: usize| used.binary_search(&set).expect("every set of a region is used");
    let region = |region: &formula::Region| Region {
        parts: region.parts.iter().map(|&(weight, set)| (weight, place(set))).collect(),
        minus: region.taken,
    };
    let factor = |&(region, choose): &(usize, u8)| Factor { size: used.len() + region, choose };
    let term = |factors: &Vec<_>| Term { coefficient: 1, factors: factors.iter().map(factor).collect() };
    Polynomial {
        sizes,
        regions: formula.regions.iter().map(region).collect(),
        terms: formula.terms.iter().map(term).collect(),
    }
}
