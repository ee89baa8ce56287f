//! Closed walks by their least vertex: maps of a cycle, in which vertices may coincide, by the smallest vertex that they visit.
//!
//! A closed walk of `n` steps that visits its least vertex `k` times falls into `k` closed walks from there, which do not come back
//! before their end. Of the `n` places where a cycle's first vertex may lie, each cyclic order of these parts has `n / k`: so
//! `maps(C_n) = Σ over k and lengths l_1 + … + l_k = n of n / k · Σ over v of Π F_{l_i}(v)`, where `F_l(v)` counts the closed walks of `l`
//! steps from `v` through greater vertices alone. Data graphs are ordered by degree, so that hubs are the least vertices of nearly
//! all that goes through them, and walks from others leave them out.

use super::choice::Choice;
use super::context::Context;
use super::orders::under;
use super::parts::asks_for_maps;
use super::shortlist::Shortlist;
use super::sum::SumBuilder;
use super::walks;
use super::weight::Weight;
use crate::limits::CLOSED_WALKS;
use crate::passes::Pass;
use crate::pattern::Pattern;
use crate::query::Query;
use crate::symmetry::Breaking;

/// Adds the choice for maps of a cycle without anchors.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let pattern = &context.query.pattern;
    let n = pattern.num_vertices();
    let is_cycle = pattern.num_edges() == n && (0..n).all(|u| pattern.degree(u) == 2);
    if asks_for_maps(context.query) && is_cycle && CLOSED_WALKS.contains(&n) && pattern.anchors().is_empty() {
        best.extend(choice(context));
    }
}

fn choice(context: &mut Context<'_>) -> Option<Choice> {
    let n = context.query.pattern.num_vertices();
    let mut sum = SumBuilder::default();
    for lengths in partitions(n, n) {
        let weight = Weight::whole(i64::try_from(orders(n, &lengths)).ok()?);
        let query = Query { pattern: bouquet(&lengths)?, ..context.query.clone() };
        sum.add(least(context, &query)?, weight, false)?;
    }
    sum.choice(Pass::Codegree, context.query.disabled, context.memo)
}

/// The cheapest way to count maps that take vertex 0 to a smaller vertex than all others.
fn least(context: &Context<'_>, query: &Query) -> Option<Choice> {
    let pairs = (1..query.pattern.num_vertices()).map(|v| (0, v)).collect();
    let plain = under(query, &Breaking { pairs, divisor: 1 }, context.stats, &context.interrupt());
    let all = walks::choices(query, &[], Some(0), context.stats).into_iter().chain(plain);
    all.min_by(|a, b| a.rank().total_cmp(&b.rank()))
}

/// Closed walks of these lengths from vertex 0: cycles, and edges that are walked there and back.
fn bouquet(lengths: &[usize]) -> Option<Pattern> {
    let (mut edges, mut next) = (Vec::new(), 1);
    for &length in lengths {
        let path: Vec<usize> = std::iter::once(0).chain(next..next + length - 1).collect();
        edges.extend(path.windows(2).map(|ends| (ends[0], ends[1])));
        edges.extend((length > 2).then_some((0, next + length - 2)));
        next += length - 1;
    }
    Pattern::from_edges(next, &edges).ok()
}

/// All ways to write `total` as a sum of numbers from 2 to `most`, in descending order.
fn partitions(total: usize, most: usize) -> Vec<Vec<usize>> {
    if total == 0 {
        return vec![Vec::new()];
    }
    let firsts = (2..=most.min(total)).rev();
    firsts
        .flat_map(|first| partitions(total - first, first).into_iter().map(move |rest| [&[first], &rest[..]].concat()))
        .collect()
}

/// `n / k` times the number of orders of `k` lengths that add up to `n`.
fn orders(n: usize, lengths: &[usize]) -> u64 {
    let factorial = |k: usize| (1..=k as u64).product::<u64>();
    let mut alike = lengths.chunk_by(|a, b| a == b).map(|alike| factorial(alike.len()));
    n as u64 * factorial(lengths.len() - 1) / alike.by_ref().product::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_walks_fall_into_parts() {
        let six: Vec<(Vec<usize>, u64)> =
            partitions(6, 6).into_iter().map(|lengths| (lengths.clone(), orders(6, &lengths))).collect();
        assert_eq!(six, [(vec![6], 6), (vec![4, 2], 6), (vec![3, 3], 3), (vec![2, 2, 2], 2)]);
        assert_eq!(bouquet(&[4, 2]).map(|pattern| pattern.to_string()), Some("0-1 1-2 0-3 2-3 0-4".to_owned()));
    }
}
