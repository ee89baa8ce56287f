//! gpm finds patterns in graphs: it compiles a small pattern into a loop nest over vertex sets, picks the cheapest nest for
//! the graph at hand, turns it into machine code and runs that on all cores. Counts are exact or the run is an error.
//!
//! ```
//! use gpm::{Engine, Graph, Pattern, Query};
//!
//! let graph = Graph::load("examples/graphs/karate.el")?;
//! let engine = Engine::auto()?;
//!
//! let triangle = "a-b, b-c, c-a".parse::<Pattern>()?;
//! assert_eq!(engine.count(&graph, &Query::from(triangle))?.count, 45);
//!
//! // Open triangles only: without `vertex_induced` the 45 triangles would count three times each.
//! let wedge = "wedge".parse::<Pattern>()?;
//! let report = engine.count(&graph, &Query::from(wedge).vertex_induced())?;
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
//! use gpm::{Control, Engine, Graph, Pattern, Query};
//!
//! let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]);
//! let control = Control::new().with_time_limit(Duration::from_secs(60));
//! let report = Engine::auto()?.count_with(&graph, &Query::from("tailed-triangle".parse::<Pattern>()?), &control)?;
//! assert_eq!((report.count, report.partial), (1, false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The command `gpm` is the feature `cli`, on by default. A program that embeds the library does without it:
//! `default-features = false`. So is the GPU back end, the feature `cuda`, which needs no CUDA to build and looks for the
//! driver when an [`Engine`] is made.

pub use gpm_plan::cost::GraphStats;
pub use gpm_plan::explain::{Explained, Nests};
pub use gpm_plan::opt::{PASSES, PassSet};
pub use gpm_plan::pattern::{self, Label, Pattern, PatternError, Semantics};
pub use gpm_plan::plan::{Plan, PlanError};
pub use gpm_plan::query::{Output, Query, Unit};
pub use gpm_runtime::control::Control;
pub use gpm_runtime::engine::{
    Answer, Devices, Engine, EngineConfig, EngineError, GpuReport, Options, Planned, QueueStats, Report, Seconds,
    TASK_TIMEOUT,
};
pub use gpm_runtime::graph::{
    self, Format, Graph, GraphError, GraphStatistics, LoadOptions, LoadReport, OriginalId, VertexId, VertexOrder,
};

#[cfg(feature = "macros")]
pub use gpm_macros::pattern;

#[doc(hidden)]
pub use gpm_runtime::cpu::kit;

/// What there is to know of GPUs beside running on them, which [`Engine`] does.
#[cfg(feature = "cuda")]
pub mod gpu {
    pub use gpm_runtime::cuda::device::{
        DeviceInfo, GpuError, MemoryError, NoGpu, describe_compiler, devices, driver_version,
    };
    pub use gpm_runtime::cuda::kernel::{Kernel, KernelOptions, Layout};
}
