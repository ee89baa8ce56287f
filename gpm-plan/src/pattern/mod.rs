//! Patterns: what to look for, before any decision on how.
//!
//! Text, file, graph6, petgraph or builder -> [`Pattern`], which is connected, has at most [`MAX_VERTICES`] vertices and states one
//! [`PairConstraint`] per pair of vertices. On top of it: automorphisms, canonical form, the catalog of named patterns and motif sets.

mod anchors;
mod automorphism;
mod builder;
mod canonical;
pub mod catalog;
mod convert;
mod edge;
mod file;
mod file_graph;
mod file_lines;
mod graph6;
mod in_order;
mod label;
mod lexer;
mod model;
mod motifs;
mod named;
mod orbits;
mod pair;
mod parser;
#[doc(hidden)]
pub mod predicate;
mod print;
mod quotient;
mod record;
mod record_label;
mod refine;
mod resolve;
mod semantics;
mod place_records;
mod set_edge;
mod sets;
mod shape;
mod temporal_motifs;
mod triad;
mod vertex_key;

pub use self::automorphism::Automorphisms;
pub use self::builder::PatternBuilder;
pub(crate) use self::canonical::canonical_order;
pub use self::edge::{EdgeKind, PatternEdge};
#[doc(hidden)]
pub use self::in_order::is_span;
pub use self::label::Label;
pub use self::model::Pattern;
#[doc(hidden)]
pub use self::model::bits;
pub use self::motifs::{all_connected, all_connected_directed};
pub use self::orbits::{Orbit, OrbitsOf, SIZES as ORBIT_SIZES, orbits};
#[doc(hidden)]
pub use self::pair::{PairConstraint, PairStates};
#[doc(hidden)]
pub use self::predicate::Predicate;
pub(crate) use self::quotient::NoQuotient;
#[doc(hidden)]
pub use self::record_label::{RECORD, VERTEX, admits, is_record_label, own_label, record_label};
pub(crate) use self::refine::Structure;
pub use self::semantics::Semantics;
pub use self::temporal_motifs::{TemporalClass, TemporalMotif, temporal_motifs};
pub use self::triad::{
    DISCONNECTED_TRIADS, DisconnectedTriad, TRIAD_CODES, disconnected_triad, disconnected_triads, triad_code,
};
#[doc(hidden)]
pub use self::vertex_key::VertexKey;
pub use crate::error::{PatternError, PatternErrorKind};

/// Most vertices a pattern may have, so that a set of them is a `u32`.
pub const MAX_VERTICES: usize = 32;
