//! Pairs of walks: where a root counts nothing else, the reach that they end in need not be listed.

use std::fmt;

use crate::nest::{Level, LoopNest, SetExpr, SetId, Source, Step, ViewId, Walk};
use crate::program::Ends;

/// Pairs of walks of two steps from the root that end at the same vertex, counted as they are walked: each adds how many came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The neighbors of the root that walks go through.
    pub through: SetId,
    /// The relation of the second step.
    pub view: ViewId,
    /// Where walks end.
    pub ends: Ends,
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pairs { through, view, ends } = self;
        let view = if view.0 == 0 { String::new() } else { format!(" in relation {}", view.0) };
        write!(f, "count pairs of walks through {through}{view}{ends} that end at the same vertex")
    }
}

/// The pairs that a nest counts, if it counts nothing else.
pub(super) fn of(nest: &LoopNest) -> Option<Pairs> {
    const END: Level = Level(1);
    let root = nest.root_body();
    let [Step::For { level: END, from: Source::Set(candidates), body }] = &root.steps[..] else { return None };
    let SetExpr::Reach { through, view, .. } = nest.set(candidates.set).expr else { return None };
    let [Step::Count(product)] = &body.steps[..] else { return None };
    let [polynomial] = &product[..] else { return None };
    let ([term], [size]) = (&polynomial.terms[..], &polynomial.sizes[..]) else { return None };
    let [factor] = term.factors[..] else { return None };
    let is_pairs = term.coefficient == 1 && factor.choose == 2 && size.minus == 0 && polynomial.regions.is_empty();
    let walks = size.walks().filter(|walks| walks.without.is_none() && walks.walk == Walk { steps: 2, to: END });
    let is_bare = candidates.except.is_empty()
        && body.define.is_empty()
        && body.filter.is_empty()
        && nest.steps_to(through) == 1
        && nest.credited.is_empty()
        && nest.entries.is_empty()
        && nest.num_totals() == 1;
    (is_pairs && walks.is_some() && is_bare).then(|| Pairs { through, view, ends: Ends::of(nest, candidates.set) })
}
