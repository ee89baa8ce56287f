//! The driver's library: whether it is there and starts. Nothing here panics on a machine without one.

use std::path::Path;
use std::process;
use std::sync::OnceLock;

use cudarc::driver::{DriverError, result, sys};

use crate::cuda::device::error::{NoGpu, reason};

static STARTED: OnceLock<Result<(), NoGpu>> = OnceLock::new();
/// The process in which that was begun.
static STARTED_IN: OnceLock<u32> = OnceLock::new();

/// Where containers mount the driver without telling the linker.
const ELSEWHERE: [&str; 4] = [
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/local/nvidia/lib/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/run/opengl-driver/lib/libcuda.so.1",
];
/// The first driver that has the call for the time between events under its present name.
const EVENT_TIMES: u32 = 12_080;
/// ... the one that has the calls for where memory is to lie.
const PLACED_MEMORY: u32 = 12_020;
/// ... and the one that has the call for contexts under its present name.
const CONTEXTS: u32 = 12_050;

/// Version of the driver as CUDA versions are written: 13000 is 13.0. Loads it, which takes a millisecond.
///
/// # Errors
/// [`NoGpu::NoDriver`] and [`NoGpu::Broken`].
pub fn driver_version() -> Result<u32, NoGpu> {
    static VERSION: OnceLock<Result<u32, NoGpu>> = OnceLock::new();
    let ask = || {
        if !is_loadable() {
            return Err(NoGpu::NoDriver);
        }
        let mut version = 0;
        // SAFETY: the library is loaded, and `version` is a place to write to. It need not be started.
        let status = unsafe { sys::cuDriverGetVersion(&raw mut version) };
        status.result().map_err(broken)?;
        Ok(version.unsigned_abs())
    };
    VERSION.get_or_init(ask).clone()
}

/// Starts the driver, which takes a tenth of a second.
pub(crate) fn start() -> Result<(), NoGpu> {
    let start = |_| {
        STARTED_IN.get_or_init(process::id);
        result::init().map_err(broken)
    };
    STARTED.get_or_init(|| driver_version().and_then(start)).clone()
}

/// Whether this process was forked from one that had started the driver, which is of no use here then.
pub(crate) fn is_inherited() -> bool {
    let is_others = STARTED_IN.get().is_some_and(|&id| id != process::id());
    is_others && !matches!(STARTED.get(), Some(Err(_)))
}

pub(crate) fn broken(error: DriverError) -> NoGpu {
    NoGpu::Broken { reason: reason(error) }
}

/// Whether the driver library can be loaded; tries the usual places beside the linker's.
fn is_loadable() -> bool {
    // SAFETY: loading the driver library runs its initializers, which is what it is made for.
    let is_present = || unsafe { sys::is_culib_present() };
    is_present() || (ELSEWHERE.iter().any(|path| preload(Path::new(path))) && is_present())
}

/// Loads a library for all later loads of the same name.
#[cfg(unix)]
fn preload(path: &Path) -> bool {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
    // SAFETY: as above.
    let loaded = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
    // Kept for the life of the process: cudarc finds it by name.
    loaded.map(std::mem::forget).is_ok()
}

#[cfg(not(unix))]
fn preload(_: &Path) -> bool {
    false
}

/// Whether the driver can be told where memory is to lie.
pub(super) fn can_place_memory() -> bool {
    driver_version().is_ok_and(|version| version >= PLACED_MEMORY)
}

/// Whether more contexts than the primary one can be made.
pub(super) fn can_make_contexts() -> bool {
    driver_version().is_ok_and(|version| version >= CONTEXTS)
}

/// Whether the time between events can be asked for.
pub(crate) fn has_event_times() -> bool {
    driver_version().is_ok_and(|version| version >= EVENT_TIMES)
}
