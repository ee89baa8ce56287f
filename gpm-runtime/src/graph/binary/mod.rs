//! The `.gpm` file: rows, labels, ids, attributes and figures of one graph, laid out to be mapped and used in place.
//!
//! ```text
//! header (640 bytes, own checksum) | section | section | …     sections start at multiples of 64 bytes
//! ```
//! Opening checks the header checksum, the file length, section bounds and sizes, the ends of the row bounds, and 64
//! sampled rows; a file up to 16 MiB, or any with `LoadOptions::verify`, is checked whole, checksums and structure.
//! In a larger file that is damaged where opening does not look, [`Csr::row`](super::Csr::row) still never reads
//! outside the mapping; [`Graph::validate`] and [`Graph::verify_file`] find the damage.

mod checksum;
mod columns;
mod fingerprint;
mod header;
mod read;
mod sections;
mod write;

use std::path::Path;

pub(crate) use checksum::checksum;
pub(super) use fingerprint::{fingerprint, structure};
pub(super) use read::{open, read_bytes};
pub(super) use write::{save, write_to};

use super::{Graph, GraphError, LoadOptions};

/// Whether `bytes` begin like a `.gpm` file.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(header::MAGIC)
}

/// The refusal of a file that should be `.gpm` and is not.
pub(super) fn not_binary(name: &str) -> GraphError {
    let what = "not a .gpm file: it does not begin with GPMGRAPH";
    GraphError::Unsupported { path: name.to_owned(), what }
}

/// Checks every checksum and the whole structure.
pub(super) fn verify(path: &Path) -> Result<(), GraphError> {
    let options = LoadOptions { format: Some(super::Format::Binary), verify: true, ..LoadOptions::default() };
    Graph::load_with(path, &options).map(drop)
}

#[cfg(test)]
mod tests;
