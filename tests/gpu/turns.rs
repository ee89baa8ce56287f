//! Two threads at one engine: each has its turn with the GPU, and hears its own time limit while it waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gpm_runtime::control::Control;
use gpm_runtime::engine::EstimateOptions;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, count, cpu, query};

/// Ends by itself long after a run that waits for it is to be back.
const LONG: Duration = Duration::from_secs(120);

fn graph() -> Graph {
    let model = Model::Rmat { scale: 17, edge_factor: 16 };
    generate(&model, 1).expect("the figures are in range").relabelled(VertexOrder::Degree)
}

/// While one thread is at `long` on an engine, another has a limit, hears it, and ends the first. Were it deaf, it would be back after that only.
fn a_limit_is_heard_beside(engines: &Engines, graph: &Graph, long: &(dyn Fn(&Control) + Sync)) {
    let (control, is_over) = (Control::new().with_time_limit(LONG), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            long(&control);
            is_over.store(true, Ordering::Relaxed);
        });
        for _ in 0..3 {
            let limited = Control::new().with_time_limit(Duration::from_secs(1));
            let heavy = query("path:7").vertex_induced();
            let report = engines.gpu().count_with(graph, heavy, &limited).expect("a time limit is no error");
            assert!(report.partial, "nobody counts that in a second");
            assert!(!is_over.load(Ordering::Relaxed), "its time limit was heard only after the other run");
        }
        control.stop();
    });
    let found = count(engines.gpu(), graph, &query("triangle")).count;
    assert_eq!(found, count(&cpu(), graph, &query("triangle")).count, "after two runs at once");
}

#[test]
fn a_limit_is_heard_while_another_counts() {
    let Some(engines) = Engines::wait() else { return };
    let graph = graph();
    a_limit_is_heard_beside(&engines, &graph, &|control| {
        let report = engines.gpu().count_with(&graph, query("path:8").vertex_induced(), control);
        assert!(report.expect("to be stopped is no error").partial);
    });
}

#[test]
fn a_limit_is_heard_while_another_estimates() {
    let Some(engines) = Engines::wait() else { return };
    let graph = graph();
    a_limit_is_heard_beside(&engines, &graph, &|control| {
        // Finer than anybody reaches.
        let options =
            EstimateOptions { rel_error: 1e-9, samples: 1 << 50, may_count: false, ..EstimateOptions::default() };
        engines.gpu().estimate(&graph, query("path:7").vertex_induced(), options, control).expect("it can be drawn");
    });
}

/// Answers are the same where runs take turns, and so are estimates, to the last bit.
#[test]
fn runs_that_take_turns_do_not_disturb_each_other() {
    let Some(engines) = Engines::wait() else { return };
    let (graph, small) = (graph(), generate(&Model::Rmat { scale: 10, edge_factor: 8 }, 2).expect("in range"));
    let options = || EstimateOptions { rel_error: 0.01, may_count: false, ..EstimateOptions::default() };
    let estimate = |graph: &Graph| {
        let found = engines.gpu().estimate(graph, query("house"), options(), &Control::new());
        found.expect("it can be drawn").estimate
    };
    let alone = [estimate(&graph), estimate(&small)];
    let counts = ["triangle", "4-cycle", "diamond"].map(|text| (text, count(&cpu(), &graph, &query(text)).count));
    std::thread::scope(|scope| {
        for (graph, alone) in [(&graph, alone[0]), (&small, alone[1])] {
            let estimate = &estimate;
            scope.spawn(move || (0..5).for_each(|_| assert_eq!(estimate(graph).to_bits(), alone.to_bits())));
        }
        for _ in 0..5 {
            for (text, expected) in counts {
                assert_eq!(count(engines.gpu(), &graph, &query(text)).count, expected, "{text}");
            }
        }
    });
}
