//! A kernel on a device: its module loaded, its two functions found, and the shape in which they are launched.

use std::ffi::{CString, c_void};

use cudarc::driver::DriverError;
use cudarc::driver::result::{function, module};
use cudarc::driver::sys::{self, CUfunction_attribute_enum as Attribute, CUresult};

use crate::cuda::compile::Code;
use crate::cuda::device::driver::{Context, EARLY_SINCE};
use crate::cuda::device::error::{GpuError, reason};
use crate::cuda::device::fault;
use crate::cuda::device::find::{Device, DeviceInfo};
use crate::cuda::kernel::{Form, SEARCH};
use crate::run::RunError;

/// How the search is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Threads a block.
    pub(crate) threads: u32,
    /// Blocks that a multiprocessor holds, and all together.
    pub(crate) blocks_per_multiprocessor: u32,
    pub(crate) blocks: u32,
    /// Bytes of shared memory of a block, chosen at the launch.
    pub(crate) shared_bytes: u32,
    /// Words of it beyond the fixed part.
    pub(crate) share_words: u32,
    /// Registers and bytes of local memory (spills, arrays) of a thread.
    pub(crate) registers: u32,
    pub(crate) local_bytes: u32,
}

/// A kernel that can be launched.
#[derive(Debug)]
pub(crate) struct Loaded {
    _module: Module,
    /// None where samples are taken: there is nothing to prepare.
    pub(crate) prepare: Option<sys::CUfunction>,
    pub(crate) search: sys::CUfunction,
    /// Whether the search may be launched before what prepares it has ended.
    pub(crate) can_be_early: bool,
    pub(crate) shape: Shape,
}

/// A loaded module, until it is dropped.
#[derive(Debug)]
struct Module {
    handle: sys::CUmodule,
    context: Context,
}

// SAFETY: the driver's calls may be made from any thread.
unsafe impl Send for Loaded {}
// SAFETY: as above; functions are only launched.
unsafe impl Sync for Loaded {}

impl Loaded {
    /// Loads machine code on the bound device.
    pub(crate) fn new(device: &Device, code: &Code, form: Form) -> Result<Loaded, GpuError> {
        if fault::is("load") {
            return Err(GpuError::Rejected { reason: "as the environment says".to_owned() });
        }
        let (text, bytes);
        let image: *const c_void = match code {
            Code::Cubin(cubin) => {
                bytes = cubin.len();
                cubin.as_ptr().cast()
            }
            Code::Ptx(ptx) => {
                text = CString::new(ptx.as_str())
                    .map_err(|_| RunError::Internal("the compiler's PTX has a zero byte".to_owned()))?;
                bytes = ptx.len();
                text.as_ptr().cast()
            }
        };
        // SAFETY: a CUBIN, which knows its size, or PTX, which ends in a zero byte; the context is bound.
        let module = unsafe { module::load_data(image) }.map_err(|error| rejected(device, error, bytes))?;
        let module = Module { handle: module, context: device.context.clone() };
        let find = |name: &str| {
            let name = CString::new(name).expect("names of entry points have no zero byte");
            // SAFETY: the module was just loaded.
            unsafe { module::get_function(module.handle, name) }.map_err(|error| rejected(device, error, bytes))
        };
        let prepare = form.prepare.map(find).transpose()?;
        let search = find(SEARCH)?;
        let shape = shape(search, &device.info, form)?;
        // What is not machine code is of an architecture that the compiler knows, which may be older than the device.
        let can_be_early = form.waits && matches!(code, Code::Cubin(_)) && device.info.sm >= EARLY_SINCE;
        Ok(Loaded { _module: module, prepare, search, can_be_early, shape })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: loaded by `Loaded::new`; launches hold a borrow until they have ended.
            let _ = unsafe { module::unload(self.handle) };
        }
    }
}

/// Why code of so many bytes is not loaded.
fn rejected(device: &Device, error: DriverError, bytes: usize) -> GpuError {
    match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => GpuError::OutOfMemory {
            what: "a kernel",
            asked: bytes as u64,
            free: device.memory.free().unwrap_or_default(),
        },
        _ => GpuError::Rejected { reason: reason(error) },
    }
}

