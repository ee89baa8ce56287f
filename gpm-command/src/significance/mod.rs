//! Counts beside those in random graphs: as they are told, and as they are kept from run to run.

mod findings;
mod sample_file;

pub(crate) use findings::{Findings, Row, Target};
pub(crate) use sample_file::SampleFile;
