//! What random networks have, as bars, and what was observed, as a line.

use super::frame::{Axis, Frame};
use super::ticks::{Ticks, linear};
use crate::escape::width;
use crate::geometry::Point;
use crate::number::{grouped, measure};
use crate::svg::{Anchor, Svg};

/// Bars that are aimed at. *guess*
const BARS: usize = 24;
/// Distances of whole numbers below which they have room beside them, and how much. *guess*
const FEW: f64 = 4.0;
const MARGIN: f64 = 2.0;
/// The width and the height in pixels: less than of other charts, since a page has several side by side.
const SIZE: (f64, f64) = (420.0, 240.0);

/// The distribution of a number over samples of a null model, and the number that was observed.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// What it is of, such as the name of a motif.
    pub title: String,
    /// What is counted, as the title of the axis.
    pub unit: String,
    /// A number a sample; those that are not finite are left out.
    pub samples: Vec<f64>,
    /// What the network itself has.
    pub observed: Option<f64>,
}

impl Histogram {
    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        !self.samples.iter().any(|sample| sample.is_finite())
    }

    /// The chart as SVG, to put into a page that has [`crate::style`].
    pub fn draw(&self) -> String {
        let samples: Vec<f64> = self.samples.iter().copied().filter(|sample| sample.is_finite()).collect();
        let observed = self.observed.filter(|observed| observed.is_finite());
        let reach = |pick: fn(f64, f64) -> f64| samples.iter().copied().reduce(pick);
        let span = (reach(f64::min).unwrap_or(0.0), reach(f64::max).unwrap_or(1.0));
        // Bars have round ends, and are about as many wherever the observed number is.
        let (bins, marks) =
            if samples.iter().all(|sample| sample.fract() == 0.0) { whole_bars(span) } else { linear(span, BARS) };
        let step = match marks.at[..] {
            [first, second, ..] => second - first,
            _ => 1.0,
        };
        let mut counts = vec![0_u128; marks.at.len().max(2) - 1];
        for sample in &samples {
            let bin = ((sample - bins.0) / step).floor().clamp(0.0, counts.len() as f64 - 1.0);
            if let Some(count) = counts.get_mut(bin as usize) {
                *count += 1;
            }
        }
        let whole = observed.map_or(bins, |observed| (bins.0.min(observed), bins.1.max(observed)));
        let (ends, ticks) = linear(whole, 5);
        let bottom = Axis { ends, ticks, title: &self.unit, is_log: false };
        let most = counts.iter().copied().max().unwrap_or(0);
        let (ends, ticks) = linear((0.0, most.max(1) as f64), most.clamp(1, 4) as usize);
        let upright = Axis { ends, ticks, title: "samples", is_log: false };
        let frame = Frame::new(&upright, SIZE, 0.0);
        let said = observed.map_or_else(String::new, |observed| format!("; observed {}", measure(observed)));
        let words =
            format!("{} samples from {} to {}{said}", grouped(samples.len() as u128), measure(span.0), measure(span.1));
        let mut svg = Svg::new("chart", SIZE, &self.title, &words);
        frame.draw_upright(&mut svg, &upright);
        svg.open("quiet", None);
        for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (start, end) = (bins.0 + step * bin as f64, bins.0 + step * (bin as f64 + 1.0));
            let low = Point::new(frame.x(&bottom, start), frame.y(&upright, count as f64));
            // Bars have a gap, but are never too thin to be seen.
            let right = (frame.x(&bottom, end) - 1.0).max(low.x + 1.0);
            let title = format!("{} to {}: {}", measure(start), measure(end), grouped(count));
            svg.rect("bar", low, Point::new(right, frame.high.y), Some(&title));
        }
        svg.close();
        frame.draw_bottom(&mut svg, &bottom);
        if let Some(observed) = observed {
            draw_observed(&mut svg, frame, frame.x(&bottom, observed), observed);
        }
        svg.finish()
    }
}

/// Bars of whole numbers: none lies between two of them, and few numbers have room beside them.
fn whole_bars((low, high): (f64, f64)) -> ((f64, f64), Ticks) {
    let room = if high - low < FEW { MARGIN } else { 0.0 };
    let least = if low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
    let (low, high) = ((low - room).max(least), high + room + 1.0);
    linear((low, high), (high - low).min(BARS as f64) as usize)
}

/// A line with its number, which stands on the side that has room.
fn draw_observed(svg: &mut Svg, frame: Frame, x: f64, observed: f64) {
    let text = format!("observed: {}", measure(observed));
    svg.open("accent", None);
    svg.line("observed", Point::new(x, frame.low.y - 8.0), Point::new(x, frame.high.y));
    let is_right = x + width(&text) * 12.0 + 10.0 < frame.high.x;
    let (shift, anchor) = if is_right { (7.0, Anchor::Start) } else { (-7.0, Anchor::End) };
    svg.text("note", Point::new(x + shift, frame.low.y - 5.0), anchor, &text);
    svg.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_whole_bars() {
        let ends = |low: f64, high: f64| {
            let (ends, marks) = whole_bars((low, high));
            (ends, marks.at[1] - marks.at[0])
        };
        assert_eq!(ends(3.0, 3.0), ((1.0, 6.0), 1.0));
        assert_eq!(ends(0.0, 1.0), ((0.0, 4.0), 1.0));
        assert_eq!(ends(-3.0, -3.0), ((-5.0, 0.0), 1.0));
        assert_eq!(ends(0.0, 9.0), ((0.0, 10.0), 1.0));
        assert_eq!(ends(0.0, 1000.0), ((0.0, 1050.0), 50.0));
    }

    #[test]
    fn each_sample_is_in_a_bar() {
        for samples in
            [vec![3.0; 50], vec![0.0, 1.0], vec![0.5, 0.25, 1e300, -1e300], vec![f64::MAX, f64::MIN], vec![1e18; 3]]
        {
            let histogram = Histogram { samples: samples.clone(), ..Histogram::default() };
            let svg = histogram.draw();
            let counts = svg.split("<title>").filter_map(|text| text.split_once("</title>")?.0.rsplit_once(": "));
            let sum: usize = counts.map(|(_, count)| count.parse().unwrap_or(0)).sum();
            assert_eq!(sum, samples.len(), "{svg}");
        }
    }
}
