//! How good places are: crossings, room around vertices, even edges, symmetry.

use super::shape::Shape;
use crate::geometry::{Point, centroid, cross, from_segment};

/// What a crossing costs; one with an absent edge costs less. *guess*
const CROSSING: f64 = 1.0;
const CROSSING_OF_ABSENT: f64 = 0.4;
/// What it costs that edges differ in length by their mean. *guess*
const UNEVEN: f64 = 2.0;
/// What doubling the symmetries saves. *guess*
const SYMMETRY: f64 = 0.8;
/// What a vertex costs that another vertex, or an edge of others, covers. *guess*
const COVERED: f64 = 30.0;
/// Distances, in mean lengths of edges, below which vertices are near to each other, and to an edge of others. *guess*
const NEAR_VERTEX: f64 = 0.62;
const NEAR_EDGE: f64 = 0.34;
/// What a sharp angle between edges costs, and below how many radians it is sharp. *guess*
const SHARP: f64 = 0.6;
const SHARP_ANGLE: f64 = 0.5;
/// Distance, in mean lengths of edges, within which two places count as the same in a test of symmetry. *guess*
const SAME_PLACE: f64 = 0.06;

/// What places cost; less is better. They are seen in units of the mean length of an edge. Takes about `lines² + size³` steps.
pub(super) fn cost(shape: &Shape, places: &[Point]) -> f64 {
    let scaled = in_edge_lengths(shape, places);
    let symmetries = symmetries(shape, &scaled) as f64;
    crossings(shape, &scaled)
        + unevenness(shape, &scaled) * UNEVEN
        + crowding(shape, &scaled)
        + sharpness(shape, &scaled)
        - SYMMETRY * symmetries.log2()
}

/// The places moved to have their mean in the origin, and scaled to edges of mean length 1.
pub(super) fn in_edge_lengths(shape: &Shape, places: &[Point]) -> Vec<Point> {
    let lengths = shape.lines.iter().map(|line| (places[line.ends.0] - places[line.ends.1]).length());
    let mean = lengths.sum::<f64>() / shape.lines.len().max(1) as f64;
    let scale = if mean > f64::EPSILON { 1.0 / mean } else { 1.0 };
    let center = centroid(places);
    places.iter().map(|&place| (place - center) * scale).collect()
}

fn crossings(shape: &Shape, places: &[Point]) -> f64 {
    let mut cost = 0.0;
    for (i, first) in shape.lines.iter().enumerate() {
        let segment = (places[first.ends.0], places[first.ends.1]);
        for second in &shape.lines[..i] {
            if cross(segment, (places[second.ends.0], places[second.ends.1])) {
                cost += if first.absent || second.absent { CROSSING_OF_ABSENT } else { CROSSING };
            }
        }
    }
    cost
}

/// The standard deviation of the lengths of edges, whose mean is 1.
fn unevenness(shape: &Shape, places: &[Point]) -> f64 {
    let squares = shape.lines.iter().map(|line| ((places[line.ends.0] - places[line.ends.1]).length() - 1.0).powi(2));
    (squares.sum::<f64>() / shape.lines.len().max(1) as f64).sqrt()
}

/// What lacks room: vertices near each other, and near edges that are not theirs.
fn crowding(shape: &Shape, places: &[Point]) -> f64 {
    let lack = |distance: f64, wanted: f64| {
        let lack = ((wanted - distance) / wanted).max(0.0);
        COVERED * lack * lack
    };
    let mut cost = 0.0;
    for (vertex, &place) in places.iter().enumerate() {
        cost += places[..vertex].iter().map(|&other| lack((place - other).length(), NEAR_VERTEX)).sum::<f64>();
        for line in shape.lines.iter().filter(|line| line.ends.0 != vertex && line.ends.1 != vertex) {
            cost += lack(from_segment(place, (places[line.ends.0], places[line.ends.1])), NEAR_EDGE);
        }
    }
    cost
}

fn sharpness(shape: &Shape, places: &[Point]) -> f64 {
    let mut cost = 0.0;
    for vertex in 0..shape.size {
        let mut angles: Vec<f64> = shape.neighbors(vertex).map(|to| (places[to] - places[vertex]).angle()).collect();
        angles.sort_by(f64::total_cmp);
        for pair in angles.windows(2) {
            cost += SHARP * ((SHARP_ANGLE - (pair[1] - pair[0])) / SHARP_ANGLE).max(0.0);
        }
    }
    cost
}

/// How many turns and mirrorings lead vertices to vertices and edges to edges; at least 1.
pub(super) fn symmetries(shape: &Shape, places: &[Point]) -> usize {
    let Some(first) = (0..shape.size).max_by(|&a, &b| places[a].length().total_cmp(&places[b].length())) else {
        return 1;
    };
    let mut count = 0;
    for to in 0..shape.size {
        if (places[first].length() - places[to].length()).abs() > SAME_PLACE {
            continue;
        }
        let (from, onto) = (places[first].angle(), places[to].angle());
        let turned = |place: Point| place.turned(onto - from);
        let mirrored = |place: Point| Point::new(place.x, -place.y).turned(onto + from);
        count += usize::from(is_kept(shape, places, turned)) + usize::from(is_kept(shape, places, mirrored));
    }
    // A straight row is its own mirror image, which is no merit.
    count.max(1)
}

/// Whether a motion of the plane leads vertices to vertices, and edges to edges.
pub(super) fn is_kept(shape: &Shape, places: &[Point], motion: impl Fn(Point) -> Point) -> bool {
    let image = |place: &Point| {
        let moved = motion(*place);
        places.iter().position(|&other| (other - moved).length() < SAME_PLACE)
    };
    let Some(images) = places.iter().map(image).collect::<Option<Vec<usize>>>() else { return false };
    shape.lines.iter().all(|line| shape.is_joined(images[line.ends.0], images[line.ends.1]))
}
