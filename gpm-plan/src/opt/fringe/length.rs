//! How many terms a formula has at least, where that can be told without its sets: a search for tails asks for hundreds of formulas, nearly
//! all of which are too long.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Lower bound on the number of terms of the formula. A kind is given by a mask of core vertices, whose common neighbors are its
/// candidates, and by how many tail vertices are of it. The candidates that several kinds share are the common neighbors of all their core
/// vertices. Sets of different core vertices are different, and a kind falls into at least as many regions as there are different sets in
/// which it meets the kinds placed after it. Stops counting once there are more than `most`.
pub(super) fn least_terms(neighbors: &[u32], counts: &[u8], most: u128) -> u128 {
    let contains = |kind: usize, other: usize| neighbors[kind] & neighbors[other] == neighbors[other];
    let containing = |kind: usize| (0..neighbors.len()).filter(|&other| contains(kind, other)).count();
    // As formulas place them.
    let mut order: Vec<usize> = (0..neighbors.len()).collect();
    order.sort_by_key(|&kind| (Reverse(containing(kind)), counts[kind], kind));
    let (mut later, mut terms) = (0, 1);
    for kind in order.into_iter().rev() {
        let met = |others: u32| (0..neighbors.len()).filter(move |other| others >> other & 1 == 1);
        let joined =
            subsets(later).map(|others| met(others).fold(neighbors[kind], |all, other| all | neighbors[other]));
        terms *= ways(counts[kind], joined.collect::<BTreeSet<u32>>().len());
        if terms > most {
            break;
        }
        later |= 1 << kind;
    }
    terms
}

/// In how many ways so many vertices that are alike are spread over some regions.
pub(super) fn ways(vertices: u8, regions: usize) -> u128 {
    (0..u128::from(vertices)).fold(1, |ways, placed| ways * (regions as u128 + placed) / (placed + 1))
}

/// All subsets of a mask, the empty one first.
pub(super) fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != mask).then(|| subset.wrapping_sub(mask) & mask);
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Kinds, RegionFormula};
    use super::*;
    use crate::pattern::{Pattern, Semantics};

    /// Least terms by their number, and the terms of the formula, for a fringe of the last vertices of a pattern.
    fn terms(text: &str, fringe: u32) -> (u128, Option<usize>) {
        let pattern: Pattern = text.parse().expect("a pattern");
        let neighbors: Vec<u32> =
            (0..pattern.num_vertices()).filter(|u| fringe >> u & 1 == 1).map(|u| pattern.neighbor_mask(u)).collect();
        let kinds = Kinds::new(&pattern, Semantics::EdgeInduced, (fringe, fringe), &[]);
        let formula = kinds.and_then(|kinds| RegionFormula::new(&kinds, 0));
        (least_terms(&neighbors, &vec![1; neighbors.len()], u128::MAX), formula.map(|formula| formula.terms.len()))
    }

    #[test]
    fn formulas_have_at_least_as_many_terms() {
        // Leaves on each of three core vertices, sets within each other, and sets that meet.
        assert_eq!(terms("0-1-2, 0-3, 1-4, 2-5", 0b111000), (8, Some(8)));
        assert_eq!(terms("0-1-2, 0-3, 0-4, 1-4, 0-5, 1-5, 2-5", 0b111000), (1, Some(1)));
        assert_eq!(terms("0-1-2, 0-3, 1-3, 1-4, 2-4, 0-5, 2-5", 0b111000), (4, Some(4)));
    }
}
