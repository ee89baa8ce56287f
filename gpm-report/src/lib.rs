//! Drawings, charts and pages.

mod chart;
mod drawing;
mod escape;
mod geometry;
mod number;
mod svg;

pub use chart::{DegreeChart, Degrees, HeatMap, Histogram, Profile, Timeline};
pub use drawing::{Edge, EdgeKind, Figure, Options, Placing, TRIADS, Vertex, draw, triad};
pub use svg::{standalone, style};
