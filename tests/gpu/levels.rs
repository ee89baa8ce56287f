//! Levels that are searched breadth-first: the same counts, whatever the GPU and the host have room for.

use gpm_plan::exec::Explore;
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::engine::{Devices, Engine, EngineConfig};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::cell::guarded;
use crate::engines::{Engines, count, cpu};

const MIB: u64 = 1 << 20;
/// With whether it is searched vertex-induced.
const PATTERNS: [(&str, bool); 5] =
    [("clique:4", false), ("clique:5", false), ("house", false), ("cycle:5", false), ("diamond", true)];

fn graph(scale: u32) -> Graph {
    let model = Model::Rmat { scale, edge_factor: 16 };
    generate(&model, 5).expect("the figures are in range").relabelled(VertexOrder::Degree)
}

fn engine(explore: Explore, host_memory: u64, spills: bool) -> Engine {
    let config = EngineConfig {
        devices: Devices::Gpu(None),
        explore,
        host_memory,
        spill: spills.then(std::env::temp_dir),
        ..EngineConfig::default()
    };
    guarded(|| Engine::new(&config)).unwrap_or_else(|error| panic!("{error}"))
}

fn query(text: &str, is_induced: bool) -> Query {
    let query = Query::from(text.parse::<Pattern>().expect("a pattern"));
    if is_induced { query.vertex_induced() } else { query }
}

/// Plans as they are, and on lists alone.
fn passes() -> [PassSet; 2] {
    let named = |name| PassSet::named(name).expect("there is such a pass");
    [PassSet::default(), named("local-graph").union(named("codegree"))]
}

#[test]
fn frontiers_of_all_sizes_count_the_same() {
    let Some(_engines) = Engines::wait() else { return };
    let (graph, cpu) = (graph(11), cpu());
    let explore = |levels, eta, piece| Explore::BfsDfs { levels, eta, piece };
    let settings = [
        (explore(1, 1 << 24, 1), 1 << 30, false),
        (explore(2, 1 << 12, 4), 1 << 30, false),
        (explore(1, 1 << 10, 8), 0, false),
        (explore(3, 1 << 16, 1), 0, true),
        (explore(2, 1 << 14, 2), 40 * MIB, true),
    ];
    let queries =
        PATTERNS.iter().flat_map(|&(text, is_induced)| passes().map(|off| query(text, is_induced).without(off)));
    let queries: Vec<_> = queries.map(|query| (count(&cpu, &graph, &query).count, query)).collect();
    for (explore, host_memory, spills) in settings {
        let engine = engine(explore, host_memory, spills);
        for (right, query) in &queries {
            let report = count(&engine, &graph, query);
            let what = format!("{} by {explore}, {host_memory} bytes on the host", query.pattern);
            assert_eq!(report.count, *right, "{what}");
            let Some(gpu) = report.gpu else { continue };
            assert!(gpu.buffered.memory <= host_memory.max(MIB), "{what}: {:?}", gpu.buffered);
            assert!(spills || gpu.buffered.file == 0, "{what}: {:?}", gpu.buffered);
        }
    }
}

/// Far more partial matches than the frontier holds go through it.
#[test]
fn what_has_no_room_is_kept_by_the_host() {
    let Some(_engines) = Engines::wait() else { return };
    let (graph, cpu) = (graph(13), cpu());
    let query = query("clique:5", false).without(passes()[1]);
    let right = count(&cpu, &graph, &query).count;
    let engine = engine(Explore::BfsDfs { levels: 2, eta: 512, piece: 1 }, 1 << 30, false);
    let report = count(&engine, &graph, &query);
    assert_eq!(report.count, right);
    let gpu = report.gpu.expect("it is searched on the GPU");
    assert!(gpu.buffered.memory > 100 * 512 * 24, "{:?}", gpu.buffered);
}
