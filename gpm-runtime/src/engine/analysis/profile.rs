//! How near the kernels of a query come to what a GPU can do.

use gpm_plan::query::Output;

use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::terms::{Devices, EngineConfig, EngineError, Report};
use crate::graph::Graph;
use crate::run::{Achieved, RunError};

/// Runs queries again with kernels that count their operations, and compares what they did in the time of the first run with what the GPU can do.
///
/// ```no_run
/// use gpm::{Control, Devices, Engine, EngineConfig, Graph, Profiler};
///
/// let graph = Graph::load("graph.el.gz")?;
/// let config = EngineConfig { devices: Devices::Gpu(None), ..EngineConfig::default() };
/// let (engine, profiler) = (Engine::new(&config)?, Profiler::new(&config)?);
/// let report = engine.count(&graph, "clique:5")?;
/// for achieved in profiler.achieved(&graph, &report, &Control::new())? {
///     println!("{}: {:.1} G/s, {:.0} % of what the GPU can do", achieved.what, achieved.rate / 1e9, 100.0 * achieved.share);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Profiler {
    /// Its kernels count their operations.
    counting: Engine,
}

impl Profiler {
    /// A profiler of queries on an engine that is made like this, which runs on one GPU.
    ///
    /// # Errors
    /// [`EngineError::Option`] if it runs on something else; `EngineError::Gpu` with what is missing.
    pub fn new(config: &EngineConfig) -> Result<Profiler, EngineError> {
        match &config.devices {
            Devices::Gpu(named) if named.as_ref().is_none_or(|named| named.len() == 1) => {}
            _ => return Err(EngineError::Option { what: "the device of a profile", must: "one GPU" }),
        }
        Ok(Profiler { counting: Engine::new(&EngineConfig { operations: true, ..config.clone() })? })
    }

    /// What the kernels achieved that a query on the graph took, the kind of operation first that came nearest to what the GPU can do. None if it
    /// took no kernel of a plan that counts all in all, the driver cannot tell how long kernels take, or one of the runs was stopped. Takes several
    /// times as long as the query.
    ///
    /// # Errors
    /// As [`Engine::count_planned`]; [`RunError::Internal`] if the count is another now.
    pub fn achieved(&self, graph: &Graph, timed: &Report, control: &Control) -> Result<Vec<Achieved>, EngineError> {
        let (Some(plan), Some(seconds), false) = (&timed.plan, timed.seconds.kernel, timed.partial) else {
            return Ok(Vec::new());
        };
        if plan.query.output != Output::Count || !plan.query.pattern.anchors().is_empty() {
            return Ok(Vec::new());
        }
        let ceilings = match self.counting.ceilings(control) {
            Err(error) if error.is_stopped() => None,
            measured => measured?,
        };
        let Some(ceilings) = ceilings else { return Ok(Vec::new()) };
        let counted = self.counting.count_planned(graph, plan, control)?;
        let operations = counted.gpu.as_ref().and_then(|gpu| gpu.operations);
        let Some(operations) = operations.filter(|_| !counted.partial) else { return Ok(Vec::new()) };
        if counted.count != timed.count {
            let text = format!("{} matches were counted, then {}; please report this", timed.count, counted.count);
            return Err(RunError::Internal(text).into());
        }
        Ok(operations.achieved(seconds, &ceilings))
    }
}
