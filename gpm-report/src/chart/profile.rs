//! The chart of significances: how far each motif's count is from what is expected, with drawings of the motifs below.

use super::frame::{Axis, Frame, WIDTH, colour, draw_key};
use super::ticks::linear;
use crate::drawing::{Figure, Options, Placing, draw};
use crate::escape::{shortened, width};
use crate::geometry::Point;
use crate::number::Shown;
use crate::svg::{Anchor, Svg};

/// z-scores nearer to 0 than this are usual: 19 in 20 of the numbers of a bell curve are.
pub(crate) const USUAL_Z: f64 = 1.96;
/// The height of the chart with the drawings, in pixels.
const HEIGHT: f64 = 390.0;
/// The largest drawing of a motif, and the widest bar, in pixels. *guess*
const LARGEST_DRAWING: f64 = 46.0;
const WIDEST_BAR: f64 = 30.0;
/// Drawings get smaller down to this; more motifs have none. In pixels, *guess*.
const SMALLEST_DRAWING: f64 = 18.0;
/// The size of the motifs' names, in pixels, as the style sheet has it.
const NAME_SIZE: f64 = 11.5;

/// A chart of z-scores, or of significance profiles: z-scores divided by the root of the sum of their squares, so that networks of different sizes
/// can be compared.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Names and drawings, in the order of the ticks.
    pub motifs: Vec<(String, Figure)>,
    /// The networks: names, and a z-score a motif. One is shown as bars, several as lines.
    pub networks: Vec<(String, Vec<Option<f64>>)>,
    /// Whether to show profiles rather than z-scores.
    pub normalized: bool,
    /// How the motifs are placed: [`Placing::Circle`] for triads.
    pub placing: Placing,
}

impl Profile {
    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.motifs.is_empty() || self.values().iter().flatten().flatten().next().is_none()
    }

    /// Finite values by network and motif.
    fn values(&self) -> Vec<Vec<Option<f64>>> {
        let finite = |z: &Option<f64>| z.filter(|z| z.is_finite());
        let of = |scores: &Vec<Option<f64>>| {
            let scores: Vec<Option<f64>> = scores.iter().take(self.motifs.len()).map(finite).collect();
            let length = scores.iter().flatten().map(|z| z * z).sum::<f64>().sqrt();
            let by = if self.normalized && length > 0.0 { length } else { 1.0 };
            scores.into_iter().map(|z| z.map(|z| z / by)).collect()
        };
        self.networks.iter().map(|(_, scores)| of(scores)).collect()
    }

    /// The chart as SVG, to put into a page that has [`crate::style`].
    pub fn draw(&self) -> String {
        let values = self.values();
        let reach =
            |start: f64, pick: fn(f64, f64) -> f64| values.iter().flatten().flatten().copied().fold(start, pick);
        let least = if self.normalized { 0.0 } else { USUAL_Z };
        let (ends, ticks) = linear((reach(-least, f64::min), reach(least, f64::max)), 5);
        let title = if self.normalized { "normalized z-score" } else { "z-score" };
        let upright = Axis { ends, ticks, title, is_log: false };
        let frame = Frame::new(&upright, (WIDTH, HEIGHT), 40.0);
        let step = (frame.high.x - frame.low.x) / self.motifs.len().max(1) as f64;
        let x = |motif: usize| frame.low.x + step * (motif as f64 + 0.5);
        let y = |value: f64| frame.y(&upright, value);
        let words = "z-scores of motifs: above zero more often than expected, below zero less often";
        let name = if self.normalized { "Significance profile" } else { "z-scores of motifs" };
        let mut svg = Svg::new("chart", (WIDTH, HEIGHT), name, words);
        frame.draw_upright(&mut svg, &upright);
        if !self.normalized {
            let band = [Point::new(frame.low.x, y(USUAL_Z)), Point::new(frame.high.x, y(-USUAL_Z))];
            svg.rect("usual", band[0], band[1], Some("within ±1.96: usual for random networks"));
        }
        svg.line("axis", Point::new(frame.low.x, y(0.0)), Point::new(frame.high.x, y(0.0)));
        for (place, values) in values.iter().enumerate() {
            svg.open(&colour(place), None);
            if values.len() == 1 || self.networks.len() == 1 {
                let half = (step * 0.35).min(WIDEST_BAR / 2.0);
                for (motif, value) in values.iter().enumerate() {
                    let Some(value) = value else { continue };
                    let (top, bottom) = (y(value.max(0.0)), y(value.min(0.0)));
                    let (low, high) = (Point::new(x(motif) - half, top), Point::new(x(motif) + half, bottom));
                    svg.rect("bar", low, high, Some(&self.said(motif, *value)));
                }
            } else {
                self.draw_line(&mut svg, values, |motif, value| Point::new(x(motif), y(value)));
            }
            svg.close();
        }
        self.draw_motifs(&mut svg, frame.high.y, step, x);
        if self.networks.len() > 1 {
            draw_key(&mut svg, &self.networks.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        }
        svg.finish()
    }

    fn said(&self, motif: usize, value: f64) -> String {
        let name = self.motifs.get(motif).map_or("", |(name, _)| name);
        format!("{name}: {}", Shown::z(Some(value)).text)
    }

    /// Points joined by lines, which are broken where there is no value.
    fn draw_line(&self, svg: &mut Svg, values: &[Option<f64>], at: impl Fn(usize, f64) -> Point) {
        let mut run = Vec::new();
        for (motif, value) in values.iter().enumerate() {
            match value {
                Some(value) => run.push(at(motif, *value)),
                None => {
                    svg.path("series", &run, false);
                    run.clear();
                }
            }
        }
        if !run.is_empty() {
            svg.path("series", &run, false);
        }
        for (motif, value) in values.iter().enumerate() {
            if let Some(value) = value {
                svg.circle("point", at(motif, *value), 3.4, Some(&self.said(motif, *value)));
            }
        }
    }

    /// Drawings below the chart, and names where they have room.
    fn draw_motifs(&self, svg: &mut Svg, base: f64, step: f64, x: impl Fn(usize) -> f64) {
        let size = (step * 0.84).min(LARGEST_DRAWING);
        let fit =
            |most: usize| self.motifs.iter().all(|(name, _)| width(&shortened(name, most)) * NAME_SIZE < step - 2.0);
        let most = [24, 14, 10, 7].into_iter().find(|&most| fit(most));
        for (motif, (name, figure)) in self.motifs.iter().enumerate() {
            svg.line("grid", Point::new(x(motif), base), Point::new(x(motif), base + 5.0));
            if size >= SMALLEST_DRAWING {
                let options = Options { title: name, placing: self.placing, ..Options::thumbnail(size) };
                svg.inner(Point::new(x(motif) - size / 2.0, base + 8.0), &draw(figure, &options));
            }
            if let Some(most) = most {
                let at = Point::new(x(motif), base + LARGEST_DRAWING.min(size) + 24.0);
                svg.text("tick", at, Anchor::Middle, &shortened(name, most));
            }
        }
    }
}
