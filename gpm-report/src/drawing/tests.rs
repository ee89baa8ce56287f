//! Every small graph is drawn with room around its vertices.

use super::figure::{Edge, EdgeKind, Figure};
use super::layout::{Placing, places};
use super::paint::{Options, draw};
use super::score::{in_edge_lengths, symmetries};
use super::shape::Shape;
use super::triads::{TRIADS, triad};
use crate::geometry::{Point, cross, from_segment};

/// All connected graphs of some vertices, each numbering of them by itself.
fn connected(size: usize) -> Vec<Figure> {
    let pairs: Vec<(usize, usize)> = (0..size).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let figures = (0..1_u32 << pairs.len()).map(|mask| {
        let edges: Vec<_> =
            pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &pair)| pair).collect();
        Figure::undirected(size, &edges)
    });
    figures.filter(|figure| Shape::of(figure).parts().len() == 1).collect()
}

/// One numbering of each graph: that of the least sorted list of degrees of neighbors' degrees. Enough to tell graphs of 5 vertices apart, nearly.
fn up_to_names(figures: Vec<Figure>) -> Vec<Figure> {
    let mut seen = std::collections::BTreeSet::new();
    let key = |figure: &Figure| {
        let shape = Shape::of(figure);
        let triangles = |v: usize| {
            shape
                .neighbors(v)
                .flat_map(|a| shape.neighbors(v).filter(move |&b| b < a).map(move |b| (a, b)))
                .filter(|&(a, b)| shape.is_joined(a, b))
                .count()
        };
        let mut vertices: Vec<_> = (0..shape.size)
            .map(|v| {
                let mut around: Vec<_> = shape.neighbors(v).map(|to| shape.degree(to)).collect();
                around.sort_unstable();
                (around, triangles(v))
            })
            .collect();
        vertices.sort();
        vertices
    };
    figures.into_iter().filter(|figure| seen.insert(key(figure))).collect()
}

/// Asserts that no vertex is on another or on an edge that is not its own, in lengths of edges.
fn has_room(figure: &Figure, placing: Placing) {
    let shape = Shape::of(figure);
    let found = places(&shape, placing);
    let found = if shape.lines.is_empty() { found } else { in_edge_lengths(&shape, &found) };
    for (vertex, &place) in found.iter().enumerate() {
        assert!(place.x.is_finite() && place.y.is_finite(), "{figure:?}");
        for &other in &found[..vertex] {
            assert!((place - other).length() > 0.4, "vertices are near: {} {found:?}", figure.in_words());
        }
        for line in shape.lines.iter().filter(|line| line.ends.0 != vertex && line.ends.1 != vertex) {
            let distance = from_segment(place, (found[line.ends.0], found[line.ends.1]));
            assert!(distance > 0.2, "an edge is near to {vertex}: {} {found:?}", figure.in_words());
        }
    }
}

fn crossings(figure: &Figure) -> usize {
    let shape = Shape::of(figure);
    let places = places(&shape, Placing::Best);
    let segment = |ends: (usize, usize)| (places[ends.0], places[ends.1]);
    let pairs = shape.lines.iter().enumerate().flat_map(|(i, a)| shape.lines[..i].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| cross(segment(a.ends), segment(b.ends))).count()
}

#[test]
fn small_graphs_have_room() {
    for (size, classes) in [(3, 2), (4, 6), (5, 21)] {
        let figures = up_to_names(connected(size));
        assert_eq!(figures.len(), classes);
        for figure in figures {
            has_room(&figure, Placing::Best);
        }
    }
}

#[test]
fn triads_have_room_and_stand_alike() {
    let mut first = None;
    for (place, name) in TRIADS.iter().enumerate() {
        let figure = triad(place).expect("there are sixteen");
        has_room(&figure, Placing::Circle);
        let mut count = [0; 3];
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let arcs = figure.edges.iter().filter(|edge| [(a, b), (b, a)].contains(&(edge.from, edge.to))).count();
            count[2 - arcs] += 1;
        }
        assert!(name.starts_with(&count.map(|count: i32| count.to_string()).concat()), "{name}");
        let svg = draw(&figure, &Options { placing: Placing::Circle, ..Options::thumbnail(56.0) });
        let circles = svg.matches("<circle").count();
        let corner = svg.split("<circle").nth(1).map(str::to_owned);
        assert_eq!(circles, 3);
        assert_eq!(first.get_or_insert(corner.clone()), &corner);
    }
    assert!(triad(16).is_none());
}

fn figure(size: usize, edges: &[(usize, usize)]) -> Figure {
    Figure::undirected(size, edges)
}

