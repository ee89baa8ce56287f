//! The number of ways to place a fringe, as a sum of products of binomials of region sizes [Fringe-SGC].
//!
//! The candidate sets of the kinds cut each other into regions. Kinds are placed one after the other: of the `k` vertices of a
//! kind so and so many lie in each region of its set that later kinds can tell apart, `Π C(region - taken, part)` ways, which
//! leaves less for the later kinds there. The last kind sees one region. So nothing is subtracted but what is taken, every
//! term counts some of the placements, and the number of terms does not grow with vertices of the kind that comes last.

use std::collections::BTreeMap;

use super::kinds::Kinds;
use super::length::{subsets, ways};
use crate::limits::{FEW_FACTORS, FORMULA_TERMS};

/// `Σ weight · |set| - taken`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// Weights and numbers of sets, ascending by set.
    pub(super) parts: Vec<(i64, usize)>,
    /// How many vertices were placed there before.
    pub(super) taken: u8,
}

/// A sum of products of binomials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RegionFormula {
    pub(super) regions: Vec<Region>,
    /// Each a product of `C(region, choose)`, by number of the region.
    pub(super) terms: Vec<Vec<(usize, u8)>>,
}

impl RegionFormula {
    /// The formula for unordered placements: of vertices of one kind it does not matter which is where. `None` if it is too
    /// long, or of no use where there may be a sum over partitions (`max_expanded` vertices).
    pub(crate) fn new(kinds: &Kinds, max_expanded: usize) -> Option<RegionFormula> {
        let steps = steps(kinds)?;
        let mut builder = Builder { steps, formula: RegionFormula::default(), term: Vec::new() };
        builder.place(0, &mut Vec::new());
        let formula = builder.formula;
        let is_better =
            kinds.num_vertices() > max_expanded || expanded_factors(kinds) > FEW_FACTORS.max(formula.num_factors());
        is_better.then_some(formula)
    }

    fn num_factors(&self) -> usize {
        self.terms.iter().map(Vec::len).sum()
    }
}

/// First the kinds whose candidates are candidates of the most others, which have the fewest regions; among them the rarest.
fn order(kinds: &Kinds) -> Vec<usize> {
    let contains = |kind: usize, other: usize| kinds.meet(1 << kind | 1 << other) == kinds.meet(1 << kind);
    let containing = |kind: usize| (0..kinds.len()).filter(|&other| contains(kind, other)).count();
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|&kind| (usize::MAX - containing(kind), kinds.counts[kind], kind));
    order
}

/// A kind that is placed, and the regions that its set falls into.
struct Step {
    kind: usize,
    /// How many vertices are of this kind.
    count: u8,
    /// The kinds that are placed after it, as a mask.
    later: u32,
    /// The regions that are not empty: the later kinds whose candidates they hold too, as a mask, and what they are made of.
    regions: Vec<(u32, Vec<(i64, usize)>)>,
}

/// The kinds in the order in which they are placed; `None` if there are too many terms. Their number is known before any is made: each step
/// spreads its vertices in all ways, whatever the steps before it did. The last steps have the fewest regions, so they are looked at
/// first.
fn steps(kinds: &Kinds) -> Option<Vec<Step>> {
    let (mut steps, mut later, mut terms) = (Vec::new(), 0, 1);
    for kind in order(kinds).into_iter().rev() {
        let region = |others| (others, parts(kinds, kind, others, later));
        let regions: Vec<_> = subsets(later).map(region).filter(|(_, parts)| !parts.is_empty()).collect();
        let count = kinds.counts[kind];
        terms *= ways(count, regions.len());
        if terms > FORMULA_TERMS as u128 {
            return None;
        }
        steps.push(Step { kind, count, later, regions });
        later |= 1 << kind;
    }
    steps.reverse();
    Some(steps)
}

