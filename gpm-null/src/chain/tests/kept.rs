//! What is kept is kept exactly on graphs of some size, with hubs; and what graphs of no size come to.

use rand::Rng;

use super::{class_degrees, components, graph, joint_degrees, mutual};
use crate::edges::Edges;
use crate::error::NullError;
use crate::model::{Curveball, Length, Model, Switching};
use crate::random::{Purpose, stream};
use crate::sampler::Sampler;

/// Vertices of the graphs: two of them are hubs that all others are joined to, whose lists are too long to be read.
const VERTICES: u32 = 300;

/// A graph of `edges` edges beside those of hubs, of which a third of the arcs are mutual. `allowed` says which edges
/// may be.
fn random(directed: bool, edges: usize, allowed: impl Fn(u32, u32) -> bool) -> Edges {
    let mut rng = stream(11, 0, Purpose::Trial);
    let mut graph = Edges { vertices: VERTICES as usize, directed, edges: Vec::new() };
    let mut keys = std::collections::HashSet::new();
    let mut add = |u: u32, v: u32| {
        if u != v && allowed(u, v) && keys.insert(graph.key([u, v])) {
            graph.edges.push([u, v]);
        }
    };
    for vertex in 0..VERTICES {
        add(0, vertex);
        add(vertex, 1);
    }
    for _ in 0..edges {
        let (u, v) = (rng.random_range(0..VERTICES), rng.random_range(0..VERTICES));
        add(u, v);
        if directed && rng.random_bool(0.3) {
            add(v, u);
        }
    }
    graph.check().expect("simple");
    graph
}

fn anything(_: u32, _: u32) -> bool {
    true
}

fn classes() -> Vec<u32> {
    (0..VERTICES).map(|vertex| vertex % 3).collect()
}

/// Samples, of which all have the degrees and the most differ from the observed graph and each other.
#[track_caller]
fn samples(observed: &Edges, model: &Model) -> Vec<Edges> {
    let sampler = Sampler::new(observed, model, 3).expect("applies");
    let samples: Vec<Edges> = (0..4).map(|index| sampler.sample(index)).collect();
    let sorted = |graph: &Edges| {
        let mut keys: Vec<u64> = graph.edges.iter().map(|&ends| graph.key(ends)).collect();
        keys.sort_unstable();
        keys
    };
    for (index, sample) in samples.iter().enumerate() {
        sample.check().expect("simple");
        assert_eq!(sample.degrees(), observed.degrees());
        assert_eq!(sample.edges.len(), observed.edges.len());
        assert_ne!(sorted(sample), sorted(observed));
        samples[..index].iter().for_each(|other| assert_ne!(sorted(sample), sorted(other)));
    }
    // In any order, and from another sampler, they are the same.
    let again = Sampler::new(observed, model, 3).expect("applies");
    (0..4).rev().for_each(|index| assert_eq!(again.sample(index), samples[index as usize]));
    assert_ne!(Sampler::new(observed, model, 4).expect("applies").sample(0), samples[0]);
    samples
}

fn switching(options: Switching) -> Model {
    Model::Switching(Switching { length: Length::Times(4.0), ..options })
}

fn sources(graph: &Edges) -> Vec<u32> {
    graph.edges.iter().map(|ends| ends[0]).collect()
}

#[test]
fn degrees() {
    for judged in [false, true] {
        let length = if judged { Length::Judged } else { Length::Times(3.0) };
        samples(&random(false, 1500, anything), &Model::Switching(Switching { length, ..Switching::default() }));
        samples(&random(false, 1500, anything), &Model::Curveball(Curveball { sides: None, length }));
    }
}

#[test]
fn arcs_keep_their_sources() {
    let observed = random(true, 1500, anything);
    for model in [
        switching(Switching::default()),
        switching(Switching { classes: Some(classes()), ..Switching::default() }),
        switching(Switching { components: true, ..Switching::default() }),
        Model::Curveball(Curveball::default()),
    ] {
        samples(&observed, &model).iter().for_each(|sample| assert_eq!(sources(sample), sources(&observed)));
    }
}

#[test]
fn mutual_pairs_stay_such() {
    for with in [None, Some(classes())] {
        let observed = random(true, 1500, anything);
        let model = switching(Switching { reciprocity: true, classes: with.clone(), ..Switching::default() });
        let reverse =
            |graph: &Edges| -> Vec<bool> { graph.edges.iter().map(|&[u, v]| graph.edges.contains(&[v, u])).collect() };
        for sample in samples(&observed, &model) {
            assert_eq!(mutual(&sample), mutual(&observed));
            assert_eq!(reverse(&sample), reverse(&observed));
            for (edge, single) in reverse(&observed).iter().map(|mutual| !mutual).enumerate() {
                assert!(!single || sample.edges[edge][0] == observed.edges[edge][0], "a single arc keeps its source");
            }
            if let Some(classes) = &with {
                assert_eq!(class_degrees(&sample, classes), class_degrees(&observed, classes));
            }
        }
    }
}

