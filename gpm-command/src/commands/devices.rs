//! `gpm devices`: what runs can use here.

use clap::Args;
use gpm::gpu::{self, DeviceInfo};
use gpm::{DevicesUsed, Engine, EngineConfig};
use serde::Serialize;

use crate::answers::{json_line, print_line};
use crate::process::{Failure, Outcome};

/// Options of `devices`.
#[derive(Args, Debug)]
pub(crate) struct Devices {
    /// A JSON object instead of lines of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints and the lines say.
#[derive(Serialize)]
struct Found {
    cpu: DevicesUsed,
    gpus: Vec<Gpu>,
    /// Why there is no GPU, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_gpu: Option<String>,
    /// The version of CUDA that the driver is for, such as 13.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    driver: Option<String>,
    /// The compiler of kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiler: Option<String>,
    /// Why there is no compiler, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_compiler: Option<String>,
}

#[derive(Serialize)]
struct Gpu {
    index: u32,
    name: String,
    memory_bytes: u64,
    multiprocessors: u32,
    compute_capability: String,
}

impl Devices {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let cpu = Engine::cpu(&EngineConfig::default())?.device();
        let found = Found::new(cpu);
        if self.json {
            print_line(&json_line(&found)?)?;
        } else {
            print_line(&found.cpu.to_string())?;
            found.lines().iter().try_for_each(|line| print_line(line))?;
        }
        Ok(Outcome::Complete)
    }
}

impl Found {
    fn new(cpu: DevicesUsed) -> Self {
        let (gpus, no_gpu) = match gpu::devices() {
            Ok(devices) => (devices.iter().map(Gpu::new).collect(), None),
            Err(missing) => (Vec::new(), Some(missing.to_string())),
        };
        let (compiler, no_compiler) = match gpu::describe_compiler() {
            Ok(compiler) => (Some(compiler), None),
            Err(missing) => (None, Some(missing.to_string())),
        };
        let driver = gpu::driver_version().ok().map(|version| format!("{}.{}", version / 1000, version % 1000 / 10));
        Self { cpu, gpus, no_gpu, driver, compiler, no_compiler }
    }

    /// A line for each GPU, the driver and the compiler, or what is missing of them.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.gpus.iter().map(Gpu::line).collect();
        lines.extend(self.no_gpu.iter().map(|missing| format!("gpu, none ({missing})")));
        lines.extend(self.driver.iter().map(|version| format!("driver for CUDA {version}")));
        lines.extend(self.compiler.clone());
        lines.extend(self.no_compiler.iter().map(|missing| format!("kernel compiler, none ({missing})")));
        lines
    }
}

impl Gpu {
    fn new(device: &DeviceInfo) -> Self {
        Self {
            index: device.index,
            name: device.name.clone(),
            memory_bytes: device.memory,
            multiprocessors: device.multiprocessors,
            compute_capability: format!("{}.{}", device.sm.0, device.sm.1),
        }
    }

    fn line(&self) -> String {
        let Self { index, name, memory_bytes, multiprocessors, compute_capability } = self;
        let memory = memory_bytes.div_ceil(1 << 30);
        format!(
            "gpu {index}: {name}, {memory} GiB, {multiprocessors} multiprocessors, compute capability {compute_capability}"
        )
    }
}
