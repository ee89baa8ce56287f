//! Drawings of small graphs, charts about networks, and reports as HTML pages. Plain values come in, text goes out: nothing here reads graphs, files
//! or clocks.

mod chart;
mod drawing;
mod escape;
mod geometry;
mod number;
mod page;
mod svg;

pub use chart::{DegreeChart, Degrees, HeatMap, Histogram, Profile, Timeline};
pub use drawing::{Cell, Edge, EdgeKind, Figure, Options, Placing, TRIADS, Vertex, draw, sheet, triad};
pub use number::grouped;
pub use page::{
    Cliques, DegreeFacts, Facts, Instance, Made, Motif, Motifs, NullModel, PageError, Reading, Report, Timing,
    TriadCensus, Unusual, UnusualVertex, Verdict,
};
pub use svg::{standalone, style};
