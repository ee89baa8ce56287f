//! Copies of device memory to the host, through page-locked memory, which is several times as fast as into other memory.

use bytemuck::Pod;
use cudarc::driver::result;
use rayon::prelude::*;

use super::buffer::PinnedBuffer;
use super::context::Device;
use super::error::GpuError;
use crate::cuda::abi::Address;

/// Bytes of a piece: while one is on its way, threads take the one before.
const PIECE: usize = 2 << 20;

/// Room for two pieces.
#[derive(Debug)]
pub(super) struct Staging(PinnedBuffer);

impl Staging {
    /// For the bound device: 4 MiB of page-locked memory.
    pub(super) fn new(device: &Device) -> Result<Staging, GpuError> {
        Ok(Staging(PinnedBuffer::new(device.context, 2 * PIECE)?))
    }

    /// What `make` makes of each of the `number` values at `from`, in order. Waits for what the device has been told to do before.
    /// The caller's threads share the work.
    ///
    /// # Safety
    /// So many values must lie there.
    pub(super) unsafe fn read<T: Pod + Sync, U: Send>(
        &mut self,
        device: &Device,
        from: Address,
        number: usize,
        make: impl Fn(T) -> U + Sync,
    ) -> Result<Vec<U>, GpuError> {
        let piece = PIECE / size_of::<T>();
        let copy = |first: usize| -> Result<(), GpuError> {
            let length = piece.min(number - first);
            // SAFETY: the half is as large, and nobody reads it before the copy has been waited for.
            let half = unsafe { std::slice::from_raw_parts_mut(self.half(first / piece).cast::<T>(), length) };
            let at = from + (first * size_of::<T>()) as u64;
            // SAFETY: so many values lie there, as the caller says.
            unsafe { result::memcpy_dtoh_async(half, at, device.main) }.map_err(GpuError::driver("reading memory"))
        };
        let mut values = Vec::with_capacity(number);
        if number > 0 {
            copy(0)?;
        }
        for first in (0..number).step_by(piece) {
            device.wait("reading memory")?;
            if first + piece < number {
                copy(first + piece)?;
            }
            // SAFETY: the copy to this half has ended, the next to it begins after these threads have.
            let half =
                unsafe { std::slice::from_raw_parts(self.half(first / piece).cast::<T>(), piece.min(number - first)) };
            values.par_extend(half.par_iter().with_min_len(1 << 14).map(|&value| make(value)));
        }
        Ok(values)
    }

    fn half(&self, index: usize) -> *mut u8 {
        self.0.pointer(index % 2 * PIECE).cast()
    }
}
