//! What a nest is expected to meet level by level, as the model priced it: the half of `explain --analyze` that needs no graph.

use crate::cost::{Estimator, GraphStats, LevelWork, Lone, Operator, Tables};
use crate::nest::{Level, LoopNest, Polynomial, Scalar, SetDef, SetExpr, Size, Source, Step};
use crate::plan::Plan;
use crate::query::Query;
use crate::search::fractions;

/// What is expected of each loop of a nest of a plan, outermost first, on the graph that the plan was made for; `None` from the loop on
/// that draws from a reach, since the model prices what lies below as a whole.
///
/// The costs of all levels need not add up to what the planner predicted: that has risks, and what a nest costs beside its search.
pub fn forecast(plan: &Plan, nest: &LoopNest) -> Vec<Option<LevelWork>> {
    let query = Query::from(nest.pattern.clone()).with_semantics(nest.semantics);
    let stats = if nest.pattern == plan.query.pattern { plan.stats.clone() } else { plan.stats.of_part(&nest.pattern) };
    let constraints = Estimator::constraints(&nest.pattern, nest.semantics);
    let fraction = fractions(&query, &stats);
    let vertex = |level: Level| nest.order[level.index()];
    let mask = |levels: &mut dyn Iterator<Item = Level>| levels.fold(0, |mask, level| mask | 1 << vertex(level));
    let pairs: Vec<(usize, usize)> = match nest.both_ways {
        true => vec![(vertex(Level(0)), vertex(Level(1)))],
        false => nest.restrictions.iter().map(|r| (vertex(r.smaller), vertex(r.larger))).collect(),
    };
    let loops = loops(nest);
    let tail = mask(&mut (loops.len()..nest.num_positions()).map(|i| Level(i as u8)));
    let tables = Tables {
        lookups: nest.entries.iter().map(|entry| mask(&mut entry.at.iter().copied())).collect(),
        credited: mask(&mut nest.credited.iter()),
    };
    let hubs = if nest.local.is_some() { mask(&mut std::iter::once(Level(0))) } else { 0 };
    let has_reach = nest.sets.iter().any(is_reach);
    let estimator = Estimator::new(&stats, &constraints, &fraction, &pairs, tail)
        .with_predicate(nest.pattern.predicate())
        .with_implied(nest.pattern.predicate(), plan.query.disabled)
        .with_tables(tables)
        .with_hubs(hubs)
        .with_looked_up(if has_reach { tail } else { 0 });
    let priced = nest.ordered_loops();
    let order: Vec<usize> = nest.order[..priced].to_vec();
    let mut levels = estimator.expected(&order);
    if let Some((root, paths)) = levels.first_mut().zip(two_hop_paths(nest, &stats)) {
        paths.add_to(&mut root.work, 1.0);
    }
    if let Some(innermost) = levels.last_mut().filter(|_| priced == loops.len()) {
        add_counting(nest, innermost);
    }
    (0..loops.len()).map(|level| levels.get(level).copied()).collect()
}

/// What each loop draws from, outermost first.
fn loops(nest: &LoopNest) -> Vec<Source> {
    let blocks = nest.blocks();
    let sources = blocks.iter().flat_map(|(_, block)| &block.steps).filter_map(|step| match step {
        Step::For { from, .. } => Some(*from),
        Step::Count(_) | Step::Emit => None,
    });
    sources.collect()
}

fn is_reach(def: &SetDef) -> bool {
    matches!(def.expr, SetExpr::Reach { .. })
}

/// Paths of two steps from all roots, if codegrees are counted along them. Those that walks of three steps go on from are priced with
/// these.
fn two_hop_paths(nest: &LoopNest, stats: &GraphStats) -> Option<Operator> {
    let reach = nest.reach_of(2).filter(|_| nest.reach_of(3).is_none())?;
    let SetDef { below, above, expr, .. } = nest.set(reach);
    // From the other end of the same paths there are as many.
    let descends = matches!(expr, SetExpr::Reach { descends: true, .. });
    Some(stats.paths(descends || !above.is_empty(), !descends && !below.is_empty()))
}

/// What adding a product of polynomials to a total takes: matched vertices are looked for in its sets, but in those of a bit matrix, of
/// which the places are known; then there is the arithmetic.
pub fn counting(nest: &LoopNest, product: &[Polynomial]) -> [Operator; 2] {
    let sought = |Size { of, .. }: &Size| match of {
        Scalar::Members(of) => of.except.iter().count() + usize::from(!of.below.union(of.above).is_empty()),
        Scalar::Walks(walks) => walks.without.map_or(0, |without| without.except.iter().count()),
    };
    let sizes = || product.iter().flat_map(|polynomial| &polynomial.sizes).filter(|_| nest.local.is_none());
    let operations: usize = product.iter().map(|polynomial| polynomial.operations()).sum();
    [Operator::Seek(sizes().map(sought).sum::<usize>() as f64), Operator::Arithmetic(operations as f64)]
}

/// What keeps a root of a nest from being shared among workers, if what its team prepares costs so much: a bit matrix, or walks.
pub fn lone(nest: &LoopNest, prepared: f64) -> Lone {
    match (nest.reach_of(2), &nest.local) {
        (Some(_), _) if nest.ordered_loops() > 1 => Lone::Recounted(prepared),
        (Some(_), _) => Lone::Uncut,
        (None, Some(local)) if !local.is_written => Lone::Rebuilt(prepared),
        (None, _) => Lone::No,
    }
}

/// Adds what the innermost block does for each match.
fn add_counting(nest: &LoopNest, innermost: &mut LevelWork) {
    Operator::LookUp.add_to(&mut innermost.work, innermost.matches * nest.walks().len() as f64);
    let blocks = nest.blocks();
    for step in blocks.iter().flat_map(|(_, block)| &block.steps) {
        match step {
            Step::Count(product) => {
                let times = innermost.matches;
                counting(nest, product).into_iter().for_each(|operator| operator.add_to(&mut innermost.work, times));
            }
            Step::Emit => Operator::Emit.add_to(&mut innermost.work, innermost.matches),
            Step::For { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Kind, Prices};
    use crate::pattern::Pattern;

    fn plan(pattern: &str) -> Plan {
        let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    }

    #[test]
    fn levels_add_up_to_what_was_predicted() {
        for pattern in ["triangle", "clique:4", "clique:5", "diamond", "path:3", "path:4", "bull", "house", "bowtie"] {
            let plan = plan(pattern);
            let levels = forecast(&plan, &plan.terms[0].nest);
            let cost: f64 = levels.iter().flatten().map(|level| level.work.cost(&Prices::CPU)).sum();
            let term = &plan.choices[0].terms[0];
            let predicted = term.cost - plan.stats.overhead(&term.pattern);
            assert!((cost / predicted - 1.0).abs() < 0.01, "{pattern}: {cost} of {predicted}\n{}", plan.terms[0].nest);
            assert_eq!(levels[0].map(|root| root.candidates), Some(1e5));
        }
    }

    #[test]
    fn what_is_drawn_from_a_reach_is_priced_as_a_whole() {
        let square = plan("cycle:4");
        let levels = forecast(&square, &square.terms[0].nest);
        assert!(square.terms[0].nest.sets.iter().any(is_reach), "{}", square.terms[0].nest);
        assert!(levels[0].is_some_and(|root| root.work.of(Kind::Path) > 0.0));
        assert_eq!(levels[1], None);
    }
}
