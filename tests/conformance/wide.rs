//! Neighborhoods of several words of bits, some of which they fill to the last bit: each choice for a pattern, compiled and interpreted, counts
//! what a naive nest counts.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::all_connected;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::Memo;
use gpm_runtime::control::Control;
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, MODES, Mode};
use crate::expected::SEMANTICS;

/// Vertices beside the hub, each with about so many halves as neighbors: words of 64 bits, and twice as many.
const OTHERS: u32 = 128;

/// A hub of two whole words, and vertices with about one word of neighbors, several with exactly one.
fn graph() -> Graph {
    let spokes = (1..=OTHERS).map(|v| (0, v));
    let mixed =
        |u: u32, v: u32| (u.wrapping_mul(0x9e37_79b9) ^ v.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35) >> 31;
    let others = (1..=OTHERS).flat_map(|v| (1..v).map(move |u| (u, v))).filter(|&(u, v)| mixed(u, v) == 1);
    let graph = Graph::from_edges(OTHERS as usize + 1, spokes.chain(others)).expect("the ids are in range");
    graph.relabelled(VertexOrder::Degree)
}

#[test]
fn rows_of_several_words_count_the_same() {
    let (graph, engines) = (graph(), Engines::start());
    let degrees: Vec<usize> = (0..=OTHERS).map(|v| graph.out().degree(v)).collect();
    assert!(degrees[0] == 128 && degrees.contains(&64), "whole words of neighbors: {degrees:?}");
    let mut compared = 0;
    for pattern in (3..=4).flat_map(all_connected) {
        for semantics in SEMANTICS {
            let query = Query::from(pattern.clone()).with_semantics(semantics);
            let naive = query.clone().without(PassSet::all());
            let expected = engines.of(Mode::Interpreted).count(&graph, &naive).expect("it can be counted").count;
            let plan = engines.of(Mode::Compiled).plan(&graph, &query).expect("it can be planned");
            for choice in &plan.choices {
                let alone = Plan::from_choices(query.clone(), vec![choice.clone()], &plan.stats, &mut Memo::default());
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
