//! The driver: whether it is there, and which devices it shows. Nothing here panics on a machine without one.

use std::path::Path;
use std::sync::OnceLock;

use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use cudarc::driver::{DriverError, result};

use super::error::{NoGpu, reason};

/// Where containers mount the driver without telling the linker.
const ELSEWHERE: [&str; 4] = [
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/local/nvidia/lib/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/run/opengl-driver/lib/libcuda.so.1",
];
/// The oldest compute capability whose threads of a warp advance on their own, which kernels rely on.
const NEEDED: (u32, u32) = (7, 0);
/// The first driver that has the call for the time between events under its present name.
const EVENT_TIMES: u32 = 12_080;

/// A GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its number, from 0.
    pub index: u32,
    /// What NVIDIA calls it.
    pub name: String,
    /// Bytes of memory.
    pub memory: u64,
    /// Compute capability, major and minor.
    pub sm: (u32, u32),
    /// How many multiprocessors it has.
    pub multiprocessors: u32,
    /// Clock of the multiprocessors in kHz.
    pub clock_khz: u32,
    /// Bytes of shared memory of a multiprocessor.
    pub shared_memory: u32,
    /// Bytes of it that one block can have.
    pub block_shared_memory: u32,
    /// Bytes of it that the driver takes from each block.
    pub reserved_shared_memory: u32,
}

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
fn start() -> Result<(), NoGpu> {
    static STARTED: OnceLock<Result<(), NoGpu>> = OnceLock::new();
    STARTED.get_or_init(|| driver_version().and_then(|_| result::init().map_err(broken))).clone()
}

fn broken(error: DriverError) -> NoGpu {
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

/// Whether the time between events can be asked for.
pub(super) fn has_event_times() -> bool {
    driver_version().is_ok_and(|version| version >= EVENT_TIMES)
}

/// The GPUs of this machine. Starts the driver, which takes a tenth of a second.
///
/// # Errors
/// [`NoGpu`] if there is none.
pub fn devices() -> Result<Vec<DeviceInfo>, NoGpu> {
    start()?;
    let count = result::device::get_count().map_err(broken)?;
    if count < 1 {
        return Err(NoGpu::NoDevice);
    }
    (0..count).map(|index| describe(index).map_err(broken)).collect()
}

fn describe(index: i32) -> Result<DeviceInfo, DriverError> {
    let device = result::device::get(index)?;
    // SAFETY: the driver runs and `device` is one of its devices.
    let attribute = |which| unsafe { result::device::get_attribute(device, which) }.map(i32::unsigned_abs);
    Ok(DeviceInfo {
        index: index.unsigned_abs(),
        name: result::device::get_name(device)?,
        // SAFETY: as above.
        memory: unsafe { result::device::total_mem(device) }? as u64,
        sm: (
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        multiprocessors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        clock_khz: attribute(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
        shared_memory: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
        block_shared_memory: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        reserved_shared_memory: attribute(Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK)?,
    })
}

/// The devices named, or all; each must be able to run kernels.
pub(super) fn select(named: Option<&[u32]>) -> Result<Vec<DeviceInfo>, NoGpu> {
    choose(devices()?, named)
}

fn choose(all: Vec<DeviceInfo>, named: Option<&[u32]>) -> Result<Vec<DeviceInfo>, NoGpu> {
    let count = all.len() as u32;
    let chosen = match named {
        // One GPU is the default: others of the machine may be somebody else's.
        None => {
            let usable = all.iter().find(|device| device.sm >= NEEDED).or(all.first()).cloned();
            usable.into_iter().collect()
        }
        Some(named) => named
            .iter()
            .map(|&asked| all.get(asked as usize).cloned().ok_or(NoGpu::NoSuchDevice { asked, count }))
            .collect::<Result<Vec<_>, _>>()?,
    };
    match chosen.iter().find(|device| device.sm < NEEDED) {
        Some(old) => Err(NoGpu::TooOld { index: old.index, name: old.name.clone(), sm: old.sm, needed: NEEDED }),
        None => Ok(chosen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(index: u32, sm: (u32, u32)) -> DeviceInfo {
        DeviceInfo {
            index,
            name: "test".to_owned(),
            memory: 1 << 33,
            sm,
            multiprocessors: 2,
            clock_khz: 1_000_000,
            shared_memory: 228 << 10,
            block_shared_memory: 227 << 10,
            reserved_shared_memory: 1 << 10,
        }
    }

    #[test]
    fn choices() {
        let all = || vec![device(0, (6, 1)), device(1, (9, 0)), device(2, (10, 0))];
        let indexes = |named: Option<&[u32]>| {
            choose(all(), named).map(|devices| devices.iter().map(|device| device.index).collect::<Vec<_>>())
        };
        assert_eq!(indexes(None), Ok(vec![1]));
        assert_eq!(indexes(Some(&[2, 1])), Ok(vec![2, 1]));
        assert_eq!(indexes(Some(&[3])), Err(NoGpu::NoSuchDevice { asked: 3, count: 3 }));
        assert!(matches!(indexes(Some(&[0])), Err(NoGpu::TooOld { index: 0, .. })));
        assert!(matches!(choose(vec![device(0, (5, 2))], None), Err(NoGpu::TooOld { .. })));
    }

    /// On machines with a GPU it is found, on others the reason is said: either way without a panic.
    #[test]
    fn looking_for_devices_never_panics() {
        match devices() {
            Ok(devices) => assert!(!devices.is_empty()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
