//! Polynomials in set sizes as C++ expressions: in 64 bits where every value fits for certain, else in 128 bits with the
//! magnitude carried along as a float.

use gpm_plan::nest::{Factor, Polynomial, Region, Term};

use super::model::Placements;

/// The tables of the polynomials with regions: their terms are many and alike, and as code would take too many registers.
pub(super) fn placements(product: &[Polynomial], names: &[Vec<String>]) -> Vec<Placements> {
    let numbered = product.iter().zip(names).enumerate().filter(|(_, (polynomial, _))| !polynomial.regions.is_empty());
    let of = |(number, (polynomial, names)): (usize, (&Polynomial, &Vec<String>))| {
        let width = names.len() + 1;
        let factors: Vec<String> = polynomial.terms.iter().flat_map(factors).collect();
        let parts = names.iter().enumerate().map(|(i, name)| format!("part[{i}] * {name}"));
        Placements {
            name: placed(number),
            count: factors.len(),
            factors: factors.join(", "),
            regions: rows(polynomial).iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
            width,
            free: parts.chain([format!("part[{}]", names.len())]).collect::<Vec<_>>().join(" + "),
        }
    };
    numbered.map(of).collect()
}

fn placed(number: usize) -> String {
    format!("placed{number}")
}

/// The factors of a term as `device/numbers.cuh` reads them: the region, what is chosen, and whether it is the last.
fn factors(term: &Term) -> impl Iterator<Item = String> + '_ {
    let last = term.factors.len() - 1;
    let packed = move |(i, factor): (usize, &Factor)| {
        factor.size << 6 | usize::from(factor.choose) << 1 | usize::from(i == last)
    };
    term.factors.iter().enumerate().map(packed).map(|word| word.to_string())
}

/// Of each size, then of each region, the weights of the sizes and what is added.
fn rows(polynomial: &Polynomial) -> Vec<i64> {
    let sizes = polynomial.sizes.len();
    let mut rows = Vec::new();
    for own in 0..sizes {
        rows.extend((0..sizes).map(|size| i64::from(size == own)).chain([0]));
    }
    for Region { parts, minus } in &polynomial.regions {
        let mut weights = vec![0; sizes];
        parts.iter().for_each(|&(weight, size)| weights[size] += weight);
        rows.extend(weights.into_iter().chain([-i64::from(*minus)]));
    }
    rows
}

/// The value of a product whose sizes are called by `names`, one list a polynomial.
pub(super) fn value(product: &[Polynomial], names: &[Vec<String>], is_wide: bool) -> String {
    let kind = if is_wide { "(i128)" } else { "" };
    let factors = product.iter().zip(names).enumerate().map(|(number, (polynomial, names))| {
        if !polynomial.regions.is_empty() {
            return format!("{}.number", placed(number));
        }
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
    let factors = product.iter().zip(names).enumerate().map(|(number, (polynomial, names))| {
        if !polynomial.regions.is_empty() {
            return format!("({}.magnitude + 1.0)", placed(number));
        }
        let terms = polynomial.terms.iter().map(|term| {
            let powers = term.factors.iter().map(|f| match f.choose {
                1 => format!("power({}, 1)", names[f.size]),
                choose => format!("ways({}, {choose})", names[f.size]),
            });
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
