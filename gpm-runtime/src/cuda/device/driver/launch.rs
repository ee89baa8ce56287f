//! Putting a kernel on a stream.

use std::ffi::c_void;
use std::ptr;

use cudarc::driver::DriverError;
use cudarc::driver::sys::{
    CUfunction, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchAttributeValue, CUlaunchConfig, CUstream,
    cuLaunchKernelEx,
};

/// The least compute capability of devices on which a kernel can be launched early.
pub(crate) const EARLY_SINCE: (u32, u32) = (9, 0);

/// How many blocks a kernel has, and what each has of threads and bytes of shared memory, of which it chooses the size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) blocks: u32,
    pub(crate) threads: u32,
    pub(crate) shared_bytes: u32,
}

/// Puts a kernel of one argument on a stream, behind all that is there. One that `is_early` may begin as soon as all blocks of the kernel
/// before it allow that, or have ended (programmatic dependent launch, CUDA programming guide): it waits by itself for what that one writes.
///
/// # Safety
/// The function's module is loaded and its context bound, the stream is of that context, `argument` is as long and as aligned as the
/// function's, and all that it points to is there until the kernel has ended. Of a kernel that is early the device is of [`EARLY_SINCE`] or
/// newer, and so is what the function was compiled for.
pub(crate) unsafe fn launch(
    function: CUfunction,
    grid: Grid,
    stream: CUstream,
    argument: &mut [u8],
    is_early: bool,
) -> Result<(), DriverError> {
    let mut early = CUlaunchAttribute {
        id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
        pad: [0; 4],
        value: CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 },
    };
    let config = CUlaunchConfig {
        gridDimX: grid.blocks,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: grid.threads,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: grid.shared_bytes,
        hStream: stream,
        attrs: &raw mut early,
        numAttrs: u32::from(is_early),
    };
    let mut arguments = [argument.as_mut_ptr().cast::<c_void>()];
    // SAFETY: by contract; the driver copies configuration and argument before it returns.
    unsafe { cuLaunchKernelEx(&raw const config, function, arguments.as_mut_ptr(), ptr::null_mut()) }.result()
}
