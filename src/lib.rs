//! gpm finds patterns in graphs: it compiles a small pattern into a loop nest over vertex sets, picks the cheapest nest for
//! the graph at hand, turns it into machine code and runs that on all cores. Counts are exact or the run is an error.
//!
//! ```
//! use gpm::{Engine, Graph, Query};
//!
//! let graph = Graph::load("examples/graphs/karate.el")?;
//! let engine = Engine::auto()?;
//! assert_eq!(engine.count(&graph, "a-b, b-c, c-a")?.count, 45);
//!
//! // Open triangles only: without `vertex_induced` the 45 triangles would count three times each.
//! let report = engine.count(&graph, "wedge".parse::<Query>()?.vertex_induced())?;
//! assert_eq!(report.count, 393);
//! println!("{} in {:.3} s on {}", report.count, report.seconds.run, report.device);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Query`] is a [`Pattern`], a meaning ([`Semantics`]) and a [`Unit`]; an [`Engine`] answers it on a [`Graph`] with a
//! [`Report`]. A [`Control`] stops a run from outside, limits its time and tells how far it is:
//!
//! ```
//! use std::time::Duration;
//!
//! use gpm::{Control, Engine, Graph};
//!
//! let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
//! let control = Control::new().with_time_limit(Duration::from_secs(60));
//! let report = Engine::auto()?.count_with(&graph, "tailed-triangle", &control)?;
//! assert_eq!((report.count, report.partial), (1, false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A pattern that is known when the program is written is declared with [`pattern!`]: planned while the crate compiles, it
//! becomes loops that rustc makes machine code of, and needs neither an engine nor a planner when the program runs.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use gpm::Graph;
//!
//! gpm::pattern! {
//!     /// Two triangles that share an edge.
//!     pub Diamond = a-b, b-c, c-d, d-a, a-c;
//! }
//!
//! let graph = Graph::load("examples/graphs/karate.el")?;
//! assert_eq!(Diamond.count(&graph), 151);
//! let taken = Diamond.for_each(&graph, |&[a, b, c, d]| {
//!     assert!(graph.out().has_edge(a, c) && b != d);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(taken, 151);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Matches of any query are taken one by one, and a plan can be looked at before it runs:
//!
//! ```
//! use std::sync::Arc;
//!
//! use gpm::{Engine, Explained, Graph};
//!
//! let graph = Arc::new(Graph::from_directed_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?);
//! let engine = Engine::auto()?;
//! println!("{}", Explained(&engine.plan(&graph, "a->b->c->a")?));
//! for ring in engine.matches(&graph, "a->b->c->a")? {
//!     println!("{:?}", ring?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Engine::list_with`] hands matches to a callback instead, on GPUs as well.
//!
//! Counts for each vertex or edge: a pattern with *anchors* is counted for each place where these may lie.
//!
//! ```
//! use gpm::{Engine, Graph, Pattern};
//!
//! let graph = Graph::load("examples/graphs/karate.el")?;
//! let triangle = "a-b, b-c, c-a".parse::<Pattern>()?.with_anchors(&[0])?;
//! let found = Engine::auto()?.count_per_anchor(&graph, triangle)?;
//! assert_eq!(found.counts.len(), 34);
//! assert_eq!(found.counts.iter().sum::<u128>(), 3 * 45);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `macros` (default) is [`pattern!`]; programs that only declare patterns need nothing else (`default-features = false`). `jit` (default)
//! makes machine code of patterns that are values, which an [`Engine`] interprets otherwise, about twenty times slower: a report's
//! [`device`](Report::device) says which it was. `cuda` is the GPU back end, which needs no CUDA to build and looks for the driver when an
//! [`Engine`] is made. `parquet` reads graphs and tables of attributes from Parquet files. `formats` reads GraphML, and files
//! compressed by xz or bzip2. `petgraph` is `Graph::from_petgraph`. `serde` makes reports and statistics data that can be written
//! as JSON, with counts as strings of decimal digits. `null` compares counts with those in random graphs. The command `gpm`, in the
//! package `gpm-command`, has all of them but `petgraph`.

