//! Sizes that lanes can count while they stream one list: intersections of the row of a leaf's candidate with what is held for probing.

use super::sharing::Sharing;
use super::{LaneSize, ListMember, ListOp, ListWork, Number, Scan, ScanCount, WarpOp};
use crate::nest::{Level, LoopNest, SetExpr, SetId};
use crate::program::{Base, Join, List, Probe};

/// Has the numbers of a leaf that are counted along one list counted in one scan, where there are two of them or more. The scan stands
/// before the first that reads it.
pub(super) fn share(nest: &LoopNest, sharing: &Sharing, ops: &mut Vec<ListOp>) {
    let Some(reader) = ops.iter().position(|op| matches!(op, WarpOp::Sum(_) | WarpOp::Count(_))) else { return };
    let mut scans: Vec<Scan<ListWork>> = Vec::new();
    for size in ops.iter_mut().flat_map(sizes) {
        if let Some((base, count)) = counted(nest, sharing, size) {
            let scan = match scans.iter_mut().find(|scan| scan.list.base == base) {
                Some(scan) => scan,
                None => {
                    let list = List { base, below: Vec::new(), above: count.above.clone() };
                    scans.push(Scan { list, sets: Vec::new(), counts: Vec::new(), first: 0 });
                    scans.last_mut().expect("it was pushed")
                }
            };
            if !scan.counts.contains(&count) {
                scan.counts.push(count);
            }
        }
    }
    scans.retain(|scan| scan.counts.len() > 1);
    let mut first = 0;
    for scan in &mut scans {
        scan.first = first;
        first += scan.counts.len();
        settle(sharing, scan);
    }
    let numbers: Vec<Join> = scans.iter().flat_map(|scan| &scan.counts).map(|count| count.alone.clone()).collect();
    for size in ops.iter_mut().flat_map(sizes) {
        if let Number::Counted(join) = &size.of
            && let Some(at) = numbers.iter().position(|number| number == join)
        {
            size.of = Number::Scanned(at);
        }
    }
    ops.splice(reader..reader, scans.into_iter().map(WarpOp::Scan));
}

/// Lists the sets that are looked up in, and cuts the list where all numbers end at the same bound.
fn settle(sharing: &Sharing, scan: &mut Scan<ListWork>) {
    let is_used = |at: &usize| scan.counts.iter().any(|count| count.within.contains(at));
    let used: Vec<usize> = (0..2).filter(is_used).collect();
    let held = held(sharing);
    let set = |&at: &usize| ListMember::Probe(Probe::Marked(held[at].expect("what is looked up in is held")));
    scan.sets = used.iter().map(set).collect();
    let place = |at: usize| used.iter().position(|&other| other == at).expect("it is used");
    for count in &mut scan.counts {
        count.within.iter_mut().for_each(|at| *at = place(*at));
    }
    if scan.counts.iter().any(|count| count.above != scan.list.above) {
        scan.list.above.clear();
    } else {
        scan.counts.iter_mut().for_each(|count| count.above.clear());
    }
}

/// What is held for probing: by the team, and by the warp for its leaf.
fn held(sharing: &Sharing) -> [Option<SetId>; 2] {
    [sharing.marked, sharing.leaf_marked]
}

/// The sets held in which an element of a set is looked up: itself, or both that it was made of.
fn within(nest: &LoopNest, sharing: &Sharing, set: SetId) -> Option<Vec<usize>> {
    let at = |set: SetId| held(sharing).iter().position(|&own| own == Some(set));
    if let Some(at) = at(set) {
        return Some(vec![at]);
    }
    let SetExpr::Intersect(a, b) = nest.set(set).expr else { return None };
    let mut both = vec![at(a)?, at(b)?];
    both.sort_unstable();
    Some(both)
}

/// Sets that are counted along a row that is streamed for another one as well: on GPUs they cost a look-up an element.
pub fn scanned_along(nest: &LoopNest) -> Vec<SetId> {
    let sharing = Sharing::new(nest);
    let (_, _, body) = nest.innermost();
    if sharing.leaf.is_none() || nest.num_totals() > 1 {
        return Vec::new();
    }
    let is_row = |id: SetId| body.define.contains(&id) && nest.set(id).expr.is_row();
    let mut counted: Vec<(SetId, usize, SetId)> = Vec::new();
    for &id in &body.define {
        if let SetExpr::Intersect(a, b) = nest.set(id).expr {
            let (row, other) = if is_row(a) { (a, b) } else { (b, a) };
            if is_row(row)
                && let Some(within) = within(nest, &sharing, other)
            {
                counted.push((row, within.len(), id));
            }
        }
    }
    // The cheapest of each row pays for the scan.
    counted.sort_unstable();
    let pays = |at: usize| at == 0 || counted[at - 1].0 != counted[at].0;
    (0..counted.len()).filter(|&at| !pays(at)).map(|at| counted[at].2).collect()
}

/// A size as a number that is counted along a list, of elements that are in what is held for probing.
fn counted(nest: &LoopNest, sharing: &Sharing, size: &LaneSize<ListWork>) -> Option<(Base, ScanCount<ListWork>)> {
    let Number::Counted(alone @ Join::Meet { with, list }) = &size.of else { return None };
    let (mut below, mut above) = (list.below.clone(), list.above.clone());
    let bound_by = |levels: &[Level], bounds: &mut Vec<Level>| {
        levels.iter().for_each(|&level| bounds.extend((!bounds.contains(&level)).then_some(level)));
    };
    let set = match with {
        Probe::Marked(set) => *set,
        Probe::List(List { base: Base::Set(set), below: smaller, above: larger }) => {
            // What is held has no bounds of what was made of it.
            let def = nest.set(*set);
            bound_by(&def.below.iter().collect::<Vec<_>>(), &mut below);
            bound_by(&def.above.iter().collect::<Vec<_>>(), &mut above);
            bound_by(smaller, &mut below);
            bound_by(larger, &mut above);
            *set
        }
        Probe::List(_) => return None,
    };
    let within = within(nest, sharing, set)?;
    Some((list.base, ScanCount { within, below, above, alone: alone.clone() }))
}

fn sizes(op: &mut ListOp) -> impl Iterator<Item = &mut LaneSize<ListWork>> {
    let (terms, sizes) = match op {
        WarpOp::Sum(sum) => (&mut sum.terms[..], &mut [][..]),
        WarpOp::Count(count) => (&mut [][..], &mut count.sizes[..]),
        WarpOp::Define { .. }
        | WarpOp::Leave(_)
        | WarpOp::LookUp(_)
        | WarpOp::Loop(_)
        | WarpOp::Narrow(_)
        | WarpOp::Pairs(_)
        | WarpOp::Scan(_)
        | WarpOp::Write(_)
        | WarpOp::Credit(_)
        | WarpOp::Emit(_) => (&mut [][..], &mut [][..]),
    };
    terms.iter_mut().map(|(_, size)| size).chain(sizes)
}
