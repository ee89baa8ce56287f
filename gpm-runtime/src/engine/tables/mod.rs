//! Counts for each vertex or each edge: by the anchors of a pattern, at all places of a pattern, and on the orbits of graphlets.

mod per_anchor;
mod place_rows;
mod per_place;
mod orbits;

pub use orbits::OrbitCounts;
pub use per_place::PlaceCounts;

pub(super) use orbits::in_session;
pub(super) use per_place::{anchored, checked};
pub(super) use place_rows::PlaceRows;
