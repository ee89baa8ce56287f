//! Engines: one for each way to run, shared by all threads of the process.

use std::sync::{Arc, Mutex, PoisonError};

use gpm::{Devices, Engine, EngineConfig, EngineError};
use pyo3::prelude::*;

/// What an engine is asked for by, and the process that asked: a forked child has its parent's memory and none of its threads.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    devices: Devices,
    threads: Option<usize>,
    process: u32,
}

static ENGINES: Mutex<Vec<(Key, Arc<Engine>)>> = Mutex::new(Vec::new());

/// The engine for devices and a number of threads, made when it is first asked for.
///
/// The list is locked by who has the interpreter's lock, alone: Python forks with that, so that no child is born while somebody has this one.
pub(crate) fn engine(py: Python<'_>, devices: Devices, threads: Option<usize>) -> Result<Arc<Engine>, EngineError> {
    let key = Key { devices, threads, process: std::process::id() };
    let find = || {
        let engines = ENGINES.lock().unwrap_or_else(PoisonError::into_inner);
        engines.iter().find(|(own, _)| *own == key).map(|(_, engine)| Arc::clone(engine))
    };
    if let Some(engine) = find() {
        return Ok(engine);
    }
    // To open a GPU takes a while.
    let config = EngineConfig { devices: key.devices.clone(), threads, ..EngineConfig::default() };
    let engine = Arc::new(py.detach(|| Engine::new(&config))?);
    // Another thread may have been faster.
    if let Some(engine) = find() {
        return Ok(engine);
    }
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner).push((key, Arc::clone(&engine)));
    Ok(engine)
}
