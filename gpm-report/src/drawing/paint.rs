//! A figure on its places as SVG: edges that end at their vertices, arrowheads, names and labels where there is room.

use super::curves::{Curve, curves};
use super::figure::{EdgeKind, Figure};
use super::layout::{Placing, places};
use super::shape::Shape;
use super::words::{LINE_HEIGHT, Words, place_words};
use crate::escape::{shortened, width};
use crate::geometry::{Area, Point, from_segment};
use crate::svg::{Anchor, Svg};

/// The distance between joined vertices in a drawing with names, in pixels. *guess*
const UNIT: f64 = 104.0;
/// The radius of a vertex that has a name, and the size of names, in pixels. *guess*
const NAMED_RADIUS: f64 = 17.0;
/// The radius of a vertex whose name stands beside it, in pixels. *guess*
const BARE_RADIUS: f64 = 8.0;
const NAME_SIZE: f64 = 13.0;
/// The margin around a drawing with names, in pixels.
const MARGIN: f64 = 6.0;
/// The radius of a vertex in a drawing without names, as part of its size. *guess*
const PLAIN_RADIUS: f64 = 0.075;
/// How much of the room around it a vertex may take. *guess*
const ROOM: f64 = 0.36;
/// Characters of a name that are shown. *guess*
const LONGEST_NAME: usize = 22;
/// Colours of labels in the style sheet; labels after these are grey.
const COLOURS: usize = 7;

/// What a drawing is to be like.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The length of its longer side in pixels: exactly that without names, at most that with names.
    pub size: f64,
    /// Whether names and labels are written.
    pub names: bool,
    /// How vertices are placed.
    pub placing: Placing,
    /// A title, such as the name of a pattern; empty for the graph in words.
    pub title: &'a str,
    /// Labels in the order of their colours; those of the figure, ascending, where it is empty. Give the same to all drawings of a page.
    pub labels: &'a [String],
}

impl Options<'_> {
    /// A square without names, for tables: 56 pixels is a good size.
    pub fn thumbnail(size: f64) -> Self {
        Options { size, names: false, placing: Placing::Best, title: "", labels: &[] }
    }

    /// A drawing with names and labels, as large as it takes, up to a size.
    pub fn named(size: f64) -> Self {
        Options { size, names: true, placing: Placing::Best, title: "", labels: &[] }
    }
}

/// The drawing of a figure as SVG, to put into a page that has [`crate::style`], or to make a file of by [`crate::standalone`]. The same figure gives
/// the same text. Up to 12 vertices take milliseconds; from 24 on vertices stand on a circle.
pub fn draw(figure: &Figure, options: &Options<'_>) -> String {
    let shape = Shape::of(figure);
    let units = places(&shape, options.placing);
    let words = figure.in_words();
    let own_labels = figure.labels();
    let labels = if options.labels.is_empty() { &own_labels[..] } else { options.labels };
    let title = if options.title.is_empty() { &words } else { options.title };
    if options.names {
        named(figure, &shape, &units, options.size, labels, (title, &words))
    } else {
        plain(figure, &shape, &units, options.size.max(1.0), labels, (title, &words))
    }
}

/// Half the distance from a vertex to the next vertex or foreign edge, for the vertex that has the least room.
fn room(shape: &Shape, places: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for (vertex, &place) in places.iter().enumerate() {
        for &other in &places[..vertex] {
            least = least.min((place - other).length());
        }
        for line in shape.lines.iter().filter(|line| line.ends.0 != vertex && line.ends.1 != vertex) {
            // An edge is thin, a vertex is not.
            least = least.min(from_segment(place, (places[line.ends.0], places[line.ends.1])) * 1.6);
        }
    }
    least
}

fn plain(figure: &Figure, shape: &Shape, units: &[Point], size: f64, labels: &[String], title: (&str, &str)) -> String {
    let area = Area::of(units);
    let wanted = size * PLAIN_RADIUS;
    let inner = (size - 2.0 * wanted - 2.0).max(1.0);
    // A pair of vertices need not fill its square.
    let scale = (inner / area.width().max(area.height()).max(1e-9)).min(size * 0.62);
    let middle = (area.low + area.high) * 0.5;
    let places: Vec<Point> =
        units.iter().map(|&unit| (unit - middle) * scale + Point::new(size / 2.0, size / 2.0)).collect();
    let radius = wanted.min(room(shape, &places) * ROOM).max(1.0);
    let mut svg = Svg::new("drawing plain", (size, size), title.0, if title.0 == title.1 { "" } else { title.1 });
    let curves = curves(&figure.drawn_edges(), &places, radius, 1.5 * radius);
    add_edges(&mut svg, &curves);
    for (vertex, &place) in figure.vertices.iter().zip(&places) {
        svg.circle(&class("dot", vertex.label.as_deref(), labels), place, radius, None);
    }
    svg.finish()
}