#[test]
fn degrees_by_class() {
    for directed in [false, true] {
        let observed = random(directed, 1500, anything);
        let model = switching(Switching { classes: Some(classes()), ..Switching::default() });
        for sample in samples(&observed, &model) {
            assert_eq!(class_degrees(&sample, &classes()), class_degrees(&observed, &classes()));
            for ([u, v], [x, y]) in sample.edges.iter().zip(&observed.edges) {
                let of = |u: &u32, v: &u32| (u % 3, v % 3);
                assert!(of(u, v) == of(x, y) || !directed && of(v, u) == of(x, y));
            }
        }
    }
}

#[test]
fn bipartite() {
    let sides: Vec<u32> = (0..VERTICES).map(|vertex| vertex % 2).collect();
    let side = |vertex: u32| sides[vertex as usize];
    let crossed = |u: u32, v: u32| side(u) != side(v);
    for directed in [false, true] {
        let observed = random(directed, 1500, crossed);
        for model in [
            switching(Switching::bipartite(sides.clone())),
            Model::Curveball(Curveball { sides: Some(sides.clone()), ..Curveball::default() }),
        ] {
            for sample in samples(&observed, &model) {
                assert!(sample.edges.iter().all(|&[u, v]| crossed(u, v)));
                for (ends, old) in sample.edges.iter().zip(&observed.edges) {
                    let kept = |ends: &[u32; 2]| {
                        if directed { Some(ends[0]) } else { ends.iter().copied().find(|&u| side(u) == 0) }
                    };
                    assert_eq!(kept(ends), kept(old));
                }
            }
        }
    }
}

#[test]
fn joint_degrees_of_a_graph_with_hubs() {
    let observed = random(false, 600, anything);
    for components in [false, true] {
        let model = switching(Switching { joint_degrees: true, components, ..Switching::default() });
        let kept = joint_degrees(&observed);
        samples(&observed, &model).iter().for_each(|sample| assert_eq!(joint_degrees(sample), kept));
    }
}

#[test]
fn components_of_sparse_graphs() {
    // Hubs would join all that there is.
    let sparse = |directed| random(directed, 330, |u, v| u > 1 && v > 1);
    for (directed, reciprocity) in [(false, false), (true, false), (true, true)] {
        let observed = sparse(directed);
        let kept = components(&observed);
        assert!(kept > 2);
        let model = switching(Switching { components: true, reciprocity, ..Switching::default() });
        samples(&observed, &model).iter().for_each(|sample| assert_eq!(components(sample), kept));
    }
    let tree: Vec<[u32; 2]> = (1..VERTICES).map(|vertex| [vertex, vertex / 2]).collect();
    let tree = graph(VERTICES as usize, false, &tree);
    let model = switching(Switching { components: true, ..Switching::default() });
    samples(&tree, &model).iter().for_each(|sample| assert_eq!(components(sample), 1));
}

#[test]
fn lengths_are_judged() {
    let observed = random(false, 1500, anything);
    let judged = Sampler::new(&observed, &Model::Switching(Switching::default()), 3).expect("applies");
    let mixing = judged.mixing().expect("judged");
    assert_eq!(Some(mixing), Sampler::new(&observed, judged.model(), 3).expect("applies").mixing());
    assert!(mixing.settled && mixing.used >= mixing.advised && mixing.watched >= 5.0 * mixing.advised);
    // Each swap that is made renews two of the edges.
    assert!((5.0..100.0).contains(&mixing.advised), "{mixing:?}");
    assert_eq!(mixing.statistics.len(), 3);
    for statistic in &mixing.statistics {
        assert!(statistic.correlation.abs() < 5.0 * statistic.noise, "{statistic:?}");
    }
    let given = Sampler::new(&observed, &switching(Switching::default()), 3).expect("applies");
    assert_eq!(given.mixing(), None);
    // A graph that is nearly complete refuses most swaps, and needs more of them.
    let dense: Vec<[u32; 2]> =
        (0..60).flat_map(|u| (0..u).map(move |v| [u, v])).filter(|&[u, v]| (u * 7 + v) % 11 > 0).collect();
    let dense = Sampler::new(&graph(60, false, &dense), judged.model(), 3).expect("applies");
    assert!(dense.mixing().expect("judged").advised > 2.0 * mixing.advised);
}

#[test]
fn threads_draw_the_same_samples() {
    let observed = random(true, 300, anything);
    let sampler = Sampler::new(&observed, &switching(Switching::default()), 3).expect("applies");
    let draw = |index: u64| sampler.sample(index);
    let together: Vec<Edges> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|index| scope.spawn(move || draw(index))).collect();
        threads.into_iter().map(|thread| thread.join().expect("drawn")).collect()
    });
    assert_eq!(together, (0..4).map(draw).collect::<Vec<Edges>>());
}

