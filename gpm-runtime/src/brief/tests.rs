//! Brute force beside the search, with and without jumps, kept counts, edges between candidates and threads, on random labelled graphs and patterns.

use std::collections::HashSet;

use gpm_plan::grow::Link;
use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::question::{ANY, Demand};
use super::{Asked, Edges, Found, Ground, Question, Search, candidates};
use crate::control::Control;
use crate::graph::{Graph, GraphBuilder, VertexId};

/// Numbers that look random.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

pub(super) fn graph(numbers: &mut Numbers, figures: (u64, u64, u64)) -> Graph {
    let (labels, edges) = parts(numbers, figures);
    GraphBuilder::undirected().vertices(labels.len()).edges(edges).vertex_labels(labels).build().expect("a graph")
}

/// The same with labels on edges, or directions, or both.
fn linked_graph(numbers: &mut Numbers, figures: (u64, u64, u64)) -> Graph {
    let (labels, edges) = parts(numbers, figures);
    let (is_directed, is_labelled, is_mixed) = match numbers.below(3) {
        0 => (true, false, false),
        1 => (true, true, numbers.below(2) == 0),
        _ => (false, true, numbers.below(2) == 0),
    };
    let mut builder = if is_directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
    let mut met = HashSet::new();
    for (x, y) in edges {
        let (low, high) = if is_directed { (x, y) } else { (x.min(y), x.max(y)) };
        if met.insert((low, high)) {
            // Twins stay twins where labels of edges depend on labels of vertices.
            let ends = [x, y].map(|end| labels[end as usize].parse::<u64>().expect("a number"));
            let label = if is_mixed { numbers.below(2) } else { (ends[0] + ends[1]) % 2 };
            builder = match is_labelled {
                true => builder.labelled_edge(x, y, format!("e{label}")),
                false => builder.edges([(x, y)]),
            };
        }
    }
    builder.vertices(labels.len()).vertex_labels(labels).build().expect("a graph")
}

/// Labels and edges of a graph.
fn parts(
    numbers: &mut Numbers,
    (vertices, edges, labels): (u64, u64, u64),
) -> (Vec<String>, Vec<(VertexId, VertexId)>) {
    let mut labels: Vec<String> = (0..vertices).map(|_| numbers.below(labels).to_string()).collect();
    let mut end = || numbers.below(vertices) as VertexId;
    let mut edges: Vec<_> = (0..edges).map(|_| (end(), end())).collect();
    // Every other graph has twins: some vertices get the neighbors and the label of another one, and some of these are joined to it.
    if numbers.below(2) == 0 {
        for twin in 0..vertices as VertexId / 3 {
            let of = numbers.below(vertices) as VertexId;
            edges.retain(|&(x, y)| x != twin && y != twin);
            let other =
                |&(x, y): &(VertexId, VertexId)| if x == of { Some((twin, y)) } else { (y == of).then_some((x, twin)) };
            let copies: Vec<_> = edges.iter().filter_map(other).collect();
            edges.extend(copies);
            edges.extend((numbers.below(2) == 0).then_some((of, twin)));
            labels[twin as usize] = labels[of as usize].clone();
        }
    }
    (labels, edges)
}

/// A part of the graph as a pattern: a walk with some of the edges between its vertices. Some have no match all the same, since a label is
/// changed.
pub(super) fn question(numbers: &mut Numbers, ground: &Ground, size: usize) -> Option<Question> {
    let mut vertices: Vec<VertexId> = vec![numbers.below(ground.rows.num_vertices() as u64) as VertexId];
    let mut neighbors = [0u32; MAX_VERTICES];
    for _ in 0..1000 {
        let from = numbers.below(vertices.len() as u64) as usize;
        let row: Vec<VertexId> = ground.rows.row(vertices[from]).map(|(y, _)| y).collect();
        let Some(&next) = row.get(numbers.below(row.len().max(1) as u64) as usize) else { continue };
        if vertices.len() < size && !vertices.contains(&next) {
            let u = vertices.len();
            for (w, &x) in vertices.iter().enumerate() {
                if !ground.rows.link(x, next).is_none() && (w == from || numbers.below(3) > 0) {
                    neighbors[u] |= 1 << w;
                    neighbors[w] |= 1 << u;
                }
            }
            vertices.push(next);
        }
    }
    let mut labels = [0; MAX_VERTICES];
    vertices.iter().zip(&mut labels).for_each(|(&x, label)| *label = ground.rows.label(x));
    if numbers.below(2) == 0 {
        let other = numbers.below(ground.rows.num_vertices() as u64) as VertexId;
        labels[numbers.below(size as u64) as usize] = ground.rows.label(other);
    }
    if vertices.len() < size {
        return None;
    }
    let question = Question::of_masks(size, labels, neighbors);
    // Graphs whose edges are all alike are asked for any.
    let is_plain = (0..ground.rows.num_vertices() as VertexId)
        .all(|x| ground.rows.row(x).all(|(_, link)| link == Link { forward: 1, backward: 1 }));
    Some(if is_plain { question } else { with_demands(numbers, ground, (question, &vertices)) })
}

