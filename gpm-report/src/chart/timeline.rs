//! Counts by bucket of time, as columns.

use super::frame::{Axis, Frame, WIDTH};
use super::ticks::linear;
use crate::escape::{shortened, width};
use crate::geometry::Point;
use crate::number::grouped;
use crate::svg::{Anchor, Svg};

/// The height of the chart in pixels.
const HEIGHT: f64 = 260.0;
const TEXT_SIZE: f64 = 11.5;
/// Characters of a bucket's name that are shown. *guess*
const LONGEST_NAME: usize = 16;
/// Columns with a text of their own; more have none. *guess*
const MOST_TITLES: usize = 600;

/// Counts in the order of time.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// What is counted, as the title of the upright axis.
    pub unit: String,
    /// What buckets are, such as `days`, as the title of the other axis.
    pub bucket: String,
    /// Names of the buckets and their counts.
    pub counts: Vec<(String, u64)>,
}

impl Timeline {
    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|&(_, count)| count == 0)
    }

    /// The chart as SVG, to put into a page that has [`crate::style`].
    pub fn draw(&self) -> String {
        let most = self.counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
        let (ends, ticks) = linear((0.0, most.max(1) as f64), most.clamp(1, 4) as usize);
        let upright = Axis { ends, ticks, title: &self.unit, is_log: false };
        let frame = Frame::new(&upright, (WIDTH, HEIGHT), 0.0);
        let step = (frame.high.x - frame.low.x) / self.counts.len().max(1) as f64;
        let words = format!("{} buckets, at most {}", self.counts.len(), grouped(most.into()));
        let mut svg = Svg::new("chart", (WIDTH, HEIGHT), &format!("{} by time", self.unit), &words);
        frame.draw_upright(&mut svg, &upright);
        svg.open("accent", None);
        let gap = (step * 0.15).min(2.0);
        for (i, (name, count)) in self.counts.iter().enumerate().filter(|(_, (_, count))| *count > 0) {
            let left = frame.low.x + step * i as f64;
            let title = (self.counts.len() <= MOST_TITLES).then(|| format!("{name}: {}", grouped((*count).into())));
            let low = Point::new(left + gap, frame.y(&upright, *count as f64));
            svg.rect("bar", low, Point::new(left + step - gap, frame.high.y), title.as_deref());
        }
        svg.close();
        frame.draw_base(&mut svg);
        // Names stand as often as they have room.
        let names: Vec<String> = self.counts.iter().map(|(name, _)| shortened(name, LONGEST_NAME)).collect();
        let widest = names.iter().map(|name| width(name) * TEXT_SIZE).fold(0.0, f64::max);
        let every = (((widest + 10.0) / step).ceil() as usize).max(1);
        for (i, name) in names.iter().enumerate().step_by(every) {
            let x = frame.low.x + step * (i as f64 + 0.5);
            svg.line("axis", Point::new(x, frame.high.y), Point::new(x, frame.high.y + 4.0));
            svg.text("tick", Point::new(x, frame.high.y + 18.0), Anchor::Middle, name);
        }
        frame.draw_title(&mut svg, &self.bucket, 0.0);
        svg.finish()
    }
}