#[test]
fn reach_and_words() {
    let tree = graph(4, false, &[[0, 1], [1, 2], [2, 3]]);
    let apart = graph(4, false, &[[0, 1], [2, 3]]);
    let connected = switching(Switching { components: true, ..Switching::default() });
    let sampler = |graph: &Edges, model: &Model| Sampler::new(graph, model, 1).expect("applies");
    assert!(sampler(&tree, &connected).reach().all);
    assert!(!sampler(&apart, &connected).reach().all);
    assert!(sampler(&apart, &switching(Switching::default())).reach().all);
    let arcs = graph(4, true, &[[0, 1], [1, 2], [2, 3]]);
    let mutual = switching(Switching { reciprocity: true, ..Switching::default() });
    assert!(!sampler(&arcs, &mutual).reach().all);
    let described = sampler(&arcs, &mutual).describe();
    assert_eq!(described.name, "switching");
    assert_eq!(described.keeps.len(), 4);
    assert!(described.keeps.contains(&"the number of mutual pairs at each vertex"));
}

/// Graphs in which nothing can be swapped.
fn stuck(directed: bool) -> Vec<Edges> {
    let complete: Vec<[u32; 2]> =
        (0..9).flat_map(|u| (0..9).map(move |v| [u, v])).filter(|&[u, v]| u < v || directed && u > v).collect();
    let star: Vec<[u32; 2]> = (1..200).map(|leaf| [0, leaf]).collect();
    vec![
        graph(0, directed, &[]),
        graph(5, directed, &[]),
        graph(2, directed, &[[1, 0]]),
        graph(9, directed, &complete),
        graph(200, directed, &star),
    ]
}

#[test]
fn where_nothing_can_be_swapped_the_observed_graph_comes_out() {
    for directed in [false, true] {
        for observed in stuck(directed) {
            let vertices = observed.vertices as u32;
            for length in [Length::Judged, Length::Times(3.0)] {
                let mut models = vec![
                    Model::Curveball(Curveball { sides: None, length }),
                    Model::Switching(Switching { length, ..Switching::default() }),
                    Model::Switching(Switching { length, components: true, ..Switching::default() }),
                    Model::Switching(Switching {
                        length,
                        classes: Some((0..vertices).collect()),
                        ..Switching::default()
                    }),
                ];
                models.push(match directed {
                    true => Model::Switching(Switching { length, reciprocity: true, ..Switching::default() }),
                    false => Model::Switching(Switching { length, joint_degrees: true, ..Switching::default() }),
                });
                for model in models {
                    let sample = Sampler::new(&observed, &model, 1).expect("applies").sample(0);
                    let mut both = [&sample, &observed]
                        .map(|graph| graph.edges.iter().map(|&ends| observed.key(ends)).collect::<Vec<u64>>());
                    both.iter_mut().for_each(|keys| keys.sort_unstable());
                    assert_eq!(both[0], both[1], "{model:?}");
                }
            }
        }
    }
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let (edges, arcs) = (graph(4, false, &[[0, 1], [2, 3]]), graph(4, true, &[[0, 1], [2, 3]]));
    let refused = |graph: &Edges, options: Switching| match Sampler::new(graph, &Model::Switching(options), 1) {
        Ok(_) => panic!("not refused"),
        Err(error) => error,
    };
    let error = refused(&edges, Switching { reciprocity: true, ..Switching::default() });
    assert!(matches!(error, NullError::Refused { what: "reciprocity", .. }), "{error}");
    let error = refused(&arcs, Switching { joint_degrees: true, ..Switching::default() });
    assert!(matches!(error, NullError::Refused { what: "joint degrees", .. }), "{error}");
    let error = refused(&edges, Switching { joint_degrees: true, ..Switching::bipartite(vec![0, 1, 0, 1]) });
    assert!(matches!(error, NullError::Refused { what: "joint degrees with classes", .. }), "{error}");
    let error = refused(&edges, Switching::bipartite(vec![0, 1]));
    assert_eq!(error, NullError::Length { what: "classes", given: 2, wanted: 4 });
    for times in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = refused(&edges, Switching { length: Length::Times(times), ..Switching::default() });
        assert!(matches!(error, NullError::Number { .. }), "{error}");
    }
    for sides in [vec![0, 0, 0, 1], vec![0, 1, 2, 1], vec![0, 1]] {
        let model = Model::Curveball(Curveball { sides: Some(sides), ..Curveball::default() });
        assert!(Sampler::new(&edges, &model, 1).is_err());
    }
    let loops = Edges { vertices: 2, directed: true, edges: vec![[1, 1]] };
    assert!(Sampler::new(&loops, &Model::Switching(Switching::default()), 1).is_err());
}