#[doc(inline)]
pub use gpm_plan::decision::{Decision, Setting};
#[doc(inline)]
pub use gpm_plan::exec::{Explore, NoExplore};
#[doc(inline)]
pub use gpm_plan::explain::{Explained, NoAnswer, why};
#[doc(inline)]
pub use gpm_plan::pattern::{self, Label, Pattern, PatternError, Semantics};
#[doc(inline)]
pub use gpm_plan::plan::{Plan, PlanError};
#[doc(inline)]
pub use gpm_plan::query::{Query, Unit};
#[doc(inline)]
pub use gpm_plan::strategy::Strategy;
#[doc(inline)]
pub use gpm_runtime::control::Control;
#[doc(hidden)]
pub use gpm_runtime::cpu::Backend;
#[doc(hidden)]
pub use gpm_runtime::engine::decision_on;
#[doc(inline)]
pub use gpm_runtime::engine::{
    Analysis, Answer, CliqueOptions, Counted, DenseOptions, Devices, DevicesUsed, EachOptions, Engine, EngineConfig,
    EngineError, ErrorKind, Estimate, EstimateOptions, Frequent, FrequentLevel, FrequentPattern, FrequentReport,
    Further, GpuReport, GpuUsed, Match, MatchBatch, MatchBatches, Matches, MergeError, Merging, NoDevices, OpenReport,
    Options, OrbitCounts, PlaceCounts, Planned, Profiler, Report, SampleOptions, Sampled, Seconds, Session, ShardCount,
    ShardOrbits, ShardSum, ShardTable, Tabulated, TemporalCounts, TemporalQuestion,
};
#[doc(inline)]
pub use gpm_runtime::graph::{
    self, Aggregate, Aggregation, Column, ColumnRef, Delimiter, EdgeColumns, Format, Graph, GraphBuilder, GraphError,
    GraphStatistics, LoadOptions, LoadReport, OriginalId, ParallelLabels, RecordGraph, RecordLabels, TableOptions,
    TableReport, TextColumn, VertexId, VertexOrder, WideColumn,
};
#[doc(inline)]
pub use gpm_runtime::open::{Density, Findings, Gamma, GammaError, Problem};
#[doc(inline)]
pub use gpm_runtime::run::{Achieved, Operations, QueueStats, RunError};
#[doc(inline)]
pub use gpm_runtime::sched::{Buffered, Journal, JournalError, NoShard, Shard};
#[doc(inline)]
pub use gpm_runtime::table::Counts;
#[doc(inline)]
pub use gpm_runtime::view::Computed;

#[cfg(feature = "macros")]
pub use gpm_macros::pattern;

/// Examples of the macro's documentation.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../gpm-macros/src/pattern.md")]
pub struct MacroExamples;

#[cfg(feature = "null")]
pub mod null;

/// What there is to know of GPUs beside running on them, which [`Engine`] does.
#[cfg(feature = "cuda")]
pub mod gpu {
    #[doc(inline)]
    pub use gpm_runtime::cuda::device::{
        DeviceInfo, GpuError, MemoryError, NoGpu, describe_compiler, devices, driver_version,
    };
    #[doc(hidden)]
    pub use gpm_runtime::cuda::kernel::{Kernel, KernelOptions, Layout, LowerRows};
}

// What code made by the macro calls.
#[doc(hidden)]
pub use gpm_runtime::cpu::kit;

// The insides of plans, for the command, the tests and the benches of this project. They change without notice.
#[doc(hidden)]
pub use gpm_plan::cost::{GraphStats, Kind as WorkKind, LevelWork, Prices, Work};
#[doc(hidden)]
pub use gpm_plan::explain::{Nests, Programs};
#[doc(hidden)]
pub use gpm_plan::nest;
#[doc(hidden)]
pub use gpm_plan::passes::{PASSES, Pass, PassSet};
#[doc(hidden)]
pub use gpm_plan::plan::PlanTerm;
#[doc(hidden)]
pub use gpm_plan::query::Output;
#[doc(hidden)]
pub use gpm_runtime::brute;
#[doc(hidden)]
pub use gpm_runtime::engine::{AnalyzedLevel, AnalyzedNest, AnalyzedPlan, Runs, SAMPLE_ABOVE, leave, ready_threads};
