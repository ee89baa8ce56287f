//! Charts as SVG: degrees, significances, matrices, distributions, times.

mod ticks;
mod frame;
mod degrees;
mod profile;
mod heat;
mod histogram;
mod timeline;

pub use degrees::{DegreeChart, Degrees};
pub use heat::HeatMap;
pub use histogram::Histogram;
pub use profile::Profile;
pub(crate) use profile::USUAL_Z;
pub use timeline::Timeline;
