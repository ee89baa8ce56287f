//! Memory on the device and page-locked memory on the host, freed when dropped.

use std::ffi::c_void;
use std::ptr::NonNull;

use bytemuck::Pod;
use cudarc::driver::sys::{self, CUresult};
use cudarc::driver::{DriverError, result};

use super::context::Context;
use super::memory::DeviceMemory;
use crate::cuda::abi::Address;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;

/// An array in device memory. Not initialized.
#[derive(Debug)]
pub(crate) struct DeviceBuffer {
    address: Address,
    bytes: u64,
    memory: DeviceMemory,
}

impl DeviceBuffer {
    /// Allocates `bytes` (one at least) on the bound device for `what`. Synchronous; about a millisecond a GiB.
    pub(crate) fn new(memory: &DeviceMemory, bytes: u64, what: &'static str) -> Result<DeviceBuffer, GpuError> {
        let bytes = bytes.max(1);
        memory.take(bytes, what)?;
        // SAFETY: the context is bound and the result is freed by `drop` only.
        unsafe { result::malloc_sync(bytes as usize) }
            .inspect(|_| memory.tell(bytes, what))
            .map(|address| DeviceBuffer { address, bytes, memory: memory.clone() })
            .map_err(|error| {
                memory.give_back(bytes);
                match error.0 {
                    CUresult::CUDA_ERROR_OUT_OF_MEMORY => memory.lack(bytes, what),
                    _ => GpuError::driver("allocating memory")(error),
                }
            })
    }

    /// A copy of some arrays, each at a multiple of 256 bytes, and where each begins. The arrays must stay until `stream` has
    /// been waited for.
    pub(crate) fn with(
        memory: &DeviceMemory,
        stream: sys::CUstream,
        arrays: &[&[u8]],
        what: &'static str,
    ) -> Result<(DeviceBuffer, Vec<Address>), GpuError> {
        let (buffer, addresses) = DeviceBuffer::for_sizes(memory, arrays.iter().map(|array| array.len() as u64), what)?;
        for (array, &address) in arrays.iter().zip(&addresses) {
            if !array.is_empty() {
                // SAFETY: the buffer has room for the array there, and the caller waits.
                let copied = unsafe { result::memcpy_htod_async(address, array, stream) };
                copied.map_err(GpuError::driver("copying to the GPU"))?;
            }
        }
        Ok((buffer, addresses))
    }

    /// Room for some arrays of so many bytes, each at a multiple of 256 bytes, and where each is to begin.
    pub(crate) fn for_sizes(
        memory: &DeviceMemory,
        sizes: impl Iterator<Item = u64>,
        what: &'static str,
    ) -> Result<(DeviceBuffer, Vec<Address>), GpuError> {
        let (offsets, bytes) = side_by_side(sizes);
        let buffer = DeviceBuffer::new(memory, bytes, what)?;
        let addresses = offsets.iter().map(|offset| buffer.address + offset).collect();
        Ok((buffer, addresses))
    }

    /// Where it lies.
    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// How large it is.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Clears the first `bytes` of it in the order of `stream`.
    pub(crate) fn clear(&self, bytes: u64, stream: sys::CUstream) -> Result<(), GpuError> {
        debug_assert!(bytes <= self.bytes);
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the buffer is as large, and freed only after the stream is done with it.
        unsafe { result::memset_d8_async(self.address, 0, bytes as usize, stream) }
            .map_err(GpuError::driver("clearing memory"))
    }

    /// Clears the first `width` bytes of each of so many rows of `pitch` bytes, multiples of 4, in the order of `stream`.
    pub(crate) fn clear_rows(&self, rows: u32, pitch: u64, width: u64, stream: sys::CUstream) -> Result<(), GpuError> {
        debug_assert!(width <= pitch && u64::from(rows) * pitch <= self.bytes);
        // SAFETY: the buffer is as large, and freed only after the stream is done with it.
        unsafe { sys::cuMemsetD2D32Async(self.address, pitch as usize, 0, width as usize / 4, rows as usize, stream) }
            .result()
            .map_err(GpuError::driver("clearing memory"))
    }

