//! Brute force beside the search, with and without jumps and kept counts, on random labelled graphs and patterns.

use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::{Found, Ground, Question, Search, candidates};
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

pub(super) fn graph(numbers: &mut Numbers, (vertices, edges, labels): (u64, u64, u64)) -> Graph {
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
    GraphBuilder::undirected().vertices(vertices as usize).edges(edges).vertex_labels(labels).build().expect("a graph")
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
    (vertices.len() == size).then(|| Question::of_masks(size, labels, neighbors))
}

/// Counts matches in the order of the vertex numbers, which keeps patterns connected.
fn brute(ground: &Ground, question: &Question, matched: &mut Vec<VertexId>) -> u128 {
    let u = matched.len();
    if u == question.num_vertices {
        return 1;
    }
    let mut count = 0;
    for x in ground.rows.class(question.labels[u]) {
        let is_joined = |w: usize| w >= u || !ground.rows.link(matched[w], x).is_none();
        if !matched.contains(&x) && bits(question.neighbors[u]).all(is_joined) {
            matched.push(x);
            count += brute(ground, question, matched);
            matched.pop();
        }
    }
    count
}

#[test]
fn counts_are_those_of_brute_force_with_and_without_jumps_and_kept_counts() {
    let (mut numbers, control) = (Numbers(0x9e37_79b9_7f4a_7c15), Control::new());
    let mut found = [0, 0];
    for round in 0..if std::env::var_os("GPM_FULL").is_some() { 20_000 } else { 400 } {
        let figures = [(12, 30, 2), (40, 90, 4), (60, 110, 3), (30, 45, 1), (200, 260, 5)][round % 5];
        let graph = graph(&mut numbers, figures);
        let ground = Ground::new(&graph, &control).expect("nobody stops it");
        let size = 2 + numbers.below(match figures.2 {
            1 => 6,
            5 => 11,
            _ => 9,
        }) as usize;
        let Some(question) = question(&mut numbers, &ground, size) else { continue };
        let expected = brute(&ground, &question, &mut Vec::new());
        found[usize::from(expected > 0)] += 1;
        let candidates = candidates(&ground, &question);
        let search = |steps, wanted| Search::new((&ground, &question), &candidates, &control, (steps, wanted));
        assert_eq!(search(u64::MAX, u128::MAX).run(), Found::All(expected), "{question:?}");
        assert_eq!(search(u64::MAX, u128::MAX).without_jumps().run(), Found::All(expected), "{question:?}");
        assert_eq!(search(u64::MAX, u128::MAX).without_memo().run(), Found::All(expected), "{question:?}");
        let plain = search(u64::MAX, u128::MAX).without_memo().without_jumps();
        assert_eq!(plain.run(), Found::All(expected), "{question:?}");
        let wanted = 1 + u128::from(numbers.below(20));
        let up_to = if expected >= wanted { Found::Enough } else { Found::All(expected) };
        assert_eq!(search(u64::MAX, wanted).run(), up_to, "{question:?}");
        let short = search(numbers.below(50), u128::MAX).run();
        assert!([Found::All(expected), Found::GaveUp].contains(&short), "{question:?}: {short:?}");
    }
    assert!(found[0] > 10 && found[1] > 100, "{found:?}");
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let (mut numbers, control) = (Numbers(7), Control::new());
    let graph = graph(&mut numbers, (60, 300, 2));
    let ground = Ground::new(&graph, &control).expect("nobody stops it");
    let question = question(&mut numbers, &ground, 5).expect("the graph is connected enough");
    let candidates = candidates(&ground, &question);
    control.stop();
    let found = Search::new((&ground, &question), &candidates, &control, (u64::MAX, u128::MAX)).run();
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
        let search = Search::new((&ground, &question), &candidates, &control, (u64::MAX, u128::MAX));
        let Found::All(count) = search.run() else { panic!("it may take its time") };
        check(&ground, &question, count as f64);
    }
}
