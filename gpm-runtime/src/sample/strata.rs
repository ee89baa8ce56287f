//! Roots in strata, from each of which some are drawn.

use std::ops::Range;

/// Ranges of doubling length over so many roots, the first one of a single root: in a graph in order of degree, roots of one range are about as
/// heavy as each other, and the first few, which have the longest rows, are alone.
pub(crate) fn strata(num_roots: usize) -> Vec<Range<usize>> {
    let firsts = std::iter::successors(Some(0), |&first| Some(2 * first + 1));
    firsts.take_while(|&first| first < num_roots).map(|first| first..(2 * first + 1).min(num_roots)).collect()
}

#[cfg(test)]
mod tests {
    use super::strata;

    #[test]
    fn strata_double() {
        assert_eq!(strata(10), [0..1, 1..3, 3..7, 7..10]);
        assert_eq!((strata(0), strata(1).len()), (vec![], 1));
    }
}
