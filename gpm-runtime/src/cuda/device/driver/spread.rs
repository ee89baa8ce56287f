//! An array of which only the beginning lies on a device: kernels read the rest from the host's memory, over the bus.

use cudarc::driver::result;
use cudarc::driver::sys::{self, CUmem_advise, CUmemLocation, CUmemLocationType};

use super::context::Context;
use super::library::can_place_memory;
use super::memory::DeviceMemory;
use crate::cuda::abi::Address;
use crate::cuda::device::error::GpuError;

/// The driver moves memory in pages of this size at most.
const PAGE: u64 = 2 << 20;

/// Arrays at consecutive addresses, the first bytes of which lie on a device and the others in the host's memory, for reading only.
/// An H200 reads 51 GB/s of the latter where it reads some 4000 of its own.
#[derive(Debug)]
pub(crate) struct SpreadBuffer {
    address: Address,
    near: u64,
    context: Context,
    memory: DeviceMemory,
}

impl SpreadBuffer {
    /// A copy of some arrays, each at a multiple of 256 bytes, of which the first `near` bytes lie on the bound device, a little less
    /// where a page ends before, and where each begins. Waits for the copy.
    pub(crate) fn with(
        memory: &DeviceMemory,
        arrays: &[&[u8]],
        near: u64,
        what: &'static str,
    ) -> Result<(SpreadBuffer, Vec<Address>), GpuError> {
        let (offsets, bytes) = super::buffer::side_by_side(arrays.iter().map(|array| array.len() as u64));
        let near = near / PAGE * PAGE;
        if !can_place(memory.context())? || near >= bytes {
            return Err(memory.lack(bytes, what));
        }
        memory.take(near, what)?;
        let mut address = 0;
        let flags = sys::CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL as u32;
        // SAFETY: the context is bound and the result is freed by `drop` only.
        let made = unsafe { sys::cuMemAllocManaged(&raw mut address, bytes as usize, flags) };
        if made.result().is_err() {
            memory.give_back(near);
            return Err(memory.lack(bytes, what));
        }
        let buffer = SpreadBuffer { address, near, context: memory.context().clone(), memory: memory.clone() };
        buffer.place(bytes)?;
        for (array, offset) in arrays.iter().zip(&offsets) {
            buffer.write(array, *offset)?;
        }
        Ok((buffer, offsets.iter().map(|offset| address + offset).collect()))
    }

    /// Tells the driver what lies where.
    fn place(&self, bytes: u64) -> Result<(), GpuError> {
        let failed = || GpuError::driver("placing memory");
        let device =
            CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: self.context.device()? };
        let host = CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST, id: 0 };
        let (far, rest) = (self.address + self.near, (bytes - self.near) as usize);
        let advise = |at, bytes, advice, location| {
            // SAFETY: the bytes lie in the allocation.
            unsafe { sys::cuMemAdvise_v2(at, bytes, advice, location) }.result().map_err(failed())
        };
        advise(far, rest, CUmem_advise::CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host)?;
        advise(far, rest, CUmem_advise::CU_MEM_ADVISE_SET_ACCESSED_BY, device)?;
        if self.near == 0 {
            return Ok(());
        }
        advise(self.address, self.near as usize, CUmem_advise::CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device)?;
        // SAFETY: as above; the stream is the default one, which is waited for.
        let fetched =
            unsafe { sys::cuMemPrefetchAsync_v2(self.address, self.near as usize, device, 0, std::ptr::null_mut()) };
        fetched.result().map_err(failed())?;
        result::ctx::synchronize().map_err(failed())
    }

    /// Copies an array to its place: by the driver on the device, by this thread in the host's memory.
    fn write(&self, array: &[u8], offset: u64) -> Result<(), GpuError> {
        let (near, far) = array.split_at(self.near.saturating_sub(offset).min(array.len() as u64) as usize);
        if !near.is_empty() {
            // SAFETY: the allocation has room for the array there.
            unsafe { result::memcpy_htod_sync(self.address + offset, near) }
                .map_err(GpuError::driver("copying to the GPU"))?;
        }
        let place = (self.address + offset + near.len() as u64) as *mut u8;
        // SAFETY: managed memory has the same addresses on the host, there is room, and no kernel reads it yet.
        unsafe { place.copy_from_nonoverlapping(far.as_ptr(), far.len()) };
        Ok(())
    }
}

/// Whether the driver can be told where the memory of a device is to lie, and keeps to it while kernels run.
fn can_place(context: &Context) -> Result<bool, GpuError> {
    let which = sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
    // SAFETY: it is a device of the driver, which runs.
    let found = unsafe { result::device::get_attribute(context.device()?, which) };
    Ok(can_place_memory() && found.map_err(GpuError::driver("asking what a device can do"))? != 0)
}

impl Drop for SpreadBuffer {
    fn drop(&mut self) {
        self.memory.give_back(self.near);
        if self.context.bind().is_ok() {
            // SAFETY: allocated by `with` and not freed. A failure means that the context is lost, and the memory with it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}
