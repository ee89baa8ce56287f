//! The options on where and how long to run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use gpm::{Backend, Devices, Engine, EngineConfig, Explore};

use super::duration;
use super::size;
use crate::process::{Failure, Messages};

/// Bytes: graph files beyond this size take longer to read than devices take to be found. *guess*
const LARGE: u64 = 16 << 20;

/// Where and how long to run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Running")]
pub(crate) struct EngineArgs {
    /// Where to run: auto (the CPU at once, and a GPU where that pays), cpu, hybrid (the CPU and a GPU at once), gpu, or some GPUs:
    /// gpu:0,1
    #[arg(long, default_value = "auto")]
    device: Devices,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Stop searching after this time (60s, 500ms, 2m) with a partial result and exit code 3; reading the graph is not
    /// limited, several patterns share the time
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time_limit: Option<Duration>,
    /// Time after which a warp of a GPU gives work away to idle ones [default: 20us, or 5us for maximal cliques]
    #[arg(long, value_name = "TIME", value_parser = duration::parse, help_heading = crate::help::DEVELOPERS)]
    task_timeout: Option<Duration>,
    /// The most memory to take of each GPU (512MiB, 2GiB), beside some hundred MiB of the driver's; rows of the graph that have no room
    /// there are read from the host's memory [default: all that is free]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    device_memory: Option<u64>,
    /// How a GPU explores the levels below a root where it counts: dfs (depth-first), or bfs-dfs[:LEVELS[:ETA[:PIECE]]] (the first
    /// LEVELS breadth-first, with about ETA partial matches on the GPU at a time, in pieces of up to PIECE)
    #[arg(long, value_name = "HOW", default_value = "dfs", help_heading = crate::help::DEVELOPERS)]
    explore: Explore,
    /// Memory of the host for partial matches that a GPU has no room for
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size::parse, help_heading = crate::help::DEVELOPERS)]
    host_memory: u64,
    /// Folder for a file with those that the host's memory has no room for; without it these are searched at once, depth-first
    #[arg(long, value_name = "DIR", help_heading = crate::help::DEVELOPERS)]
    spill: Option<PathBuf>,
    /// Compile kernels for the GPU anew and do not keep them
    #[arg(long, help_heading = crate::help::DEVELOPERS)]
    no_cache: bool,
    /// Walk the plan instead of compiling it: slow, for checking, on the CPU only
    #[arg(long, help_heading = crate::help::DEVELOPERS)]
    interpret: bool,
}

impl EngineArgs {
    /// The engine asked for, for the graph in a file. It is there until the process ends, so that nothing waits for a GPU that is
    /// no longer needed. `is_json`: whether what it did is printed as JSON.
    pub(crate) fn engine(&self, graph: &Path, is_json: bool, messages: Messages) -> Result<&'static Engine, Failure> {
        if self.interpret && matches!(self.device, Devices::Gpu(_)) {
            return Err(Failure::input("--interpret runs on the CPU: leave out --device"));
        }
        if self.device_memory.is_some() && self.device == Devices::Cpu {
            return Err(Failure::input("--device-memory limits what is taken of a GPU: leave it out, or --device cpu"));
        }
        if (self.explore != Explore::Dfs || self.spill.is_some()) && self.device == Devices::Cpu {
            return Err(Failure::input(
                "--explore and --spill say how a GPU searches: leave them out, or --device cpu",
            ));
        }
        let default = EngineConfig::default();
        let engine = Engine::new(&EngineConfig {
            devices: self.device.clone(),
            threads: self.threads,
            backend: if self.interpret { Backend::Interpreted } else { Backend::Suited },
            task_timeout: self.task_timeout,
            device_memory: self.device_memory,
            explore: self.explore,
            host_memory: self.host_memory,
            spill: self.spill.clone(),
            cache: !self.no_cache,
            counters: is_json || messages.is_verbose(),
            ..default
        })?;
        // A .gpm file is mapped, not read.
        let is_read = graph.extension().is_none_or(|extension| extension != "gpm");
        if is_read && graph.metadata().is_ok_and(|file| file.len() > LARGE) {
            engine.ready_devices()?;
        }
        Ok(Box::leak(Box::new(engine)))
    }

    /// The same for `what`, which runs on the CPU unless one GPU is asked for.
    pub(crate) fn single_engine(
        &self,
        what: &str,
        graph: &Path,
        is_json: bool,
        messages: Messages,
    ) -> Result<&'static Engine, Failure> {
        self.ensure_single(what)?;
        match &self.device {
            Devices::Gpu(_) => self.engine(graph, is_json, messages),
            _ => Ok(Box::leak(Box::new(self.cpu_engine(what)?))),
        }
    }

    /// Refuses devices together of which one would do nothing.
    fn ensure_single(&self, what: &str) -> Result<(), Failure> {
        if self.device == Devices::Hybrid { Err(not_together(what)) } else { self.ensure_one_gpu(what) }
    }

    /// Refuses several GPUs, of which all but the first would do nothing.
    pub(crate) fn ensure_one_gpu(&self, what: &str) -> Result<(), Failure> {
        match &self.device {
            Devices::Gpu(Some(named)) if named.len() > 1 => Err(not_together(what)),
            _ => Ok(()),
        }
    }

    /// The same for `what`, which GPUs do not do.
    pub(crate) fn cpu_engine(&self, what: &str) -> Result<Engine, Failure> {
        self.ensure_cpu(what)?;
        Ok(Engine::cpu(&EngineConfig { threads: self.threads, ..EngineConfig::default() })?)
    }

    /// Refuses a GPU that was asked for and would do nothing.
    pub(crate) fn ensure_cpu(&self, what: &str) -> Result<(), Failure> {
        match self.device {
            Devices::Gpu(_) | Devices::Hybrid => {
                Err(Failure::input(format!("{what} are searched for on the CPU only: leave out --device")))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn threads(&self) -> Option<usize> {
        self.threads
    }

    pub(crate) fn devices(&self) -> &Devices {
        &self.device
    }

    pub(crate) fn is_interpreted(&self) -> bool {
        self.interpret
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }
}

/// Reads a number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|threads| (1..=4096).contains(threads)).ok_or_else(|| "expected 1 to 4096".to_owned())
}

fn not_together(what: &str) -> Failure {
    Failure::input(format!("{what} are searched for on the CPU or on one GPU: say `--device cpu` or `--device gpu`"))
}
