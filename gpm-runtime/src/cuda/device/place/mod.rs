//! Placing a search on a device: its memory is planned, kernel, graph and tables are brought there, and stay for the next.

mod bounds;
mod cliques;
mod frequent;
mod labelled;
mod heavy;
mod pieces;
mod matrices;
mod memory;
mod near;
mod roots;
mod ring;
mod staging;
mod module;
mod upload;
mod work;
mod samples;
mod trees;
mod resident;

pub(crate) use cliques::PlacedCliques;
pub(crate) use frequent::PlacedRows;
pub(crate) use labelled::PlacedQuestions;
pub(crate) use matrices::MatrixAddresses;
pub(crate) use memory::MemoryPlan;
pub(crate) use module::Loaded;
pub(crate) use resident::{Needs, Placed, Resident};
pub(crate) use ring::{Geometry, RingAddresses};
pub(crate) use roots::{chunk, num_chunks};
pub(crate) use samples::PlacedSamples;
pub(crate) use staging::Staging;
pub(crate) use trees::PlacedTrees;
pub(crate) use work::{Sizes, State, Work};
