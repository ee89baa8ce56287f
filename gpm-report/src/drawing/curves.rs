//! Edges as lines: from rim to rim, bent where several join the same vertices, with arrowheads.

use super::figure::{Edge, EdgeKind};
use crate::geometry::Point;

/// How far apart parallel edges are bent, as part of their length. *guess*
const BEND: f64 = 0.2;
/// The width of an arrowhead beside its length. *guess*
const HEAD_WIDTH: f64 = 0.8;
/// The largest part of an edge that a head may take. *guess*
const LONGEST_HEAD: f64 = 0.45;
/// Points of a curve that are looked at for room and area.
const SAMPLES: usize = 12;

/// An edge as it is drawn: a quadratic curve.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// Where it begins, what it is bent towards, where it ends.
    pub(super) points: [Point; 3],
    pub(super) is_straight: bool,
    pub(super) kind: EdgeKind,
    pub(super) absent: bool,
    pub(super) label: Option<String>,
    /// Triangles at its beginning and at its end.
    pub(super) heads: [[Point; 3]; 2],
}

impl Curve {
    pub(super) fn at(&self, t: f64) -> Point {
        on([self.points[0], self.points[1], self.points[2]], t)
    }

    pub(super) fn samples(&self) -> Vec<Point> {
        (0..=SAMPLES).map(|i| self.at(i as f64 / SAMPLES as f64)).collect()
    }

    pub(super) fn moved(&self, by: impl Fn(Point) -> Point) -> Curve {
        Curve { points: self.points.map(&by), heads: self.heads.map(|head| head.map(&by)), ..self.clone() }
    }
}

/// The edges as curves between circles of a radius, with heads of a length, all in pixels.
pub(super) fn curves(edges: &[Edge], places: &[Point], radius: f64, head: f64) -> Vec<Curve> {
    let pair = |edge: &Edge| (edge.from.min(edge.to), edge.from.max(edge.to));
    edges
        .iter()
        .enumerate()
        .map(|(i, edge)| {
            let same = |other: &&Edge| pair(other) == pair(edge);
            let (before, all) = (edges[..i].iter().filter(same).count(), edges.iter().filter(same).count());
            let offset = (before as f64 - (all as f64 - 1.0) / 2.0) * BEND * 2.0;
            // An edge the other way is bent to the other side already by its own direction.
            let side = if edge.from < edge.to { 1.0 } else { -1.0 };
            curve(edge, (places[edge.from], places[edge.to]), offset * side, (radius, head))
        })
        .collect()
}

fn curve(edge: &Edge, (from, to): (Point, Point), offset: f64, (radius, head): (f64, f64)) -> Curve {
    let whole = [from, from.mid(to) + (to - from).normal() * offset, to];
    let length = ((to - from).length() - 2.0 * radius).max(0.0);
    let head = head.min(length * LONGEST_HEAD);
    let has_head = [edge.kind == EdgeKind::Mutual, edge.kind != EdgeKind::Undirected];
    // Heads touch the rim; lines end inside of the heads, so that their points stay sharp.
    let rims = [leaving(whole, radius), 1.0 - leaving([to, whole[1], from], radius)];
    let reach = |is_head: bool| radius + if is_head { head * 0.8 } else { 0.0 };
    let (start, end) = (leaving(whole, reach(has_head[0])), 1.0 - leaving([to, whole[1], from], reach(has_head[1])));
    let triangle = |tip: Point, base: Point| {
        let along = (tip - base).unit();
        let (back, side) = (tip - along * head, along.normal() * (head * HEAD_WIDTH / 2.0));
        [tip, back + side, back - side]
    };
    let heads = [triangle(on(whole, rims[0]), on(whole, start)), triangle(on(whole, rims[1]), on(whole, end))];
    Curve {
        points: part(whole, start, end),
        is_straight: offset == 0.0,
        kind: edge.kind,
        absent: edge.absent,
        label: edge.label.clone(),
        heads,
    }
}

fn on([a, b, c]: [Point; 3], t: f64) -> Point {
    let s = 1.0 - t;
    a * (s * s) + b * (2.0 * s * t) + c * (t * t)
}

/// Where a curve leaves the circle around its beginning, from 0 to 1/2.
fn leaving(curve: [Point; 3], radius: f64) -> f64 {
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        if (on(curve, middle) - curve[0]).length() < radius { low = middle } else { high = middle }
    }
    high
}

/// The part of a curve from one place on it to another.
fn part(curve: [Point; 3], start: f64, end: f64) -> [Point; 3] {
    let [a, b, c] = curve;
    let mixed = |s: f64, t: f64| a * ((1.0 - s) * (1.0 - t)) + b * (s * (1.0 - t) + t * (1.0 - s)) + c * (s * t);
    [on(curve, start), mixed(start, end), on(curve, end)]
}
