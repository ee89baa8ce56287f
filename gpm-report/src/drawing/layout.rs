//! Places for the vertices of a figure: the known form or the best candidate of each part, turned well, parts side by side.

use std::f64::consts::{FRAC_PI_2, PI};

use super::forms::{known, on_circle};
use super::score::{cost, in_edge_lengths, is_kept};
use super::shape::Shape;
use super::stress::{EQUAL, best_circle, candidates};
use crate::geometry::{Area, Point};

/// Vertices up to which layouts are compared; more stand on a circle. *guess*
const MOST_COMPARED: usize = 24;
/// The gap between parts, in lengths of edges. *guess*
const GAP: f64 = 0.9;

/// How the vertices of a drawing are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placing {
    /// As shows the structure best: rows, circles, stars, layers, else what has few crossings and even edges.
    #[default]
    Best,
    /// On a circle in the order given, the first on top or top right, clockwise. Drawings with the same vertices can then be compared.
    Circle,
}

/// Places in lengths of edges; the same ones each time.
pub(super) fn places(shape: &Shape, placing: Placing) -> Vec<Point> {
    if placing == Placing::Circle || shape.size > MOST_COMPARED {
        // Sides have length 1, whichever edges there are.
        let side = 2.0 * (PI / shape.size.max(2) as f64).sin();
        let order: Vec<usize> = (0..shape.size).collect();
        return on_circle(&order).into_iter().map(|place| place * (1.0 / side)).collect();
    }
    let mut places = vec![Point::default(); shape.size];
    let mut right = 0.0;
    let mut parts = shape.parts();
    parts.sort_by_key(|part| (usize::MAX - part.len(), part.first().copied()));
    for part in parts {
        let own = of_part(&shape.within(&part));
        let area = Area::of(&own);
        let shift = Point::new(right - area.low.x, -(area.low.y + area.high.y) / 2.0);
        for (&vertex, &place) in part.iter().zip(&own) {
            places[vertex] = place + shift;
        }
        right += area.width() + GAP;
    }
    places
}

fn of_part(shape: &Shape) -> Vec<Point> {
    if let Some(form) = known(shape) {
        return turned(shape, &in_edge_lengths(shape, &form), &[0.0, PI]);
    }
    if shape.is_clique() {
        return turned(shape, &in_edge_lengths(shape, &best_circle(shape)), &[0.0]);
    }
    let mut best: Option<(f64, Vec<Point>)> = None;
    for places in candidates(shape) {
        let own = cost(shape, &places);
        if own.is_finite() && best.as_ref().is_none_or(|(least, _)| own < least - EQUAL) {
            best = Some((own, places));
        }
    }
    let places = in_edge_lengths(shape, &best.map_or_else(|| best_circle(shape), |(_, places)| places));
    turned(shape, &places, &angles(shape, &places))
}

/// Turns after which an edge lies flat or upright, or a vertex stands at the top.
fn angles(shape: &Shape, places: &[Point]) -> Vec<f64> {
    let edges = shape.lines.iter().map(|line| (places[line.ends.1] - places[line.ends.0]).angle());
    let rays = places.iter().filter(|place| place.length() > EQUAL).map(|place| place.angle());
    let quarters = [0.0, FRAC_PI_2, PI, -FRAC_PI_2];
    edges.chain(rays).flat_map(|angle| quarters.map(|quarter| quarter - angle)).collect()
}

/// The best of some turns and of their mirror images.
fn turned(shape: &Shape, places: &[Point], angles: &[f64]) -> Vec<Point> {
    let mut best: Option<(f64, Vec<Point>)> = None;
    for &angle in angles {
        for (flip_x, flip_y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)] {
            let turn = |place: &Point| {
                let place = place.turned(angle);
                Point::new(place.x * flip_x, place.y * flip_y)
            };
            let own: Vec<Point> = places.iter().map(turn).collect();
            let merit = merit(shape, &own);
            if best.as_ref().is_none_or(|(most, _)| merit > most + EQUAL) {
                best = Some((merit, own));
            }
        }
    }
    best.map_or_else(|| places.to_vec(), |(_, places)| places)
}

/// How well places are turned. The weights are *guess*es; symmetry about the upright axis comes first, then flat edges and arcs that lead down.
fn merit(shape: &Shape, places: &[Point]) -> f64 {
    let area = Area::of(places);
    let mut merit = 0.0;
    if is_kept(shape, places, |place| Point::new(-place.x, place.y)) {
        merit += 3.0;
    }
    if is_kept(shape, places, |place| Point::new(place.x, -place.y)) {
        merit += 1.0;
    }
    for line in &shape.lines {
        let along = places[line.ends.1] - places[line.ends.0];
        if along.y.abs() < FLAT {
            merit += 0.3;
        } else if along.x.abs() < FLAT {
            merit += 0.15;
        }
        merit += line.flow * (0.5 * along.y + 0.4 * along.x);
    }
    if area.width() >= area.height() {
        merit += 0.4;
    }
    // More stands below than above the middle, and what comes first is further up and to the left.
    merit += 0.2 * places.iter().map(|place| place.y - (area.low.y + area.high.y) / 2.0).sum::<f64>();
    for (i, place) in places.iter().enumerate() {
        merit -= 0.003 * (place.x + 1.5 * place.y) / (i + 1) as f64;
    }
    merit
}

/// What an edge may deviate, in lengths of edges, and still be flat or upright. *guess*
const FLAT: f64 = 0.01;
