//! Pass `inclusion-exclusion`: the tail of pairwise unconstrained vertices becomes a polynomial in set sizes [GraphPi].
//!
//! Tail vertices are independent of each other but for injectivity: two of them may not be the same data vertex. Summing
//! over the partitions of the tail into blocks that coincide, with weight `Π (-1)^(b-1) (b-1)!` over the block sizes `b`,
//! counts the injective choices. Tail vertices that can never coincide (their labels differ, or one must and one must not
//! be adjacent to the same matched vertex) fall into separate factors of a product.
//!
//! Before, of `gpm explain wedge`:
//!
//! ```text
//! order    0 1 2   (the last 2 are counted together)
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0
//!     s1 = N(v0)
//!     for v2 in s1 except v1
//!       count 1
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2   (the last 2 are counted together)
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   count -|s0| + |s0|·|s0|
//! ```

use std::ops::Range;

use crate::nest::{Block, Candidates, Level, Levels, LoopNest, Membership, Polynomial, SetDef, SetId, Size, Step};
use crate::pattern::Semantics;

/// Vertices: of more interchangeable ones than that, the binomial is written at once instead of as an expanded polynomial, whose terms and
/// numbers grow. *guess*
pub(crate) const MAX_EXPANDED: usize = 6;

pub(super) fn run(nest: &mut LoopNest) {
    if applies(nest) {
        count_tail(nest, Builder::expanded);
    }
}

/// Whether there is a tail of several vertices that are to be counted, still as loops.
pub(super) fn applies(nest: &LoopNest) -> bool {
    let innermost = Level((nest.num_positions() - 1) as u8);
    let is_open = nest.blocks().iter().any(|(entry, _)| *entry == Some(innermost));
    nest.tail > 1 && is_open && !emits(&nest.root)
}

/// The tail, parted so that vertices of different parts never coincide.
pub(super) fn components(nest: &LoopNest) -> Vec<Vec<Level>> {
    let n = nest.num_positions();
    let loops = n - nest.tail;
    let bound = Levels::before(Level(loops as u8));
    let mut tail: Vec<Level> = (loops..n).map(|i| Level(i as u8)).collect();
    let mut components = Vec::new();
    while let Some(first) = tail.first().copied() {
        let component = component_of(nest, first, &tail, bound);
        tail.retain(|t| !component.contains(t));
        components.push(component);
    }
    components
}

/// Counts the tail by a product with one polynomial a component, as `polynomial` gives it, instead of by its loops. These
/// stay if there is none.
pub(super) fn count_tail(
    nest: &mut LoopNest,
    polynomial: impl Fn(&mut Builder, &mut LoopNest, &[Level]) -> Option<Polynomial>,
) {
    let loops = nest.num_positions() - nest.tail;
    let first_new = nest.sets.len();
    let bound = Levels::before(Level(loops as u8));
    let mut builder = Builder { bound, first_new, divisor: nest.divisor, cache: Vec::new() };
    let components = components(nest);
    let product: Option<Vec<Polynomial>> =
        components.iter().map(|component| polynomial(&mut builder, nest, component)).collect();
    let Some(product) = product else {
        nest.sets.truncate(first_new);
        return;
    };
    nest.divisor = builder.divisor;
    let define: Vec<SetId> = (first_new..nest.sets.len()).map(|id| SetId(id as u16)).collect();
    let innermost = Level((loops - 1) as u8);
    let mut steps = Some(vec![Step::Count(product)]);
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |entry, here| {
        if entry == Some(innermost) {
            here.define.clone_from(&define);
            here.steps = steps.take().expect("one block is entered by each level");
        }
    });
    nest.root = root;
    nest.sweep();
}

fn emits(block: &Block) -> bool {
    block.steps.iter().any(|step| match step {
        Step::For { body, .. } => emits(body),
        Step::Emit => true,
        Step::Count(_) => false,
    })
}

/// The tail vertices that may coincide with `first`, directly or through others.
fn component_of(nest: &LoopNest, first: Level, tail: &[Level], bound: Levels) -> Vec<Level> {
    let mut component = vec![first];
    let mut next = 0;
    while next < component.len() {
        let a = component[next];
        let linked = tail.iter().copied().filter(|&b| may_coincide(nest, a, b, bound));
        let fresh: Vec<Level> = linked.filter(|b| !component.contains(b)).collect();
        component.extend(fresh);
        next += 1;
    }
    component.sort_unstable();
    component
}

/// Whether one data vertex could stand at both tail positions.
fn may_coincide(nest: &LoopNest, a: Level, b: Level, bound: Levels) -> bool {
    nest.semantics != Semantics::Homomorphism
        && !nest.tail_may_coincide
        && a != b
        && nest.membership_at(a, &[b], bound) != Membership::Stranger
}

