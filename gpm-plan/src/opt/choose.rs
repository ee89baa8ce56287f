//! Pass `choose`: k interchangeable last vertices are counted as `C(n, k)`.
//!
//! They show in two forms: a falling factorial `n (n-1) … (n-k+1)` left by inclusion-exclusion, whose `k!` moves from the
//! divisor into the binomial; and a loop over a set below which the same set, bounded by the loop's vertex, is counted.
//!
//! Before, of `gpm explain diamond`:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count -|s2| + |s2|·|s2|
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count C(|s2|, 2)
//! ```

use super::multiply::is_independent;
use crate::nest::{Block, Candidates, Factor, Level, Levels, LoopNest, Polynomial, Size, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let mut divisor = nest.divisor;
    let mut root = std::mem::take(&mut nest.root);
    fold_loops(nest, &mut root, nest.looped_levels());
    root.visit_mut(None, &mut |_, block| {
        for step in &mut block.steps {
            if let Step::Count(product) = step {
                product.iter_mut().for_each(|polynomial| falling_to_binomial(polynomial, &mut divisor));
            }
        }
    });
    nest.root = root;
    nest.divisor = divisor;
}

fn falling_to_binomial(polynomial: &mut Polynomial, divisor: &mut u128) {
    let ([size], true) = (&polynomial.sizes[..], polynomial.regions.is_empty()) else { return };
    let size = *size;
    let k = polynomial.terms.iter().map(|term| term.factors.len()).max().unwrap_or(0);
    let factorial: u128 = (1..=k as u128).product();
    if k < 2 || !divisor.is_multiple_of(factorial) {
        return;
    }
    let expected = falling_factorial(k);
    let same = polynomial.terms.len() == expected.iter().filter(|&&c| c != 0).count()
        && polynomial.terms.iter().all(|term| {
            term.factors.iter().all(|factor| factor.choose == 1) && expected[term.factors.len()] == term.coefficient
        });
    if same {
        *polynomial = Polynomial::choose(size, k as u8);
        *divisor /= factorial;
    }
}

/// Coefficients of `n (n-1) … (n-k+1)` by power of `n`: signed Stirling numbers of the first kind.
fn falling_factorial(k: usize) -> Vec<i64> {
    let mut coefficients = vec![1i64];
    for i in 0..k as i64 {
        let mut next = vec![0; coefficients.len() + 1];
        for (power, &c) in coefficients.iter().enumerate() {
            next[power + 1] += c;
            next[power] -= i * c;
        }
        coefficients = next;
    }
    coefficients
}

fn fold_loops(nest: &LoopNest, block: &mut Block, kept: Levels) {
    for step in &mut block.steps {
        if let Step::For { level, from, body } = step {
            fold_loops(nest, body, kept);
            if !kept.contains(*level)
                && let Some(folded) = folded(nest, *level, from, body)
            {
                *step = Step::Count(folded);
            }
        }
    }
}

/// `for v in S: count C(|S below v|, k)` is `C(|S|, k + 1)`, and so with factors that do not depend on `v`.
fn folded(nest: &LoopNest, level: Level, from: &Source, body: &Block) -> Option<Vec<Polynomial>> {
    let is_plain = body.filter.is_empty() && body.define.is_empty();
    let (Source::Set(outer), true, [Step::Count(product)]) = (from, is_plain, &body.steps[..]) else {
        return None;
    };
    let (mut factors, dependent): (Vec<Polynomial>, Vec<Polynomial>) =
        product.iter().cloned().partition(|polynomial| is_independent(nest, polynomial, level));
    let [polynomial] = &dependent[..] else { return None };
    let ([size], [term]) = (&polynomial.sizes[..], &polynomial.terms[..]) else { return None };
    let ([Factor { choose, .. }], 1) = (&term.factors[..], term.coefficient) else { return None };
    let inner = *size.candidates()?;
    let bounded_by_loop = inner.below.contains(level) != inner.above.contains(level);
    let mut without = inner;
    without.below.remove(level);
    without.above.remove(level);
    // The bound by the loop's vertex may stand for bounds that the outer set has explicitly.
    let outer_implied = Candidates { below: without.below, above: without.above, ..*outer };
    let weaker = without.below.minus(outer.below).is_empty() && without.above.minus(outer.above).is_empty();
    let same_side =
        if inner.below.contains(level) { without.above == outer.above } else { without.below == outer.below };
    let same = weaker && same_side && without == outer_implied;
    if !same || !bounded_by_loop || size.minus != 0 {
        return None;
    }
    factors.push(Polynomial::choose(Size::of_set(*outer), choose + 1));
    Some(factors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falling_factorials() {
        assert_eq!(falling_factorial(2), [0, -1, 1]);
        assert_eq!(falling_factorial(3), [0, 2, -3, 1]);
    }
}
