//! Neighborhoods of several words of bits, some of which they fill to the last bit: each choice for a pattern, compiled and interpreted, counts
//! what a naive nest counts.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::all_connected;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;

use crate::engines::{Engines, MODES, Mode};
use crate::expected::SEMANTICS;
use crate::wide_graph::wide;

#[test]
fn rows_of_several_words_count_the_same() {
    let (graph, engines) = (wide(), Engines::start());
    let mut compared = 0;
    for pattern in (3..=4).flat_map(all_connected) {
        for semantics in SEMANTICS {
            let query = Query::from(pattern.clone()).with_semantics(semantics);
            let naive = query.clone().without(PassSet::all());
            let expected = engines.of(Mode::Interpreted).count(&graph, &naive).expect("it can be counted").count;
            let plan = engines.of(Mode::Compiled).plan(&graph, &query).expect("it can be planned");
            for choice in &plan.choices {
                let alone = Plan::alone(query.clone(), choice.clone(), &plan.stats);
                let alone = alone.expect("a choice is a plan");
                for mode in MODES {
                    let found = engines.of(mode).count_planned(&graph, &alone, &Control::new());
                    let found = found.expect("it can be counted").count;
                    assert_eq!(found, expected, "{mode:?} {semantics} {pattern}\n{alone}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
