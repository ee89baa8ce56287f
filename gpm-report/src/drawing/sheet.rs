//! Several drawings on one sheet, in rows, with text below each.

use crate::escape::{shortened, width};
use crate::geometry::Point;
use crate::svg::{Anchor, Svg};

/// The size of the text below a drawing, and the height of its lines, in pixels. *guess*
const TEXT_SIZE: f64 = 12.0;
const LINE: f64 = 16.0;
/// The room between cells and around them, in pixels. *guess*
const GAP: f64 = 18.0;
/// The width that a row of several cells has at most, in pixels. *guess*
const ROW: f64 = 900.0;
/// Characters of a line that are shown. *guess*
const LONGEST_LINE: usize = 80;

/// A drawing of a sheet.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// A drawing of this crate.
    pub svg: String,
    /// Its name, which stands below it; empty for none.
    pub name: String,
    /// What stands below that.
    pub lines: Vec<String>,
}

impl Cell {
    /// Classes and texts of the lines below, as far as they are shown.
    fn text(&self) -> Vec<(&'static str, String)> {
        let name = Some(("name", &self.name)).filter(|(_, name)| !name.is_empty());
        let lines = self.lines.iter().map(|line| ("label", line));
        name.into_iter().chain(lines).map(|(class, line)| (class, shortened(line, LONGEST_LINE))).collect()
    }
}

/// Drawings in rows, each with its lines of text below, as one SVG with a title. The same drawings give the same text.
pub fn sheet(cells: &[Cell], title: &str) -> String {
    let sizes: Vec<(f64, f64)> = cells.iter().map(size).collect();
    let wide = sizes.iter().map(|&(width, _)| width).fold(0.0, f64::max);
    let columns = (((ROW - GAP) / (wide + GAP)) as usize).clamp(1, cells.len().max(1));
    let heights: Vec<f64> =
        sizes.chunks(columns).map(|row| row.iter().map(|&(_, height)| height).fold(0.0, f64::max)).collect();
    let whole = (GAP + columns as f64 * (wide + GAP), GAP + heights.iter().map(|height| height + GAP).sum::<f64>());
    let mut svg = Svg::new("sheet", whole, title, "");
    let mut top = GAP;
    for (row, height) in cells.chunks(columns).zip(&heights) {
        // Text of a row begins at one height.
        let drawn = row.iter().map(|cell| extent(&cell.svg).1).fold(0.0, f64::max);
        for (column, cell) in row.iter().enumerate() {
            let middle = GAP + column as f64 * (wide + GAP) + wide / 2.0;
            let own = extent(&cell.svg);
            svg.inner(Point::new(middle - own.0 / 2.0, top + (drawn - own.1) / 2.0), &cell.svg);
            for (i, (class, line)) in cell.text().iter().enumerate() {
                let at = Point::new(middle, top + drawn + LINE * (i as f64 + 1.0));
                svg.text(class, at, Anchor::Middle, line);
            }
        }
        top += height + GAP;
    }
    svg.finish()
}

/// The room that a drawing takes with its text, in pixels.
fn size(cell: &Cell) -> (f64, f64) {
    let (wide, high) = extent(&cell.svg);
    let text = cell.text();
    let widest = text.iter().map(|(_, line)| width(line) * TEXT_SIZE).fold(0.0, f64::max);
    (wide.max(widest), high + LINE * text.len() as f64)
}

/// Width and height as a drawing says them; nothing of what is none.
fn extent(svg: &str) -> (f64, f64) {
    let head = svg.split_once('>').map_or(svg, |(head, _)| head);
    let length = |name: &str| {
        let text = head.split_once(name).and_then(|(_, rest)| rest.split_once('"')).map(|(text, _)| text);
        text.and_then(|text| text.parse().ok()).unwrap_or(0.0)
    };
    (length(" width=\""), length(" height=\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Figure, Options, draw};

    #[test]
    fn rows_hold_as_many_as_fit() {
        let svg = draw(&Figure::undirected(3, &[(0, 1), (1, 2)]), &Options::thumbnail(200.0));
        assert_eq!(extent(&svg), (200.0, 200.0));
        let cells = vec![Cell { svg, name: String::new(), lines: vec!["a < b".to_owned()] }; 5];
        let text = sheet(&cells, "five");
        assert_eq!((extent(&text), text.matches("a &lt; b").count()), ((890.0, 486.0), 5));
        assert_eq!(extent(&sheet(&[], "")), (36.0, 18.0));
    }
}
