//! The options on where and how long to run.

use std::time::Duration;

use clap::Args;
use gpm::{Devices, Engine, EngineConfig};

use super::failure::Failure;
use super::messages::Messages;
use super::{device_arg, duration};

/// Where and how long to run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Running")]
pub(crate) struct EngineArgs {
    /// Where to run: auto (a GPU if one can be used, else the CPU), cpu, gpu, or some GPUs: gpu:0,1
    #[arg(long, default_value = "auto", value_parser = device_arg::parse)]
    device: Devices,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Stop searching after this time (60s, 500ms, 2m) with a partial result and exit code 3; reading the graph is not
    /// limited, several patterns share the time
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time_limit: Option<Duration>,
    /// Time after which a warp of a GPU gives work away to idle ones [default: 100us]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    task_timeout: Option<Duration>,
    /// Compile kernels for the GPU anew and do not keep them
    #[arg(long)]
    no_cache: bool,
    /// Walk the plan instead of compiling it: slow, for checking, on the CPU only
    #[arg(long)]
    interpret: bool,
}

impl EngineArgs {
    /// The engine asked for. `is_json`: whether what it did is printed as JSON.
    pub(crate) fn engine(&self, is_json: bool, messages: Messages) -> Result<Engine, Failure> {
        if self.interpret && matches!(self.device, Devices::Gpu(_)) {
            return Err(Failure::input("--interpret runs on the CPU: leave out --device"));
        }
        let default = EngineConfig::default();
        Ok(Engine::new(&EngineConfig {
            devices: self.device.clone(),
            threads: self.threads,
            interpret: self.interpret,
            task_timeout: self.task_timeout.unwrap_or(default.task_timeout),
            cache: !self.no_cache,
            counters: is_json || messages.is_verbose(),
            ..default
        })?)
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
