//! Points of the plane, and distances between points and lines.

use std::ops::{Add, Mul, Sub};

/// A point or a vector; y grows downwards, as in SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// At a distance and an angle in radians; 0 is to the right, a quarter turn is down.
    pub(crate) fn polar(radius: f64, angle: f64) -> Self {
        Point { x: radius * angle.cos(), y: radius * angle.sin() }
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive where `other` is clockwise of it.
    pub(crate) fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub(crate) fn angle(self) -> f64 {
        self.y.atan2(self.x)
    }

    /// The vector of length 1 in its direction; to the right if it has none.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length > f64::EPSILON { self * (1.0 / length) } else { Point::new(1.0, 0.0) }
    }

    /// A quarter turn clockwise.
    pub(crate) fn normal(self) -> Self {
        Point::new(-self.y, self.x)
    }

    pub(crate) fn turned(self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Point::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    pub(crate) fn mid(self, other: Point) -> Self {
        (self + other) * 0.5
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, by: f64) -> Point {
        Point::new(self.x * by, self.y * by)
    }
}

/// The mean of points; the origin for none.
pub(crate) fn centroid(points: &[Point]) -> Point {
    let sum = points.iter().fold(Point::default(), |sum, &point| sum + point);
    sum * (1.0 / points.len().max(1) as f64)
}

/// The distance of a point from a segment.
pub(crate) fn from_segment(point: Point, (a, b): (Point, Point)) -> f64 {
    let along = b - a;
    let square = along.dot(along);
    let at = if square > 0.0 { ((point - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    (point - (a + along * at)).length()
}

/// Whether two segments cross in their inner parts.
pub(crate) fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// A rectangle with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

impl Area {
    /// Around a point, with half its width and half its height.
    pub(crate) fn around(center: Point, half_width: f64, half_height: f64) -> Self {
        let half = Point::new(half_width, half_height);
        Area { low: center - half, high: center + half }
    }

    /// The least area around points; around the origin for none.
    pub(crate) fn of(points: &[Point]) -> Self {
        let mut all = points.iter();
        let first = all.next().copied().unwrap_or_default();
        all.fold(Area { low: first, high: first }, |area, &point| area.with(Area { low: point, high: point }))
    }

    pub(crate) fn with(self, other: Area) -> Self {
        Area {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        Area { low: self.low - Point::new(by, by), high: self.high + Point::new(by, by) }
    }

    pub(crate) fn width(self) -> f64 {
        self.high.x - self.low.x
    }

    pub(crate) fn height(self) -> f64 {
        self.high.y - self.low.y
    }

    /// The area that both share, in square units.
    pub(crate) fn overlap(self, other: Area) -> f64 {
        let width = self.high.x.min(other.high.x) - self.low.x.max(other.low.x);
        let height = self.high.y.min(other.high.y) - self.low.y.max(other.low.y);
        width.max(0.0) * height.max(0.0)
    }

    pub(crate) fn contains(self, point: Point) -> bool {
        (self.low.x..=self.high.x).contains(&point.x) && (self.low.y..=self.high.y).contains(&point.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_and_crossings() {
        let segment = (Point::new(0.0, 0.0), Point::new(2.0, 0.0));
        assert_eq!(from_segment(Point::new(1.0, 1.0), segment), 1.0);
        assert_eq!(from_segment(Point::new(5.0, 4.0), segment), 5.0);
        assert!(cross(segment, (Point::new(1.0, -1.0), Point::new(1.0, 1.0))));
        assert!(!cross(segment, (Point::new(2.0, -1.0), Point::new(2.0, 1.0))), "they touch at an end");
    }
}
