//! Counting: polynomials in set sizes.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::names::numbered;
use crate::nest::{Factor, Polynomial, Region, Term, is_size};

/// A product of polynomials as a type that can value it in 64 and in 128 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Formula {
    product: Vec<Sum>,
}

/// A polynomial, whatever its sizes are of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    /// How many sizes there are. Those of all polynomials are numbered in a row.
    sizes: usize,
    regions: Vec<Region>,
    terms: Vec<Term>,
}

impl Formula {
    fn new(product: &[Polynomial]) -> Formula {
        let sum = |Polynomial { sizes, regions, terms }: &Polynomial| Sum {
            sizes: sizes.len(),
            regions: regions.clone(),
            terms: terms.clone(),
        };
        Formula { product: product.iter().map(sum).collect() }
    }

    /// The definition of the type.
    pub(super) fn item(&self, index: usize) -> TokenStream {
        let name = numbered("Formula", index);
        let number: usize = self.product.iter().map(|sum| sum.sizes).sum();
        let sizes = (0..number).map(|size| numbered("n", size));
        let mut first = 0;
        let mut regions = Regions::default();
        let factors: Vec<TokenStream> = self
            .product
            .iter()
            .map(|own| {
                let sum = match own.regions.is_empty() {
                    true => sum(&own.terms, first),
                    false => regions.sum(own, first),
                };
                first += own.sizes;
                if own.terms.len() > 1 && self.product.len() > 1 { quote!((#sum)) } else { sum }
            })
            .collect();
        let regions = regions.code;
        let value = product(factors);
        quote! {
            struct #name;
            impl kit::Formula<#number> for #name {
                #[inline(always)]
                fn value<N: kit::Number>([#(#sizes),*]: [N; #number]) -> N {
                    #regions
                    #value
                }
            }
        }
    }
}

/// Definitions of regions, and of the binomials of them, most of which several terms share.
#[derive(Default)]
struct Regions {
    code: TokenStream,
    regions: usize,
    binomials: usize,
}

impl Regions {
    /// The nested sum of a polynomial whose sizes are those from number `first` on.
    fn sum(&mut self, sum: &Sum, first: usize) -> TokenStream {
        let own = self.regions;
        for region in &sum.regions {
            let name = numbered("r", self.regions);
            let value = free(region, first);
            self.code.extend(quote!(let #name = #value;));
            self.regions += 1;
        }
        let mut binomials: Vec<Factor> = Vec::new();
        let start = self.binomials;
        for &factor in sum.terms.iter().flat_map(|term| &term.factors) {
            if !binomials.contains(&factor) {
                let name = numbered("b", start + binomials.len());
                let of = match factor.size.checked_sub(sum.sizes) {
                    Some(region) => numbered("r", own + region),
                    None => numbered("n", first + factor.size),
                };
                let value = power(&of, factor.choose);
                self.code.extend(quote!(let #name = #value;));
                binomials.push(factor);
            }
        }
        self.binomials += binomials.len();
        nested(&sum.terms, 0, &|factor| {
            let known = binomials.iter().position(|known| *known == factor);
            numbered("b", start + known.expect("every binomial is defined"))
        })
    }
}

/// How many of a region are free.
fn free(region: &Region, first: usize) -> TokenStream {
    let mut code = TokenStream::new();
    for &(weight, size) in &region.parts {
        let name = numbered("n", first + size);
        let number = Literal::i64_unsuffixed(weight.saturating_abs());
        let part = if weight.unsigned_abs() == 1 { quote!(#name) } else { quote!(N::of(#number) * #name) };
        code.extend(match (code.is_empty(), weight < 0) {
            (true, false) => part,
            (true, true) => quote!(-(#part)),
            (false, false) => quote!(+ #part),
            (false, true) => quote!(- #part),
        });
    }
    if region.minus > 0 {
        let minus = Literal::u8_unsuffixed(region.minus);
        code.extend(quote!(- N::of(#minus)));
    }
    code
}

/// Terms of weight 1 as nested sums, in which what several terms have in common is multiplied once.
fn nested(terms: &[Term], depth: usize, name: &impl Fn(Factor) -> Ident) -> TokenStream {
    let parts = Term::grouped(terms, depth).map(|(factor, part)| {
        let Some(factor) = factor else { return quote!(N::of(1)) };
        let own = name(factor);
        match part {
            [term] if term.factors.len() == depth + 1 => quote!(#own),
            [_] => {
                let rest = nested(part, depth + 1, name);
                quote!(#own * #rest)
            }
            _ => {
                let rest = nested(part, depth + 1, name);
                quote!(#own * (#rest))
            }
        }
    });
    parts.reduce(|sum, part| quote!(#sum + #part)).unwrap_or_else(|| quote!(N::of(0)))
}

/// The sum of terms over the sizes from number `first` on.
fn sum(terms: &[Term], first: usize) -> TokenStream {
    let mut code = TokenStream::new();
    for (i, term) in terms.iter().enumerate() {
        let weight = Literal::i64_unsuffixed(term.coefficient.saturating_abs());
        let is_weighted = term.factors.is_empty() || term.coefficient.unsigned_abs() != 1;
        let weight = is_weighted.then(|| quote!(N::of(#weight)));
        let powers = term.factors.iter().map(|factor| power(&numbered("n", first + factor.size), factor.choose));
        let product = product(weight.into_iter().chain(powers).collect());
        code.extend(match (i, term.coefficient < 0) {
            (0, false) => product,
            (0, true) => quote!(-(#product)),
            (_, false) => quote!(+ #product),
            (_, true) => quote!(- #product),
        });
    }
    if terms.is_empty() { quote!(N::of(0)) } else { code }
}

fn product(factors: Vec<TokenStream>) -> TokenStream {
    factors.into_iter().reduce(|product, factor| quote!(#product * #factor)).unwrap_or_else(|| quote!(N::of(1)))
}

fn power(name: &Ident, choose: u8) -> TokenStream {
    if choose == 1 {
        return quote!(#name);
    }
    let choose = Literal::u8_unsuffixed(choose);
    quote!(#name.choose(#choose))
}

impl Emitter<'_> {
    /// Adds a product of polynomials in these sizes to the total.
    pub(super) fn count(&mut self, product: &[Polynomial], sizes: Vec<TokenStream>) -> TokenStream {
        if product.is_empty() {
            return quote!(total.add(1););
        }
        if is_size(product) {
            return quote!(#(total.add(#sizes);)*);
        }
        let formula = Formula::new(product);
        let index = self.formulas.iter().position(|known| *known == formula).unwrap_or_else(|| {
            self.formulas.push(formula);
            self.formulas.len() - 1
        });
        let name = numbered("Formula", index);
        quote!(total.add_formula(#name, [#(#sizes),*]);)
    }
}
