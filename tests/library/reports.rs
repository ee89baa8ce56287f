//! Reports as serde's data.

use std::sync::Arc;

use gpm::{Backend, Counts, Engine, EngineConfig, Graph, LoadOptions, Query};
use serde_json::{Value, json};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

fn value(data: impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap()
}

#[test]
fn reports_have_what_was_asked_and_counts_as_decimals() {
    let graph = Graph::load(KARATE).unwrap();
    let query: Query = "wedge".parse().unwrap();
    let report = value(Engine::auto().unwrap().count(&graph, query.vertex_induced()).unwrap());
    assert_eq!(report["count"], json!("393"));
    assert_eq!(report["partial"], json!(false));
    assert_eq!((&report["semantics"], &report["unit"]), (&json!("vertex-induced"), &json!("subgraphs")));
    assert!(report["pattern"].is_string() && report["seconds"]["run"].is_number());
    assert!(report["device"]["name"].as_str().is_some_and(|name| name.starts_with("cpu, ")), "{report}");
    assert_eq!((&report["device"]["kind"], &report["device"]["gpus"]), (&json!("cpu"), &Value::Null));
    assert!(report["device"]["threads"].is_u64() && report["device"]["instructions"].is_string());
    assert_eq!(report["device"]["interpreted"], false);
}

#[test]
fn a_report_says_whether_it_was_interpreted() {
    let graph = Graph::load(KARATE).unwrap();
    for (backend, is_said) in [(Backend::Suited, false), (Backend::Compiled, false), (Backend::Interpreted, true)] {
        let engine = Engine::cpu(&EngineConfig { backend, ..EngineConfig::default() }).unwrap();
        let device = engine.count(&graph, "triangle").unwrap().device;
        assert_eq!((device.is_interpreted(), device.to_string().contains("interpreted")), (is_said, is_said));
    }
}

#[test]
fn counts_beyond_64_bits_keep_all_digits() {
    assert_eq!(value(Counts::Wide(vec![1 << 100, 7])), json!(["1267650600228229401496703205376", "7"]));
}

#[test]
fn loading_statistics_and_matches_are_data() {
    let (graph, loaded) = Graph::load_with(KARATE, &LoadOptions::default()).unwrap();
    let loaded = value(loaded);
    assert_eq!(
        (&loaded["format"], &loaded["vertices"], &loaded["edges"]),
        (&json!("edge-list"), &json!(34), &json!(78))
    );
    assert!(loaded["times"]["parse"].is_f64());
    let statistics = value(graph.statistics());
    assert_eq!((&statistics["triangles"], &statistics["wedges"]), (&json!(45), &json!("528")));
    let edge = Arc::new(Graph::from_edges(2, [(0, 1)]).unwrap());
    let found = Engine::auto().unwrap().matches(&edge, "a-b").unwrap().next().unwrap().unwrap();
    assert_eq!(value(found).as_array().map(Vec::len), Some(2));
}
