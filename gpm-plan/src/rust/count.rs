//! Counting: polynomials in set sizes.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::names::numbered;
use crate::nest::{Factor, Polynomial, Size, Term};

/// A product of polynomials as a type that can value it in 64 and in 128 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Formula {
    product: Vec<Vec<Term>>,
    /// Sizes of each polynomial, all of which are numbered in a row.
    sizes: Vec<usize>,
}

impl Formula {
    fn new(product: &[Polynomial]) -> Formula {
        Formula {
            product: product.iter().map(|polynomial| polynomial.terms.clone()).collect(),
            sizes: product.iter().map(|polynomial| polynomial.sizes.len()).collect(),
        }
    }

    /// The definition of the type.
    pub(super) fn item(&self, index: usize) -> TokenStream {
        let name = numbered("Formula", index);
        let number: usize = self.sizes.iter().sum();
        let sizes = (0..number).map(|size| numbered("n", size));
        let mut first = 0;
        let factors: Vec<TokenStream> = self
            .product
            .iter()
            .zip(&self.sizes)
            .map(|(terms, own)| {
                let sum = sum(terms, first);
                first += own;
                if terms.len() > 1 && self.product.len() > 1 { quote!((#sum)) } else { sum }
            })
            .collect();
        let value = product(factors);
        quote! {
            struct #name;
            impl kit::Formula<#number> for #name {
                #[inline(always)]
                fn value<N: kit::Number>([#(#sizes),*]: [N; #number]) -> N {
                    #value
                }
            }
        }
    }
}

/// The sum of terms over the sizes from number `first` on.
fn sum(terms: &[Term], first: usize) -> TokenStream {
    let mut code = TokenStream::new();
    for (i, term) in terms.iter().enumerate() {
        let weight = Literal::i64_unsuffixed(term.coefficient.saturating_abs());
        let is_weighted = term.factors.is_empty() || term.coefficient.unsigned_abs() != 1;
        let weight = is_weighted.then(|| quote!(N::of(#weight)));
        let powers = term.factors.iter().map(|factor| power(factor, first));
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

fn power(factor: &Factor, first: usize) -> TokenStream {
    let name = numbered("n", first + factor.size);
    if factor.choose == 1 {
        return quote!(#name);
    }
    let choose = Literal::u8_unsuffixed(factor.choose);
    quote!(#name.choose(#choose))
}

impl Emitter<'_> {
    /// Adds a product of polynomials to the total; `size_of` gives the code of a size.
    pub(super) fn count(
        &mut self,
        product: &[Polynomial],
        mut size_of: impl FnMut(&mut Self, &Size) -> TokenStream,
    ) -> TokenStream {
        let sizes: Vec<TokenStream> =
            product.iter().flat_map(|polynomial| &polynomial.sizes).map(|size| size_of(self, size)).collect();
        if product.is_empty() {
            return quote!(total.add(1););
        }
        if is_plain_size(product) {
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

/// Whether the product is the one size and nothing else.
fn is_plain_size(product: &[Polynomial]) -> bool {
    let [Polynomial { sizes, terms }] = product else { return false };
    let [Term { coefficient: 1, factors }] = &terms[..] else { return false };
    sizes.len() == 1 && matches!(factors[..], [Factor { choose: 1, .. }])
}
