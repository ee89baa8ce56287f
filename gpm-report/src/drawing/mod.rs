//! Drawings of small graphs: what is drawn, where its vertices stand, and its SVG.

mod figure;
mod shape;
mod score;
mod forms;
mod stress;
mod layout;
mod curves;
mod words;
mod paint;
mod triads;
mod sheet;
#[cfg(test)]
mod tests;

pub use figure::{Edge, EdgeKind, Figure, Vertex};
pub use layout::Placing;
pub use paint::{Options, draw};
pub use sheet::{Cell, sheet};
pub use triads::{TRIADS, triad};