/// Makes polynomials and the sets that they need.
pub(super) struct Builder {
    /// Levels bound outside the tail.
    bound: Levels,
    /// Where the sets made for the tail begin.
    first_new: usize,
    /// The symmetry left, of which a binomial takes its part.
    pub(super) divisor: u128,
    cache: Vec<(Vec<Level>, Size)>,
}

impl Builder {
    /// The sum over the partitions of a component. `None` if it is too large, and its vertices not interchangeable.
    pub(super) fn expanded(&mut self, nest: &mut LoopNest, component: &[Level]) -> Option<Polynomial> {
        if component.len() > MAX_EXPANDED {
            let size = self.size(nest, &component[..1]);
            let orders = (1..=component.len() as u128).product::<u128>();
            let alike = component.iter().all(|&one| self.size(nest, &[one]) == size);
            return (alike && self.divisor.is_multiple_of(orders)).then(|| {
                self.divisor /= orders;
                Polynomial::choose(size, component.len() as u8)
            });
        }
        let mut polynomial = Polynomial::default();
        for partition in partitions(component) {
            let possible = partition.iter().all(|block| self.coincide(nest, block));
            if possible {
                let weight = partition.iter().map(|block| weight(block.len())).product();
                let sizes: Vec<Size> = partition.iter().map(|block| self.size(nest, block)).collect();
                polynomial.add(weight, &sizes);
            }
        }
        Some(polynomial)
    }

    fn coincide(&self, nest: &LoopNest, block: &[Level]) -> bool {
        block.iter().all(|&a| block.iter().all(|&b| a == b || may_coincide(nest, a, b, self.bound)))
    }

    /// The number of vertices that could stand at all positions of `block` at once.
    pub(super) fn size(&mut self, nest: &mut LoopNest, block: &[Level]) -> Size {
        if let Some((_, size)) = self.cache.iter().find(|(known, _)| known == block) {
            return *size;
        }
        let first = nest.sets.len();
        let of = nest.candidates_of(block, self.bound);
        let of = reuse(nest, self.first_new..first, of);
        let size = settle(nest, of, block, self.bound);
        self.cache.push((block.to_vec(), size));
        size
    }
}

/// If the sets just defined end in one that an earlier block of the tail made (`known`), drops them and uses that.
fn reuse(nest: &mut LoopNest, known: Range<usize>, of: Candidates) -> Candidates {
    let first = known.end;
    match known.map(|id| SetId(id as u16)).find(|&id| equal(&nest.sets, id, of.set)) {
        Some(set) => {
            let required = nest.set(of.set).required;
            nest.sets.truncate(first);
            nest.sets[set.index()].required |= required;
            Candidates { set, ..of }
        }
        None => of,
    }
}

fn equal(sets: &[SetDef], a: SetId, b: SetId) -> bool {
    use crate::nest::SetExpr::{Difference, Intersect, Neighbors};
    match (sets[a.index()].expr, sets[b.index()].expr) {
        (Neighbors { view, of }, Neighbors { view: w, of: o }) => view == w && of == o,
        (Intersect(a, b), Intersect(c, d)) | (Difference(a, b), Difference(c, d)) => {
            equal(sets, a, c) && equal(sets, b, d)
        }
        _ => false,
    }
}

/// Splits the exceptions of a size into members for certain, which are subtracted, and those to look up.
pub(super) fn settle(nest: &LoopNest, of: Candidates, positions: &[Level], bound: Levels) -> Size {
    let (mut of, mut minus) = (of, 0);
    // Whether a vertex is within a bound that is looked up, the search finds.
    if of.below.union(of.above).iter().any(|bound| nest.cut(bound).is_some()) {
        return Size::of_set(of);
    }
    for level in of.except.iter() {
        if nest.membership_at(level, positions, bound) == Membership::Member {
            of.except.remove(level);
            minus += 1;
        }
    }
    Size { minus, ..Size::of_set(of) }
}

/// `(-1)^(b-1) (b-1)!`
fn weight(block: usize) -> i64 {
    (1..block as i64).map(|i| -i).product()
}

/// All partitions of `items` into blocks.
fn partitions(items: &[Level]) -> Vec<Vec<Vec<Level>>> {
    let Some((&last, rest)) = items.split_last() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for partition in partitions(rest) {
        for i in 0..partition.len() {
            let mut joined = partition.clone();
            joined[i].push(last);
            all.push(joined);
        }
        let mut apart = partition;
        apart.push(vec![last]);
        all.push(apart);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_bell_many_partitions() {
        let items: Vec<Level> = (0..6).map(Level).collect();
        let counts: Vec<usize> = (0..=6).map(|n| partitions(&items[..n]).len()).collect();
        assert_eq!(counts, [1, 1, 2, 5, 15, 52, 203]);
    }

    #[test]
    fn weights_alternate() {
        assert_eq!([1, 2, 3, 4].map(weight), [1, -1, 2, -6]);
    }
}
