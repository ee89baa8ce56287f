//! Estimates of labelled patterns from populations of partial matches.
//!
//! ```text
//! candidates ── order, spanning tree (ways to go on) ── population, vertex by vertex: all children of all members,
//!            of which so many are drawn that the population keeps its size ── what the last ones stand for ── mean, interval
//! ```
//! A walk that goes down alone ends at most places where labels say little: of a million none may find a match. A population goes down level by
//! level: where some members end, others have more children, and what is drawn of all children together fills their places [Kitagawa1996],
//! [Rubinstein2010]. Each member stands for as many partial matches as its chance to be drawn says, so that the estimate of a population is
//! right on average. A population that never has more children than it may keep has counted.
//!
//! Children are drawn in proportion to a power of the ways to go on from them along a spanning tree, which are counted before
//! [FaSTest]: the tree knows of hubs, but not of the other edges. Which power tells most is tried out.

mod spanning;
mod population;
mod sampler;
#[cfg(test)]
mod tests;

pub(crate) use sampler::{Populated, populate};
