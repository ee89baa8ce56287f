//! `gpm devices`: what runs can use here.

use clap::Args;
use gpm::{Engine, EngineConfig};

use super::answer::print_line;
use super::failure::{Failure, Outcome};

/// `devices` has no options.
#[derive(Args, Debug)]
pub(crate) struct Devices {}

impl Devices {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        print_line(&Engine::cpu(&EngineConfig::default())?.device())?;
        gpu_lines().iter().try_for_each(|line| print_line(line))?;
        Ok(Outcome::Complete)
    }
}

/// A line for each GPU, the driver and the compiler, or what is missing of them.
fn gpu_lines() -> Vec<String> {
    use gpm::gpu;

    let mut lines = match gpu::devices() {
        Ok(devices) => devices.iter().map(gpu_line).collect(),
        Err(missing) => vec![format!("gpu, none ({missing})")],
    };
    if let Ok(version) = gpu::driver_version() {
        lines.push(format!("driver for CUDA {}.{}", version / 1000, version % 1000 / 10));
    }
    lines.push(match gpu::describe_compiler() {
        Ok(compiler) => compiler,
        Err(missing) => format!("kernel compiler, none ({missing})"),
    });
    lines
}

fn gpu_line(device: &gpm::gpu::DeviceInfo) -> String {
    format!(
        "gpu {}: {}, {} GiB, {} multiprocessors, compute capability {}.{}",
        device.index,
        device.name,
        device.memory.div_ceil(1 << 30),
        device.multiprocessors,
        device.sm.0,
        device.sm.1
    )
}
