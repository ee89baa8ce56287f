//! What a search is expected to cost, and what each of its roots.

use super::*;
use crate::sample::{measure, profile};
use crate::sched::RootCosts;

/// A sample is taken once for a search on a graph, and again where the one before was stopped.
#[test]
fn what_is_known_is_not_sampled_again() {
    let (known, graphs, control) = (Known::default(), [graph(), graph()], Control::new());
    let plan = cpu().plan(&graphs[0], query("house")).unwrap();
    let mut samples = 0;
    for (at, is_sure, expected) in [(0, false, 1), (0, true, 2), (0, true, 2), (1, true, 3), (0, true, 3)] {
        let bound = Bound::new(&graphs[at], plan.first_nest()).unwrap();
        let search = BoundNest { nest: plan.first_nest(), bound: &bound, graph: &graphs[at] };
        known.case(search, || {
            samples += 1;
            (Expected::of(search, 2.0, &control), is_sure)
        });
        assert_eq!(samples, expected);
    }
}

/// Work lies on few roots, and each is expected to cost what it does.
#[test]
fn roots_cost_what_is_expected_of_them() {
    let (graph, control) = (graph(), Control::new());
    for text in ["house", "diamond", "clique:4"] {
        let plan = cpu().plan(&graph, query(text).vertex_induced()).unwrap();
        let nest = plan.first_nest();
        let bound = Bound::new(&graph, nest).unwrap();
        let strata = profile(nest, &bound, 1e6, &control).unwrap().expect("it is small");
        assert_eq!(strata.last().map(|stratum| stratum.roots.end), Some(graph.num_vertices()));
        let costs = RootCosts::new(&bound, Some(&strata), &Prices::CPU);
        // Four parts of the roots that are expected to cost the same.
        let mut parts: [Vec<VertexId>; 4] = Default::default();
        let mut before = 0.0;
        for root in 0..graph.num_vertices() as VertexId {
            parts[((before * 4.0) as usize).min(3)].push(root);
            before += costs.of(root);
        }
        let costs = parts.map(|roots| {
            let bound = bound.below(roots);
            let met = measure(nest, &bound, (1e12, Prices::CPU), &control).unwrap();
            met.levels.iter().map(|level| level.of.work.cost(&Prices::CPU)).sum::<f64>()
        });
        let all: f64 = costs.iter().sum();
        assert!(costs.iter().all(|cost| (0.15..0.4).contains(&(cost / all))), "{text}: {costs:?}");
    }
}
