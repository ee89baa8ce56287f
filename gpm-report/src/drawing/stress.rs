//! Places for graphs without a known form: stress majorisation, faces as outer cycles, rings within rings.

use super::forms::{on_circle, polygon};
use super::score::cost;
use super::shape::Shape;
use crate::geometry::{Point, centroid};

/// Starts of the stress majorisation besides the circle in its best order. *guess*
const STARTS: u64 = 10;
/// Rounds over all vertices of one majorisation, and of the barycenters of inner vertices. *guess*
const ROUNDS: usize = 150;
/// Outer cycles that are tried. *guess*
const MOST_CYCLES: usize = 60;
/// Vertices up to which all orders on a circle are tried; from there on, swaps. *guess*
const MOST_PERMUTED: usize = 6;

/// Places worth comparing, of a connected graph; takes up to 100,000 steps a vertex.
pub(super) fn candidates(shape: &Shape) -> Vec<Vec<Point>> {
    let circle = best_circle(shape);
    let mut all = vec![majorised(shape, circle.clone())];
    let mut numbers = Numbers(1);
    for _ in 0..STARTS {
        let start = (0..shape.size).map(|_| Point::new(numbers.next(), numbers.next())).collect();
        all.push(majorised(shape, start));
    }
    for cycle in outer_cycles(shape) {
        let inner = with_outer(shape, &cycle);
        all.push(inner.iter().map(|place| *place * place.length().powf(WIDENING)).collect());
        all.push(inner);
        all.extend(ring_in_ring(shape, &cycle));
    }
    all.push(circle);
    all
}

/// The power of its radius by which an inner vertex is moved outwards: barycenters crowd in the middle. *guess*
const WIDENING: f64 = -0.4;

/// Numbers that look random, the same ones each time.
struct Numbers(u64);

