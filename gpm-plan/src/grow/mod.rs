//! GROW: from the patterns of one size that occur often to those that may at the next, each once.
//!
//! A pattern is a [`Shape`] here: labels and edges as numbers, since a run looks at very many of them. [`Growth::children`] extends one by an
//! edge or a vertex in every way that the [`Alphabet`] of frequent edges allows. A pattern is left out if a
//! part of it is not among the known ones: a support that does not grow with the pattern allows that \[AGM2000\].
//!
//! No set of all candidates is kept. A candidate belongs to the first of the known patterns that are parts of it, and only the
//! extensions of that one offer it \[McKay1998\]; so patterns are extended independently of each other, on any number of threads.

mod alphabet;
mod children;
mod parts;
mod shape;

pub use self::alphabet::Alphabet;
pub use self::children::{Child, Growth, Part, Step};
pub use self::shape::{Link, Shape};
