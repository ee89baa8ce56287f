//! The chart of degrees: which part of the vertices has at least so many neighbors, by powers of ten.

use super::frame::{Axis, Frame, HEIGHT, WIDTH, colour, draw_key};
use super::ticks::decades;
use crate::geometry::Point;
use crate::number::{Shown, grouped};
use crate::svg::Svg;

/// Points with a text of their own; a series with more has none. *guess*
const MOST_TITLES: usize = 400;

/// A chart of degree distributions, as complementary cumulative shares on two logarithmic axes.
#[derive(Clone, Debug, Default)]
pub struct DegreeChart {
    /// Usually one; in- and out-degrees of directed graphs are two.
    pub series: Vec<Degrees>,
}

/// How many vertices have which degree.
#[derive(Clone, Debug, Default)]
pub struct Degrees {
    /// What the degrees are of, such as `in` and `out`; shown where there are several series.
    pub name: String,
    /// Degrees and numbers of vertices, in any order. Vertices of degree 0 are in the whole, but have no point.
    pub counts: Vec<(u64, u64)>,
}

impl Degrees {
    /// Degrees from 1 on, ascending, with the part of all vertices that has at least this degree.
    fn shares(&self) -> Vec<(u64, f64)> {
        let mut counts: Vec<(u64, u64)> = self.counts.iter().copied().filter(|&(_, vertices)| vertices > 0).collect();
        counts.sort_unstable();
        let all: f64 = counts.iter().map(|&(_, vertices)| vertices as f64).sum();
        let mut left = all;
        let mut shares = Vec::new();
        for (degree, vertices) in counts {
            if degree > 0 {
                shares.push((degree, left / all));
            }
            left -= vertices as f64;
        }
        shares
    }
}

impl DegreeChart {
    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.shares().is_empty())
    }

    /// The chart as SVG, to put into a page that has [`crate::style`].
    pub fn draw(&self) -> String {
        let shares: Vec<Vec<(u64, f64)>> = self.series.iter().map(Degrees::shares).collect();
        let all = || shares.iter().flatten();
        let largest = all().map(|&(degree, _)| degree as f64).fold(1.0, f64::max);
        let smallest = all().map(|&(degree, _)| degree as f64).fold(largest, f64::min);
        let least = all().map(|&(_, share)| share).fold(1.0, f64::min);
        let (ends, ticks) = decades((smallest, largest));
        let bottom = Axis { ends, ticks, title: "degree", is_log: true };
        let (ends, ticks) = decades((least, 1.0));
        let upright = Axis { ends, ticks, title: "part of the vertices with at least this degree", is_log: true };
        let frame = Frame::new(&upright, (WIDTH, HEIGHT), 0.0);
        let words = format!("From degree {} to {}", grouped(smallest as u128), grouped(largest as u128));
        let mut svg = Svg::new("chart", (WIDTH, HEIGHT), "Degree distribution", &words);
        frame.draw_upright(&mut svg, &upright);
        frame.draw_bottom(&mut svg, &bottom);
        for (place, shares) in shares.iter().enumerate() {
            let at =
                |&(degree, share): &(u64, f64)| Point::new(frame.x(&bottom, degree as f64), frame.y(&upright, share));
            svg.open(&colour(place), None);
            svg.path("series-faint", &shares.iter().map(at).collect::<Vec<_>>(), false);
            for own in shares {
                let title = (shares.len() <= MOST_TITLES)
                    .then(|| format!("degree ≥ {}: {}", grouped(own.0.into()), Shown::share(Some(own.1)).text));
                svg.circle("point", at(own), 2.6, title.as_deref());
            }
            svg.close();
        }
        if self.series.len() > 1 {
            draw_key(&mut svg, &self.series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>());
        }
        svg.finish()
    }
}
