//! The engine: answers queries on graphs.
//!
//! A query passes the files below in the order of the steps, and none of them twice. The one way back up: a nest that looks up
//! tables asks for them, which is a smaller question and passes all steps by itself.

// What all steps know.
mod absent;
mod config;
mod error;
mod error_kind;
mod devices_used;
mod report;
mod statistics;
mod kept_plans;
mod known_graphs;
mod bound_search;
mod run_log;
mod brief;
mod brief_on_device;
mod session;
mod setup;
// Asking: a query, or several.
mod planned;
mod matches;
mod analysis;
mod profile;
mod orbits;
mod per_place;
mod place_rows;
mod announce;
mod estimate;
mod tree_estimate;
mod count_or_estimate;
mod motifs;
mod random;
mod open;
mod clique_sizes;
mod decide;
mod dense;
mod frequent;
mod hand_over;
mod support;
mod up_to;
mod wave;
mod at_once;
mod pivots;
mod each;
mod tabulate;
mod questions;
mod list_batches;
mod shards;
mod shard_tables;
mod smaller;
mod spared;
// Planning.
mod plan;
mod near_ties;
// From the plan to totals: binding, tables that are looked up, running.
mod search;
mod fused;
mod background;
mod bind;
mod lookups;
mod parts;
mod run;
// Where each nest is run.
mod place;
// Beside all that.
mod leave;
#[cfg(feature = "serde")]
mod serial;

pub use analysis::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPart, AnalyzedPlan, Runs};
pub use config::{Devices, EngineConfig, NoDevices, SAMPLE_ABOVE};
pub use count_or_estimate::Counted;
pub use decide::decision_on;
pub use dense::DenseOptions;
pub use devices_used::{DevicesUsed, GpuUsed};
pub use each::EachOptions;
pub use error::EngineError;
pub use error_kind::ErrorKind;
pub use estimate::{Estimate, EstimateOptions};
pub use frequent::{Frequent, FrequentLevel, FrequentPattern, FrequentReport, Further};
pub use leave::leave;
pub use list_batches::{MatchBatch, MatchBatches};
pub use matches::{Match, Matches};
pub use open::{CliqueOptions, OpenReport};
pub use orbits::OrbitCounts;
pub use per_place::PlaceCounts;
pub use planned::{Answer, Options, Planned};
pub use profile::Profiler;
pub use random::{SampleOptions, Sampled};
pub use report::{GpuReport, Report, Seconds};
pub use session::Session;
pub use setup::{Engine, ready_threads};
pub use shard_tables::{ShardOrbits, ShardTable};
pub use shards::{MergeError, ShardCount, ShardSum};
pub use statistics::stats_for_planning;
pub use tabulate::Tabulated;