/// The same with demands that these vertices meet, but for one in some.
fn with_demands(numbers: &mut Numbers, ground: &Ground, (question, vertices): (Question, &[VertexId])) -> Question {
    let n = question.num_vertices;
    let mut demands = vec![Demand::default(); n * n];
    for u in 0..n {
        for w in bits(question.neighbors[u]).filter(|&w| w > u) {
            let link = ground.rows.link(vertices[u], vertices[w]);
            let mut some = |number: u32| [0, if number == 0 { 0 } else { ANY }, number][numbers.below(3) as usize];
            let (forward, backward) = (some(link.forward), some(link.backward));
            let either = if (forward, backward) == (0, 0) { some(link.forward.max(link.backward)) } else { 0 };
            demands[u * n + w] = Demand { forward, backward, either };
            demands[w * n + u] = Demand { forward: backward, backward: forward, either };
        }
    }
    question.with(demands)
}

/// Counts matches in the order of the vertex numbers, which keeps patterns connected.
fn brute(ground: &Ground, question: &Question, matched: &mut Vec<VertexId>) -> u128 {
    let u = matched.len();
    if u == question.num_vertices {
        return 1;
    }
    let mut count = 0;
    for x in ground.rows.class(question.labels[u]) {
        let is_joined = |w: usize| {
            let link = |w: usize| ground.rows.link(matched[w], x);
            w >= u || !link(w).is_none() && question.demand(w, u).is_met(link(w))
        };
        if !matched.contains(&x) && bits(question.neighbors[u]).all(is_joined) {
            matched.push(x);
            count += brute(ground, question, matched);
            matched.pop();
        }
    }
    count
}

/// Searches for all matches in all ways, for so many, and in so many steps.
fn check<'a>(
    question: &Question,
    (expected, wanted, steps): (u128, u128, u64),
    search: impl Fn((u64, u128)) -> Search<'a>,
) {
    let all = || search((u64::MAX, u128::MAX));
    assert_eq!(all().run(), Found::All(expected), "{question:?}");
    assert_eq!(all().without_jumps().run(), Found::All(expected), "{question:?}");
    assert_eq!(all().without_memo().run(), Found::All(expected), "{question:?}");
    assert_eq!(all().without_memo().without_jumps().run(), Found::All(expected), "{question:?}");
    assert_eq!(all().run_on(3), Found::All(expected), "{question:?}");
    assert_eq!(all().cut_after(2 + steps / 4).run_on(3), Found::All(expected), "{question:?}");
    let up_to = if expected >= wanted { Found::Enough } else { Found::All(expected) };
    assert_eq!(search((u64::MAX, wanted)).run(), up_to, "{question:?}");
    assert_eq!(search((u64::MAX, wanted)).run_on(3), up_to, "{question:?}");
    let short = search((steps, u128::MAX)).run();
    let is_right = match short {
        Found::All(count) => count == expected,
        Found::GaveUp(count) => count <= expected,
        _ => false,
    };
    assert!(is_right, "{question:?}: {short:?}");
}

