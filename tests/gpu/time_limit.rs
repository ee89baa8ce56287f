//! A run that its time limit cuts short.

use std::time::{Duration, Instant};

use gpm_runtime::control::Control;
use gpm_runtime::graph::VertexOrder;
use gpm_runtime::graph::generate::{Model, generate};

use crate::engines::{Engines, count, cpu, query};

const LIMIT: Duration = Duration::from_millis(300);

/// Until when a run with that limit is back.
const PATIENCE: Duration = Duration::from_secs(2);

#[test]
fn a_run_cut_short_ends_soon_and_leaves_no_trace() {
    let Some(engines) = Engines::wait() else { return };
    let model = Model::Rmat { scale: 17, edge_factor: 16 };
    let graph = generate(&model, 1).expect("the figures are in range").relabelled(VertexOrder::Degree);
    // No GPU meets all of these in days.
    let heavy = query("path:7").vertex_induced();
    let plan = engines.gpu().plan(&graph, &heavy).expect("the nest is valid");
    // The first run compiles, which cannot be interrupted.
    for is_compiled in [false, true] {
        let start = Instant::now();
        let control = Control::new().with_time_limit(LIMIT);
        let report = engines.gpu().count_planned(&graph, &plan, &control).expect("a time limit is no error");
        let elapsed = start.elapsed();
        assert!(report.partial, "a count of {} in {elapsed:?} is not marked partial", report.count);
        assert!(!is_compiled || elapsed < PATIENCE, "stopped after {elapsed:?}");
    }
    let cpu = cpu();
    for pattern in ["triangle", "4-clique"] {
        let found = count(engines.gpu(), &graph, &query(pattern)).count;
        assert_eq!(found, count(&cpu, &graph, &query(pattern)).count, "{pattern} after a run cut short");
    }
}
