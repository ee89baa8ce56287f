//! An engine: what its configuration asks for, made and kept.

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use super::config::{Devices, EngineConfig};
use super::devices_used::DevicesUsed;
use super::error::EngineError;
use super::place::{Executor, executor};

/// Runs queries on the CPU or on GPUs. Keeps what the next query can use again: threads, and on GPUs the graph, compiled
/// kernels and memory.
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
    pub(super) pool: ThreadPool,
    pub(super) executor: Box<dyn Executor>,
    /// [`EngineConfig::sample_above`].
    pub(super) sample_above: f64,
    /// [`EngineConfig::prices`].
    pub(super) prices: Option<Prices>,
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
        let pool = pool(config.threads.unwrap_or(0))?;
        let EngineConfig { sample_above, prices, .. } = *config;
        Ok(Engine { pool, executor: executor(config)?, sample_above, prices })
    }

    /// To be called before something that takes long, such as reading a large graph: waits until it is known that the GPUs
    /// asked for are there, and begins to open the one that [`Devices::Auto`] may use.
    ///
    /// # Errors
    /// `EngineError::Gpu` with what is missing.
    pub fn ready_devices(&self) -> Result<(), EngineError> {
        self.executor.ready_devices()
    }

    /// What queries run on.
    pub fn device(&self) -> DevicesUsed {
        self.executor.device(&self.pool)
    }

    /// What plans are priced by.
    pub(super) fn prices(&self) -> Prices {
        self.prices.unwrap_or_else(|| self.executor.prices())
    }
}

/// So many threads, or one a core for 0.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, EngineError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| EngineError::Threads { threads, reason: error.to_string() })
}
