//! Pass `windows`: conditions on the times of two records become bounds, since ids of records ascend with their times.
//!
//! Before, of `gpm explain 'a-[p:]->b-[q:]->c in order p, q within 7 days'`:
//!
//! ```text
//! order    b p q c a
//! class    c1: label "(vertex)", out >= 1 of c4
//! class    c2: label "(vertex)", in >= 1 of c4, out >= 1 of c5
//! class    c3: label "(vertex)", in >= 1 of c5
//! class    c4: label "(record)", in >= 1 of c1, out >= 1 of c2
//! class    c5: label "(record)", in >= 1 of c2, out >= 1 of c3
//! for v0 in c2
//!   s0 = in.c4(v0)
//!   for v1 in s0
//!     s1 = out.c5(v0)
//!     for v2 in s1 except v1 where v1.time < v2.time and v2.time - v1.time <= interval '7 days'
//!       s2 = out.c3(v2)
//!       for v3 in s2 except v0
//!         s3 = in.c1(v1)
//!         for v4 in s3 except v0 v3
//!           count 1
//! ```
//!
//! After:
//!
//! ```text
//! order    b p q c a
//! class    c1: label "(vertex)", out >= 1 of c4
//! class    c2: label "(vertex)", in >= 1 of c4, out >= 1 of c5
//! class    c3: label "(vertex)", in >= 1 of c5
//! class    c4: label "(record)", in >= 1 of c1, out >= 1 of c2
//! class    c5: label "(record)", in >= 1 of c2, out >= 1 of c3
//! cut      v > v5 where v1.time < v.time
//! cut      v < v6 where v.time - v1.time <= interval '7 days'
//! for v0 in c2
//!   s0 = in.c4(v0)
//!   for v1 in s0
//!     s1 = out.c5(v0)
//!     for v2 in s1 below v6 above v5
//!       s2 = out.c3(v2)
//!       for v3 in s2 except v0
//!         s3 = in.c1(v1)
//!         for v4 in s3 except v0 v3
//!           count 1
//! ```

use crate::nest::{Candidates, Cut, Level, Levels, LoopNest, Side, Source, Step};
use crate::pattern::predicate::{Between, Condition, Implied, ImpliedBound};

pub(super) fn run(nest: &mut LoopNest) {
    if nest.pattern.predicate().ascending().is_empty() {
        return;
    }
    let mut root = std::mem::take(&mut nest.root);
    // The conditions of a level stand in the block that its loop enters, and become bounds of the loop.
    root.visit_mut(None, &mut |_, block| {
        for step in &mut block.steps {
            if let Step::For { level, from: Source::Set(candidates), body } = step {
                bound(nest, *level, candidates, &mut body.filter);
            }
        }
    });
    nest.root = root;
    note_implied(nest);
}

/// Says which bounds follow from others: the last record of a chain within seven days is at most so long after the first, which is known
/// where the first is matched. Sets that are made there, for loops below, are cut to it (see pass `bound`).
fn note_implied(nest: &mut LoopNest) {
    // What follows in a circle would be left out with what it follows from.
    let implied = Implied::new(nest.pattern.predicate()).filter(|implied| !implied.has_circles());
    let Some(implied) = implied else { return };
    let Some(time) = nest.pattern.predicate().ascending().first().cloned() else { return };
    let order = nest.order.clone();
    let side = |is_upper: bool| if is_upper { Side::Below } else { Side::Above };
    let records: Vec<usize> = order.iter().copied().filter(|&u| nest.pattern.is_record(u)).collect();
    for (at, &last) in records.iter().enumerate() {
        let all = implied.bounds_with(last, &records[..at], &time);
        let cut = |found: &ImpliedBound| {
            let condition = found.condition.mapped(&|u| usize::from(u == last));
            Cut { of: Level::of(found.of, &order), side: side(found.is_upper), condition, implies: Levels::NONE }
        };
        for loose in all.iter().rev().filter(|found| !found.from.is_empty()) {
            let from = all.iter().filter(|own| own.is_upper == loose.is_upper && loose.from.contains(&own.of));
            let tight: Vec<Level> = from.flat_map(|own| nest.cuts_within(&cut(own))).collect();
            if tight.is_empty() {
                continue;
            }
            let Some(loose) = nest.define_cut(cut(loose)) else { return };
            tight.iter().filter(|&&own| own != loose).for_each(|&own| nest.note_implied_cut(own, loose));
        }
    }
    // What follows from another bound need not be asked.
    let mut root = std::mem::take(&mut nest.root);
    root.visit_candidates_mut(&mut |candidates| {
        candidates.below = nest.tightest_below(candidates.below);
        candidates.above = nest.tightest_above(candidates.above);
    });
    nest.root = root;
}

/// Takes the conditions out that bounds stand for, and bounds the candidates.
fn bound(nest: &mut LoopNest, level: Level, candidates: &mut Candidates, filter: &mut Vec<Condition>) {
    let predicate = nest.pattern.predicate().clone();
    let is_tie = |condition: &Condition| predicate.tie(condition).is_some();
    let (mut ties, others): (Vec<Condition>, Vec<Condition>) = std::mem::take(filter).into_iter().partition(is_tie);
    for condition in others {
        let same = |tie: &Condition| predicate.tie(tie) == predicate.order(&condition);
        let tie = ties.iter().position(same);
        let whole = match tie {
            Some(at) => Condition::all([condition.clone(), ties[at].clone()]),
            None => condition.clone(),
        };
        let end = predicate.between(&condition).and_then(|found| end(nest, found, level));
        let number = |own: usize| usize::from(own == level.index());
        let cut = end.map(|(of, side)| Cut { of, side, condition: whole.mapped(&number), implies: Levels::NONE });
        let Some((bound, Cut { of, side, .. })) = cut.and_then(|cut| Some((nest.define_cut(cut.clone())?, cut))) else {
            filter.push(condition);
            continue;
        };
        match side {
            Side::Below => candidates.below.insert(bound),
            Side::Above => candidates.above.insert(bound),
        }
        if whole.excludes_equal() {
            candidates.except.remove(of);
        }
        tie.map(|at| ties.remove(at));
    }
    filter.extend(ties);
}

/// The level whose record bounds the candidates for `level`, and on which side of the bound those are that satisfy a condition on the times
/// of both.
fn end(nest: &LoopNest, Between { earlier, later }: Between, level: Level) -> Option<(Level, Side)> {
    let are_records = [earlier, later].iter().all(|&own| nest.pattern.is_record(nest.order[own]));
    match (earlier == level.index(), later == level.index()) {
        _ if !are_records => None,
        (true, false) => Some((Level(later as u8), Side::Below)),
        (false, true) => Some((Level(earlier as u8), Side::Above)),
        (true, true) | (false, false) => None,
    }
}