fn named(figure: &Figure, shape: &Shape, units: &[Point], most: f64, labels: &[String], title: (&str, &str)) -> String {
    let places: Vec<Point> = units.iter().map(|&unit| unit * UNIT).collect();
    let names: Vec<String> = figure.vertices.iter().map(|vertex| shortened(&vertex.name, LONGEST_NAME)).collect();
    let free = room(shape, &places) * ROOM;
    // All names stand inside or all beside.
    let fit = |name: &String| width(name) * NAME_SIZE <= 1.75 * NAMED_RADIUS.min(free);
    let are_inside = names.iter().all(fit) && names.iter().any(|name| !name.is_empty());
    let radius = if are_inside { NAMED_RADIUS } else { BARE_RADIUS }.min(free).max(2.0);
    let curves = curves(&figure.drawn_edges(), &places, radius, 9.0);
    let outside: Vec<Vec<(&str, &str)>> = figure
        .vertices
        .iter()
        .zip(&names)
        .map(|(vertex, name)| {
            let name = (!are_inside && !name.is_empty()).then_some(("name", name.as_str()));
            name.into_iter().chain(vertex.label.as_deref().map(|label| ("label", label))).collect()
        })
        .collect();
    let words = place_words(&places, radius, &curves, &outside, NAME_SIZE);
    let mut area = Area::of(&places).grown(radius + 1.0);
    for area_of_words in words.iter().map(Words::area) {
        area = area.with(area_of_words);
    }
    for curve in &curves {
        area = area.with(Area::of(&curve.samples()));
    }
    let area = area.grown(MARGIN);
    let shrunk = (most.max(1.0) / area.width().max(area.height())).min(1.0);
    let mut svg =
        Svg::new("drawing", (area.width(), area.height()), title.0, if title.0 == title.1 { "" } else { title.1 });
    let at = |point: Point| point - area.low;
    add_edges(&mut svg, &curves.iter().map(|curve| curve.moved(at)).collect::<Vec<_>>());
    for ((vertex, &place), name) in figure.vertices.iter().zip(&places).zip(&names) {
        let full = match (&vertex.label, vertex.name.is_empty()) {
            (Some(label), false) => Some(format!("{}: {label}", vertex.name)),
            (Some(label), true) => Some(label.clone()),
            (None, false) => Some(vertex.name.clone()),
            (None, true) => None,
        };
        svg.circle(&class("vertex", vertex.label.as_deref(), labels), at(place), radius, full.as_deref());
        if are_inside && !name.is_empty() {
            let base = at(place) + Point::new(0.0, NAME_SIZE * BASELINE);
            svg.text_sized("name", base, Anchor::Middle, Some(NAME_SIZE), name);
        }
    }
    for words in &words {
        for (i, (class, line)) in words.lines.iter().enumerate() {
            let base = at(words.top) + Point::new(0.0, words.size * ((i as f64 + 0.5) * LINE_HEIGHT + BASELINE));
            svg.text_sized(class, base, words.anchor, Some(words.size), line);
        }
    }
    resized(svg.finish(), (area.width(), area.height()), shrunk)
}

/// How far below the middle of a line its letters stand, in sizes of the font.
const BASELINE: f64 = 0.35;

/// The same drawing shown at another size.
fn resized(svg: String, (width, height): (f64, f64), by: f64) -> String {
    if by >= 1.0 {
        return svg;
    }
    let sized = |by: f64| {
        let [width, height] = [width * by, height * by].map(crate::svg::coordinate);
        format!("width=\"{width}\" height=\"{height}\" viewBox")
    };
    svg.replacen(&sized(1.0), &sized(by), 1)
}

/// The class of a vertex, with the colour of its label.
fn class(kind: &str, label: Option<&str>, labels: &[String]) -> String {
    let Some(label) = label else { return kind.to_owned() };
    match labels.iter().position(|own| own == label) {
        Some(place) if place < COLOURS => format!("{kind} colour-{}", place + 1),
        _ => format!("{kind} colour-0"),
    }
}

fn add_edges(svg: &mut Svg, curves: &[Curve]) {
    for curve in curves {
        let class = if curve.absent { "edge absent" } else { "edge" };
        if curve.is_straight {
            svg.line(class, curve.points[0], curve.points[2]);
        } else {
            svg.curve(class, curve.points);
        }
        let heads = match curve.kind {
            EdgeKind::Undirected => &curve.heads[..0],
            EdgeKind::Directed => &curve.heads[1..],
            EdgeKind::Mutual => &curve.heads[..],
        };
        for head in heads {
            svg.path("head", head, true);
        }
    }
}
