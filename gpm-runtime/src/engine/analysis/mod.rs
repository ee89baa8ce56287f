//! What a run met beside what was predicted, and how near its kernels came to what the device can do.

mod analyze;
mod print;
mod profile;

pub use analyze::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPart, AnalyzedPlan, Runs};
pub use profile::Profiler;
