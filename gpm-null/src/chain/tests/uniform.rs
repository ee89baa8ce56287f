//! All small graphs with the same kept quantities are as likely.

use super::{class_degrees, components, graph, joint_degrees, mutual};
use crate::edges::Edges;
use crate::model::{Curveball, Length, Model, Switching};
use crate::sampler::Sampler;
use crate::testing::{all_graphs, assert_uniform};

/// Samples for each graph that there is.
const DRAWS: u64 = 100;

#[track_caller]
fn uniform(observed: &Edges, model: &Model, count: usize, keeps: impl Fn(&Edges) -> bool) {
    let graphs = all_graphs(observed, keeps);
    assert_eq!(graphs.len(), count, "graphs that there are");
    let sampler = Sampler::new(observed, model, 5).expect("applies");
    assert_uniform(observed, &graphs, DRAWS * graphs.len() as u64, |index| sampler.sample(index));
}

fn switching(options: Switching) -> Model {
    Model::Switching(Switching { length: Length::Times(1.0), ..options })
}

fn ring(vertices: u32, directed: bool) -> Edges {
    let edges: Vec<[u32; 2]> = (0..vertices).map(|u| [u, (u + 1) % vertices]).collect();
    graph(vertices as usize, directed, &edges)
}

/// A directed graph of mutual pairs and single arcs.
fn mixed() -> Edges {
    graph(5, true, &[[0, 1], [1, 0], [2, 3], [3, 2], [0, 2], [1, 3], [2, 4], [4, 0]])
}

#[test]
fn undirected() {
    uniform(&ring(6, false), &switching(Switching::default()), 70, |_| true);
    let irregular = graph(6, false, &[[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 5], [3, 2]]);
    uniform(&irregular, &switching(Switching::default()), 5, |_| true);
}

#[test]
fn directed() {
    uniform(&ring(5, true), &switching(Switching::default()), 44, |_| true);
    // No swap leads from a triangle to that in the other direction.
    uniform(&ring(3, true), &switching(Switching::default()), 2, |_| true);
    let sink = graph(4, true, &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]]);
    uniform(&sink, &switching(Switching::default()), 2, |_| true);
    uniform(&mixed(), &switching(Switching::default()), 73, |_| true);
}

#[test]
fn reciprocity() {
    let options = || switching(Switching { reciprocity: true, ..Switching::default() });
    let observed = mixed();
    let pairs = mutual(&observed);
    uniform(&observed, &options(), 12, |graph| mutual(graph) == pairs);
    uniform(&ring(3, true), &options(), 2, |_| true);
    let all = graph(5, true, &[[0, 1], [1, 0], [1, 2], [2, 1], [2, 3], [3, 2], [3, 4], [4, 3], [4, 0], [0, 4]]);
    uniform(&all, &options(), 12, |graph| mutual(graph) == [2; 5]);
    // Not all can be reached: each swap of a ring of five makes a mutual pair.
    let sampler = Sampler::new(&ring(5, true), &options(), 5).expect("applies");
    assert_eq!(sampler.sample(0), ring(5, true));
}

#[test]
fn classes() {
    let of = |classes: &[u32]| switching(Switching { classes: Some(classes.to_vec()), ..Switching::default() });
    let check = |observed: &Edges, classes: &[u32], count| {
        let kept = class_degrees(observed, classes);
        uniform(observed, &of(classes), count, |graph| class_degrees(graph, classes) == kept);
    };
    let prism = graph(6, false, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]]);
    check(&prism, &[0, 0, 0, 1, 1, 1], 6);
    check(&prism, &[0, 1, 0, 1, 1, 0], 5);
    check(&prism, &[7; 6], 70);
    check(&ring(6, false), &[0, 1, 0, 1, 0, 1], 6);
    check(&mixed(), &[0, 0, 1, 1, 0], 2);
    check(&mixed(), &[3, 3, 3, 3, 1], 8);
    let both = graph(5, true, &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 4], [3, 2], [4, 0]]);
    check(&both, &[0, 0, 0, 1, 1], 8);
}

