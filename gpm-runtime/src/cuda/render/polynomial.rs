//! Polynomials in set sizes as C++ expressions: in 64 bits where every value fits for certain, else in 128 bits with the
//! magnitude carried along as a float.

use gpm_plan::nest::{Polynomial, Size, Term};

/// Values below this bound, and all intermediate ones, fit in a signed 64-bit number.
const FITS: f64 = 4.0e18;

/// Whether a product of polynomials may leave 64 bits when no size is larger than `max_size`.
pub(super) fn is_wide(product: &[Polynomial], max_size: u64) -> bool {
    let magnitude: f64 = product.iter().map(|polynomial| polynomial.magnitude(max_size as f64).max(1.0)).product();
    magnitude >= FITS
}

/// The value of a product whose sizes are called by `names`, one list a polynomial.
pub(super) fn value(product: &[Polynomial], names: &[Vec<String>], is_wide: bool) -> String {
    let kind = if is_wide { "(i128)" } else { "" };
    let factors = product.iter().zip(names).map(|(polynomial, names)| {
        let terms = polynomial.terms.iter().map(|term| term_value(term, names, kind)).collect::<Vec<_>>();
        if terms.is_empty() {
            "0".to_owned()
        } else {
            parenthesize(terms.join(" + "), terms.len() > 1 && product.len() > 1)
        }
    });
    let text = factors.collect::<Vec<_>>().join(" * ");
    if text.is_empty() { "1".to_owned() } else { text }
}

/// A product that is a sum of sizes, each with a weight, and a constant; `None` if it is anything else.
pub(super) fn as_sum(product: &[Polynomial]) -> Option<(Vec<(i64, Size)>, i64)> {
    let [polynomial] = product else { return None };
    let (mut sizes, mut constant) = (Vec::new(), 0);
    for term in &polynomial.terms {
        match term.factors[..] {
            [] => constant += term.coefficient,
            [factor] if factor.choose == 1 => sizes.push((term.coefficient, polynomial.sizes[factor.size])),
            _ => return None,
        }
    }
    Some((sizes, constant))
}

fn term_value(term: &Term, names: &[String], kind: &str) -> String {
    let factors = term.factors.iter().map(|factor| {
        let name = &names[factor.size];
        if factor.choose == 1 { format!("{kind}{name}") } else { format!("choose({kind}{name}, {})", factor.choose) }
    });
    let weight = (term.coefficient != 1 || term.factors.is_empty()).then(|| format!("{kind}({})", term.coefficient));
    weight.into_iter().chain(factors).collect::<Vec<_>>().join(" * ")
}

/// An upper bound of the magnitude of every intermediate value, as an expression of doubles.
pub(super) fn magnitude(product: &[Polynomial], names: &[Vec<String>]) -> String {
    let factors = product.iter().zip(names).map(|(polynomial, names)| {
        let terms = polynomial.terms.iter().map(|term| {
            let powers = term.factors.iter().map(|f| format!("power({}, {})", names[f.size], f.choose));
            std::iter::once(format!("{}.0", term.coefficient.unsigned_abs()))
                .chain(powers)
                .collect::<Vec<_>>()
                .join(" * ")
        });
        parenthesize(terms.chain(["1.0".to_owned()]).collect::<Vec<_>>().join(" + "), true)
    });
    factors.chain(["1.0".to_owned()]).collect::<Vec<_>>().join(" * ")
}

fn parenthesize(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