#[test]
fn counts_are_those_of_brute_force_however_it_is_searched() {
    let (mut numbers, control) = (Numbers(0x9e37_79b9_7f4a_7c15), Control::new());
    let (mut met, mut on_cycles) = ([[0; 2]; 2], 0);
    for round in 0..if std::env::var_os("GPM_FULL").is_some() { 20_000 } else { 400 } {
        let figures = [(12, 30, 2), (40, 90, 4), (60, 110, 3), (30, 45, 1), (200, 260, 5)][round % 5];
        let make = if numbers.below(2) == 0 { graph } else { linked_graph };
        let graph = make(&mut numbers, figures);
        let ground = Ground::new(&graph, &control).expect("nobody stops it");
        let size = 2 + numbers.below(match figures.2 {
            1 => 6,
            5 => 11,
            _ => 9,
        }) as usize;
        let Some(question) = question(&mut numbers, &ground, size) else { continue };
        let expected = brute(&ground, &question, &mut Vec::new());
        let candidates = candidates(&ground, &question);
        let asked = Asked { ground: &ground, question: &question };
        let wanted = 1 + u128::from(numbers.below(20));
        let figures = (expected, wanted, numbers.below(50));
        if question.is_plain() {
            check(&question, figures, |most| Search::new(asked, &candidates, &control, most));
        }
        let edges = Edges::new(asked, &candidates).expect("they are few");
        check(&question, figures, |most| Search::along(asked, &edges, &control, most));
        if let Some(edges) = Edges::on_cycles(asked, &candidates, &control) {
            on_cycles += 1;
            check(&question, figures, |most| Search::along(asked, &edges, &control, most));
        }
        met[usize::from(question.is_plain())][usize::from(expected > 0)] += 1;
    }
    assert!(met.as_flattened().iter().all(|&met| met > 10) && on_cycles > 100, "{met:?}, {on_cycles} on cycles");
}

/// All edges that are laid out, by pattern vertex and neighbor of it.
fn laid_out(edges: &Edges, question: &Question) -> Vec<(Vec<u32>, Vec<VertexId>)> {
    let n = question.num_vertices;
    let pairs = (0..n).flat_map(|u| bits(question.neighbors[u]).map(move |w| (u, w)));
    pairs.map(|(u, w)| edges.rows(u, w)).map(|(offsets, targets)| (offsets.to_vec(), targets.to_vec())).collect()
}

/// A graph of so many candidates that threads share them.
#[test]
fn what_is_left_does_not_depend_on_the_number_of_threads() {
    let (mut numbers, control) = (Numbers(0x51f7_ed0b_a1e5), Control::new());
    let graph = graph(&mut numbers, (9_000, 14_000, 1));
    let pools = [1, 4].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool"));
    let grounds = [0, 1].map(|at| pools[at].install(|| Ground::new(&graph, &control).expect("nobody stops it")));
    // A square with a triangle on it, another square, and what is next to them.
    let joined = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4), (2, 4), (4, 5), (5, 6), (6, 7), (4, 7), (7, 8)];
    let mut neighbors = [0u32; MAX_VERTICES];
    joined.iter().flat_map(|&(u, w)| [(u, w), (w, u)]).for_each(|(u, w): (usize, usize)| neighbors[u] |= 1 << w);
    let question = Question::of_masks(9, [0; MAX_VERTICES], neighbors);
    for sifted in [false, true] {
        let [one, four] = [0, 1].map(|at| {
            pools[at].install(|| {
                let asked = Asked { ground: &grounds[at], question: &question };
                let candidates = candidates(asked.ground, asked.question);
                let edges = if sifted {
                    Edges::on_cycles(asked, &candidates, &control)
                } else {
                    Edges::new(asked, &candidates)
                };
                laid_out(&edges.expect("they are few"), &question)
            })
        });
        assert_eq!(one, four);
    }
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let (mut numbers, control) = (Numbers(7), Control::new());
    let graph = graph(&mut numbers, (60, 300, 2));
    let ground = Ground::new(&graph, &control).expect("nobody stops it");
    let question = question(&mut numbers, &ground, 5).expect("the graph is connected enough");
    let candidates = candidates(&ground, &question);
    control.stop();
    let found =
        Search::new(Asked { ground: &ground, question: &question }, &candidates, &control, (u64::MAX, u128::MAX)).run();
    assert_eq!(found, Found::Stopped(0));
}

/// Each question of some random ones, with its count.
pub(super) fn each_question(mut check: impl FnMut(&Ground, &Question, f64)) {
    let (mut numbers, control) = (Numbers(0x2545_f491_4f6c_dd1d), Control::new());
    for round in 0..60 {
        let figures = [(40, 90, 2), (60, 150, 3), (80, 400, 2), (200, 600, 3)][round % 4];
        let graph = graph(&mut numbers, figures);
        let ground = Ground::new(&graph, &control).expect("nobody stops it");
        let size = 2 + numbers.below(5) as usize;
        let Some(question) = question(&mut numbers, &ground, size) else { continue };
        let candidates = candidates(&ground, &question);
        let search =
            Search::new(Asked { ground: &ground, question: &question }, &candidates, &control, (u64::MAX, u128::MAX));
        let Found::All(count) = search.run() else { panic!("it may take its time") };
        check(&ground, &question, count as f64);
    }
}