#[test]
fn bipartite() {
    let sides = vec![0, 0, 0, 1, 1, 1];
    let crossed = |graph: &Edges| graph.edges.iter().all(|&[u, v]| (u < 3) != (v < 3));
    let model = switching(Switching::bipartite(sides));
    uniform(&graph(6, false, &[[0, 3], [4, 0], [1, 4], [5, 1], [2, 5]]), &model, 5, crossed);
    uniform(&graph(6, false, &[[0, 3], [4, 1], [2, 5]]), &model, 6, crossed);
}

#[test]
fn reciprocity_with_classes() {
    let classes = vec![0, 0, 0, 1, 1];
    let observed = graph(5, true, &[[0, 3], [3, 0], [1, 4], [4, 1], [0, 1], [1, 2], [2, 0], [3, 2], [2, 4]]);
    let (pairs, degrees) = (mutual(&observed), class_degrees(&observed, &classes));
    let model = switching(Switching { reciprocity: true, classes: Some(classes.clone()), ..Switching::default() });
    uniform(&observed, &model, 4, |graph| mutual(graph) == pairs && class_degrees(graph, &classes) == degrees);
}

#[test]
fn joint_degrees_are_kept() {
    let model = switching(Switching { joint_degrees: true, ..Switching::default() });
    for (edges, count) in [
        (&[[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 5], [3, 2]][..], 4),
        (&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 2], [3, 5]], 42),
        (&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]], 28),
    ] {
        let observed = graph(6, false, edges);
        let kept = joint_degrees(&observed);
        uniform(&observed, &model, count, |graph| joint_degrees(graph) == kept);
    }
}

#[test]
fn components_are_kept() {
    let check = |observed: &Edges, options: Switching, count| {
        let kept = components(observed);
        let model = switching(Switching { components: true, ..options.clone() });
        let pairs = mutual(observed);
        uniform(observed, &model, count, |graph| {
            components(graph) == kept && (!options.reciprocity || mutual(graph) == pairs)
        });
    };
    check(&ring(6, false), Switching::default(), 60);
    check(&graph(6, false, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]), Switching::default(), 10);
    check(&graph(6, false, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]), Switching::default(), 24);
    check(&graph(6, false, &[[0, 1], [1, 2], [2, 0], [2, 3], [3, 4]]), Switching::default(), 6);
    check(&ring(5, true), Switching::default(), 24);
    check(&ring(3, true), Switching::default(), 2);
    check(&mixed(), Switching { reciprocity: true, ..Switching::default() }, 12);
}

#[test]
fn trades() {
    let model = |sides: Option<&[u32]>| {
        Model::Curveball(Curveball { sides: sides.map(<[u32]>::to_vec), length: Length::Times(1.0) })
    };
    uniform(&ring(6, false), &model(None), 70, |_| true);
    uniform(&graph(6, false, &[[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 5], [3, 2]]), &model(None), 5, |_| true);
    uniform(&ring(5, true), &model(None), 44, |_| true);
    uniform(&ring(3, true), &model(None), 2, |_| true);
    uniform(&mixed(), &model(None), 73, |_| true);
    let sides = [0, 0, 0, 1, 1, 1];
    let crossed = |graph: &Edges| graph.edges.iter().all(|&[u, v]| (u < 3) != (v < 3));
    uniform(&graph(6, false, &[[0, 3], [4, 0], [1, 4], [5, 1], [2, 5]]), &model(Some(&sides)), 5, crossed);
    uniform(&graph(6, false, &[[0, 3], [4, 1], [2, 5]]), &model(Some(&sides)), 6, crossed);
    // Arcs in both directions between the sides: those of each direction are traded.
    let both = graph(5, true, &[[0, 3], [1, 4], [3, 1], [4, 2], [3, 0]]);
    let between = |graph: &Edges| graph.edges.iter().all(|&[u, v]| (u < 3) != (v < 3));
    uniform(&both, &model(Some(&[0, 0, 0, 1, 1])), 6, between);
}
