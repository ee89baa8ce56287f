//! The GPU that the tests share, and how they do without one.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Devices, Engine, EngineConfig, Report};
use gpm_runtime::graph::Graph;

use crate::cell::guarded;
use crate::settings::{is_set, say, test_name};

/// How nests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Gpu,
}

/// The engine on a GPU. Who holds it has it alone, so that times and time limits mean something.
pub(crate) struct Engines(MutexGuard<'static, Engine>);

impl Engines {
    /// The engine, once the tests before are through. Without a GPU says so.
    ///
    /// # Panics
    /// Without a GPU, if one is required.
    pub(crate) fn wait() -> Option<Self> {
        // Warm for all tests: opening a GPU and bringing a graph there would be most of what they do.
        static SHARED: OnceLock<Result<Mutex<Engine>, String>> = OnceLock::new();
        match SHARED.get_or_init(|| open(None).map(Mutex::new)) {
            // A test that failed leaves a usable engine, or the next run says that it does not.
            Ok(engine) => Some(Self(engine.lock().unwrap_or_else(PoisonError::into_inner))),
            Err(reason) => {
                assert!(!is_set("GPM_REQUIRE_GPU"), "GPM_REQUIRE_GPU is set, and there is no usable GPU: {reason}");
                say(format_args!("skipped {}: {reason}", test_name()));
                None
            }
        }
    }

    /// The engine of this mode.
    pub(crate) fn of(&self, mode: Mode) -> &Engine {
        match mode {
            Mode::Gpu => &self.0,
        }
    }

    /// The engine.
    pub(crate) fn gpu(&self) -> &Engine {
        self.of(Mode::Gpu)
    }
}

/// An engine on these GPUs, or on the first.
///
/// # Errors
/// Why there is none, in words.
pub(crate) fn open(gpus: Option<Vec<u32>>) -> Result<Engine, String> {
    let config = EngineConfig { devices: Devices::Gpu(gpus), ..EngineConfig::default() };
    guarded(|| Engine::new(&config))
}

/// An engine on all cores, to compare with.
pub(crate) fn cpu() -> Engine {
    Engine::cpu(&EngineConfig::default()).expect("the CPU is there")
}

/// The query for a named pattern.
pub(crate) fn query(pattern: &str) -> Query {
    Query::from(pattern.parse::<Pattern>().expect("the catalog has it"))
}

/// Counts all there is.
///
/// # Panics
/// If the run fails or is cut short.
#[track_caller]
pub(crate) fn count(engine: &Engine, graph: &Graph, query: &Query) -> Report {
    let found = guarded(|| engine.count_with(graph, query, &Control::new()));
    let report = found.unwrap_or_else(|error| panic!("{} on {}: {error}", query.pattern, engine.device()));
    assert!(!report.partial, "{} on {}: cut short", query.pattern, engine.device());
    report
}
