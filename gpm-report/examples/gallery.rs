//! A page of drawings to look at: `cargo run -p gpm-report --example gallery -- FILE`.

use std::error::Error;
use std::fmt::Write;

use gpm_report::{Edge, EdgeKind, Figure, Options, Placing, draw, style, triad};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name the file to write")?;
    let mut page = format!(
        "<!doctype html><meta charset=\"utf-8\"><style>:root{{color-scheme:light dark;--ink:#1c2126;--dim:#5c656e;--faint:#dfe3e6;--accent:#1f5f8b}}svg{{margin:6px;outline:1px dotted #8884}}{}</style>",
        style()
    );
    for size in 3..=5 {
        let _ = write!(page, "<h2>connected graphs of {size} vertices</h2>");
        for figure in classes(size) {
            page.push_str(&draw(&figure, &Options::thumbnail(if size == 5 { 88.0 } else { 56.0 })));
        }
    }
    page.push_str("<h2>triads</h2>");
    for figure in (0..16).filter_map(triad) {
        page.push_str(&draw(&figure, &Options { placing: Placing::Circle, ..Options::thumbnail(64.0) }));
    }
    page.push_str("<h2>larger</h2>");
    for (size, edges) in larger() {
        page.push_str(&draw(&Figure::undirected(size, &edges), &Options::thumbnail(120.0)));
    }
    page.push_str("<h2>directed</h2>");
    for (size, arcs) in directed() {
        page.push_str(&draw(&Figure::directed(size, arcs), &Options::thumbnail(90.0)));
    }
    page.push_str("<h2>with names</h2>");
    for figure in named() {
        page.push_str(&draw(&figure, &Options::named(460.0)));
    }
    Ok(std::fs::write(file, page)?)
}

type Edges = Vec<(usize, usize)>;

/// A graph of each class up to isomorphism.
fn classes(size: usize) -> Vec<Figure> {
    let pairs: Edges = (0..size).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut found = Vec::new();
    for mask in 0..1_u32 << pairs.len() {
        let edges: Edges =
            pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &pair)| pair).collect();
        let joined = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
        let mut reached = vec![0];
        let mut at = 0;
        while at < reached.len() {
            let next: Vec<usize> = (0..size).filter(|v| joined(reached[at], *v) && !reached.contains(v)).collect();
            reached.extend(next);
            at += 1;
        }
        let degree = |v: usize| (0..size).filter(|&w| joined(v, w)).count();
        let mut key: Vec<(Vec<usize>, usize)> = (0..size)
            .map(|v| {
                let around: Vec<usize> = (0..size).filter(|&w| joined(v, w)).collect();
                let mut degrees: Vec<usize> = around.iter().map(|&w| degree(w)).collect();
                degrees.sort_unstable();
                (
                    degrees,
                    around
                        .iter()
                        .flat_map(|&a| around.iter().map(move |&b| (a, b)))
                        .filter(|&(a, b)| a < b && joined(a, b))
                        .count(),
                )
            })
            .collect();
        key.sort();
        if reached.len() == size && seen.insert(key) {
            found.push(Figure::undirected(size, &edges));
        }
    }
    found.sort_by_key(|figure| figure.edges.len());
    found
}

fn clique(size: usize) -> Edges {
    (0..size).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

fn larger() -> Vec<(usize, Edges)> {
    let cycle = |n: usize| -> Edges { (0..n).map(|i| (i, (i + 1) % n)).collect() };
    let wheel = |n: usize| -> Edges { cycle(n).into_iter().chain((0..n).map(move |i| (i, n))).collect() };
    let grid: Edges = (0..3)
        .flat_map(|r| (0..3).flat_map(move |c| [(r * 3 + c, r * 3 + c + 1, c < 2), (r * 3 + c, r * 3 + c + 3, r < 2)]))
        .filter(|e| e.2)
        .map(|e| (e.0, e.1))
        .collect();
    let mut petersen = cycle(5);
    petersen.extend((0..5).flat_map(|i| [(i, i + 5), (5 + i, 5 + (i + 2) % 5)]));
    let mut prism = cycle(4);
    prism.extend((0..4).flat_map(|i| [(i, i + 4), (4 + i, 4 + (i + 1) % 4)]));
    let barbell: Edges =
        clique(4).into_iter().chain(clique(4).into_iter().map(|(a, b)| (a + 4, b + 4))).chain([(0, 4)]).collect();
    let bipartite: Edges = (0..3).flat_map(|a| (3..7).map(move |b| (a, b))).collect();
    vec![
        (6, clique(6)),
        (8, cycle(8)),
        (7, wheel(6)),
        (9, grid),
        (10, petersen),
        (8, prism),
        (8, barbell),
        (7, bipartite),
        (7, vec![(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]),
        (8, (1..8).map(|i| (0, i)).collect()),
        (7, (1..7).map(|i| (i - 1, i)).collect()),
        (6, vec![(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]),
        (
            12,
            vec![
                (0, 1),
                (1, 2),
                (2, 3),
                (3, 0),
                (0, 4),
                (4, 5),
                (5, 6),
                (6, 4),
                (2, 7),
                (7, 8),
                (8, 9),
                (9, 2),
                (3, 10),
                (10, 11),
                (1, 3),
            ],
        ),
        (6, vec![(0, 1), (1, 2), (2, 0), (3, 4)]),
        (9, clique(9)),
    ]
}

fn directed() -> [(usize, &'static [(usize, usize)]); 6] {
    [
        (3, &[(0, 1), (1, 2), (0, 2)]),
        (4, &[(0, 2), (0, 3), (1, 2), (1, 3)]),
        (4, &[(0, 1), (0, 2), (1, 3), (2, 3)]),
        (4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        (5, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 1), (3, 4)]),
        (6, &[(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)]),
    ]
}

fn named() -> Vec<Figure> {
    let mut triangle = Figure::undirected(3, &clique(3)).with_names(["a", "b", "c"]);
    triangle.vertices[0].label = Some("Person".to_owned());
    triangle.vertices[1].label = Some("Person".to_owned());
    triangle.vertices[2].label = Some("Company".to_owned());
    triangle.edges[1].label = Some("works at".to_owned());
    let mut square = Figure::directed(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).with_names([
        "Mr. Hi",
        "John A.",
        "Zachary Taylor",
        "An unusually long name of a vertex",
    ]);
    square.edges[4].absent = true;
    let mut pair = Figure::directed(2, &[(0, 1), (1, 0)]).with_names(["x", "y"]);
    pair.edges[0].label = Some("follows".to_owned());
    pair.edges[1].label = Some("blocks".to_owned());
    let mut mutual = Figure::undirected(2, &[]).with_names(["Ada", "Grace Hopper"]);
    mutual.edges.push(Edge::new(0, 1, EdgeKind::Mutual));
    let path = Figure::undirected(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).with_names([
        "Valjean",
        "Javert",
        "Cosette",
        "Marius Pontmercy",
        "Éponine",
    ]);
    let k5 = Figure::undirected(5, &clique(5)).with_names(["1", "2", "3", "4", "34"]);
    let mut star = Figure::undirected(6, &(1..6).map(|i| (0, i)).collect::<Vec<_>>()).with_names([
        "hub",
        "北京",
        "Berlin",
        "Wien",
        "São Paulo",
        "x",
    ]);
    for (vertex, label) in star.vertices.iter_mut().zip(["A", "B", "C", "D", "E", "F"]) {
        vertex.label = Some(label.to_owned());
    }
    vec![triangle, square, pair, mutual, path, k5, star]
}
