//! Where names and labels of a drawing stand that do not fit into its vertices.

use std::f64::consts::TAU;

use super::curves::Curve;
use crate::escape::{shortened, width};
use crate::geometry::{Area, Point};
use crate::svg::Anchor;

/// The height of a line of text in sizes of its font.
pub(super) const LINE_HEIGHT: f64 = 1.2;
/// The size of the labels of edges beside that of names. *guess*
const EDGE_LABEL: f64 = 0.88;
/// Characters of a label that are shown. *guess*
const LONGEST_LABEL: usize = 24;
/// Directions around a vertex that are tried.
const DIRECTIONS: usize = 16;
/// The gap between text and what it belongs to, in pixels. *guess*
const GAP: f64 = 4.0;
/// What it costs to cover text or a vertex, by square pixel, and to cover a point of an edge. *guess*
const COVERS: f64 = 1.0;
const STRIKES: f64 = 60.0;

/// Lines of text in their place.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// Class and text of each line.
    pub(super) lines: Vec<(&'static str, String)>,
    /// The upper end of the first line, where the text is held.
    pub(super) top: Point,
    pub(super) anchor: Anchor,
    /// Of the font, in pixels.
    pub(super) size: f64,
    width: f64,
}

impl Words {
    fn new(lines: Vec<(&'static str, String)>, size: f64) -> Self {
        let width = lines.iter().map(|(_, line)| width(line) * size).fold(0.0, f64::max);
        Words { lines, top: Point::default(), anchor: Anchor::Middle, size, width }
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LINE_HEIGHT
    }

    /// What it covers, in pixels.
    pub(super) fn area(&self) -> Area {
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width / 2.0,
            Anchor::End => self.width,
        };
        let low = self.top - Point::new(left, 0.0);
        Area { low, high: low + Point::new(self.width, self.height()) }
    }

    /// Beside a point, in a direction, as near as it can be.
    fn beside(mut self, point: Point, direction: Point, distance: f64) -> Self {
        self.anchor = match direction.x {
            x if x > 0.35 => Anchor::Start,
            x if x < -0.35 => Anchor::End,
            _ => Anchor::Middle,
        };
        let at = point + direction * distance;
        // Text to the side is centred on the line of sight, text above ends there.
        self.top = at - Point::new(0.0, self.height() * (1.0 - direction.y) / 2.0);
        self
    }
}

/// Places for the texts beside vertices (class and text of each line), then for the labels of edges.
pub(super) fn place_words(
    places: &[Point],
    radius: f64,
    curves: &[Curve],
    beside: &[Vec<(&str, &str)>],
    size: f64,
) -> Vec<Words> {
    let mut taken: Vec<Area> = places.iter().map(|&place| Area::around(place, radius, radius)).collect();
    let points: Vec<Point> = curves.iter().flat_map(Curve::samples).collect();
    let mut placed = Vec::new();
    for (&place, lines) in places.iter().zip(beside).filter(|(_, lines)| !lines.is_empty()) {
        let own = |&(class, line): &(&str, &str)| {
            (if class == "name" { "name" } else { "label" }, shortened(line, LONGEST_LABEL))
        };
        let words = Words::new(lines.iter().map(own).collect(), size);
        let free = away_from(&points, place);
        let tried = (0..DIRECTIONS).map(|i| {
            let direction = Point::polar(1.0, TAU * i as f64 / DIRECTIONS as f64);
            // Below, above or to a side reads best; outwards there is room for sure.
            let slant = (direction.x * direction.y).abs() * 6.0;
            (
                words.clone().beside(place, direction, radius + GAP),
                8.0 - 8.0 * direction.dot(free) + slant - direction.y,
            )
        });
        placed.extend(best(tried, &mut taken, &points));
    }
    for curve in curves {
        let Some(label) = &curve.label else { continue };
        let words = Words::new(vec![("edge-label", shortened(label, LONGEST_LABEL))], size * EDGE_LABEL);
        let tried = [0.5, 0.4, 0.6, 0.3, 0.7].into_iter().flat_map(|t| {
            let (at, along) = (curve.at(t), (curve.at(t + 0.1) - curve.at(t - 0.1)).unit());
            let words = &words;
            [along.normal(), along.normal() * -1.0].map(move |direction| {
                let off_center = (t - 0.5_f64).abs() * 40.0;
                (words.clone().beside(at, direction, GAP * 0.6), off_center + direction.y * 2.0)
            })
        });
        placed.extend(best(tried, &mut taken, &points));
    }
    placed
}

/// The direction in which a vertex has the most room, by what lies near it; shorter where there is as much on all sides.
fn away_from(points: &[Point], place: Point) -> Point {
    let pushes = points.iter().map(|&point| {
        let from = place - point;
        from * (1.0 / from.dot(from).max(1.0).powf(1.5))
    });
    let sum = pushes.fold(Point::default(), |sum, push| sum + push);
    let weight: f64 = points.iter().map(|&point| 1.0 / (place - point).dot(place - point).max(1.0)).sum();
    sum * (1.0 / weight.max(f64::EPSILON))
}

/// The place that costs least, which is then taken.
fn best(tried: impl Iterator<Item = (Words, f64)>, taken: &mut Vec<Area>, points: &[Point]) -> Option<Words> {
    let cost = |words: &Words, own: f64| {
        let area = words.area();
        let covered: f64 = taken.iter().map(|other| area.overlap(*other)).sum();
        let struck = points.iter().filter(|point| area.contains(**point)).count() as f64;
        own + COVERS * covered + STRIKES * struck
    };
    let priced = tried.map(|(words, own)| (cost(&words, own), words));
    let (_, words) = priced.min_by(|(first, _), (second, _)| first.total_cmp(second))?;
    taken.push(words.area());
    Some(words)
}