    /// Writes values to its start in the order of `stream`. They must stay until that has been waited for.
    pub(crate) fn write<T: Pod>(&self, values: &[T], stream: sys::CUstream) -> Result<(), GpuError> {
        assert!(size_of_val(values) as u64 <= self.bytes);
        // SAFETY: the buffer is as large, and the caller waits.
        unsafe { result::memcpy_htod_async(self.address, values, stream) }
            .map_err(GpuError::driver("copying to the GPU"))
    }

    /// Reads `number` values from its start. Waits for them, and for nothing else.
    pub(crate) fn read<T: Pod>(&self, number: usize) -> Result<Vec<T>, GpuError> {
        self.read_at(0, number)
    }

    /// The same from so many bytes after its start.
    pub(crate) fn read_at<T: Pod>(&self, offset: u64, number: usize) -> Result<Vec<T>, GpuError> {
        let mut values = vec![T::zeroed(); number];
        assert!(offset + size_of_val(values.as_slice()) as u64 <= self.bytes);
        // SAFETY: the buffer is as large, and any bytes are values.
        unsafe { result::memcpy_dtoh_sync(&mut values, self.address + offset) }
            .map_err(GpuError::driver("reading memory"))?;
        Ok(values)
    }
}

impl Drop for DeviceBuffer {
    fn drop(&mut self) {
        self.memory.give_back(self.bytes);
        if self.memory.context().bind().is_ok() {
            // SAFETY: allocated by `new` and not freed. A failure means that the context is lost, and the memory with it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}

/// Where each of some arrays of so many bytes begins that lie side by side, each at a multiple of 256 bytes, and how many bytes they take.
pub(super) fn side_by_side(sizes: impl Iterator<Item = u64>) -> (Vec<u64>, u64) {
    let mut bytes = 0;
    let offsets = sizes.map(|size| {
        let offset = bytes;
        bytes += size.next_multiple_of(256);
        offset
    });
    (offsets.collect(), bytes)
}

/// Page-locked host memory that all devices can read and write; cached on the host. At least 8-byte aligned, zeroed.
#[derive(Debug)]
pub(crate) struct PinnedBuffer {
    pointer: NonNull<u8>,
    bytes: usize,
    context: Context,
}

// SAFETY: plain memory with one owner.
unsafe impl Send for PinnedBuffer {}
// SAFETY: it gives away no references, and who follows its pointers says why that is sound.
unsafe impl Sync for PinnedBuffer {}

impl PinnedBuffer {
    /// Allocates `bytes` (a multiple of 4 after rounding up) for the bound device.
    pub(crate) fn new(context: &Context, bytes: usize) -> Result<PinnedBuffer, GpuError> {
        let bytes = bytes.next_multiple_of(8).max(8);
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        let failed = |error: DriverError| match error.0 {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => GpuError::OutOfHostMemory { asked: bytes as u64 },
            _ => GpuError::driver("allocating page-locked host memory")(error),
        };
        if fault::is("pinned") {
            return Err(failed(DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY)));
        }
        // SAFETY: the context is bound and the result is freed by `drop` only.
        let pointer = unsafe { result::malloc_host(bytes, flags) }.map_err(failed)?;
        let unknown = || failed(DriverError(CUresult::CUDA_ERROR_UNKNOWN));
        let pointer = NonNull::new(pointer.cast::<u8>()).ok_or_else(unknown)?;
        // SAFETY: just allocated, `bytes` long.
        unsafe { pointer.write_bytes(0, bytes) };
        Ok(PinnedBuffer { pointer, bytes, context: context.clone() })
    }

    /// Its address for the bound device.
    pub(crate) fn device_address(&self) -> Result<Address, GpuError> {
        let mut address = 0;
        // SAFETY: the memory was allocated to be mapped.
        let found = unsafe { sys::cuMemHostGetDevicePointer_v2(&raw mut address, self.pointer(0), 0) };
        found.result().map_err(GpuError::driver("mapping host memory"))?;
        Ok(address)
    }

    /// The byte at `offset`. A device may read and write there at any time, so there are no references to it.
    pub(crate) fn pointer(&self, offset: usize) -> *mut c_void {
        assert!(offset < self.bytes);
        self.pointer.as_ptr().wrapping_add(offset).cast()
    }

    /// How large it is.
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }
}

impl Drop for PinnedBuffer {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: allocated by `new` and not freed.
            let _ = unsafe { result::free_host(self.pointer.as_ptr().cast()) };
        }
    }
}
