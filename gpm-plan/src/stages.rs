//! The nests of a plan as they were built, and as each pass left them, with what each is expected to cost: what `explain --trace` shows.

use crate::nest::LoopNest;
use crate::nest::build::build;
use crate::nest::verify::VerifyError;
use crate::opt::optimize_watched;
use crate::passes::Pass;
use crate::plan::Plan;
use crate::search::Weight;

/// What became of one nest of a plan.
#[derive(Clone, Debug)]
pub struct History {
    /// How often each match counts; negative for what is taken off.
    pub weight: Weight,
    /// The nest as it was built, then as each pass left it. At least one.
    pub stages: Vec<Stage>,
}

/// A nest as a pass left it.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The pass; `None` for the nest as it was built.
    pub pass: Option<Pass>,
    /// Whether the pass changed it.
    pub changed: bool,
    /// The nest.
    pub nest: LoopNest,
    /// What its loops are expected to cost.
    pub price: Price,
}

/// What a nest is expected to cost, in elements streamed, by the [forecast](crate::forecast) of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The cost of the loops that have one by themselves.
    pub cost: f64,
    /// Whether these are all loops. The model prices what draws from two-hop paths as a whole.
    pub is_whole: bool,
}

/// The history of each nest of a plan, in their order.
///
/// # Errors
/// [`VerifyError`] if a pass left a nest invalid: a bug.
pub fn histories(plan: &Plan) -> Result<Vec<History>, VerifyError> {
    let history = |term: &crate::search::ChoiceTerm| {
        let mut nest = build(&term.pattern, term.semantics, &term.outline);
        let built = Stage { pass: None, changed: true, price: price(plan, &nest), nest: nest.clone() };
        let mut stages = vec![built];
        optimize_watched(&mut nest, plan.query.disabled, |trace, nest| {
            let price = price(plan, nest);
            stages.push(Stage { pass: Some(trace.pass), changed: trace.changed, price, nest: nest.clone() });
        })?;
        Ok(History { weight: term.weight, stages })
    };
    plan.choices[0].terms.iter().map(history).collect()
}

fn price(plan: &Plan, nest: &LoopNest) -> Price {
    let levels = plan.forecast(nest).levels;
    let cost = levels.iter().flatten().map(|level| level.work.cost(&plan.stats.prices)).sum();
    Price { cost, is_whole: levels.iter().all(Option::is_some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::GraphStats;
    use crate::passes::PassSet;
    use crate::pattern::{Pattern, catalog};
    use crate::query::Query;

    fn plan(query: Query) -> Plan {
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    }

    /// Every nest of a plan is where its history ends, whatever it is made of.
    #[test]
    fn histories_end_with_the_plan() {
        let own = ["a:x->b:y, b-[p]->c, c!->a", "a-b-c where a.n < b.n and b.n < c.n", "a-b, b-c, c-d, d-a, a-e, b-f"];
        let texts = catalog::names().filter(|name| !name.contains(':')).chain(own);
        let patterns =
            texts.filter_map(|text| text.parse::<Pattern>().ok()).filter(|pattern| pattern.num_vertices() <= 6);
        let mut passes = PassSet::default();
        for query in patterns.map(Query::from) {
            for query in [query.clone(), query.clone().vertex_induced(), query.homomorphism()] {
                let plan = plan(query);
                let histories = histories(&plan).expect("passes leave nests valid");
                assert_eq!(histories.len(), plan.terms.len());
                for (history, term) in histories.iter().zip(&plan.terms) {
                    let last = history.stages.last().expect("there is the nest as it was built");
                    assert_eq!((&last.nest, history.weight), (&term.nest, term.weight), "{}", plan.query.pattern);
                    let changed = |stage: &Stage| stage.pass.map(|_| stage.changed);
                    let traced: Vec<bool> = history.stages.iter().filter_map(changed).collect();
                    assert_eq!(traced, term.traces.iter().map(|trace| trace.changed).collect::<Vec<_>>());
                    assert!(history.stages.iter().all(|stage| stage.price.cost.is_finite() && stage.price.cost > 0.0));
                    passes = history
                        .stages
                        .iter()
                        .filter(|stage| stage.changed)
                        .filter_map(|stage| stage.pass)
                        .fold(passes, |all, pass| all.union(pass.into()));
                }
            }
        }
        assert!(passes.contains(Pass::Hoist) && passes.contains(Pass::Choose), "{passes}");
    }

    #[test]
    fn what_is_counted_at_once_costs_less() {
        let wedge = histories(&plan("wedge".parse::<Pattern>().expect("a pattern").into())).expect("valid nests");
        let [first, .., last] = &wedge[0].stages[..] else { panic!("there are passes") };
        assert!(first.price.cost > 2.0 * last.price.cost, "{:?} {:?}", first.price, last.price);
    }
}
