//! What a nest is expected to cost on a graph, loop by loop: the price by which the search ranks nests that it has built, which
//! `explain` prints, and beside which `explain --analyze` shows what a run met.

use crate::cost::{Estimator, GraphStats, LevelWork, Lone, Operator, Prefix, Tables};
use crate::nest::{Level, LoopNest, Polynomial, Scalar, SetDef, SetExpr, Size, Step};
use crate::passes::PassSet;

/// What a nest is expected to cost, in elements streamed, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// What is expected of each loop, outermost first; `None` from the loop on that draws from a reach: the model prices what lies below
    /// as a whole.
    pub levels: Vec<Option<LevelWork>>,
    /// What the nest costs beside its search: it is bound to the graph, launched and waited for, and its table is made.
    pub overhead: f64,
    /// The whole cost: that of all levels, the overhead, and the wait for a straggler, a root that is much of the search. `None` if a level
    /// is not known.
    pub cost: Option<f64>,
}

/// What is expected of a nest on a graph of which `stats` are known, with some passes left out.
///
/// Cost: the nest's loops times the pairs of its vertices.
pub fn forecast(nest: &LoopNest, stats: &GraphStats, disabled: PassSet) -> Forecast {
    let constraints = Estimator::constraints(&nest.pattern, nest.semantics);
    let fraction = stats.fractions(&nest.pattern);
    let vertex = |level: Level| nest.order[level.index()];
    let mask = |levels: &mut dyn Iterator<Item = Level>| levels.fold(0, |mask, level| mask | 1 << vertex(level));
    let pairs: Vec<(usize, usize)> = match nest.both_ways {
        true => vec![(vertex(Level(0)), vertex(Level(1)))],
        false => nest.restrictions.iter().map(|r| (vertex(r.smaller), vertex(r.larger))).collect(),
    };
    let loops = nest.loops().count();
    let tail = mask(&mut (loops..nest.num_positions()).map(|i| Level(i as u8)));
    let tables = Tables {
        lookups: nest.entries.iter().map(|entry| mask(&mut entry.at.iter().copied())).collect(),
        credited: mask(&mut nest.credited.iter()),
    };
    let hubs = if nest.local.is_some() { mask(&mut std::iter::once(Level(0))) } else { 0 };
    let has_reach = nest.sets.iter().any(|set| set.expr.is_reach());
    let estimator = Estimator::new(stats, &constraints, &fraction, &pairs, tail)
        .with_predicate(nest.pattern.predicate(), disabled)
        .with_implied(nest.pattern.predicate(), disabled)
        .with_tables(tables)
        .with_hubs(hubs)
        .with_looked_up(if has_reach { tail } else { 0 });
    let priced = nest.ordered_loops();
    let order: Vec<usize> = nest.order[..priced].to_vec();
    let mut levels = estimator.expected(&order);
    if let Some((root, paths)) = levels.first_mut().zip(two_hop_paths(nest, stats)) {
        paths.add_to(&mut root.work, 1.0);
    }
    if let Some(innermost) = levels.last_mut().filter(|_| priced == loops) {
        add_counting(nest, innermost);
    }
    let levels: Vec<Option<LevelWork>> = (0..loops).map(|level| levels.get(level).copied()).collect();
    let overhead = stats.overhead(&nest.pattern);
    let search = levels.iter().map(|level| level.map(|level| level.work.cost(&stats.prices))).sum::<Option<f64>>();
    let cost = search.filter(|_| !has_reach).map(|search| overhead + alone(nest, &estimator, &order, search));
    Forecast { levels, overhead, cost }
}

/// What a search costs of which all loops cost so much: lanes wait for whole rows, and workers for a heavy root.
fn alone(nest: &LoopNest, estimator: &Estimator<'_>, order: &[usize], search: f64) -> f64 {
    let prefix = || {
        order.iter().fold(None, |prefix: Option<Prefix>, &u| match prefix {
            None => Some(estimator.start(u)),
            Some(prefix) => Some(estimator.extend(&prefix, u)),
        })
    };
    let local = nest.local.as_ref().and_then(|_| prefix());
    let shared = local.map_or(search, |prefix| estimator.with_rebuilt(&prefix, search));
    // Met one way, with restrictions, the rows of edges that are met both ways would be halved.
    let whole_rows = nest.both_ways && nest.divisor > 1;
    if whole_rows { estimator.prices().whole_rows * shared } else { shared }
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

/// What counting takes for one match of the loops of a nest (see [`of_product`]).
pub fn counting(nest: &LoopNest) -> [Operator; 2] {
    let (mut sought, mut operations) = (0.0, 0.0);
    for product in nest.products() {
        if let [Operator::Seek(number), Operator::Arithmetic(steps)] = of_product(nest, product) {
            sought += number;
            operations += steps;
        }
    }
    [Operator::Seek(sought), Operator::Arithmetic(operations)]
}

/// What adding a product of polynomials to a total takes: matched vertices are looked for in its sets, but in those of a bit matrix, of
/// which the places are known; then there is the arithmetic.
pub fn of_product(nest: &LoopNest, product: &[Polynomial]) -> [Operator; 2] {
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
fn add_counting(nest: &LoopNest, LevelWork { matches, work, .. }: &mut LevelWork) {
    Operator::LookUp.add_to(work, *matches * nest.walks().len() as f64);
    counting(nest).into_iter().for_each(|operator| operator.add_to(work, *matches));
    let emitted = nest.steps().filter(|step| matches!(step, Step::Emit)).count();
    Operator::Emit.add_to(work, *matches * emitted as f64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Kind, Prices};
    use crate::pattern::{Pattern, Semantics};
    use crate::plan::Plan;
    use crate::query::Query;

    fn plan(pattern: &str) -> Plan {
        let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    }

    #[test]
    fn nests_by_themselves_cost_what_is_forecast_of_them() {
        for pattern in ["triangle", "clique:4", "clique:5", "diamond", "path:3", "path:4", "bull", "bowtie"] {
            let plan = plan(pattern);
            let forecast = plan.forecast(&plan.terms[0].nest);
            assert_eq!(forecast.cost, Some(plan.choices[0].terms[0].cost), "{pattern}");
            let levels = forecast.levels.iter().flatten().map(|level| level.work.cost(&Prices::CPU)).sum::<f64>();
            let all = levels + forecast.overhead;
            assert!(forecast.cost.is_some_and(|cost| (cost / all - 1.0).abs() < 1e-9), "{pattern}: {forecast:?}");
            assert_eq!(forecast.levels[0].map(|root| root.candidates), Some(1e5));
        }
    }

    /// A star of which all leaves but one are loops by its outline, and none by its nest.
    #[test]
    fn what_passes_leave_is_what_is_priced() {
        let query = Query::from("a-b, a-c, a-d, a-e".parse::<Pattern>().expect("a pattern"));
        let query = query.with_semantics(Semantics::Homomorphism);
        let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
        let forecast = plan.forecast(&plan.terms[0].nest);
        assert_eq!(forecast.levels.len(), 1);
        assert!(plan.choices[0].cost < 1e6, "a root is looked at, no more: {}", plan.choices[0].cost);
    }

    #[test]
    fn what_is_drawn_from_a_reach_is_priced_as_a_whole() {
        let square = plan("cycle:4");
        let Forecast { levels, cost, .. } = square.forecast(&square.terms[0].nest);
        assert!(square.terms[0].nest.sets.iter().any(|set| set.expr.is_reach()), "{}", square.terms[0].nest);
        assert!(levels[0].is_some_and(|root| root.work.of(Kind::Path) > 0.0));
        assert_eq!((levels[1], cost), (None, None));
    }
}
