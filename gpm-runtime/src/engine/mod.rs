//! The engine: answers queries on graphs.
//!
//! Its rooms stand in the order in which they build on each other: each imports and calls those above it only. What users ask for begins
//! below `running`, but for `plan` and `announce`, and is answered upwards. A nest that looks up tables asks a smaller question, which
//! passes `planning` and `running` by itself: `running` makes tables, so that this is no way down.

mod terms;
mod place;
mod labelled;
mod kept;
mod planning;
mod running;
mod listing;
mod open;
mod counting;
mod tables;
mod shards;
mod estimates;
mod mining;
mod analysis;
mod planned;

pub use analysis::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPart, AnalyzedPlan, Profiler, Runs};
pub use counting::{EachOptions, decision_on};
pub use estimates::{Counted, Estimate, EstimateOptions, SampleOptions, Sampled};
pub use kept::{Engine, Session, stats_for_planning};
pub use listing::{Match, MatchBatch, MatchBatches, Matches};
pub use mining::{Frequent, FrequentLevel, FrequentPattern, FrequentReport, Further, TemporalCounts, TemporalQuestion};
pub use open::{CliqueOptions, DenseOptions, OpenReport};
pub use planned::{Answer, Options, Planned};
pub use running::Tabulated;
pub use shards::{MergeError, Merging, ShardCount, ShardOrbits, ShardSum, ShardTable};
pub use tables::{OrbitCounts, PlaceCounts};
pub use terms::{
    Devices, DevicesUsed, EngineConfig, EngineError, ErrorKind, GpuReport, GpuUsed, NoDevices, Report, SAMPLE_ABOVE,
    Seconds, leave, ready_threads,
};
