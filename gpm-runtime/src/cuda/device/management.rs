//! What kind of GPUs there are, as NVIDIA's management library says: it knows within a hundredth of a second, the driver takes
//! ten times as long. Only good for a guess, since the driver may show other devices, or some of them.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::OnceLock;

use libloading::{Library, Symbol};

const LIBRARY: &str = "libnvidia-ml.so.1";

/// The compute capability of all GPUs of the machine; `None` if they differ or nothing is known.
pub(super) fn capability() -> Option<(u32, u32)> {
    static CAPABILITY: OnceLock<Option<(u32, u32)>> = OnceLock::new();
    *CAPABILITY.get_or_init(|| {
        // SAFETY: NVIDIA's library, whose initializers have no conditions; the types below are those of `nvml.h`.
        unsafe { Library::new(LIBRARY).ok().and_then(|library| ask(&library)) }
    })
}

/// # Safety
/// `library` is NVIDIA's management library.
unsafe fn ask(library: &Library) -> Option<(u32, u32)> {
    type Device = *mut c_void;
    // SAFETY: by contract, here and below; every pointer is a place to write to.
    unsafe {
        let start: Symbol<'_, unsafe extern "C" fn() -> c_int> = library.get(b"nvmlInit_v2").ok()?;
        let end: Symbol<'_, unsafe extern "C" fn() -> c_int> = library.get(b"nvmlShutdown").ok()?;
        let count: Symbol<'_, unsafe extern "C" fn(*mut c_uint) -> c_int> =
            library.get(b"nvmlDeviceGetCount_v2").ok()?;
        let device: Symbol<'_, unsafe extern "C" fn(c_uint, *mut Device) -> c_int> =
            library.get(b"nvmlDeviceGetHandleByIndex_v2").ok()?;
        let capability: Symbol<'_, unsafe extern "C" fn(Device, *mut c_int, *mut c_int) -> c_int> =
            library.get(b"nvmlDeviceGetCudaComputeCapability").ok()?;
        if start() != 0 {
            return None;
        }
        let mut num_devices = 0;
        let counted = count(&raw mut num_devices) == 0;
        let of = |index: c_uint| {
            let (mut handle, mut major, mut minor) = (std::ptr::null_mut(), 0, 0);
            let is_known = device(index, &raw mut handle) == 0
                && capability(handle, &raw mut major, &raw mut minor) == 0
                && major > 0;
            is_known.then_some((major.unsigned_abs(), minor.unsigned_abs()))
        };
        let all: Option<Vec<_>> = (0..num_devices).map(of).collect();
        end();
        let first = *all.as_ref().filter(|_| counted)?.first()?;
        all?.iter().all(|&own| own == first).then_some(first)
    }
}
