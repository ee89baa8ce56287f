//! Drawings, charts and pages.

mod chart;
mod drawing;
mod escape;
mod geometry;
mod number;
mod page;
mod svg;

pub use chart::{DegreeChart, Degrees, HeatMap, Histogram, Profile, Timeline};
pub use drawing::{Edge, EdgeKind, Figure, Options, Placing, TRIADS, Vertex, draw, triad};
pub use page::{
    Cliques, DegreeFacts, Facts, Instance, Made, Motif, Motifs, NullModel, PageError, Reading, Report, Timing,
    TriadCensus, Unusual, UnusualVertex, Verdict,
};
pub use svg::{standalone, style};
