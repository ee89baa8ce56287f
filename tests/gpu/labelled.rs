//! Labelled patterns that a GPU counts without a plan: as many as the CPU does, and stopped when they are to be.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Devices, EachOptions, Engine, EngineConfig, EngineError, Report};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, GraphBuilder};

use crate::engines::{Engines, count, cpu, query};
use crate::labelled_queries::cases;

/// A skewed graph whose vertices have so many labels.
fn labelled(scale: u32, edge_factor: u64, num_labels: u32) -> Graph {
    let plain = generate(&Model::Rmat { scale, edge_factor }, 5).expect("the figures are in range");
    let rows = (0..plain.num_vertices() as u32).flat_map(|u| plain.out().row(u).iter().map(move |&v| (u, v)));
    let labels = (0..plain.num_vertices() as u32).map(|x| (x.wrapping_mul(0x9e37_79b9) >> 20) % num_labels);
    let builder = GraphBuilder::undirected().vertices(plain.num_vertices()).edges(rows.filter(|(u, v)| u < v));
    builder.vertex_labels(labels.map(|label| label.to_string())).build().expect("it is as above")
}

#[test]
fn a_gpu_and_the_cpu_count_the_same() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    // As it comes, and with work given away at every look at the clock.
    let config = EngineConfig {
        devices: Devices::Gpu(None),
        task_timeout: Some(Duration::from_nanos(1)),
        ..EngineConfig::default()
    };
    let eager = Engine::new(&config).expect("there is a GPU");
    let mut met = 0;
    for (at, (graph, queries)) in cases(60, 8).iter().enumerate() {
        let gpu = if at % 2 == 0 { engines.gpu() } else { &eager };
        for query in queries {
            let expected = count(&cpu, graph, query);
            let found = count(gpu, graph, query);
            assert!(found.plan.is_none(), "{} was planned", query.pattern);
            assert_eq!(found.count, expected.count, "{}", query.pattern);
            met += u32::from(found.count > 0);
        }
    }
    assert!(met > 200, "{met} have matches");
}

#[test]
fn searches_that_are_given_away_many_times_lose_nothing() {
    let Some(engines) = Engines::wait() else { return };
    let (cpu, graph) = (cpu(), labelled(13, 12, 3));
    for pattern in [
        "a:0-b:1-c:2-a, c-d:0, d-e:1, e-a",
        "a:0-b:0-c:1-d:1-a, a-c, d-e:2, d-f:2, b-g:0",
        "a:0-b:1-c:0-d:1-e:2-a, b-e, c-f:2-g:0",
    ] {
        let query = query(pattern);
        let (found, expected) = (count(engines.gpu(), &graph, &query), count(&cpu, &graph, &query));
        assert!(found.plan.is_none(), "{pattern} was planned");
        assert_eq!(found.count, expected.count, "{pattern}");
        assert!(found.count > 1_000_000, "{pattern}: {}", found.count);
    }
}

#[test]
fn batches_and_engines_with_a_cpu_hand_long_searches_over() {
    // Held to the end: other tests reckon with a GPU of their own.
    let Some(_engines) = Engines::wait() else { return };
    let graph = labelled(13, 12, 3);
    let texts =
        ["a:0-b:1-c:2-a, c-d:0, d-e:1, e-a", "a:0-b:0", "a:0-b:0-c:1-d:1-a, a-c, d-e:2, d-f:2, b-g:0", "a:1-b:2-c:1"];
    let queries = texts.map(query);
    let expected = queries.each_ref().map(|query| count(&cpu(), &graph, query).count);
    for devices in [Devices::Gpu(None), Devices::Hybrid, Devices::Auto] {
        let engine =
            Engine::new(&EngineConfig { devices: devices.clone(), ..EngineConfig::default() }).expect("there is a GPU");
        engine.ready_devices().expect("there is a GPU");
        for round in 0..2 {
            let mut found = [None; 4];
            let answered = |place: usize, answer: Result<Report, EngineError>| {
                let report = answer.expect("the query fits the graph");
                let may_be_planned = devices == Devices::Auto;
                assert!(
                    !report.partial && (may_be_planned || report.plan.is_none()),
                    "{devices:?}: {}",
                    report.query.pattern
                );
                found[place] = Some(report.count);
                ControlFlow::Continue(())
            };
            let all = engine.count_each(&graph, &queries, EachOptions::default(), &Control::new(), answered);
            all.expect("the batch is answered");
            assert_eq!(found, expected.map(Some), "{devices:?}, round {round}");
            let alone = count(&engine, &graph, &queries[0]);
            assert_eq!(alone.count, expected[0], "{devices:?}, round {round}");
            let is_on_gpu = alone.device.gpus().next().is_some();
            assert!(is_on_gpu || devices == Devices::Auto || round == 0, "{devices:?} kept a long search on the CPU");
        }
    }
}