/// The size of the part of the set of `kind` that is in the sets of `others`, and of no other kind of `later`: weights and sets, ascending.
fn parts(kinds: &Kinds, kind: usize, others: u32, later: u32) -> Vec<(i64, usize)> {
    let mut parts: Vec<(i64, usize)> = Vec::new();
    for more in subsets(later & !others) {
        let Some(set) = kinds.meet(1 << kind | others | more) else { continue };
        let weight = if more.count_ones() % 2 == 0 { 1 } else { -1 };
        match parts.binary_search_by_key(&set, |&(_, set)| set) {
            Ok(known) => parts[known].0 += weight,
            Err(place) => parts.insert(place, (weight, set)),
        }
    }
    parts.retain(|&(weight, _)| weight != 0);
    parts
}

struct Builder {
    steps: Vec<Step>,
    formula: RegionFormula,
    /// Factors of the term that is being made.
    term: Vec<(usize, u8)>,
}

/// Vertices that were placed: the kinds still open then whose candidates they are, and how many.
type Taken = Vec<(u32, u8)>;

impl Builder {
    /// Places the kinds from number `step` of the order on.
    fn place(&mut self, step: usize, taken: &mut Taken) {
        let Some(Step { kind, count, later, regions }) = self.steps.get(step) else {
            return self.formula.terms.push(self.term.clone());
        };
        let region = |(others, parts): &(u32, Vec<_>)| {
            let before = taken.iter().filter(|(of, _)| of >> kind & 1 == 1 && of & later == *others);
            (*others, Region { parts: parts.clone(), taken: before.map(|(_, number)| number).sum() })
        };
        let (regions, count): (Vec<_>, u8) = (regions.iter().map(region).collect(), *count);
        self.spread(step, &regions, count, taken);
    }

    /// Spreads `left` vertices over the regions, in all ways.
    fn spread(&mut self, step: usize, regions: &[(u32, Region)], left: u8, taken: &mut Taken) {
        let Some(((others, region), rest)) = regions.split_first() else { return self.place(step + 1, taken) };
        let least = if rest.is_empty() { left } else { 0 };
        for here in least..=left {
            let length = self.term.len();
            if here > 0 {
                let number = self.number(region);
                self.term.push((number, here));
            }
            taken.push((*others, here));
            self.spread(step, rest, left - here, taken);
            taken.pop();
            self.term.truncate(length);
        }
    }

    fn number(&mut self, region: &Region) -> usize {
        let regions = &mut self.formula.regions;
        regions.iter().position(|known| known == region).unwrap_or_else(|| {
            regions.push(region.clone());
            regions.len() - 1
        })
    }
}

/// Factors of the sum over partitions of the vertices into blocks that coincide, like terms together.
fn expanded_factors(kinds: &Kinds) -> usize {
    let vertices: Vec<usize> =
        (0..kinds.len()).flat_map(|kind| std::iter::repeat_n(kind, kinds.counts[kind].into())).collect();
    let mut products = BTreeMap::<Vec<usize>, i64>::new();
    partition(kinds, &vertices, &mut Vec::new(), &mut products);
    products.iter().filter(|(_, weight)| **weight != 0).map(|(sets, _)| sets.len()).sum()
}

/// Puts the first of `vertices`, by kind, into each of `blocks`, a mask of kinds and a size each, and into a new one.
fn partition(
    kinds: &Kinds,
    vertices: &[usize],
    blocks: &mut Vec<(u32, i64)>,
    products: &mut BTreeMap<Vec<usize>, i64>,
) {
    let Some((&kind, rest)) = vertices.split_first() else {
        if let Some(mut sets) = blocks.iter().map(|(mask, _)| kinds.meet(*mask)).collect::<Option<Vec<usize>>>() {
            sets.sort_unstable();
            let weight: i64 = blocks.iter().map(|&(_, size)| (1..size).map(|i| -i).product::<i64>()).product();
            *products.entry(sets).or_default() += weight;
        }
        return;
    };
    for i in 0..blocks.len() {
        let before = blocks[i];
        blocks[i] = (before.0 | 1 << kind, before.1 + 1);
        partition(kinds, rest, blocks, products);
        blocks[i] = before;
    }
    blocks.push((1 << kind, 1));
    partition(kinds, rest, blocks, products);
    blocks.pop();
}
