//! The page of a report: what it says, how that is written out, and its HTML.

mod report;
mod view;
mod sections;
mod html;
#[cfg(test)]
mod tests;

pub use html::PageError;
pub use report::{
    Cliques, DegreeFacts, Facts, Instance, Made, Motif, Motifs, NullModel, Reading, Report, Timing, TriadCensus,
    Unusual, UnusualVertex, Verdict,
};
