//! The number of ways to place a fringe, as a sum of products of binomials of region sizes [Fringe-SGC].
//!
//! The candidate sets of the kinds cut each other into regions. Kinds are placed one after the other: of the `k` vertices of a
//! kind so and so many lie in each region of its set that later kinds can tell apart, `Π C(region - taken, part)` ways, which
//! leaves less for the later kinds there. The last kind sees one region. So nothing is subtracted but what is taken, every
//! term counts some of the placements, and the number of terms does not grow with vertices of the kind that comes last.

use std::collections::BTreeMap;

use super::kinds::Kinds;
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
        let mut builder = Builder { kinds, order: order(kinds), formula: RegionFormula::default(), term: Vec::new() };
        let is_short = builder.place(0, &mut Vec::new());
        let formula = builder.formula;
        let is_better =
            kinds.num_vertices() > max_expanded || expanded_factors(kinds) > FEW_FACTORS.max(formula.num_factors());
        (is_short && is_better).then_some(formula)
    }

    /// Steps of arithmetic that valuing it takes for one partial match: the sizes of all sets, and the terms.
    pub(crate) fn steps(&self, kinds: &Kinds) -> f64 {
        (kinds.sets.len() + self.terms.len()) as f64
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

struct Builder<'a> {
    kinds: &'a Kinds,
    order: Vec<usize>,
    formula: RegionFormula,
    /// Factors of the term that is being made.
    term: Vec<(usize, u8)>,
}

/// Vertices that were placed: the kinds still open then whose candidates they are, and how many.
type Taken = Vec<(u32, u8)>;

impl Builder<'_> {
    /// Places the kinds from number `step` of the order on. False if there are too many terms.
    fn place(&mut self, step: usize, taken: &mut Taken) -> bool {
        let Some(&kind) = self.order.get(step) else {
            self.formula.terms.push(self.term.clone());
            return self.formula.terms.len() <= FORMULA_TERMS;
        };
        let later: u32 = self.order[step + 1..].iter().map(|&kind| 1 << kind).sum();
        let regions: Vec<(u32, Region)> = subsets(later)
            .map(|others| {
                let before = taken.iter().filter(|(of, _)| of >> kind & 1 == 1 && of & later == others);
                let taken = before.map(|(_, number)| number).sum();
                (others, Region { parts: self.parts(kind, others, later), taken })
            })
            .filter(|(_, region)| !region.parts.is_empty())
            .collect();
        self.spread(step, &regions, self.kinds.counts[kind], taken)
    }

    /// Spreads `left` vertices over the regions, in all ways.
    fn spread(&mut self, step: usize, regions: &[(u32, Region)], left: u8, taken: &mut Taken) -> bool {
        let Some(((others, region), rest)) = regions.split_first() else {
            return left > 0 || self.place(step + 1, taken);
        };
        let least = if rest.is_empty() { left } else { 0 };
        (least..=left).all(|here| {
            let length = self.term.len();
            if here > 0 {
                let number = self.number(region);
                self.term.push((number, here));
            }
            taken.push((*others, here));
            let is_short = self.spread(step, rest, left - here, taken);
            taken.pop();
            self.term.truncate(length);
            is_short
        })
    }

    /// The size of the part of the set of `kind` that is in the sets of `others`, and of no other kind of `later`.
    fn parts(&self, kind: usize, others: u32, later: u32) -> Vec<(i64, usize)> {
        let mut weights = BTreeMap::<usize, i64>::new();
        for more in subsets(later & !others) {
            if let Some(set) = self.kinds.meet(1 << kind | others | more) {
                *weights.entry(set).or_default() += if more.count_ones() % 2 == 0 { 1 } else { -1 };
            }
        }
        weights.into_iter().filter(|(_, weight)| *weight != 0).map(|(set, weight)| (weight, set)).collect()
    }

    fn number(&mut self, region: &Region) -> usize {
        let regions = &mut self.formula.regions;
        regions.iter().position(|known| known == region).unwrap_or_else(|| {
            regions.push(region.clone());
            regions.len() - 1
        })
    }
}

/// All subsets of a mask, the empty one first.
fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != mask).then(|| subset.wrapping_sub(mask) & mask);
        Some(subset)
    })
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
