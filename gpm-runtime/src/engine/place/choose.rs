//! Which devices an engine runs on.

#[cfg(feature = "cuda")]
use super::both::OnBoth;
use super::cpu::Cpu;
use super::executor::Executor;
#[cfg(feature = "cuda")]
use super::gpu::OnGpu;
#[cfg(feature = "cuda")]
use super::late_gpu::LateGpu;
#[cfg(feature = "cuda")]
use super::who::Sharing;
use crate::cpu::Backend;
use crate::engine::terms::{Devices, EngineConfig, EngineError};

/// The executor that a configuration asks for.
pub(crate) fn executor(config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    let cpu = Cpu { backend: config.backend };
    // Only the CPU interprets.
    let is_interpreted = config.backend == Backend::Interpreted;
    match &config.devices {
        Devices::Cpu => Ok(Box::new(cpu)),
        Devices::Auto if is_interpreted => Ok(Box::new(cpu)),
        Devices::Auto => best(cpu, config),
        Devices::Hybrid if is_interpreted => Ok(Box::new(cpu)),
        Devices::Hybrid => both(cpu, config),
        Devices::Gpu(named) => gpu(named.as_deref(), config),
    }
}

#[cfg(feature = "cuda")]
fn best(cpu: Cpu, config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Ok(Box::new(OnBoth::new(LateGpu::new(config), cpu, Sharing::AUTO)?))
}

#[cfg(not(feature = "cuda"))]
fn best(cpu: Cpu, _: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Ok(Box::new(cpu))
}

#[cfg(feature = "cuda")]
fn both(cpu: Cpu, config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    match OnGpu::open(None, config) {
        Ok(gpu) => Ok(Box::new(OnBoth::new(gpu, cpu, Sharing::HYBRID)?)),
        Err(error) => {
            log::warn!("the CPU runs alone: {error}");
            Ok(Box::new(cpu))
        }
    }
}

#[cfg(not(feature = "cuda"))]
fn both(cpu: Cpu, _: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    log::warn!("the CPU runs alone: {}", EngineError::NoGpuSupport);
    Ok(Box::new(cpu))
}

#[cfg(feature = "cuda")]
fn gpu(named: Option<&[u32]>, config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Ok(Box::new(OnGpu::open(named, config)?))
}

#[cfg(not(feature = "cuda"))]
fn gpu(_: Option<&[u32]>, _: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Err(EngineError::NoGpuSupport)
}
