//! The options on where and how long to run.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use gpm::{Engine, EngineConfig};

use super::duration;
use super::failure::Failure;

/// Where and how long to run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Running")]
pub(crate) struct EngineArgs {
    /// Where to run: auto or cpu
    #[arg(long, default_value = "auto", value_parser = parse_device)]
    device: Device,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Stop searching after this time (60s, 500ms, 2m) with a partial result and exit code 3; reading the graph is not
    /// limited, several patterns share the time
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time_limit: Option<Duration>,
    /// Walk the plan instead of compiling it: slow, for checking
    #[arg(long)]
    interpret: bool,
}

/// Where to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Auto,
    Cpu,
    /// Any choice that needs a GPU.
    Gpu,
}

impl EngineArgs {
    /// The engine asked for.
    pub(crate) fn engine(&self) -> Result<Engine, Failure> {
        let config = EngineConfig { threads: self.threads, interpret: self.interpret };
        match self.device {
            Device::Auto if self.threads.is_none() && !self.interpret => Ok(Engine::auto()?),
            Device::Auto | Device::Cpu => Ok(Engine::cpu(&config)?),
            Device::Gpu => Err(Failure::Run(anyhow!("this build has no GPU support yet: use --device cpu"))),
        }
    }

    pub(crate) fn threads(&self) -> Option<usize> {
        self.threads
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|threads| (1..=4096).contains(threads)).ok_or_else(|| "expected 1 to 4096".to_owned())
}

fn parse_device(text: &str) -> Result<Device, String> {
    let is_gpu_list = |list: &str| list.split(',').all(|gpu| gpu.parse::<u32>().is_ok());
    match text {
        "auto" => Ok(Device::Auto),
        "cpu" => Ok(Device::Cpu),
        "gpu" | "hybrid" => Ok(Device::Gpu),
        _ if text.strip_prefix("gpu:").is_some_and(is_gpu_list) => Ok(Device::Gpu),
        _ => Err("expected auto or cpu".to_owned()),
    }
}
