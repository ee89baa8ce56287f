//! Graph → text: edge lists, `t`/`v`/`e`, GraphML, GEXF and SIF, plain, `.gz` or `.zst` by name, atomically.

mod out;
mod lines;
mod sif;
#[cfg(feature = "formats")]
mod data;
#[cfg(feature = "formats")]
mod graphml;
#[cfg(feature = "formats")]
mod gexf;
mod format;

#[cfg(feature = "formats")]
pub use data::{Covered, xml_flaw};
pub use format::WriteFormat;
#[cfg(feature = "formats")]
pub use gexf::{write_gexf, write_gexf_to};
#[cfg(feature = "formats")]
pub use graphml::{write_graphml, write_graphml_to};
pub use lines::{labelled_flaw, write_edge_list, write_edge_list_to, write_labelled, write_labelled_to};
#[doc(hidden)]
pub use lines::{needs_quotes, push_quoted};
pub use sif::{sif_flaw, write_sif, write_sif_to};
