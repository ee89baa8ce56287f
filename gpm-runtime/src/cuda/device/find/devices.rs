//! Which devices the driver shows, and which of them are to be used.

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use cudarc::driver::{DriverError, result};

use crate::cuda::device::driver::{broken, start};
use crate::cuda::device::error::NoGpu;

/// The oldest compute capability whose threads of a warp advance on their own, which kernels rely on.
const NEEDED: Capability = (7, 0);

/// A compute capability, major and minor.
pub(crate) type Capability = (u32, u32);

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
pub(crate) fn select(named: Option<&[u32]>) -> Result<Vec<DeviceInfo>, NoGpu> {
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
        Some([]) => return Err(NoGpu::NoneNamed),
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
        assert_eq!(indexes(Some(&[])), Err(NoGpu::NoneNamed));
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
