//! Counts per vertex and per arc: small graphs against brute force, larger ones against the CPU's.

use gpm_plan::pattern::{OrbitsOf, Semantics, all_connected};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::stats_for_planning;
use gpm_runtime::graph::VertexOrder;
use gpm_runtime::graph::generate::{Model, generate};

use crate::credited;
use crate::engines::{Engines, cpu};
use crate::places::{anchored, brute_force, places};
use crate::random_graphs;
use crate::settings::say;

#[test]
fn tables_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let samples = random_graphs::undirected();
    let mut num_cells = 0;
    for (at, pattern) in (2..=5).flat_map(all_connected).flat_map(|pattern| anchored(&pattern)).enumerate() {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
            let sample = &samples[at % samples.len()];
            let (graph, query) = (sample.graph(), Query::from(pattern.clone()).with_semantics(semantics));
            let found =
                engines.gpu().count_per_anchor(&graph, &query).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let rows = (graph.out().offsets(), graph.out().neighbors());
            let found = places(found.counts.iter(), &graph, &pattern, rows);
            assert_eq!(found, brute_force(sample, &query), "{pattern} {semantics} in {}", sample.name);
            num_cells += 1;
        }
    }
    say(format_args!("tables: {num_cells} cells agree"));
}

/// By each level of a nest, in loops of whole warps and in leaves.
#[test]
fn every_level_is_credited() {
    let Some(engines) = Engines::wait() else { return };
    let samples = random_graphs::undirected();
    let mut num_cells = 0;
    for (at, plan) in credited::plans(&stats_for_planning(&samples[1].graph())).iter().enumerate() {
        for sample in [&samples[at % samples.len()], &samples[(at + 1) % samples.len()]] {
            let (graph, pattern) = (sample.graph(), &plan.query.pattern);
            let found = engines.gpu().count_per_anchor_planned(&graph, plan, &Control::new());
            let found = found.unwrap_or_else(|error| panic!("{pattern}: {error}\n{plan}"));
            let rows = (graph.out().offsets(), graph.out().neighbors());
            let found = places(found.counts.iter(), &graph, pattern, rows);
            assert_eq!(found, brute_force(sample, &plan.query), "{pattern} in {}\n{plan}", sample.name);
            num_cells += 1;
        }
    }
    say(format_args!("credited levels: {num_cells} cells agree"));
}

/// A skewed graph, whose hubs are searched by whole blocks that give work away.
#[test]
fn orbits_are_those_of_the_cpu() {
    let Some(engines) = Engines::wait() else { return };
    let model = Model::Rmat { scale: 13, edge_factor: 8 };
    let graph = generate(&model, 1).expect("the figures are in range").relabelled(VertexOrder::Degree);
    let cpu = cpu();
    for of in [OrbitsOf::Vertices, OrbitsOf::Edges] {
        let [found, expected] = [engines.gpu(), &cpu].map(|engine| {
            let found = engine.count_orbits(&graph, of, 4, &Control::new());
            found.unwrap_or_else(|error| panic!("{}: {error}", engine.device())).expect("nobody stops it")
        });
        assert!(found.counts == expected.counts && found.edges == expected.edges, "{of:?}");
        say(format_args!("orbits of {of:?}: gpu {:?}, cpu {:?}", found.seconds, expected.seconds));
    }
}
