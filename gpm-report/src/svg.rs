//! SVG as text: elements with fixed decimals and escaped text.

use std::fmt::Write;

use crate::escape::escaped;
use crate::geometry::Point;

/// How drawings and charts look; colours are variables that a page may set.
const STYLE: &str = include_str!("../page/figure.css");

/// An SVG that is being written.
pub(crate) struct Svg {
    text: String,
}

/// A number for an attribute: one decimal. What is no number is 0, so that a file is well-formed whatever comes in.
pub(crate) fn coordinate(value: f64) -> String {
    let text = format!("{:.1}", if value.is_finite() { value } else { 0.0 });
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

/// Where text is held, as `text-anchor` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

impl Svg {
    /// Of a kind (`drawing`, `chart`) and a size in pixels, with words that say what it shows: `title` in short, `words` in full.
    pub(crate) fn new(kind: &str, (width, height): (f64, f64), title: &str, words: &str) -> Self {
        let (width, height) = (coordinate(width), coordinate(height));
        let title = escaped(title);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gpm-svg {kind}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
        );
        if !words.is_empty() {
            let _ = write!(text, "<desc>{}</desc>", escaped(words));
        }
        Svg { text }
    }

    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    /// Begins a group; ends with [`Svg::close`].
    pub(crate) fn open(&mut self, class: &str, title: Option<&str>) {
        let _ = write!(self.text, "<g class=\"{class}\">");
        if let Some(title) = title {
            let _ = write!(self.text, "<title>{}</title>", escaped(title));
        }
    }

    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>");
    }

    pub(crate) fn line(&mut self, class: &str, from: Point, to: Point) {
        let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(coordinate);
        let _ = write!(self.text, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }

    pub(crate) fn circle(&mut self, class: &str, center: Point, radius: f64, title: Option<&str>) {
        let [x, y, r] = [center.x, center.y, radius].map(coordinate);
        let _ = write!(self.text, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
        self.end("circle", title);
    }

    pub(crate) fn rect(&mut self, class: &str, low: Point, high: Point, title: Option<&str>) {
        let [x, y, width, height] = [low.x, low.y, high.x - low.x, high.y - low.y].map(coordinate);
        let _ = write!(self.text, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        self.end("rect", title);
    }

    fn end(&mut self, name: &str, title: Option<&str>) {
        match title {
            Some(title) => {
                let _ = write!(self.text, "><title>{}</title></{name}>", escaped(title));
            }
            None => self.text.push_str("/>"),
        }
    }

    /// A line through points, closed to an area if asked for.
    pub(crate) fn path(&mut self, class: &str, points: &[Point], is_closed: bool) {
        let mut d = String::new();
        for (i, point) in points.iter().enumerate() {
            let step = if i == 0 { 'M' } else { 'L' };
            let _ = write!(d, "{step}{} {}", coordinate(point.x), coordinate(point.y));
        }
        if is_closed {
            d.push('Z');
        }
        let _ = write!(self.text, "<path class=\"{class}\" d=\"{d}\"/>");
    }

    /// A curve from one point to another, bent towards a third one.
    pub(crate) fn curve(&mut self, class: &str, [from, bend, to]: [Point; 3]) {
        let [x1, y1, x2, y2, x3, y3] = [from.x, from.y, bend.x, bend.y, to.x, to.y].map(coordinate);
        let _ = write!(self.text, "<path class=\"{class}\" d=\"M{x1} {y1}Q{x2} {y2} {x3} {y3}\"/>");
    }

    pub(crate) fn text(&mut self, class: &str, at: Point, anchor: Anchor, text: &str) {
        self.text_sized(class, at, anchor, None, text);
    }

    /// Text with a size of its own, in pixels.
    pub(crate) fn text_sized(&mut self, class: &str, at: Point, anchor: Anchor, size: Option<f64>, text: &str) {
        let ([x, y], anchor) = ([at.x, at.y].map(coordinate), anchor.name());
        let size = size.map(|size| format!(" font-size=\"{}\"", coordinate(size))).unwrap_or_default();
        let _ = write!(
            self.text,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{size}>{}</text>",
            escaped(text)
        );
    }

    /// A cell of a matrix; grey without a colour.
    pub(crate) fn coloured_rect(&mut self, colour: Option<String>, low: Point, high: Point, title: &str) {
        let [x, y, width, height] = [low.x, low.y, high.x - low.x, high.y - low.y].map(coordinate);
        let (class, fill) = match colour {
            Some(colour) => ("cell", format!(" fill=\"{colour}\"")),
            None => ("cell unknown", String::new()),
        };
        let _ = write!(
            self.text,
            "<rect class=\"{class}\"{fill} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        );
        self.end("rect", Some(title).filter(|title| !title.is_empty()));
    }

    /// Text that leads up to the right from a point.
    pub(crate) fn slanted_text(&mut self, class: &str, at: Point, text: &str) {
        let [x, y] = [at.x, at.y].map(coordinate);
        let _ = write!(
            self.text,
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-60)\">{}</text>",
            escaped(text)
        );
    }

    /// Another drawing, its upper left corner at a point.
    pub(crate) fn inner(&mut self, at: Point, svg: &str) {
        let [x, y] = [at.x, at.y].map(coordinate);
        let _ = write!(self.text, "<g transform=\"translate({x} {y})\">{svg}</g>");
    }
}

/// A drawing or a chart of this crate as a file of its own: with its styles in it. Colours follow the reader's choice of light or dark.
pub fn standalone(svg: &str) -> String {
    let (head, rest) = svg.split_once('>').unwrap_or((svg, ""));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{head}><style>{STYLE}</style>{rest}\n")
}

/// The styles that a page needs once for all drawings and charts that it has in it.
pub fn style() -> &'static str {
    STYLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_zero() {
        assert_eq!([f64::NAN, f64::INFINITY, -0.01, 1.25].map(coordinate), ["0.0", "0.0", "0.0", "1.2"]);
    }
}
