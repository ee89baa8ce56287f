//! Levels that are searched breadth-first: the same counts through frontiers of all sizes, with what they have no room for on the host.

use gpm_plan::pattern::{Pattern, all_connected};
use gpm_plan::query::Query;

use crate::expected::SEMANTICS;
use crate::random_graphs;
use crate::settings::is_full;
use crate::suite::{Suite, built};

/// Patterns whose nests have several loops: on lists, in local graphs, below a reach, with tables, with anchors.
const PATTERNS: [&str; 5] = ["house", "clique:4", "cycle:5", "a-b, b-c, c-d, d-e", "diamond"];

#[test]
fn frontiers_of_all_sizes_count_the_same() {
    let graphs = random_graphs::undirected();
    let graphs = built(graphs.into_iter().take(if is_full() { 13 } else { 3 }).collect());
    for levels in 1..=3 {
        let mut suite = Suite::breadth_first(levels);
        let all = if is_full() { (3..=5).flat_map(all_connected).collect() } else { Vec::new() };
        let some = PATTERNS.iter().skip(levels % 2).map(|text| text.parse::<Pattern>().expect("a pattern"));
        for (at, pattern) in some.chain(all).enumerate() {
            let semantics = SEMANTICS[(at + levels) % SEMANTICS.len()];
            suite.add_query(&Query::from(pattern).with_semantics(semantics), &graphs);
        }
        suite.run();
    }
}
