//! Polynomials in set sizes: what the innermost block of a counting nest adds to the total.

use super::Candidates;

/// Index into [`Polynomial::sizes`].
pub type SizeId = usize;

/// `|of| - minus`: the number of candidates, of which `minus` are known to be matched already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The candidates counted; those in `except` are looked up and left out.
    pub of: Candidates,
    /// Matched vertices that are members for certain and do not count.
    pub minus: u8,
}

/// `C(size, choose)`, the number of ways to pick `choose` vertices out of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor {
    /// Which size.
    pub size: SizeId,
    /// How many are picked; 1 is the size itself.
    pub choose: u8,
}

/// `coefficient · Π factors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Integer weight, of either sign.
    pub coefficient: i64,
    /// What is multiplied; empty for a constant.
    pub factors: Vec<Factor>,
}

/// A sum of terms over a list of distinct sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// The sizes that the terms refer to.
    pub sizes: Vec<Size>,
    /// The terms, each with another list of factors.
    pub terms: Vec<Term>,
}

impl Polynomial {
    /// The polynomial `size`.
    pub fn size(size: Size) -> Polynomial {
        Polynomial {
            sizes: vec![size],
            terms: vec![Term { coefficient: 1, factors: vec![Factor { size: 0, choose: 1 }] }],
        }
    }

    /// The polynomial `C(size, choose)`.
    pub fn choose(size: Size, choose: u8) -> Polynomial {
        Polynomial {
            sizes: vec![size],
            terms: vec![Term { coefficient: 1, factors: vec![Factor { size: 0, choose }] }],
        }
    }

    /// Adds `coefficient · Π sizes`, merging it with a term that has the same factors.
    pub fn add(&mut self, coefficient: i64, sizes: &[Size]) {
        let mut factors: Vec<Factor> =
            sizes.iter().map(|&size| Factor { size: self.intern(size), choose: 1 }).collect();
        factors.sort_unstable();
        match self.terms.iter_mut().find(|term| term.factors == factors) {
            Some(term) => term.coefficient += coefficient,
            None => self.terms.push(Term { coefficient, factors }),
        }
        self.terms.retain(|term| term.coefficient != 0);
    }

    fn intern(&mut self, size: Size) -> SizeId {
        self.sizes.iter().position(|&known| known == size).unwrap_or_else(|| {
            self.sizes.push(size);
            self.sizes.len() - 1
        })
    }

    /// The value for given sizes, or `None` if it leaves 128 bits. Sizes may be negative (a set smaller than what is
    /// taken off it); `C(n, k)` is zero for `n < k`.
    pub fn value(&self, sizes: &[i64]) -> Option<i128> {
        let mut sum = 0i128;
        for term in &self.terms {
            let mut product = i128::from(term.coefficient);
            for factor in &term.factors {
                product = product.checked_mul(binomial(sizes[factor.size], factor.choose)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    /// An upper bound of `|value|` when every size is at most `max_size`, as a float (only its magnitude matters).
    pub fn magnitude(&self, max_size: f64) -> f64 {
        let power = |term: &Term| term.factors.iter().map(|f| max_size.powi(i32::from(f.choose))).product::<f64>();
        self.terms.iter().map(|term| term.coefficient.unsigned_abs() as f64 * power(term)).sum()
    }
}

/// `C(n, k)` for `k >= 1`; for `k == 1` it is `n` itself, of either sign.
fn binomial(n: i64, k: u8) -> Option<i128> {
    if k == 1 {
        return Some(i128::from(n));
    }
    if n < i64::from(k) {
        return Some(0);
    }
    let mut value = 1i128;
    for i in 0..i128::from(k) {
        value = value.checked_mul(i128::from(n) - i)? / (i + 1);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nest::{Levels, SetId};

    fn size(set: u16) -> Size {
        let of = Candidates { set: SetId(set), below: Levels::NONE, above: Levels::NONE, except: Levels::NONE };
        Size { of, minus: 0 }
    }

    #[test]
    fn like_terms_merge_and_vanish() {
        let mut p = Polynomial::default();
        p.add(1, &[size(0), size(1)]);
        p.add(2, &[size(1), size(0)]);
        p.add(1, &[size(2)]);
        p.add(-1, &[size(2)]);
        assert_eq!(p.terms.len(), 1);
        assert_eq!(p.value(&[5, 7, 9]), Some(105));
    }

    #[test]
    fn binomials_are_exact_and_checked() {
        assert_eq!(Polynomial::choose(size(0), 3).value(&[10]), Some(120));
        assert_eq!(Polynomial::choose(size(0), 3).value(&[2]), Some(0));
        assert_eq!(Polynomial::choose(size(0), 31).value(&[1_000_000]), None);
        assert_eq!(Polynomial::choose(size(0), 31).value(&[32]), Some(32));
    }
}
