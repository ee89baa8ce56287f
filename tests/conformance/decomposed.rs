//! Every plan by decomposition, of random patterns of each kind that may be cut, with and without an anchor.

use gpm_runtime::control::Control;

use crate::cuts::{plans, queries};
use crate::engines::{Engines, MODES};
use crate::places::brute_force;
use crate::random_patterns::KINDS;

/// Random patterns of each kind, of which some may be cut.
const NUM_RANDOM: usize = 120;

#[test]
fn every_decomposition_counts_the_same() {
    let engines = Engines::start();
    for kind in KINDS {
        let graphs: Vec<_> = (kind.graphs)().into_iter().map(|sample| (sample.graph(), sample)).collect();
        let mut offered = 0;
        for (at, query) in queries(kind, NUM_RANDOM).iter().enumerate() {
            let (graph, sample) = &graphs[at % graphs.len()];
            let expected: u128 = brute_force(sample, query).values().sum();
            for plan in plans(engines.of(MODES[0]), graph, query) {
                offered += 1;
                for mode in MODES {
                    let report = engines.of(mode).count_planned(graph, &plan, &Control::new());
                    let report = report.unwrap_or_else(|error| panic!("{}: {error}\n{plan}", query.pattern));
                    assert_eq!(report.count, expected, "{} on {}\n{plan}", query.pattern, sample.name);
                }
            }
        }
        assert!(offered > 20 || kind.has_anti_edges, "{}: offered {offered} times", kind.name);
    }
}
