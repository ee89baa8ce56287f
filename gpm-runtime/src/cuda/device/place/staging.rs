//! Copies between the device and the host's memory through page-locked memory, which is several times as fast as without.

use bytemuck::Pod;
use cudarc::driver::result;
use rayon::prelude::*;

use crate::cuda::abi::Address;
use crate::cuda::device::driver::PinnedBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;

/// Bytes of a piece: while one is on its way, threads move the next or the one before.
const PIECE: usize = 4 << 20;
/// Bytes that are worth a thread.
const SHARE: usize = 64 << 10;

/// Room for two pieces, once there is something to copy.
#[derive(Debug, Default)]
pub(crate) struct Staging(Option<PinnedBuffer>);

impl Staging {
    /// What `make` makes of each of the `number` values at `from`, in order. Waits for what the device has been told to do before.
    /// The caller's threads share the work.
    ///
    /// # Safety
    /// So many values must lie there.
    pub(crate) unsafe fn read<T: Pod + Sync, U: Send>(
        &mut self,
        device: &Device,
        from: Address,
        number: usize,
        make: impl Fn(T) -> U + Sync,
    ) -> Result<Vec<U>, GpuError> {
        let halves = self.halves(device)?;
        let piece = PIECE / size_of::<T>();
        let half = |first: usize| (halves[first / piece % 2].cast::<T>(), piece.min(number - first));
        let copy = |first: usize| {
            let (half, length) = half(first);
            // SAFETY: the half is as large, and nobody reads it before the copy has been waited for.
            let half = unsafe { std::slice::from_raw_parts_mut(half, length) };
            let at = from + (first * size_of::<T>()) as u64;
            // SAFETY: so many values lie there, as the caller says.
            unsafe { result::memcpy_dtoh_async(half, at, device.main()) }.map_err(GpuError::driver("reading memory"))
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
            let (half, length) = half(first);
            // SAFETY: the copy to this half has ended, the next to it begins after these threads have.
            let half = unsafe { std::slice::from_raw_parts(half, length) };
            values.par_extend(half.par_iter().with_min_len(SHARE / size_of::<T>()).map(|&value| make(value)));
        }
        Ok(values)
    }

    /// Copies values to `to`. They are there when it returns. The caller's threads share the work.
    ///
    /// # Safety
    /// There must be room for so many.
    pub(crate) unsafe fn write<T: Pod + Send + Sync>(
        &mut self,
        device: &Device,
        to: Address,
        values: &[T],
    ) -> Result<(), GpuError> {
        let halves = self.halves(device)?;
        let piece = PIECE / size_of::<T>();
        for (index, values) in values.chunks(piece).enumerate() {
            // SAFETY: the half is as large, and the copy from it before the last has been waited for.
            let half = unsafe { std::slice::from_raw_parts_mut(halves[index % 2].cast::<T>(), values.len()) };
            let share = SHARE / size_of::<T>();
            half.par_chunks_mut(share).zip(values.par_chunks(share)).for_each(|(half, own)| half.copy_from_slice(own));
            device.wait("copying to the GPU")?;
            let at = to + (index * PIECE) as u64;
            // SAFETY: there is room, as the caller says.
            unsafe { result::memcpy_htod_async(at, half, device.main()) }
                .map_err(GpuError::driver("copying to the GPU"))?;
        }
        device.wait("copying to the GPU")
    }

    /// The two halves, [`PIECE`] bytes each.
    fn halves(&mut self, device: &Device) -> Result<[*mut u8; 2], GpuError> {
        if self.0.is_none() {
            self.0 = Some(PinnedBuffer::new(&device.context, 2 * PIECE)?);
        }
        let memory = self.0.as_ref().expect("it was just made");
        Ok([0, PIECE].map(|offset| memory.pointer(offset).cast()))
    }
}
