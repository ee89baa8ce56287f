//! Polynomials in set sizes: what the innermost block of a counting nest adds to the total.

use super::{Candidates, Levels, SetId, Walk};

/// Index into [`Polynomial::sizes`] and, from their number on, into [`Polynomial::regions`].
pub type SizeId = usize;

/// `|of| - minus`: the number of candidates, of which `minus` are known to be matched already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number before anything is taken off.
    pub of: Scalar,
    /// Matched vertices that are among the counted for certain and do not count.
    pub minus: u8,
}

impl Size {
    /// The number of candidates.
    pub fn of_set(of: Candidates) -> Size {
        Size { of: Scalar::Members(of), minus: 0 }
    }

    /// The candidates that it counts, if it counts members of a set.
    pub fn candidates(&self) -> Option<&Candidates> {
        match &self.of {
            Scalar::Members(candidates) => Some(candidates),
            Scalar::Walks(_) => None,
        }
    }

    /// The walks that it counts, if it does.
    pub fn walks(&self) -> Option<&Walks> {
        match &self.of {
            Scalar::Members(_) => None,
            Scalar::Walks(walks) => Some(walks),
        }
    }
}

/// A number that polynomials are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// The members of a set; those in `except` are looked for and left out.
    Members(Candidates),
    /// Walks from the root, of which the number was counted with a reach and is looked up.
    Walks(Walks),
}

/// Walks from the root to a matched vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walks {
    /// How long they are, and where they end.
    pub walk: Walk,
    /// Those through the matched vertices that are looked for, if any are, do not count.
    pub without: Option<Without>,
}

/// Matched vertices that are looked for among the common neighbors of the root and another vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Without {
    /// Whose vertices.
    pub except: Levels,
    /// The row of the root and that of the other vertex: what lies in both is a common neighbor.
    pub rows: [SetId; 2],
}

/// `Σ weight · size - minus`: how many vertices lie in certain sets and in no others, without `minus` that are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Weights, and indices into [`Polynomial::sizes`].
    pub parts: Vec<(i64, usize)>,
    /// Vertices of the region that are no longer free. Where the factors before it in a term are not zero, they are in it.
    pub minus: u8,
}

impl Region {
    /// How many are free, for the given sizes.
    fn free(&self, sizes: &[i64]) -> Option<i64> {
        self.parts.iter().try_fold(-i64::from(self.minus), |sum, &(weight, size)| {
            weight.checked_mul(sizes[size]).and_then(|part| sum.checked_add(part))
        })
    }
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

impl Term {
    /// Parts terms by their factor number `depth`, each part in a row as terms were: what is multiplied by a sum of the
    /// rest. `None` parts have no such factor.
    pub fn grouped(terms: &[Term], depth: usize) -> impl Iterator<Item = (Option<Factor>, &[Term])> {
        let factor = move |term: &Term| term.factors.get(depth).copied();
        terms.chunk_by(move |a, b| factor(a) == factor(b)).map(move |part| (factor(&part[0]), part))
    }
}

/// A sum of terms over a list of distinct sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// The sizes that the terms refer to.
    pub sizes: Vec<Size>,
    /// Parts of the sets, told apart by the sets that a vertex lies in. Where there are any, all terms have coefficient 1.
    pub regions: Vec<Region>,
    /// The terms, each with another list of factors.
    pub terms: Vec<Term>,
}

impl Polynomial {
    /// The polynomial `size`.
    pub fn size(size: Size) -> Polynomial {
        Polynomial {
            sizes: vec![size],
            regions: Vec::new(),
            terms: vec![Term { coefficient: 1, factors: vec![Factor { size: 0, choose: 1 }] }],
        }
    }

    /// The polynomial `C(size, choose)`.
    pub fn choose(size: Size, choose: u8) -> Polynomial {
        Polynomial {
            sizes: vec![size],
            regions: Vec::new(),
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
        let free = |region: usize| self.regions[region].free(sizes);
        let mut sum = 0i128;
        // Products of the first factors, of which terms in a row have many in common. `None` has left 128 bits.
        let mut products: Vec<Option<i128>> = Vec::new();
        let mut before: &[Factor] = &[];
        for term in &self.terms {
            let common = before.iter().zip(&term.factors).take_while(|(a, b)| a == b).count();
            products.truncate(common);
            for factor in &term.factors[common..] {
                let n = match sizes.get(factor.size) {
                    Some(&size) => Some(size),
                    None => free(factor.size - sizes.len()),
                };
                let next = n.and_then(|n| binomial(n, factor.choose));
                products.push(match (products.last(), next) {
                    (None, next) => next,
                    // Nothing can be chosen, however many ways there are elsewhere.
                    (Some(Some(0)), _) | (Some(_), Some(0)) => Some(0),
                    (Some(product), next) => product.zip(next).and_then(|(product, next)| product.checked_mul(next)),
                });
            }
            before = &term.factors;
            let product = products.last().copied().unwrap_or(Some(1))?;
            sum = sum.checked_add(product.checked_mul(i128::from(term.coefficient))?)?;
        }
        Some(sum)
    }

    /// Steps of arithmetic that a value takes: next to none for a single size.
    pub fn operations(&self) -> usize {
        match self.sizes.len() {
            0 | 1 => 0,
            sizes => {
                let parts: usize = self.regions.iter().map(|region| region.parts.len()).sum();
                let factors: usize = self.terms.iter().map(|term| term.factors.len()).sum();
                sizes + parts + factors
            }
        }
    }

    /// An upper bound of `|value|` when every size is at most `max_size`, as a float (only its magnitude matters).
    pub fn magnitude(&self, max_size: f64) -> f64 {
        let power = |term: &Term| term.factors.iter().map(|f| max_size.powi(i32::from(f.choose))).product::<f64>();
        self.terms.iter().map(|term| term.coefficient.unsigned_abs() as f64 * power(term)).sum()
    }
}

/// Whether the product is the one size and nothing else.
pub fn is_size(product: &[Polynomial]) -> bool {
    let [Polynomial { sizes, terms, .. }] = product else { return false };
    let [Term { coefficient: 1, factors }] = &terms[..] else { return false };
    sizes.len() == 1 && matches!(factors[..], [Factor { choose: 1, .. }])
}

/// `C(n, k)` for `k >= 1`; for `k == 1` it is `n` itself, of either sign.
fn binomial(n: i64, k: u8) -> Option<i128> {
    if k == 1 {
        return Some(i128::from(n));
    }
    if n < i64::from(k) {
        return Some(0);
    }
    let k = i64::from(k);
    let mut narrow = 1i64;
    for i in 0..k {
        match narrow.checked_mul(n - i) {
            Some(product) => narrow = product / (i + 1),
            None => {
                return (i..k)
                    .map(i128::from)
                    .try_fold(i128::from(narrow), |value, i| Some(value.checked_mul(i128::from(n) - i)? / (i + 1)));
            }
        }
    }
    Some(i128::from(narrow))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(set: u16) -> Size {
        let none = Levels::NONE;
        Size::of_set(Candidates { set: SetId(set), below: none, above: none, except: none })
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