/// Chooses the shared memory: as much as leaves room for the blocks that the registers allow.
fn shape(search: sys::CUfunction, info: &DeviceInfo, form: Form) -> Result<Shape, GpuError> {
    let failed = GpuError::driver("asking for a kernel's resources");
    // SAFETY: `search` is a function of a loaded module, here and below.
    let attribute = |which| unsafe { function::get_function_attribute(search, which) }.map(i32::unsigned_abs);
    let fixed_bytes = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES).map_err(&failed)?;
    let threads = form.warps * 32;
    let least = (form.fixed_words + form.least_share) * 4;
    let allow = |bytes: u32| {
        let which = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: as above.
        unsafe { function::set_function_attribute(search, which, bytes as i32) }.map_err(&failed)
    };
    let resident = |bytes: u32| {
        let mut blocks = 0;
        // SAFETY: as above, and `blocks` is a place to write to.
        let asked = unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&raw mut blocks, search, threads as i32, bytes as usize)
        };
        asked.result().map(|()| blocks.unsigned_abs()).map_err(&failed)
    };
    // Whoever takes samples needs no shared memory.
    let most = if form.prepare.is_none() { least } else { info.block_shared_memory.saturating_sub(fixed_bytes) };
    allow(most)?;
    let blocks = resident(least)?;
    if blocks == 0 {
        let reason =
            format!("a block of {threads} threads and {least} bytes of shared memory does not fit on a multiprocessor");
        return Err(GpuError::Driver { what: "launching a kernel", reason });
    }
    let mut shared_bytes = share(info, blocks, fixed_bytes).min(most).max(least);
    // The driver knows best: what it rounds up may cost a block.
    while shared_bytes > least && resident(shared_bytes)? < blocks {
        shared_bytes = shared_bytes.saturating_sub(1024).max(least);
    }
    allow(shared_bytes)?;
    // Blocks wait for each other: all of them must be resident, so the driver must not keep more for its cache.
    let carveout = carveout(info, blocks, fixed_bytes + shared_bytes) as i32;
    let which = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    // SAFETY: as above.
    unsafe { function::set_function_attribute(search, which, carveout) }.map_err(&failed)?;
    Ok(Shape {
        threads,
        blocks_per_multiprocessor: blocks,
        blocks: blocks * info.multiprocessors,
        shared_bytes,
        share_words: shared_bytes / 4 - form.fixed_words,
        registers: attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS).map_err(&failed)?,
        local_bytes: attribute(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES).map_err(&failed)?,
    })
}

/// Bytes of shared memory that each of `blocks` blocks of a multiprocessor can choose, beside its fixed part.
fn share(info: &DeviceInfo, blocks: u32, fixed_bytes: u32) -> u32 {
    let whole = (info.shared_memory / blocks).saturating_sub(info.reserved_shared_memory);
    let bytes = whole.min(info.block_shared_memory).saturating_sub(fixed_bytes);
    bytes - bytes % 128
}

/// The percentage of a multiprocessor's shared memory that `blocks` blocks of so many bytes take.
fn carveout(info: &DeviceInfo, blocks: u32, block_bytes: u32) -> u32 {
    let bytes = u64::from(blocks) * u64::from(block_bytes + info.reserved_shared_memory);
    (100 * bytes).div_ceil(u64::from(info.shared_memory.max(1))).min(100) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_memory_is_shared_out() {
        let info = DeviceInfo {
            index: 0,
            name: "test".to_owned(),
            memory: 0,
            sm: (9, 0),
            multiprocessors: 132,
            clock_khz: 0,
            shared_memory: 228 << 10,
            block_shared_memory: 227 << 10,
            reserved_shared_memory: 1 << 10,
        };
        assert_eq!(share(&info, 1, 0), 227 << 10);
        assert_eq!(share(&info, 4, 0), 56 << 10);
        assert_eq!(share(&info, 4, 100), (56 << 10) - 128);
        assert_eq!(share(&info, 2000, 0), 0);
        assert_eq!(carveout(&info, 4, 56 << 10), 100);
        assert_eq!(carveout(&info, 2, 30 << 10), 28);
        assert_eq!(carveout(&info, 1, 227 << 10), 100);
    }
}
