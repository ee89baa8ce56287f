//! Maximal cliques, and all cliques, by size, as at least two independent programs count them.

use std::collections::BTreeMap;

use gpm_runtime::control::Control;
use gpm_runtime::engine::{CliqueOptions, Engine, EngineConfig};

use crate::dataset::{folder, load, table};

#[test]
fn maximal_cliques_agree_with_other_programs() {
    let Some(folder) = folder() else { return };
    let mut by_graph: BTreeMap<String, Vec<(Option<usize>, u128)>> = BTreeMap::new();
    for fields in table(&folder.join("truth.tsv")).iter().filter(|fields| fields[1] == "maximal-cliques") {
        let size = fields[2].strip_prefix("size=").map(|size| size.parse().expect("sizes are numbers"));
        by_graph.entry(fields[0].clone()).or_default().push((size, fields[5].parse().expect("counts are numbers")));
    }
    assert!(!by_graph.is_empty(), "the table has rows of maximal cliques");
    for threads in [1, 4] {
        let config = EngineConfig { threads: Some(threads), ..EngineConfig::default() };
        let engine = Engine::cpu(&config).expect("there are threads");
        for (name, rows) in &by_graph {
            let graph = load(&folder, name).unwrap_or_else(|| panic!("no graph `{name}`"));
            let options = CliqueOptions::default();
            let found = engine.maximal_cliques(&graph, &options, &Control::new()).expect("cliques are counted");
            let sizes: BTreeMap<usize, u128> = found.sizes.iter().copied().collect();
            for &(size, count) in rows {
                let own = size.map_or(found.count, |size| sizes.get(&size).copied().unwrap_or(0));
                assert_eq!(own, count, "{name}, {size:?}, {threads} threads");
            }
            let largest = engine.maximum_clique(&graph, &options, &Control::new()).expect("a clique is found").largest;
            assert_eq!(largest.len(), found.largest.len(), "{name}");
        }
    }
}

/// All sizes of a graph that the table has, in one search.
#[test]
fn cliques_of_all_sizes_agree_with_other_programs() {
    let Some(folder) = folder() else { return };
    let mut by_graph: BTreeMap<String, BTreeMap<usize, u128>> = BTreeMap::new();
    for fields in &table(&folder.join("truth.tsv")) {
        let is_of_cliques = fields[4].is_empty() && ["k-clique", "edge-induced"].contains(&fields[1].as_str());
        let size = match fields[2].as_str() {
            "triangle" => Some(3),
            name => name.strip_suffix("-clique").and_then(|size| size.parse().ok()),
        };
        if let (true, Some(size)) = (is_of_cliques, size) {
            let sizes = by_graph.entry(fields[0].clone()).or_default();
            sizes.insert(size, fields[5].parse().expect("counts are numbers"));
        }
    }
    assert!(!by_graph.is_empty(), "the table has rows of cliques");
    let config = EngineConfig { threads: Some(2), ..EngineConfig::default() };
    let engine = Engine::cpu(&config).expect("there are threads");
    for (name, rows) in &by_graph {
        let graph = load(&folder, name).unwrap_or_else(|| panic!("no graph `{name}`"));
        let most = *rows.keys().last().expect("there is a row");
        let found = engine.cliques_by_size(&graph, 3..=most, &[], &Control::new()).expect("cliques are counted");
        let sizes: BTreeMap<usize, u128> = found.sizes.iter().copied().collect();
        for (size, &count) in rows {
            assert_eq!(sizes.get(size).copied().unwrap_or(0), count, "{name}, {size}");
        }
    }
}
