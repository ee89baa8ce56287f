//! What the innermost blocks count: sums of the parts that lanes have, or products of polynomials and entries of tables.

use super::sharing::Sharing;
use super::{Count, Entry, LaneSize, LookUp, Once, Sum, Total, WarpOp, Work};
use crate::nest::{self, Factor, LoopNest, Polynomial};

/// Values below this bound, and all intermediate ones, fit in a signed 64-bit number, whose largest is 9.2e18: less than half of that, for
/// what a float rounds.
const FITS: f64 = 4.0e18;

/// Where something is counted.
pub(super) struct Counting<'a> {
    pub(super) nest: &'a LoopNest,
    pub(super) sharing: &'a Sharing,
    /// No set is larger.
    pub(super) largest: u64,
    /// Levels bound.
    pub(super) bound: usize,
    /// Whether candidates of a leaf count.
    pub(super) in_leaf: bool,
    /// The entry of the candidate, if it is credited.
    pub(super) credited: Option<Entry>,
}

impl Counting<'_> {
    /// What step number `index` of a block adds up.
    pub(super) fn lower<W: Work>(
        &self,
        index: usize,
        product: &[Polynomial],
        size: impl Fn(&nest::Size) -> LaneSize<W>,
    ) -> WarpOp<W> {
        let entries = self.entries();
        let is_fused = self.nest.num_totals() > 1;
        // Lanes add up parts of one number: of more, or of a candidate's own, each value must be whole.
        let is_summed = self.in_leaf && self.credited.is_none() && entries.is_empty() && !is_fused;
        if is_summed && let Some(sum) = self.sum(product, &size) {
            return WarpOp::Sum(sum);
        }
        let once = match self.in_leaf {
            true => Once::Candidate,
            false if self.bound <= self.sharing.max_prefix() => Once::Owner(self.bound),
            false => Once::Warp,
        };
        let total = match self.credited {
            Some(entry) => Total::Credited(entry),
            None if is_fused && index > 0 => Total::Further(index - 1),
            None => Total::First,
        };
        // Entries have up to 63 bits, so that with one the value is made in 128.
        let is_wide = !entries.is_empty() || is_wide(product, self.largest);
        let sizes = product.iter().flat_map(|polynomial| &polynomial.sizes).map(size).collect();
        WarpOp::Count(Count { product: product.to_vec(), sizes, entries, is_wide, once, total })
    }

    /// The product as a weighted sum of sizes, if it is one that fits in 64 bits.
    fn sum<W: Work>(&self, product: &[Polynomial], size: &impl Fn(&nest::Size) -> LaneSize<W>) -> Option<Sum<W>> {
        let [polynomial] = product else {
            return product.is_empty().then(|| Sum { terms: Vec::new(), constant: 1 });
        };
        if is_wide(product, self.largest) {
            return None;
        }
        let mut sum = Sum { terms: Vec::new(), constant: 0 };
        for term in &polynomial.terms {
            match term.factors[..] {
                [] => sum.constant += term.coefficient,
                [Factor { size: at, choose: 1 }] if at < polynomial.sizes.len() => {
                    sum.terms.push((term.coefficient, size(&polynomial.sizes[at])));
                }
                _ => return None,
            }
        }
        Some(sum)
    }

    /// The entries of tables that a count is multiplied with; they stand behind the columns that filters read.
    fn entries(&self) -> Vec<LookUp> {
        let first = self.nest.num_columns();
        let entries = self.nest.entries.iter().enumerate();
        entries.map(|(index, entry)| LookUp { column: first + index, at: entry.at.clone() }).collect()
    }
}

/// Whether a product of polynomials may leave 64 bits when no size is larger than `largest`. Those with regions are made in
/// 128 bits in any case.
fn is_wide(product: &[Polynomial], largest: u64) -> bool {
    let magnitude: f64 = product.iter().map(|polynomial| polynomial.magnitude(largest as f64).max(1.0)).product();
    magnitude >= FITS || product.iter().any(|polynomial| !polynomial.regions.is_empty())
}
