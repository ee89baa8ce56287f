//! How an engine runs.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::exec::Explore;
use thiserror::Error;

use crate::cpu::Backend;

/// Predicted cost of a plan above which near ties are settled by a sample, unless told otherwise, in elements that a thread streams: some
/// 75 ms. Samples of all tied choices take 10 to 50. Measured with 75 and .7 ms for plans on an H200, and with 75 ms and .6 s on threads
/// (the last two rows of `benches/NOTES.md`).
pub const SAMPLE_ABOVE: f64 = 1e8;

/// Bytes of the host's memory for a frontier, unless told otherwise. *guess*
const HOST_MEMORY: u64 = 1 << 30;

/// How an engine runs. None of it changes an answer.
///
/// ```
/// let config = gpm::EngineConfig { threads: Some(4), ..gpm::EngineConfig::default() };
/// assert!(config.cache);
/// ```
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Where to run.
    pub devices: Devices,
    /// Worker threads; all cores if `None`.
    pub threads: Option<usize>,
    /// How the CPU runs nests.
    #[doc(hidden)]
    pub backend: Backend,
    /// Time after which a warp of a GPU gives work away, if others have none. `None`: by what it costs others to take it up.
    pub task_timeout: Option<Duration>,
    /// Predicted cost of a plan above which the best alternatives are compared on a sample of the graph if they are expected to cost about
    /// the same, in elements that a thread of a CPU streams meanwhile; on a GPU, above what takes as long. Infinite: never.
    #[doc(hidden)]
    pub sample_above: f64,
    /// What plans are priced by. `None`: by what the devices cost that are open; for runs in parts by what those cost that are asked for. So plans for a GPU can be looked at where there is none.
    #[doc(hidden)]
    pub prices: Option<Prices>,
    /// The most bytes that are taken of each GPU's memory; `None`: all that is free there. The driver and kernels take some hundred
    /// MiB beside them. Rows of a graph for which there is no room stay in the host's memory, where a GPU reads them over the bus.
    pub device_memory: Option<u64>,
    /// How a GPU explores the levels below a root where it counts: depth-first, or the first ones breadth-first.
    pub explore: Explore,
    /// Bytes of the host's memory for what the frontier of a breadth-first level has no room for on a GPU.
    pub host_memory: u64,
    /// Where a file is made for what goes beyond that. `None`: it is searched depth-first.
    pub spill: Option<PathBuf>,
    /// Whether compiled kernels are kept on disk for later processes.
    pub cache: bool,
    /// Whether reports have the counters of a GPU's task queue: ten microseconds a query.
    pub counters: bool,
    /// Whether kernels of GPUs count their operations, which makes them several times slower: see [`Profiler`](crate::engine::Profiler).
    pub operations: bool,
}

impl Default for EngineConfig {
    fn default() -> Self {
        EngineConfig {
            devices: Devices::Auto,
            threads: None,
            backend: Backend::Suited,
            task_timeout: None,
            sample_above: SAMPLE_ABOVE,
            prices: None,
            device_memory: None,
            explore: Explore::Dfs,
            host_memory: HOST_MEMORY,
            spill: None,
            cache: true,
            counters: false,
            operations: false,
        }
    }
}

/// Where to run.
///
/// ```
/// use gpm::{Devices, Engine, EngineConfig};
///
/// let config = EngineConfig { devices: Devices::Gpu(Some(vec![0, 1])), ..EngineConfig::default() };
/// if let Err(missing) = Engine::new(&config) {
///     println!("{missing}");
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Devices {
    /// The CPU at once; where a search is expected to take long enough, a GPU is opened meanwhile, if there is one that can be used, and takes
    /// what the CPU has not begun with by then. A search that does not fit the GPU, or fails there, stays on the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The CPU and a GPU together, if there is one that can be used, which is opened at once: both search wherever that saves time, each as much as
    /// it is fast.
    Hybrid,
    /// These GPUs, counted from 0, or the first that can be used.
    Gpu(Option<Vec<u32>>),
}

/// A text that names no devices.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoDevices {
    /// It is none of the words.
    #[error("expected auto or cpu, hybrid for both at once, or gpu, gpu:0 or gpu:0,1 for GPUs counted from 0")]
    Unknown,
    /// A GPU stands there two times.
    #[error("gpu {0} is named twice")]
    Twice(u32),
}

/// `auto`, `cpu`, `hybrid`, `gpu`, `gpu:0`, `gpu:0,1`.
///
/// ```
/// assert_eq!("gpu:1,0".parse(), Ok(gpm::Devices::Gpu(Some(vec![1, 0]))));
/// ```
impl FromStr for Devices {
    type Err = NoDevices;

    fn from_str(text: &str) -> Result<Devices, NoDevices> {
        match text {
            "auto" => return Ok(Devices::Auto),
            "cpu" => return Ok(Devices::Cpu),
            "gpu" => return Ok(Devices::Gpu(None)),
            "hybrid" => return Ok(Devices::Hybrid),
            _ => {}
        }
        let mut gpus: Vec<u32> = Vec::new();
        for part in text.strip_prefix("gpu:").ok_or(NoDevices::Unknown)?.split(',') {
            let gpu = part.parse().map_err(|_| NoDevices::Unknown)?;
            if gpus.contains(&gpu) {
                return Err(NoDevices::Twice(gpu));
            }
            gpus.push(gpu);
        }
        Ok(Devices::Gpu(Some(gpus)))
    }
}

impl Devices {
    /// What is the same on all machines that are asked for these devices, whatever they have: prices of the CPU where a GPU only
    /// takes over, those of a GPU where one takes part from the beginning.
    pub(in crate::engine) fn prices(&self) -> Prices {
        match self {
            Devices::Auto | Devices::Cpu => Prices::CPU,
            Devices::Hybrid | Devices::Gpu(_) => Prices::GPU,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices() {
        assert_eq!("auto".parse(), Ok(Devices::Auto));
        assert_eq!("cpu".parse(), Ok(Devices::Cpu));
        assert_eq!("hybrid".parse(), Ok(Devices::Hybrid));
        assert_eq!("gpu".parse(), Ok(Devices::Gpu(None)));
        assert_eq!("gpu:3".parse(), Ok(Devices::Gpu(Some(vec![3]))));
        for text in ["", "gpu:", "gpu:a", "gpu:0,", "gpu:-1", "gpu0", "abacus"] {
            assert_eq!(text.parse::<Devices>(), Err(NoDevices::Unknown), "{text}");
        }
        assert_eq!("gpu:1,1".parse::<Devices>(), Err(NoDevices::Twice(1)));
    }
}
