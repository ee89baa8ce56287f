//! Choices for maps of a clique. No two of its vertices coincide: each subgraph is as many maps as it has symmetries.

use super::choice::Choice;
use super::context::Context;
use super::parts;
use super::shortlist::Shortlist;
use super::sum::SumBuilder;
use super::weight::Weight;
use crate::passes::Pass;
use crate::pattern::Semantics;

/// Adds the one choice for a clique.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    if parts::asks_for_maps(context.query) && context.query.pattern.is_clique() {
        best.extend(choice(context));
    }
}

fn choice(context: &mut Context<'_>) -> Option<Choice> {
    let pattern = &context.query.pattern;
    let maps = pattern.automorphisms(Semantics::EdgeInduced).order();
    let own = pattern.canonical();
    let is_counted = context.memo.is_counted(&own);
    let subgraphs = context.cheapest(&own)?;
    let mut sum = SumBuilder::default();
    sum.add(subgraphs, Weight::whole(i64::try_from(maps).ok()?), is_counted)?;
    sum.choice(Pass::HomomorphismBasis, context.query.disabled, context.memo)
}
