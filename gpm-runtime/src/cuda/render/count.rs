//! What the innermost blocks count: sums of the parts that lanes have, products of polynomials, entries of tables.

use gpm_plan::nest::{Entry, LoopNest, Polynomial, Size};

use super::model::{Number, Statement};
use super::polynomial;

/// Whether the body of a leaf sums up.
pub(super) fn is_sum(body: &[Statement]) -> bool {
    body.iter().any(|statement| matches!(statement, Statement::Sum { .. }))
}

/// A lane's part of `number` less something: `functions` are those that lanes run together, with the ones that give a part.
pub(super) fn sum_part(group: &str, functions: &[(&str, &str)], number: String, less: String) -> String {
    match functions.iter().find(|(whole, _)| number.starts_with(whole)) {
        None => format!("({group}.lane == 0 ? (i64){number}{less} : 0)"),
        Some((whole, part)) if less.is_empty() => number.replacen(whole, part, 1),
        Some((whole, part)) => format!("({} + ({group}.lane == 0 ? 0{less} : 0))", number.replacen(whole, part, 1)),
    }
}

/// A product as a sum of the lanes' parts of sizes, if it is one that fits in 64 bits; `part` gives them.
pub(super) fn sum(
    product: &[Polynomial],
    max_size: u64,
    group: &str,
    part: impl Fn(&Size) -> String,
) -> Option<String> {
    if product.is_empty() {
        return Some(format!("({group}.lane == 0 ? 1 : 0)"));
    }
    let (sizes, constant) = polynomial::as_sum(product).filter(|_| !polynomial::is_wide(product, max_size))?;
    let weighted = |(weight, size): &(i64, Size)| match weight {
        1 => part(size),
        weight => format!("{weight} * {}", part(size)),
    };
    let mut terms: Vec<String> = sizes.iter().map(weighted).collect();
    if constant != 0 || terms.is_empty() {
        terms.push(format!("({group}.lane == 0 ? {constant} : 0)"));
    }
    Some(terms.join(" + "))
}

/// The entries of tables that a count is multiplied with; lanes of a leaf without a candidate have no vertex to look up.
pub(super) fn entries(nest: &LoopNest, is_leaf: bool) -> Vec<String> {
    let first = nest.columns().len();
    let entry = |(index, entry): (usize, &Entry)| {
        let at = match entry.at[..] {
            [from, to] => format!("edge_at(launch.view[0], {from}, {to})"),
            _ => entry.last().to_string(),
        };
        let read = format!("integer_at(launch.column[{}], {at})", first + index);
        if is_leaf { format!("is_candidate ? {read} : 0") } else { read }
    };
    nest.entries.iter().enumerate().map(entry).collect()
}

/// Where a count goes.
pub(super) enum Total {
    /// To the total.
    First,
    /// To one of those that a fused nest has after the first, counted from 0.
    Further(usize),
    /// To the total, and to this entry of a table: in a leaf whose candidates are credited.
    Credited(String),
}

/// A count of a product, whose sizes `size` names, and entries of tables. These have up to 63 bits, so that with one the value is
/// made in 128.
pub(super) fn count(
    product: &[Polynomial],
    entries: Vec<String>,
    max_size: u64,
    (is_conditional, condition): (bool, String),
    adder: &str,
    total: Total,
    size: impl Fn(&Size) -> String,
) -> Statement {
    let mut sizes = Vec::new();
    let mut name = |value: String| {
        let name = format!("z{}", sizes.len());
        sizes.push(Number { name: name.clone(), value });
        name
    };
    let names: Vec<Vec<String>> =
        product.iter().map(|polynomial| polynomial.sizes.iter().map(|s| name(size(s))).collect()).collect();
    let entries: Vec<String> = entries.into_iter().map(name).collect();
    let is_wide = !entries.is_empty() || polynomial::is_wide(product, max_size);
    let value = polynomial::value(product, &names, is_wide);
    let value = entries.iter().fold(value, |value, entry| format!("(i128){entry} * ({value})"));
    let magnitude = polynomial::magnitude(product, &names);
    let magnitude = entries.iter().fold(magnitude, |magnitude, entry| format!("{magnitude} * power({entry}, 1)"));
    let addition = match (&total, is_wide) {
        (Total::Further(index), false) => format!("add_more(warp, {index}, {value})"),
        (Total::Further(index), true) => format!("add_more_wide(warp, {index}, {value}, {magnitude})"),
        (Total::First | Total::Credited(_), false) => format!("warp.add({value})"),
        (Total::First | Total::Credited(_), true) => format!("warp.add_wide({value}, {magnitude})"),
    };
    Statement::Count {
        is_conditional,
        condition,
        placements: polynomial::placements(product, &names),
        sizes,
        addition: match total {
            Total::Credited(entry) => format!("credit(warp, {entry}, {addition})"),
            Total::First | Total::Further(_) => addition,
        },
        adder: adder.to_owned(),
    }
}
