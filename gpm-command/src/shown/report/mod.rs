//! What a report says of a graph: the values of each section, counted by the engine, within the time that a section has.

mod plain;
mod gather;
mod reading;
mod facts;
mod orbit_names;
mod counted;
mod motifs;
mod compare;
mod triads;
mod orbits;
mod unusual;
mod cliques;
mod instances;
mod spans;
mod timeline;
mod whole;

pub(crate) use compare::Against;
pub(crate) use gather::Gather;
pub(crate) use plain::Plain;
pub(crate) use whole::{Wanted, report};
