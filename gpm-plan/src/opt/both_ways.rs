//! Pass `both-ways`: a nest of two loops meets each edge once and counts for both of its directions.
//!
//! Where nothing tells the ends of the edge apart but their parts in the pattern, the sets of one direction are those of the other
//! with the ends exchanged: common neighbors are the same, so that they are intersected once, not twice. What is counted is
//! the sum of the polynomial and its mirror image. Nests of different patterns then have the same loops (see
//! [`fuse`](crate::nest::fuse)).
//!
//! Before, of `gpm explain tailed-triangle`:
//!
//! ```text
//! order    1 2 0 3   (the last 2 are counted together)
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count -|s2| + |s2|·(|s1| - 1)
//! ```
//!
//! After:
//!
//! ```text
//! order    1 2 0 3   (the last 2 are counted together)
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count -2·|s2| + |s2|·(|s1| - 1) + |s2|·(|s0| - 1)
//! ```

use crate::nest::{
    Block, Candidates, Hold, Level, Levels, LoopNest, Per, Polynomial, Scalar, SetDef, SetExpr, SetId, Size, Source,
    Step,
};
use crate::pattern::Pattern;

const ENDS: [Level; 2] = [Level(0), Level(1)];

/// Whether the ends of an edge are alike but for their parts in such a pattern.
pub(crate) fn is_plain(pattern: &Pattern) -> bool {
    !pattern.is_directed() && !pattern.has_labels() && pattern.predicate().is_empty() && pattern.anchors().is_empty()
}

pub(super) fn run(nest: &mut LoopNest) {
    if let Some(folded) = folded(nest) {
        *nest = folded;
    }
}

fn folded(nest: &LoopNest) -> Option<LoopNest> {
    let is_plain =
        is_plain(&nest.pattern) && nest.views.len() == 1 && nest.per == Per::Total && nest.entries.is_empty();
    if !is_plain || !nest.restrictions.is_empty() {
        return None;
    }
    let polynomial = counted(nest)?.clone();
    let mut nest = nest.clone();
    let images: Vec<SetId> =
        (0..nest.sets.len()).map(|id| image(&mut nest, SetId(id as u16))).collect::<Option<_>>()?;
    // Where a set is empty, its image may not be.
    for (id, &image) in images.iter().enumerate() {
        nest.sets[id].required &= nest.sets[id].expr.is_row() || image.index() == id;
    }
    let mut sum = Polynomial::default();
    for mirrored in [false, true] {
        for term in &polynomial.terms {
            let sizes = term.factors.iter().map(|factor| polynomial.sizes[factor.size]);
            let sizes = sizes.map(|size| if mirrored { mirror(size, &images) } else { Some(size) });
            let sizes: Vec<Size> = sizes.collect::<Option<_>>()?;
            sum.add(term.coefficient, &sizes);
        }
    }
    let made: Vec<SetId> = (images.len()..nest.sets.len()).map(|id| SetId(id as u16)).collect();
    let depths: Vec<Level> = made.iter().map(|&id| nest.depth(id)).collect();
    nest.root.visit_mut(None, &mut |entry, block| {
        let own = made.iter().zip(&depths).filter(|(_, depth)| entry == Some(**depth));
        block.define.extend(own.map(|(id, _)| *id));
        for step in &mut block.steps {
            match step {
                Step::For { level: Level(1), from: Source::Set(candidates), .. } => candidates.above.insert(Level(0)),
                Step::Count(product) => *product = vec![std::mem::take(&mut sum)],
                Step::For { .. } | Step::Emit => {}
            }
        }
    });
    nest.both_ways = true;
    nest.sweep();
    Some(nest)
}

/// What the innermost block of two plain loops over edges counts.
fn counted(nest: &LoopNest) -> Option<&Polynomial> {
    let blocks = nest.blocks();
    let [_, (_, outer), (_, inner)] = blocks[..] else { return None };
    let ([Step::For { from: Source::Set(candidates), .. }], [Step::Count(product)]) =
        (&outer.steps[..], &inner.steps[..])
    else {
        return None;
    };
    let is_unfiltered = |block: &Block| block.filter.is_empty();
    let is_row = nest.set(candidates.set).expr == SetExpr::Neighbors { view: crate::nest::ViewId(0), of: Level(0) };
    let whole = Candidates { set: candidates.set, below: Levels::NONE, above: Levels::NONE, except: Levels::NONE };
    let is_held = |def: &SetDef| def.hold == Hold::List && def.below.is_empty() && def.above.is_empty();
    let [polynomial] = &product[..] else { return None };
    let is_sum = polynomial.regions.is_empty()
        && polynomial.terms.iter().all(|term| term.factors.iter().all(|factor| factor.choose == 1));
    let applies = is_unfiltered(outer)
        && is_unfiltered(inner)
        && is_row
        && *candidates == whole
        && nest.sets.iter().all(is_held)
        && is_sum;
    applies.then_some(polynomial)
}

/// The set with the ends exchanged, made if it is not there; `None` for one that has no image.
fn image(nest: &mut LoopNest, id: SetId) -> Option<SetId> {
    let expr = match nest.set(id).expr {
        SetExpr::Neighbors { view, of } => SetExpr::Neighbors { view, of: other(of) },
        SetExpr::Intersect(a, b) => SetExpr::Intersect(image(nest, a)?, image(nest, b)?),
        SetExpr::Difference(a, b) => SetExpr::Difference(image(nest, a)?, image(nest, b)?),
        SetExpr::Reach { .. } => return None,
    };
    let turned = match expr {
        SetExpr::Intersect(a, b) => SetExpr::Intersect(b, a),
        other => other,
    };
    let known = nest.sets.iter().position(|def| def.expr == expr || def.expr == turned);
    Some(known.map_or_else(|| nest.define(SetDef::new(expr)), |known| SetId(known as u16)))
}

/// The same with the ends exchanged; `None` for walks, which have no image.
fn mirror(size: Size, images: &[SetId]) -> Option<Size> {
    let &Candidates { set, below, above, except } = size.candidates()?;
    let turned = |levels: Levels| levels.iter().map(other).collect();
    let of =
        Candidates { set: images[set.index()], below: turned(below), above: turned(above), except: turned(except) };
    Some(Size { of: Scalar::Members(of), ..size })
}

/// The other end.
fn other(end: Level) -> Level {
    if end == ENDS[0] { ENDS[1] } else { ENDS[0] }
}
