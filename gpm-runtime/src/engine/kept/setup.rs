//! An engine: what its configuration asks for, made and kept.

use std::sync::Arc;

use gpm_plan::cost::Prices;

use super::known_graphs::KnownGraphs;
use super::session::Session;
use crate::control::Control;
use crate::engine::place::{Executor, executor};
use crate::engine::terms::{Devices, DevicesUsed, EngineConfig, EngineError, Threads};
use crate::run::Operations;

/// Runs queries on the CPU or on GPUs. Keeps what the next query can use again: threads, what it measured of graphs, plans, and on GPUs
/// the graph, compiled kernels and memory.
///
/// ```
/// use gpm::{Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let engine = Engine::auto()?;
/// assert_eq!(engine.count(&graph, "triangle")?.count, 1);
/// assert_eq!(engine.count(&graph, "a-b-c")?.count, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(in crate::engine) pool: Arc<Threads>,
    pub(in crate::engine) executor: Box<dyn Executor>,
    /// [`EngineConfig::sample_above`].
    pub(in crate::engine) sample_above: f64,
    /// [`EngineConfig::prices`].
    pub(in crate::engine) prices: Option<Prices>,
    /// What plans of runs in parts are priced by, unless the configuration says.
    pub(in crate::engine) part_prices: Prices,
    /// What was measured and planned for earlier queries.
    pub(in crate::engine) known: Arc<KnownGraphs>,
}

impl Engine {
    /// The best engine of this machine: all of its cores for what they do at once, its GPU, if it can be used, for the rest.
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn auto() -> Result<Engine, EngineError> {
        Engine::new(&EngineConfig::default())
    }

    /// An engine on the CPU, whatever the configuration says of devices.
    ///
    /// ```
    /// let engine = gpm::Engine::cpu(&gpm::EngineConfig::default())?;
    /// assert_eq!(engine.device().kind(), "cpu");
    /// # Ok::<(), gpm::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn cpu(config: &EngineConfig) -> Result<Engine, EngineError> {
        Engine::new(&EngineConfig { devices: Devices::Cpu, ..config.clone() })
    }

    /// The engine that a configuration asks for. Opening a GPU takes some tenths of a second, on a thread of its own: the first
    /// query waits for it, and so does dropping the engine.
    ///
    /// ```
    /// use gpm::{Devices, Engine, EngineConfig};
    ///
    /// let config = EngineConfig { devices: Devices::Cpu, threads: Some(2), ..EngineConfig::default() };
    /// assert_eq!(Engine::new(&config)?.device().threads(), Some(2));
    /// # Ok::<(), gpm::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads; `EngineError::Gpu` if a GPU is asked for and the driver or the
    /// compiler is missing. What else may be amiss with it the first query says, or [`Engine::ready_devices`].
    pub fn new(config: &EngineConfig) -> Result<Engine, EngineError> {
        let pool = Arc::new(Threads::new(config.threads.unwrap_or(0))?);
        let EngineConfig { sample_above, prices, .. } = *config;
        let (executor, part_prices) = (executor(config)?, config.devices.prices());
        Ok(Engine { pool, executor, sample_above, prices, part_prices, known: Arc::default() })
    }

    /// To be called before something that takes long, such as reading a large graph: waits until it is known that the GPUs
    /// asked for are there, and begins to open the one that [`Devices::Auto`] may use.
    ///
    /// # Errors
    /// `EngineError::Gpu` with what is missing.
    pub fn ready_devices(&self) -> Result<(), EngineError> {
        self.executor.ready_devices()
    }

    /// How many operations of each kind the first GPU does in a second at most, which is measured once, in some 80 ms on an H200. `None` unless
    /// the engine runs on GPUs alone, if the driver cannot tell, or the run was stopped.
    ///
    /// # Errors
    /// `EngineError::Gpu` if there is none or it fails.
    pub fn ceilings(&self, control: &Control) -> Result<Option<Operations<f64>>, EngineError> {
        self.executor.ceilings(control)
    }

    /// What queries run on.
    pub fn device(&self) -> DevicesUsed {
        self.executor.device(&self.pool)
    }

    /// Answers a question: calls `work`, all that is done for it, with a handle on a run of its own.
    pub(in crate::engine) fn in_run<R>(
        &self,
        control: &Control,
        work: impl FnOnce(&Control) -> Result<R, EngineError>,
    ) -> Result<R, EngineError> {
        self.pool.ready()?;
        self.executor.ensure_usable()?;
        control.run(work)?
    }

    /// An engine of the same threads that runs on the CPU alone; `None` if nothing may run there.
    pub(in crate::engine) fn on_cpu(&self) -> Option<Engine> {
        let Engine { sample_above, prices, part_prices, .. } = *self;
        Some(Engine {
            pool: Arc::clone(&self.pool),
            executor: self.executor.apart()?,
            sample_above,
            prices,
            part_prices,
            known: Arc::clone(&self.known),
        })
    }

    /// What the plans of a session are priced by. Those of runs in parts must agree from process to process, whichever devices each has
    /// open.
    pub(in crate::engine) fn prices(&self, session: &Session<'_>) -> Prices {
        let of_devices = || if session.is_of_parts() { self.part_prices } else { self.executor.prices() };
        self.prices.unwrap_or_else(of_devices)
    }
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPool;

    use super::*;
    use crate::engine::place::{Done, Search};
    use crate::graph::Graph;
    use crate::run::Sink;
    use crate::sched::{Journal, Shard};

    /// A machine whose GPU is open.
    #[derive(Debug)]
    struct Open;

    impl Executor for Open {
        fn device(&self, _: &ThreadPool) -> DevicesUsed {
            DevicesUsed::cpu(1)
        }

        fn prices(&self) -> Prices {
            Prices::GPU
        }

        fn apart(&self) -> Option<Box<dyn Executor>> {
            None
        }

        fn run(&self, _: Search<'_>, _: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
            unreachable!("nothing is searched")
        }
    }

    #[test]
    fn plans_of_parts_do_not_depend_on_what_is_open() {
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path().join("journal"), &graph, "edges").unwrap();
        let parts = [
            Session::of_shard(&graph, Shard::new(2, 3).unwrap()),
            Session::of_shard(&graph, Shard::WHOLE),
            Session::new(&graph).with_journal(journal),
        ];
        for (devices, part_prices) in [(Devices::Auto, Prices::CPU), (Devices::Hybrid, Prices::GPU)] {
            let closed = Engine { part_prices: devices.prices(), ..Engine::cpu(&EngineConfig::default()).unwrap() };
            let open = Engine { executor: Box::new(Open), ..Engine::cpu(&EngineConfig::default()).unwrap() };
            let open = Engine { part_prices: devices.prices(), ..open };
            assert_eq!(closed.prices(&Session::new(&graph)), Prices::CPU);
            assert_eq!(open.prices(&Session::new(&graph)), Prices::GPU);
            for session in &parts {
                assert_eq!([&closed, &open].map(|engine| engine.prices(session)), [part_prices; 2], "{devices:?}");
            }
        }
    }
}
