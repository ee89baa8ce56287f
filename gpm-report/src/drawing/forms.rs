//! Forms that readers know: rows, circles, stars, wheels, two rows, trees.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::shape::Shape;
use crate::geometry::Point;

/// Places of a connected graph that has a form of its own; edges have lengths near 1.
pub(super) fn known(shape: &Shape) -> Option<Vec<Point>> {
    match shape.size {
        0..=2 => return Some((0..shape.size).map(|vertex| Point::new(vertex as f64, 0.0)).collect()),
        _ if shape.is_clique() => return None,
        _ => {}
    }
    let two_rows = rows(shape);
    let leads_down = |places: &Vec<Point>| {
        let drop = |ends: (usize, usize)| places[ends.1].y - places[ends.0].y;
        let falls: Vec<f64> = shape.lines.iter().map(|line| drop(line.ends) * line.flow).collect();
        falls.iter().all(|&fall| fall > 0.0) || falls.iter().all(|&fall| fall < 0.0)
    };
    // A square whose arcs all lead from one pair to the other one is known as two rows.
    if two_rows.as_ref().is_some_and(leads_down) {
        return two_rows;
    }
    path(shape)
        .or_else(|| cycle(shape))
        .or_else(|| star(shape))
        .or_else(|| tree(shape))
        .or_else(|| wheel(shape))
        .or(two_rows)
}

/// The corners of a regular polygon in their order, a side at the bottom, or the radius 1 for one vertex or none.
pub(super) fn polygon(corners: usize) -> Vec<Point> {
    let start = if corners.is_multiple_of(2) { PI / corners.max(1) as f64 } else { 0.0 };
    let corner = |i: usize| Point::polar(1.0, start - FRAC_PI_2 + TAU * i as f64 / corners.max(1) as f64);
    (0..corners).map(corner).collect()
}

/// Vertices in an order, on the corners of a polygon.
pub(super) fn on_circle(order: &[usize]) -> Vec<Point> {
    let corners = polygon(order.len());
    let mut places = vec![Point::default(); order.len()];
    for (&vertex, &corner) in order.iter().zip(&corners) {
        places[vertex] = corner;
    }
    places
}

/// The vertices in the order of a walk that never goes back, from one on.
fn walk(shape: &Shape, start: usize) -> Vec<usize> {
    let mut order = vec![start];
    while let Some(next) = order.last().and_then(|&last| shape.neighbors(last).find(|to| !order.contains(to))) {
        order.push(next);
    }
    order
}

fn path(shape: &Shape) -> Option<Vec<Point>> {
    let is_path = shape.is_tree() && (0..shape.size).all(|vertex| shape.degree(vertex) <= 2);
    let start = (0..shape.size).find(|&vertex| is_path && shape.degree(vertex) == 1)?;
    let mut places = vec![Point::default(); shape.size];
    for (at, vertex) in walk(shape, start).into_iter().enumerate() {
        places[vertex] = Point::new(at as f64, 0.0);
    }
    Some(places)
}

fn cycle(shape: &Shape) -> Option<Vec<Point>> {
    let is_cycle = (0..shape.size).all(|vertex| shape.degree(vertex) == 2);
    is_cycle.then(|| on_circle(&walk(shape, 0)))
}

/// A vertex in the middle of the others, which are `order` around it.
fn around(center: usize, order: &[usize]) -> Vec<Point> {
    let corners = polygon(order.len());
    let mut places = vec![Point::default(); order.len() + 1];
    for (&vertex, &corner) in order.iter().zip(&corners) {
        places[vertex] = corner;
    }
    places[center] = Point::default();
    places
}

fn star(shape: &Shape) -> Option<Vec<Point>> {
    let center = (0..shape.size).find(|&vertex| shape.is_tree() && shape.degree(vertex) == shape.size - 1)?;
    Some(around(center, &shape.neighbors(center).collect::<Vec<_>>()))
}

fn wheel(shape: &Shape) -> Option<Vec<Point>> {
    let hub = (0..shape.size).find(|&vertex| shape.degree(vertex) == shape.size - 1)?;
    let rim: Vec<usize> = shape.neighbors(hub).collect();
    let inner = shape.within(&rim);
    let is_wheel =
        rim.len() >= 4 && inner.parts().len() == 1 && (0..inner.size).all(|vertex| inner.degree(vertex) == 2);
    is_wheel.then(|| around(hub, &walk(&inner, 0).into_iter().map(|place| rim[place]).collect::<Vec<_>>()))
}

