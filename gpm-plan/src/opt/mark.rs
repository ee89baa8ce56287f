//! Pass `mark`: a row that deeper levels intersect with (or take off) again and again is held as bits too, or the part of it that they
//! all want.
//!
//! Marking costs two passes over the row; each later operation then probes the other operand's elements instead of merging
//! both. Only rows are marked: intersections are short, and a short list is searched in the long one instead.
//!
//! Before, of `gpm explain diamond`:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1  (size only)
//!     count C(|s2|, 2)
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)  (and as bits)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1  (size only)
//!     count C(|s2|, 2)
//! ```

use super::{bound, local};
use crate::nest::{Hold, Level, Levels, LoopNest, SetDef, SetExpr, SetId, Size, Walks};

pub(super) fn run(nest: &mut LoopNest) {
    let marked: Vec<SetId> = nest.set_ids().filter(|&id| pays(nest, id)).collect();
    // In a bit matrix all rows are marks.
    let has_parts = local::universe(nest).is_none();
    for id in marked {
        let part = if has_parts { part(nest, id) } else { None };
        nest.sets[part.unwrap_or(id).index()].hold = Hold::ListAndBits;
    }
    // Operands come before the sets made from them.
    nest.sweep();
}

fn pays(nest: &LoopNest, id: SetId) -> bool {
    nest.set(id).expr.is_row() && (nest.set_ids().any(|user| is_probed_for(nest, id, user)) || is_looked_into(nest, id))
}

/// Whether elements of a row are looked for to make a set further in.
fn is_probed_for(nest: &LoopNest, id: SetId, user: SetId) -> bool {
    let is_operand = match nest.set(user).expr {
        SetExpr::Intersect(a, b) => a == id || b == id,
        SetExpr::Difference(_, b) => b == id,
        SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => false,
    };
    is_operand && nest.depth(user) > nest.depth(id)
}

/// Whether vertices that do not count are looked for in a row, where the number of walks is looked up.
fn is_looked_into(nest: &LoopNest, id: SetId) -> bool {
    let is_further = |walks: &Walks| walks.walk.to > nest.depth(id);
    let looked_into = nest.sizes().filter_map(Size::walks).filter(|walks| is_further(walks));
    looked_into.filter_map(|walks| walks.without).any(|without| without.rows.contains(&id))
}

/// Makes a set of its own of the part of a row that inner sets read, and has them made from it: then loops over the rest of the row need no
/// marks. `None` if they read all of the row, or if all users of the row read that part.
fn part(nest: &mut LoopNest, id: SetId) -> Option<SetId> {
    let users: Vec<SetId> = nest.set_ids().filter(|&user| is_probed_for(nest, id, user)).collect();
    let known = Levels::before(Level(nest.depth(id).0 + 1));
    let wanted = |closed: fn(&LoopNest, &SetDef) -> Levels| {
        let bounds = users.iter().map(|&user| closed(nest, nest.set(user)).intersection(known));
        bounds.reduce(Levels::intersection).unwrap_or(Levels::NONE)
    };
    let own = nest.set(id).clone();
    let below = wanted(|nest, def| nest.closed_below(def.below)).minus(nest.closed_below(own.below));
    let above = wanted(|nest, def| nest.closed_above(def.above)).minus(nest.closed_above(own.above));
    if is_looked_into(nest, id) || below.union(above).is_empty() {
        return None;
    }
    // What is taken off may be empty.
    let is_needed = |def: &SetDef| def.required && matches!(def.expr, SetExpr::Intersect(..));
    let required = own.required && users.iter().any(|&user| is_needed(nest.set(user)));
    let (below, above) = (nest.tightest_below(own.below.union(below)), nest.tightest_above(own.above.union(above)));
    let part = nest.define(SetDef { below, above, required, ..own });
    let renamed = |operand: SetId| if operand == id { part } else { operand };
    for user in users {
        let expr = &mut nest.sets[user.index()].expr;
        *expr = match *expr {
            SetExpr::Intersect(a, b) => SetExpr::Intersect(renamed(a), renamed(b)),
            SetExpr::Difference(a, b) => SetExpr::Difference(a, renamed(b)),
            SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => unreachable!("rows and reaches are made of no marks"),
        };
    }
    nest.root.visit_mut(None, &mut |_, block| {
        if let Some(at) = block.define.iter().position(|&own| own == id) {
            block.define.insert(at + 1, part);
        }
    });
    bound::narrow(nest, id);
    Some(part)
}
