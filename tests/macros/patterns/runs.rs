//! How declared patterns run: threads, limits, consumers that stop, hubs, real graphs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gpm::{Control, Devices, Engine, EngineConfig, Graph, LoadOptions, Options, Planned, VertexId, VertexOrder};
use gpm_plan::nest::LocalGraph;

gpm::pattern! {
    Triangle = triangle;
    Clique4 = clique:4;
    Wheel4 = wheel:5;
    House = house;
    #[induced]
    InducedDiamond = diamond;
    #[induced]
    InducedHouse = house;
    Star12 = star:12;
    Rings = a->b->c->a;
    Clique7 = clique:7;
    Cycle7 = cycle:7;
}

/// Hundreds of times what a limit of a tenth of a second takes; what does not look at it takes longer.
const PROMPT: Duration = Duration::from_secs(60);

fn file(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs").join(name)
}

/// Compares counts, and the number of matches, with those of the engine.
#[track_caller]
fn agree<P: Planned, const SIZE: usize>(pattern: P, graph: &Graph, threads: usize) {
    let engine = Engine::cpu(&EngineConfig { threads: Some(threads), ..EngineConfig::default() }).expect("a CPU");
    let expected = engine.count(graph, P::query()).expect("the engine counts").count;
    let options = Options { threads: Some(threads), ..Options::default() };
    let counted = pattern.count_with(graph, &options).expect("the macro counts");
    assert_eq!((counted.count, counted.partial), (expected, false), "{}", P::PLAN);
    assert_eq!((counted.device.kind(), counted.device.threads()), ("cpu", Some(threads)));
    let mut taken = 0u128;
    let go_on = |batch: &[[VertexId; SIZE]]| {
        assert!(batch.len() <= 100);
        taken += batch.len() as u128;
        if taken < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let listed = pattern.for_each_batch::<SIZE>(graph, &options, 100, go_on).expect("the macro lists");
    assert_eq!((listed.count, listed.partial), (taken, false));
    assert_eq!(taken, expected.min(100_000));
}

#[test]
fn real_graphs_on_any_number_of_threads() {
    let karate = Graph::load(file("karate.el")).expect("the graph is there");
    let packages = Graph::load(file("debian-packages.el.gz")).expect("the graph is there");
    for threads in [1, 2, 5] {
        for graph in [&karate, &packages] {
            agree::<_, 3>(Triangle, graph, threads);
            agree::<_, 4>(Clique4, graph, threads);
            agree::<_, 5>(House, graph, threads);
        }
        agree::<_, 5>(InducedHouse, &karate, threads);
        agree::<_, 4>(InducedDiamond, &karate, threads);
    }
}

#[test]
fn directed_graphs() {
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let (graph, _) = Graph::load_with(file("debian-packages.el.gz"), &options).expect("the graph is there");
    agree::<_, 3>(Rings, &graph, 2);
    let undirected = Graph::load(file("karate.el")).expect("the graph is there");
    let error = Rings.count_with(&undirected, &Options::default()).expect_err("the graph has no directions");
    assert!(error.to_string().contains("load it as directed"), "{error}");
}

/// Neighborhoods of more than [`LocalGraph::LIMIT`] are searched in lists, beside others that are bit matrices.
#[test]
fn hubs_beyond_a_bit_matrix() {
    let n = LocalGraph::LIMIT as u32 + 300;
    let spokes = (2..n).flat_map(|v| [(0, v), (1, v)]);
    let rim = (2..n).flat_map(|v| [1, 2, 5].map(|step| (v, 2 + (v - 2 + step) % (n - 2))));
    let graph =
        Graph::from_edges(n as usize, spokes.chain(rim).chain([(0, 1)])).unwrap().relabelled(VertexOrder::Degree);
    agree::<_, 4>(Clique4, &graph, 2);
    agree::<_, 4>(InducedDiamond, &graph, 2);
    agree::<_, 5>(Wheel4, &graph, 2);
}

#[test]
fn totals_beyond_64_bits_are_exact_and_beyond_128_an_error() {
    let star = |leaves: u32| Graph::from_edges(leaves as usize + 1, (1..=leaves).map(|v| (0, v))).unwrap();
    let choose = |n: u128, k: u128| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    assert_eq!(Star12.count(&star(2_000)), choose(2_000, 11));
    assert!(choose(2_000, 11) > u128::from(u64::MAX));
    let error = Star12.count_with(&star(3_000_000), &Options::default()).expect_err("too many");
    assert_eq!(error.to_string(), "the count does not fit in 128 bits");
}

#[test]
fn a_stopped_run_is_partial() {
    let graph = Graph::load(file("debian-packages.el.gz")).expect("the graph is there");
    let control = Control::new();
    control.stop();
    let options = Options { control, ..Options::default() };
    assert!(House.count_with(&graph, &options).expect("a stop is no error").partial);
    let control = Control::new().with_time_limit(Duration::from_millis(1));
    let listed = House
        .for_each_with(&graph, &Options { control: control.clone(), ..Options::default() }, |_| {
            ControlFlow::Continue(())
        })
        .expect("a limit is no error");
    assert!(listed.partial && control.progress() < 1.0);
}

/// Searches of minutes: one below few roots, one of long local graphs.
#[test]
fn limits_hold_within_roots() {
    let pairs = (0..700u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let graph = Graph::from_edges(700, pairs.filter(|(u, v)| (u * 31 + v * 17) % 7 < 6)).unwrap();
    let limited = || {
        let control = Control::new().with_time_limit(Duration::from_millis(100));
        Options { control, ..Options::default() }
    };
    let counts: [&dyn Fn(&Options) -> bool; 3] = [
        &|options| InducedHouse.count_with(&graph, options).expect("a limit is no error").partial,
        &|options| Clique7.count_with(&graph, options).expect("a limit is no error").partial,
        &|options| Cycle7.count_with(&graph, options).expect("a limit is no error").partial,
    ];
    for count in counts {
        let start = Instant::now();
        assert!(count(&limited()) && start.elapsed() < PROMPT, "{:?}", start.elapsed());
    }
    let start = Instant::now();
    let longest = Control::new().with_time_limit(Duration::MAX);
    let answer = Triangle.count_with(&graph, &Options { control: longest, ..Options::default() });
    assert!(!answer.expect("no limit at all").partial && start.elapsed() < PROMPT);
}

#[test]
fn a_consumer_that_has_enough_ends_the_run() {
    let graph = Graph::load(file("debian-packages.el.gz")).expect("the graph is there");
    let mut taken = 0;
    let total = Triangle.for_each(&graph, |[a, b, c]| {
        assert!(a != b && b != c && a != c);
        taken += 1;
        if taken == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((total, taken), (10, 10));
}

/// Where there is a GPU it answers, and elsewhere the error says what is missing.
#[test]
fn devices_are_the_engine_s() {
    let graph = Graph::load(file("karate.el")).expect("the graph is there");
    let auto = Options { devices: Devices::Auto, ..Options::default() };
    assert_eq!(Triangle.count_with(&graph, &auto).expect("some device counts").count, 45);
    let gpu = Options { devices: Devices::Gpu(None), ..Options::default() };
    match Triangle.count_with(&graph, &gpu) {
        Ok(answer) => assert!(answer.count == 45 && answer.device.kind() == "gpu"),
        Err(error) => assert!(error.to_string().contains("GPU"), "{error}"),
    }
}