/// A complete bipartite graph, the smaller side on top.
fn rows(shape: &Shape) -> Option<Vec<Point>> {
    let distances = shape.distances_from(0);
    let side = |vertex: usize| distances[vertex].is_some_and(|distance| distance % 2 == 1);
    let (mut top, mut bottom): (Vec<usize>, Vec<usize>) = (0..shape.size).partition(|&vertex| side(vertex));
    let is_bipartite = shape.lines.iter().all(|line| side(line.ends.0) != side(line.ends.1));
    if !is_bipartite || shape.lines.len() != top.len() * bottom.len() || top.len().min(bottom.len()) < 2 {
        return None;
    }
    if top.len() > bottom.len() {
        std::mem::swap(&mut top, &mut bottom);
    }
    let mut places = vec![Point::default(); shape.size];
    let width = bottom.len() as f64 - 1.0;
    for (row, y) in [(top, 0.0), (bottom, (width * 0.75).max(1.0))] {
        let gap = width / (row.len().max(2) - 1) as f64;
        for (at, &vertex) in row.iter().enumerate() {
            // Short rows stand a little inside of longer ones.
            let x = if gap > 1.0 { width * (at as f64 + 0.5) / row.len() as f64 } else { gap * at as f64 };
            places[vertex] = Point::new(x, y);
        }
    }
    Some(places)
}

/// A tree in layers, its root on top: the vertex that all arcs lead away from, or the middle of the tree. Where all arcs lead to one vertex, that
/// is the root, and at the bottom.
fn tree(shape: &Shape) -> Option<Vec<Point>> {
    if !shape.is_tree() {
        return None;
    }
    let is_source = |vertex: usize, sign: f64| {
        let distances = shape.distances_from(vertex);
        shape.lines.iter().all(|line| {
            let away = if distances[line.ends.0] < distances[line.ends.1] { 1.0 } else { -1.0 };
            line.flow * away == sign
        })
    };
    let reach = |vertex: usize| shape.distances_from(vertex).into_iter().flatten().max().unwrap_or(0);
    let source = (0..shape.size).find(|&vertex| is_source(vertex, 1.0));
    let sink = (0..shape.size).find(|&vertex| is_source(vertex, -1.0));
    let middle = (0..shape.size).min_by_key(|&vertex| (reach(vertex), usize::MAX - shape.degree(vertex)));
    let root = source.or(sink).or(middle)?;
    let mut layers = Layers { shape, places: vec![Point::default(); shape.size], right: vec![0.0; shape.size] };
    layers.place(root, None, 0);
    let up = if source.is_none() && sink.is_some() { -1.0 } else { 1.0 };
    Some(layers.places.into_iter().map(|place| Point::new(place.x, place.y * up)).collect())
}

struct Layers<'s> {
    shape: &'s Shape,
    places: Vec<Point>,
    /// By layer, where the next vertex may stand.
    right: Vec<f64>,
}

impl Layers<'_> {
    /// Places a vertex above what hangs from it, and returns how far it was moved to the right of its children's middle.
    fn place(&mut self, vertex: usize, parent: Option<usize>, layer: usize) {
        let shape = self.shape;
        let children: Vec<usize> = shape.neighbors(vertex).filter(|&to| Some(to) != parent).collect();
        for &child in &children {
            self.place(child, Some(vertex), layer + 1);
        }
        let middle = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => (self.places[first].x + self.places[last].x) / 2.0,
            _ => self.right[layer],
        };
        let x = middle.max(self.right[layer]);
        for &child in &children {
            self.shift(child, vertex, x - middle, layer + 1);
        }
        self.places[vertex] = Point::new(x, layer as f64 * LAYER);
        self.right[layer] = x + 1.0;
    }

    /// Moves what hangs from a vertex to the right.
    fn shift(&mut self, vertex: usize, parent: usize, by: f64, layer: usize) {
        if by <= 0.0 {
            return;
        }
        let shape = self.shape;
        self.places[vertex].x += by;
        self.right[layer] = self.right[layer].max(self.places[vertex].x + 1.0);
        for child in shape.neighbors(vertex).filter(|&to| to != parent) {
            self.shift(child, vertex, by, layer + 1);
        }
    }
}

/// The height of a layer of a tree, where neighbors in a layer are 1 apart. *guess*
const LAYER: f64 = 1.0;
