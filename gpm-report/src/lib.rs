//! Drawings, charts and pages.

mod drawing;
mod escape;
mod geometry;
mod svg;

pub use drawing::{Edge, EdgeKind, Figure, Options, Placing, TRIADS, Vertex, draw, triad};
pub use svg::{standalone, style};
