//! A matrix of numbers from -1 to 1 as coloured cells: blue for below zero, orange for above.

use std::f64::consts::FRAC_PI_3;

use super::frame::WIDTH;
use crate::escape::{shortened, width};
use crate::geometry::Point;
use crate::number::Shown;
use crate::svg::{Anchor, Svg};

/// Colours at -1, 0 and 1, as red, green and blue. Told apart with any kind of colour vision.
const LOW: [f64; 3] = [33.0, 102.0, 172.0];
const MIDDLE: [f64; 3] = [247.0, 247.0, 247.0];
const HIGH: [f64; 3] = [179.0, 88.0, 6.0];
/// The largest and the least cell, and the least that has its number written in it, in pixels. *guess*
const LARGEST_CELL: f64 = 44.0;
const SMALLEST_CELL: f64 = 3.0;
const CELL_WITH_NUMBER: f64 = 30.0;
/// Characters of a name that are shown. *guess*
const LONGEST_NAME: usize = 18;
const TEXT_SIZE: f64 = 11.5;
/// Room to the left of cells and above them where there are no names, in pixels.
const BARE_MARGIN: f64 = 4.0;
/// Height of the scale with its marks, in pixels.
const SCALE_HEIGHT: f64 = 52.0;

/// A matrix with names of its rows and columns, such as correlations.
#[derive(Clone, Debug, Default)]
pub struct HeatMap {
    /// What it shows, as its alternative text.
    pub title: String,
    /// Names of the rows, from above.
    pub rows: Vec<String>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Row by row, from -1 to 1; what is beyond has the colour of the ends. `None` is grey.
    pub values: Vec<Vec<Option<f64>>>,
}

impl HeatMap {
    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.values.iter().flatten().flatten().next().is_none()
    }

    /// The chart as SVG, to put into a page that has [`crate::style`]; it has as many elements as the matrix has cells.
    pub fn draw(&self) -> String {
        let widest = |names: &[String]| {
            names.iter().map(|name| width(&shortened(name, LONGEST_NAME)) * TEXT_SIZE).fold(0.0, f64::max)
        };
        let cell_beside =
            |left: f64| ((WIDTH - left - 40.0) / self.columns.len().max(1) as f64).clamp(SMALLEST_CELL, LARGEST_CELL);
        // Many rows and columns have no room for names.
        let left = widest(&self.rows) + 14.0;
        let has_names = cell_beside(left) >= TEXT_SIZE;
        let left = if has_names { left } else { BARE_MARGIN };
        let cell = cell_beside(left);
        // Short names stand upright.
        let is_slanted = widest(&self.columns) > cell - 2.0;
        let top = match (has_names, is_slanted) {
            (false, _) => BARE_MARGIN,
            (true, true) => widest(&self.columns) * FRAC_PI_3.sin() + 16.0,
            (true, false) => 22.0,
        };
        let (wide, high) = (cell * self.columns.len() as f64, cell * self.rows.len() as f64);
        let whole = (WIDTH.max(left + wide + 8.0), top + high + SCALE_HEIGHT);
        let words = format!("{} rows and {} columns, from −1 to 1", self.rows.len(), self.columns.len());
        let mut svg = Svg::new("chart heat", whole, &self.title, &words);
        for (i, row) in self.rows.iter().enumerate() {
            let middle = top + cell * (i as f64 + 0.5);
            if has_names {
                svg.text("tick", Point::new(left - 8.0, middle + 4.0), Anchor::End, &shortened(row, LONGEST_NAME));
            }
            for (j, column) in self.columns.iter().enumerate() {
                let value = self.values.get(i).and_then(|row| row.get(j)).copied().flatten().filter(|v| v.is_finite());
                let low = Point::new(left + cell * j as f64, top + cell * i as f64);
                let text = Shown::z(value).text;
                let gap = if cell > 8.0 { 1.0 } else { 0.0 };
                let size = Point::new(cell - gap, cell - gap);
                let title = format!("{row}, {column}: {text}");
                svg.coloured_rect(value.map(colour), low, low + size, &title);
                if let Some(value) = value.filter(|_| cell >= CELL_WITH_NUMBER) {
                    let class = if value.abs() > 0.6 { "tick on-dark" } else { "tick on-light" };
                    svg.text(class, low + Point::new((cell - gap) / 2.0, cell / 2.0 + 4.0), Anchor::Middle, &text);
                }
            }
        }
        if has_names {
            for (j, column) in self.columns.iter().enumerate() {
                let name = shortened(column, LONGEST_NAME);
                let at = Point::new(left + cell * (j as f64 + 0.5), top - 8.0);
                match is_slanted {
                    true => svg.slanted_text("tick", at, &name),
                    false => svg.text("tick", at, Anchor::Middle, &name),
                }
            }
        }
        draw_scale(&mut svg, Point::new(left, top + high + 14.0));
        svg.finish()
    }
}

/// The colours with their numbers.
fn draw_scale(svg: &mut Svg, at: Point) {
    const STEPS: i32 = 20;
    const STEP: f64 = 10.0;
    for i in 0..=STEPS {
        let low = at + Point::new(f64::from(i) * STEP, 0.0);
        let value = f64::from(i * 2) / f64::from(STEPS) - 1.0;
        svg.coloured_rect(Some(colour(value)), low, low + Point::new(STEP + 0.3, 10.0), "");
    }
    for (place, label) in [(0, "−1"), (STEPS / 2, "0"), (STEPS, "1")] {
        let x = at.x + (f64::from(place) + 0.5) * STEP;
        svg.text("tick", Point::new(x, at.y + 26.0), Anchor::Middle, label);
    }
}

/// The colour of a number, as `#rrggbb`.
fn colour(value: f64) -> String {
    let end = if value < 0.0 { LOW } else { HIGH };
    let part = value.abs().min(1.0);
    let [red, green, blue] = [0, 1, 2].map(|i| (MIDDLE[i] + (end[i] - MIDDLE[i]) * part).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_blue_to_orange() {
        assert_eq!([-1.0, 0.0, 1.0, 7.0].map(colour), ["#2166ac", "#f7f7f7", "#b35806", "#b35806"]);
    }
}