impl Numbers {
    /// The next one, from 0 to 1. A linear congruence serves: they only start what converges.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Moves vertices until their distances are near to the numbers of steps between them, each pair weighed by the square of these.
fn majorised(shape: &Shape, mut places: Vec<Point>) -> Vec<Point> {
    let wanted: Vec<Vec<Option<usize>>> = (0..shape.size).map(|vertex| shape.distances_from(vertex)).collect();
    for _ in 0..ROUNDS {
        for vertex in 0..shape.size {
            let (mut sum, mut weights) = (Point::default(), 0.0);
            for other in (0..shape.size).filter(|&other| other != vertex) {
                let Some(distance) = wanted[vertex][other] else { continue };
                let distance = distance as f64;
                let weight = 1.0 / (distance * distance);
                let direction = (places[vertex] - places[other]).unit();
                sum = sum + (places[other] + direction * distance) * weight;
                weights += weight;
            }
            if weights > 0.0 {
                places[vertex] = sum * (1.0 / weights);
            }
        }
    }
    places
}

/// The order on a circle that costs least: of all orders for few vertices, else by swaps until none is better.
pub(super) fn best_circle(shape: &Shape) -> Vec<Point> {
    let mut order: Vec<usize> = (0..shape.size).collect();
    let price = |order: &[usize]| cost(shape, &on_circle(order)) + SIDE * missing_sides(shape, order);
    let mut best = (price(&order), order.clone());
    if shape.size <= MOST_PERMUTED {
        // The first vertex may stay where it is: turns of the circle change nothing.
        while next_order(order.get_mut(1..).unwrap_or_default()) {
            let own = price(&order);
            if own < best.0 - EQUAL {
                best = (own, order.clone());
            }
        }
        return on_circle(&best.1);
    }
    let mut is_better = true;
    while is_better {
        is_better = false;
        for a in 0..shape.size {
            for b in 0..a {
                let mut order = best.1.clone();
                order.swap(a, b);
                let own = price(&order);
                if own < best.0 - EQUAL {
                    best = (own, order);
                    is_better = true;
                }
            }
        }
    }
    on_circle(&best.1)
}

/// Costs that differ by less are the same. *guess*
pub(super) const EQUAL: f64 = 1e-6;
/// What it costs that neighbors on the circle have no present edge. *guess*
const SIDE: f64 = 0.3;

fn missing_sides(shape: &Shape, order: &[usize]) -> f64 {
    let is_side = |a: usize, b: usize| {
        shape.lines.iter().any(|line| !line.absent && (line.ends == (a, b) || line.ends == (b, a)))
    };
    let sides = order.iter().zip(order.iter().cycle().skip(1));
    sides.filter(|&(&a, &b)| !is_side(a, b)).count() as f64
}

/// The next order in the lexicographic list of all of them; `false` after the last.
fn next_order(order: &mut [usize]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else { return false };
    let Some(with) = (at..order.len()).rev().find(|&i| order[i] > order[at - 1]) else { return false };
    order.swap(at - 1, with);
    order[at..].reverse();
    true
}

/// Cycles without chords, the shorter ones first, each once.
fn outer_cycles(shape: &Shape) -> Vec<Vec<usize>> {
    let mut cycles = Vec::new();
    for start in 0..shape.size {
        grow(shape, &mut vec![start], &mut cycles);
    }
    cycles.sort_by_key(Vec::len);
    cycles
}

/// Goes on with a path whose first vertex is its least; closes it to cycles.
fn grow(shape: &Shape, path: &mut Vec<usize>, cycles: &mut Vec<Vec<usize>>) {
    let (first, last) = (path[0], path[path.len() - 1]);
    for next in (first + 1..shape.size).filter(|&next| shape.is_joined(last, next)) {
        let inner = path.get(1..path.len() - 1).unwrap_or_default();
        if cycles.len() >= MOST_CYCLES || path.contains(&next) || inner.iter().any(|&own| shape.is_joined(own, next)) {
            continue;
        }
        path.push(next);
        if path.len() > 2 && shape.is_joined(first, next) {
            if path[1] < next {
                cycles.push(path.clone());
            }
        } else {
            grow(shape, path, cycles);
        }
        path.pop();
    }
}

/// A cycle as the outer polygon, each other vertex in the middle of its neighbors: without crossings if the graph is planar, three times
/// connected, and the cycle one of its faces.
fn with_outer(shape: &Shape, cycle: &[usize]) -> Vec<Point> {
    let mut places = vec![Point::default(); shape.size];
    for (&vertex, &corner) in cycle.iter().zip(&polygon(cycle.len())) {
        places[vertex] = corner;
    }
    for _ in 0..ROUNDS {
        for vertex in (0..shape.size).filter(|vertex| !cycle.contains(vertex)) {
            let around: Vec<Point> = shape.neighbors(vertex).map(|to| places[to]).collect();
            places[vertex] = centroid(&around);
        }
    }
    places
}

/// A cycle as the outer polygon and the others behind it, where each has one neighbor of its own on the cycle.
fn ring_in_ring(shape: &Shape, cycle: &[usize]) -> Option<Vec<Point>> {
    if cycle.len() * 2 != shape.size {
        return None;
    }
    let mut places = with_outer(shape, cycle);
    for vertex in (0..shape.size).filter(|vertex| !cycle.contains(vertex)) {
        let mut outer = shape.neighbors(vertex).filter(|to| cycle.contains(to));
        let (Some(own), None) = (outer.next(), outer.next()) else { return None };
        places[vertex] = places[own] * INNER_RADIUS;
    }
    Some(places)
}

/// The radius of the inner ring beside the outer one's. *guess*
const INNER_RADIUS: f64 = 0.5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_all_met() {
        let mut order = [0, 1, 2, 3];
        let mut count = 1;
        while next_order(&mut order) {
            count += 1;
        }
        assert_eq!((count, order), (24, [3, 2, 1, 0]));
    }
}
