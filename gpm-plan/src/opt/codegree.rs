//! Pass `codegree`: common neighborhoods with the root are not intersected but looked up in a table of codegrees, filled by
//! walking the two-hop paths of the root once [ChibaNishizeki1985].
//!
//! The search offers nests with a [`SetExpr::Reach`]; here the sizes of sets that it counts become numbers of walks, and the sets are
//! dropped.
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
//!     s2 = N(v1) above v0
//!     s3 = s0 & s2 above v0  (size only)
//!     count C(|s3|, 2)
//! ```
//!
//! After:
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

use crate::nest::{Candidates, LoopNest, Scalar, SetExpr, SetId, Size, Step, Walk, Walks, Without};

pub(super) fn run(nest: &mut LoopNest) {
    let counted: Vec<SetId> =
        nest.set_ids().filter(|&id| nest.codegree_of(id).is_some() && only_counted(nest, id)).collect();
    if counted.is_empty() {
        return;
    }
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |_, block| {
        for step in &mut block.steps {
            let Step::Count(product) = step else { continue };
            for size in product.iter_mut().flat_map(|polynomial| &mut polynomial.sizes) {
                if let Some(walks) = size.candidates().and_then(|of| walks(nest, of, &counted)) {
                    size.of = Scalar::Walks(walks);
                }
            }
        }
    });
    nest.root = root;
    drop_sets(nest, &counted);
}

/// The walks of which the number is the size of candidates, if these are all of one of the sets `counted`.
fn walks(nest: &LoopNest, of: &Candidates, counted: &[SetId]) -> Option<Walks> {
    let to = nest.codegree_of(of.set).filter(|_| counted.contains(&of.set))?;
    let SetExpr::Intersect(a, b) = nest.set(of.set).expr else { return None };
    let without = (!of.except.is_empty()).then_some(Without { except: of.except, rows: [a, b] });
    Some(Walks { walk: Walk { steps: 2, to }, without })
}

/// Whether nothing but plain sizes is asked of a set.
fn only_counted(nest: &LoopNest, id: SetId) -> bool {
    let is_operand = nest.sets.iter().any(|def| def.expr.operands().any(|operand| operand == id));
    let is_drawn_from = nest.drawn().any(|(_, of)| of.set == id);
    let is_plain = |of: &Candidates| of.below.is_empty() && of.above.is_empty();
    !is_operand && !is_drawn_from && nest.sizes().filter_map(Size::candidates).all(|of| of.set != id || is_plain(of))
}

/// Drops sets, and the rows that they alone were made of.
fn drop_sets(nest: &mut LoopNest, dropped: &[SetId]) {
    let mut is_read = vec![false; nest.sets.len()];
    let mut read = |id: SetId| is_read[id.index()] = true;
    for (index, def) in nest.sets.iter().enumerate() {
        if !dropped.contains(&SetId(index as u16)) {
            def.expr.operands().for_each(&mut read);
        }
    }
    nest.read_by_steps().for_each(&mut read);
    let operands: Vec<SetId> = dropped.iter().flat_map(|id| nest.set(*id).expr.operands()).collect();
    nest.root.visit_mut(None, &mut |_, block| {
        block.define.retain(|id| !dropped.contains(id) && (is_read[id.index()] || !operands.contains(id)));
    });
    nest.sweep();
}
