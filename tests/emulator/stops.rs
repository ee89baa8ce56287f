//! Runs that are stopped in the middle of a root, and big roots that are cut into pieces.

use gpm_plan::passes::{Pass, PassSet};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions, LowerRows};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::config::{EmuConfig, ROOMY};
use crate::device::EmuFinding;
use crate::library::Emulated;
use crate::random_graphs;
use crate::tables;

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

fn plan(graph: &Graph, query: &Query) -> Plan {
    let config = EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() };
    Engine::cpu(&config).expect("the CPU is there").plan(graph, query).expect("the query can be planned")
}

/// Compiles the kernels of the first nests of these plans for a graph with sets of up to so many elements.
fn built(plans: &[Plan], max_size: u64) -> Emulated {
    let options = KernelOptions { warps: 4, max_size, ..KernelOptions::default() };
    let kernels: Vec<Kernel> = plans.iter().map(|plan| Kernel::render(plan.first_nest(), &[], &options)).collect();
    Emulated::build(&kernels).expect("the kernels compile")
}

fn run(
    emulated: &Emulated,
    kernel: usize,
    graph: &Graph,
    plan: &Plan,
    config: &EmuConfig,
) -> Result<EmuFinding, String> {
    emulated.run(kernel, &tables::bind(graph, plan.first_nest())?, config)
}

/// `hubs` vertices, all joined to each of `leaves` others, and to each other if `joined`.
fn hubs(hubs: u32, leaves: u32, joined: bool) -> Graph {
    let spokes = (0..hubs).flat_map(|hub| (0..leaves).map(move |leaf| (hub, hubs + leaf)));
    let core = (0..hubs).flat_map(|u| (0..u).map(move |v| (v, u))).filter(|_| joined);
    Graph::from_edges((hubs + leaves) as usize, spokes.chain(core)).unwrap().relabelled(VertexOrder::Degree)
}

/// When the host ends a run, and within how many ticks it is to be over: a small part of what one root takes.
const STOP_AT: u64 = 20_000;
const PATIENCE: u64 = 15_000;

/// What takes long below one root: pairs of neighbors by codegrees, loops under a reach, rows that are walked, bit matrices.
#[test]
fn a_run_ends_in_the_middle_of_a_root() {
    let one_by_one: PassSet = [Pass::Conversion, Pass::Matrices].into_iter().collect();
    let cases = [
        ("cycle:4", hubs(10, 3000, false)),
        ("cycle:5", hubs(30, 300, true)),
        ("house", hubs(30, 300, true)),
        ("clique:5", hubs(60, 0, true)),
        ("triangle", hubs(300, 0, true)),
    ];
    let plans: Vec<Plan> = cases.iter().map(|(text, graph)| plan(graph, &query(text).without(one_by_one))).collect();
    let emulated = built(&plans, 1 << 20);
    for (kernel, ((text, graph), plan)) in cases.iter().zip(&plans).enumerate() {
        for seed in 0..3 {
            let patient =
                EmuConfig { blocks: 1, stop_period: 500, max_ticks: STOP_AT + PATIENCE, ..ROOMY }.seeded(seed);
            let endless = run(&emulated, kernel, graph, plan, &patient);
            assert!(endless.is_err_and(|report| report.contains("did not end")), "{text} is over too soon to tell");
            let stopped = EmuConfig { stop_at: Some(STOP_AT), ..patient };
            if let Err(report) = run(&emulated, kernel, graph, plan, &stopped) {
                panic!("{text}, seed {seed}: {report}");
            }
        }
    }
}

/// Big roots are searched once, however many candidates a piece has.
#[test]
fn pieces_of_big_roots_have_all_candidates() {
    let sample = &random_graphs::undirected()[0];
    let graph = sample.graph();
    let plans =
        ["triangle", "star:4", "clique:4"].map(|text| plan(&graph, &query(text).without(Pass::Matrices.into())));
    // Where rows are short, and of a search that is even although they may be long.
    let even = KernelOptions { warps: 4, lower: LowerRows { longest: 32, marks: 64 }, ..KernelOptions::default() };
    let even = Emulated::build(&[Kernel::render(plans[0].first_nest(), &[], &even)]).expect("the kernel compiles");
    let short = built(&plans, 16);
    let cases = plans.iter().enumerate().map(|(kernel, plan)| (&short, kernel, plan));
    for (emulated, kernel, plan) in cases.chain([(&even, 0, &plans[0])]) {
        assert!(!emulated.layout(kernel).splits, "{}", plan.query.pattern);
        let count = |candidates| {
            let found = run(emulated, kernel, &graph, plan, &EmuConfig { frontier: (64, candidates), ..ROOMY });
            found.unwrap_or_else(|flaw| panic!("{}: {flaw}", plan.query.pattern)).totals
        };
        let expected = count(u32::MAX);
        assert!(expected[0] > 0);
        for candidates in [1, 2, 3, 5, 64] {
            assert_eq!(count(candidates), expected, "{} in pieces of {candidates}", plan.query.pattern);
        }
    }
}
