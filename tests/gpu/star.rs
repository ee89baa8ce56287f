//! A hub of millions of neighbors on top of a skewed graph: lists as long as the graph, and little room for them. A leaf has one
//! neighbor, so it is in no house: the right count is that of the graph below.

use std::time::{Duration, Instant};

use gpm_runtime::control::Control;
use gpm_runtime::engine::Report;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexId, VertexOrder};

use crate::cell::guarded;
use crate::engines::{Engines, count, cpu, query};
use crate::settings::{is_set, say};

const LEAVES: u32 = 5_000_000;
const BASE: Model = Model::Rmat { scale: 20, edge_factor: 4 };

/// Time for the CPU.
const LIMIT: Duration = Duration::from_secs(240);

/// Device memory that the search may take: tables of codegrees for each of some hundred blocks.
const MOST_BYTES: u64 = 64 << 30;

#[test]
fn a_star_of_millions_fits() {
    let Some(engines) = Engines::wait() else { return };
    if !is_set("GPM_GPU_BIG") {
        return say(format_args!("skipped star: set GPM_GPU_BIG=1"));
    }
    let base = generate(&BASE, 1).expect("the figures are in range");
    let graph = star(&base);
    let house = query("house");
    let start = Instant::now();
    let report = count(engines.gpu(), &graph, &house);
    let bytes = memory(&report);
    say(format_args!("star: {} houses in {:.1} s, {} MiB", report.count, start.elapsed().as_secs_f64(), bytes >> 20));
    assert!(0 < bytes && bytes < MOST_BYTES, "{bytes} bytes of device memory: {:?}", report.gpu);
    let control = Control::new().with_time_limit(LIMIT);
    let right = guarded(|| cpu().count_with(&base, &house, &control)).unwrap_or_else(|error| panic!("cpu: {error}"));
    assert!(!right.partial, "the CPU takes more than {LIMIT:?}");
    assert_eq!(report.count, right.count);
}

/// Vertex 0 of the base has all the leaves, whose ids come after the base's.
fn star(base: &Graph) -> Graph {
    let num_base = base.num_vertices() as VertexId;
    let edges = (0..num_base).flat_map(|u| base.out().row(u).iter().map(move |&v| (u, v))).filter(|(u, v)| u < v);
    let leaves = (num_base..num_base + LEAVES).map(|leaf| (0, leaf));
    let graph = Graph::from_edges((num_base + LEAVES) as usize, edges.chain(leaves)).unwrap();
    graph.relabelled(VertexOrder::Degree)
}

/// Bytes of the work memory that the report names, of the nest that takes most: nests follow one another.
fn memory(report: &Report) -> u64 {
    let plans = report.gpu.as_ref().map(|gpu| gpu.memory.as_slice()).unwrap_or_default();
    plans.iter().map(|text| text.lines().filter(|line| line.contains(" = ")).map(bytes).sum()).max().unwrap_or_default()
}

/// The sum of a line like `warps   4224 (528 blocks of 8) x 12 KiB = 50 MiB; lists of 3072`.
fn bytes(line: &str) -> u64 {
    let (_, sum) = line.split_once(" = ").unwrap_or_else(|| panic!("no sum in `{line}`"));
    let mut words = sum.split([' ', ';']);
    let number: u64 =
        words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number in `{line}`"));
    match words.next() {
        Some("KiB") => number << 10,
        Some("MiB") => number << 20,
        Some("GiB") => number << 30,
        unit => panic!("unit {unit:?} in `{line}`"),
    }
}

#[test]
fn sums_are_read() {
    assert_eq!(bytes("warps   4224 (528 blocks of 8) x 12 KiB = 50 MiB; lists of 3072 (longest 9)"), 50 << 20);
    assert_eq!(bytes("arenas  0 x 0 KiB = 0 KiB"), 0);
}