#[test]
fn queries_of_a_batch_are_searched_together() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    for (graph, queries) in &cases(20, 8) {
        let expected: Vec<u128> = queries.iter().map(|query| count(&cpu, graph, query).count).collect();
        // More than are searched at a time.
        let many: Vec<Query> = queries.iter().cycle().take(150).cloned().collect();
        let mut met = 0;
        let answered = |place: usize, answer: Result<Report, EngineError>| {
            let report = answer.expect("the query fits the graph");
            assert!(!report.partial && report.plan.is_none(), "{}", report.query.pattern);
            assert_eq!(report.count, expected[place % queries.len()], "{}", report.query.pattern);
            met += 1;
            ControlFlow::Continue(())
        };
        let all = engines.gpu().count_each(graph, &many, EachOptions::default(), &Control::new(), answered);
        all.expect("the batch is answered");
        assert_eq!(met, many.len());
    }
}

#[test]
fn a_long_query_of_a_batch_holds_up_no_other() {
    let Some(engines) = Engines::wait() else { return };
    // So that nothing waits for the kernel.
    count(engines.gpu(), &labelled(8, 8, 1), &query("a:0-b:0"));
    let graph = labelled(16, 16, 1);
    let long = "a:0-b:0-c:0-d:0-e:0-f:0-g:0-h:0-a, a-e, b-f";
    let queries = [long, "a:0-b:0", "a:0-b:0-c:0-a", long, "a:0-b:0-c:0"].map(query);
    let expected = [1, 2, 4].map(|place| count(&cpu(), &graph, &queries[place]).count);
    let options = EachOptions { query_time_limit: Some(Duration::from_millis(700)), ..EachOptions::default() };
    let (start, mut found) = (Instant::now(), [None; 5]);
    let answered = |place: usize, answer: Result<Report, EngineError>| {
        let report = answer.expect("the query fits the graph");
        found[place] = Some((report.count, report.partial));
        ControlFlow::Continue(())
    };
    let all = engines.gpu().count_each(&graph, &queries, options, &Control::new(), answered);
    all.expect("the batch is answered");
    let found = found.map(|found| found.expect("each query is answered"));
    assert_eq!([found[1], found[2], found[4]], expected.map(|count| (count, false)));
    assert!(found[0].1 && found[3].1, "{found:?}");
    assert!(start.elapsed() < Duration::from_secs(10), "it took {:?}", start.elapsed());
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let Some(engines) = Engines::wait() else { return };
    let graph = labelled(14, 15, 1);
    let (control, start) = (Control::new().with_time_limit(Duration::from_millis(700)), Instant::now());
    let pattern = query("a:0-b:0-c:0-d:0-e:0-f:0-g:0-h:0-a, a-e, b-f");
    let report = engines.gpu().count_with(&graph, pattern, &control).expect("it is stopped");
    assert!(report.partial && report.plan.is_none());
    assert!(start.elapsed() < Duration::from_secs(10), "it took {:?}", start.elapsed());
}
