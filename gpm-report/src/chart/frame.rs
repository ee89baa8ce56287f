//! The frame of a chart: axes, grid, marks, titles, and where values are in it.

use super::ticks::Ticks;
use crate::escape::{shortened, width as text_width};
use crate::geometry::Point;
use crate::svg::{Anchor, Svg};

/// The size of charts in pixels; they are made smaller where a page has less room.
pub(crate) const WIDTH: f64 = 640.0;
pub(crate) const HEIGHT: f64 = 330.0;
/// The size of the text at marks, in pixels, as the style sheet has it.
const TICK_SIZE: f64 = 11.5;
/// And of the names of series.
const KEY_SIZE: f64 = 12.0;
/// Room above for the title of the upright axis, to the right, and below for marks and a title, in pixels.
const TOP: f64 = 34.0;
const RIGHT: f64 = 18.0;
const BOTTOM: f64 = 46.0;
/// Where the title of the upright axis and the names of series stand, in pixels from above.
const TITLE: f64 = 13.0;

/// An axis: its ends, its marks, what it shows.
pub(crate) struct Axis<'a> {
    pub(crate) ends: (f64, f64),
    pub(crate) ticks: Ticks,
    pub(crate) title: &'a str,
    /// Whether equal ratios are equally far apart.
    pub(crate) is_log: bool,
}

impl Axis<'_> {
    /// Where a value is on the axis, from 0 to 1; values outside are at the ends.
    fn part(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.is_log { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (low, high) = (scaled(self.ends.0), scaled(self.ends.1));
        let part = (scaled(value) - low) / (high - low);
        if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Where a chart has its values, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

impl Frame {
    /// In a chart of a size: room for the marks of the upright axis, and `below` pixels more under the other one.
    pub(crate) fn new(upright: &Axis<'_>, (width, height): (f64, f64), below: f64) -> Self {
        let widest = upright.ticks.labels.iter().map(|label| text_width(label) * TICK_SIZE).fold(0.0, f64::max);
        Frame { low: Point::new(widest + 16.0, TOP), high: Point::new(width - RIGHT, height - BOTTOM - below) }
    }

    pub(crate) fn x(&self, axis: &Axis<'_>, value: f64) -> f64 {
        self.low.x + axis.part(value) * (self.high.x - self.low.x)
    }

    pub(crate) fn y(&self, axis: &Axis<'_>, value: f64) -> f64 {
        self.high.y - axis.part(value) * (self.high.y - self.low.y)
    }

    /// The upright axis: faint lines across, marks, and the title above.
    pub(crate) fn draw_upright(&self, svg: &mut Svg, axis: &Axis<'_>) {
        for (&at, label) in axis.ticks.at.iter().zip(&axis.ticks.labels) {
            let y = self.y(axis, at);
            svg.line("grid", Point::new(self.low.x, y), Point::new(self.high.x, y));
            svg.text("tick", Point::new(self.low.x - 8.0, y + 4.0), Anchor::End, label);
        }
        svg.text("axis-title", Point::new(4.0, TITLE), Anchor::Start, axis.title);
    }

    /// The axis at the bottom: a line with marks, and the title below.
    pub(crate) fn draw_bottom(&self, svg: &mut Svg, axis: &Axis<'_>) {
        self.draw_base(svg);
        for (&at, label) in axis.ticks.at.iter().zip(&axis.ticks.labels) {
            let x = self.x(axis, at);
            svg.line("axis", Point::new(x, self.high.y), Point::new(x, self.high.y + 4.0));
            // The last label may be wider than the room on the right.
            let middle = x.min(self.high.x + RIGHT - 1.0 - text_width(label) * TICK_SIZE / 2.0);
            svg.text("tick", Point::new(middle, self.high.y + 18.0), Anchor::Middle, label);
        }
        self.draw_title(svg, axis.title, 0.0);
    }

    pub(crate) fn draw_base(&self, svg: &mut Svg) {
        svg.line("axis", Point::new(self.low.x, self.high.y), self.high);
    }

    /// What the axis at the bottom shows, `below` pixels further down than under marks alone.
    pub(crate) fn draw_title(&self, svg: &mut Svg, title: &str, below: f64) {
        let middle = (self.low.x + self.high.x) / 2.0;
        svg.text("axis-title", Point::new(middle, self.high.y + 38.0 + below), Anchor::Middle, title);
    }
}

/// The class of the colour of a series: the first one has the accent.
pub(crate) fn colour(series: usize) -> String {
    if series == 0 { "accent".to_owned() } else { format!("colour-{}", 1 + series % 7) }
}

/// Names of series in a line above the chart, from the right.
pub(crate) fn draw_key(svg: &mut Svg, names: &[&str]) {
    let mut right = WIDTH - RIGHT;
    for (series, name) in names.iter().enumerate().rev() {
        let name = shortened(name, 24);
        let left = right - text_width(&name) * KEY_SIZE;
        svg.text("key", Point::new(left, TITLE), Anchor::Start, &name);
        let dot = Point::new(left - 9.0, TITLE - 4.0);
        svg.circle(&format!("point {}", colour(series)), dot, 4.0, None);
        right = dot.x - 18.0;
    }
}