#[test]
fn planar_graphs_have_no_crossings() {
    let cube = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)];
    let prism = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)];
    let house = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 4)];
    let grid = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (3, 6), (1, 4), (4, 7), (2, 5), (5, 8)];
    for figure in [figure(8, &cube), figure(6, &prism), figure(5, &house), figure(9, &grid)] {
        has_room(&figure, Placing::Best);
        assert_eq!(crossings(&figure), 0, "{}", figure.in_words());
    }
}

#[test]
fn symmetric_graphs_are_drawn_symmetric() {
    let symmetries = |figure: &Figure| {
        let shape = Shape::of(figure);
        symmetries(&shape, &in_edge_lengths(&shape, &places(&shape, Placing::Best)))
    };
    let cycle = |size: usize| figure(size, &(0..size).map(|i| (i, (i + 1) % size)).collect::<Vec<_>>());
    let star = |size: usize| figure(size, &(1..size).map(|i| (0, i)).collect::<Vec<_>>());
    let clique = figure(5, &(0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect::<Vec<_>>());
    assert_eq!([symmetries(&cycle(5)), symmetries(&cycle(8)), symmetries(&clique)], [10, 16, 10]);
    assert_eq!([symmetries(&star(4)), symmetries(&star(6))], [6, 10]);
    let diamond = figure(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
    assert_eq!(symmetries(&diamond), 4);
}

#[test]
fn arcs_of_trees_and_paths_lead_down_or_right() {
    let at = |figure: &Figure| places(&Shape::of(figure), Placing::Best);
    let path = at(&Figure::directed(3, &[(2, 1), (1, 0)]));
    assert!(path[2].x < path[1].x && path[1].x < path[0].x, "{path:?}");
    let out = at(&Figure::directed(6, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)]));
    assert!(out[0].y < out[1].y && out[1].y < out[3].y, "{out:?}");
    let back = at(&Figure::directed(6, &[(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)]));
    assert!(back[3].y < back[1].y && back[1].y < back[0].y, "{back:?}");
}

#[test]
fn odd_figures_are_drawn() {
    let none = draw(&Figure::default(), &Options::thumbnail(56.0));
    assert!(none.contains("0 vertices, 0 edges"), "{none}");
    let many = Figure::undirected(40, &(1..40).map(|i| (i - 1, i)).collect::<Vec<_>>());
    let mut wrong = Figure::undirected(2, &[(0, 9), (1, 1)]);
    wrong.edges.push(Edge::new(0, 1, EdgeKind::Mutual));
    let parts = Figure::undirected(6, &[(0, 1), (1, 2), (0, 2), (3, 4)]);
    for figure in [many, wrong, parts, Figure::undirected(1, &[])] {
        for options in [Options::thumbnail(56.0), Options::named(400.0), Options::thumbnail(f64::NAN)] {
            let svg = draw(&figure, &options);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert_eq!(svg, draw(&figure, &options));
        }
    }
}

#[test]
fn absent_edges_have_room_and_are_dashed() {
    let mut open = Figure::undirected(3, &[(0, 1), (1, 2), (0, 2)]);
    open.edges[2].absent = true;
    has_room(&open, Placing::Best);
    assert_eq!(draw(&open, &Options::named(300.0)).matches("edge absent").count(), 1);
}

/// Two arcs with labels of their own are bent apart.
#[test]
fn parallel_edges_are_bent() {
    let mut pair = Figure::directed(2, &[(0, 1), (1, 0)]);
    pair.edges[0].label = Some("follows".to_owned());
    let svg = draw(&pair, &Options::named(300.0));
    assert_eq!((svg.matches("<path class=\"edge\"").count(), svg.matches("class=\"head\"").count()), (2, 2), "{svg}");
    let bends: Vec<&str> = svg.split('Q').skip(1).map(|rest| rest.split('"').next().unwrap_or("")).collect();
    assert_ne!(bends[0].split(' ').nth(1), bends[1].split(' ').nth(1));
}

#[test]
fn small_drawings_are_as_they_were() {
    insta::assert_snapshot!("triangle", draw(&figure(3, &[(0, 1), (1, 2), (0, 2)]), &Options::thumbnail(56.0)));
    let mut arcs = Figure::directed(3, &[(0, 1), (1, 0), (1, 2)]).with_names(["Ann", "Ben <b>", "x"]);
    arcs.vertices[0].label = Some("Person".to_owned());
    arcs.edges[2].label = Some("likes".to_owned());
    arcs.edges[2].absent = true;
    insta::assert_snapshot!("arcs_with_names", draw(&arcs, &Options::named(400.0)));
    insta::assert_snapshot!(
        "two_rows",
        draw(&figure(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]), &Options::thumbnail(80.0))
    );
}

#[test]
fn points_are_where_they_are_told() {
    assert_eq!(Point::polar(2.0, 0.0), Point::new(2.0, 0.0));
}
