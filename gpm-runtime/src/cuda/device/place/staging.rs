//! Copies between the device and the host's memory through page-locked memory, which is several times as fast as without.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytemuck::Pod;
use cudarc::driver::{result, sys};
use rayon::prelude::*;

use crate::cuda::abi::Address;
use crate::cuda::descriptors::Descriptors;
use crate::cuda::device::driver::Event;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::{Device, PASSAGE};
use crate::lock::{lock, whole};

/// Bytes that a thread copies to the device at a time: while they are on their way, it moves the next. *guess*; with it the graph of
/// `benches/NOTES.md`, "Graphs copied through page-locked memory", takes 11 to 14 ms (16 threads, H100's host).
const PIECE: usize = 512 << 10;
/// Pieces that are there at a time, two for each thread.
const SLOTS: usize = PASSAGE / PIECE;
/// Bytes that are read at a time: while they are on their way, threads move those before.
const HALF: usize = PASSAGE / 2;
/// Bytes read that are worth a thread. *guess*
const SHARE: usize = 64 << 10;

/// What is copied.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// Bytes as they are.
    Bytes(&'a [u8]),
    /// The descriptors of rows, which are nowhere but on devices.
    Descriptors(Descriptors<'a>),
}

impl<'a> Source<'a> {
    /// How many there are on the device.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Source::Bytes(bytes) => bytes.len() as u64,
            Source::Descriptors(descriptors) => descriptors.bytes(),
        }
    }

    /// Parts of [`PIECE`] bytes, but for the last.
    fn pieces(self) -> Vec<Source<'a>> {
        match self {
            Source::Bytes(bytes) => bytes.chunks(PIECE).map(Source::Bytes).collect(),
            Source::Descriptors(all) => all.chunks(PIECE / size_of::<u64>()).map(Source::Descriptors).collect(),
        }
    }

    /// Writes it to as many bytes.
    fn fill(self, to: &mut [u8]) {
        match self {
            Source::Bytes(bytes) => to.copy_from_slice(bytes),
            Source::Descriptors(descriptors) => descriptors.fill(bytemuck::cast_slice_mut(to)),
        }
    }
}

/// What is known of the pieces on their way, once there were any: when each has left.
#[derive(Debug, Default)]
pub(crate) struct Staging(Vec<Event>);

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
        let halves = [0, HALF].map(|offset| device.passage.pointer(offset).cast::<T>());
        let piece = HALF / size_of::<T>();
        let half = |first: usize| (halves[first / piece % 2], piece.min(number - first));
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
            let share = SHARE / size_of::<T>();
            values.par_extend(half.par_iter().with_min_len(share).map(|&value| make(value)));
        }
        Ok(values)
    }

    /// Copies values to `to`. They are there when it returns. The caller's threads share the work.
    ///
    /// # Safety
    /// There must be room for so many.
    pub(crate) unsafe fn write<T: Pod>(&mut self, device: &Device, to: Address, values: &[T]) -> Result<(), GpuError> {
        // SAFETY: as the caller says.
        unsafe { self.write_all(device, &[(to, Source::Bytes(bytemuck::cast_slice(values)))]) }
    }

    /// Copies arrays, each to its place. They are there when it returns. The caller's threads share the work; outside of a pool the caller does it.
    ///
    /// # Safety
    /// There must be room for each.
    pub(crate) unsafe fn write_all(
        &mut self,
        device: &Device,
        arrays: &[(Address, Source<'_>)],
    ) -> Result<(), GpuError> {
        while self.0.len() < SLOTS {
            self.0.push(Event::new(&device.context, sys::CUevent_flags::CU_EVENT_DISABLE_TIMING)?);
        }
        let mut pieces: Vec<(Address, Source<'_>)> = Vec::new();
        for &(to, array) in arrays {
            pieces.extend((to..).step_by(PIECE).zip(array.pieces()));
        }
        let threads = rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads());
        let left = &self.0;
        let (next, failure) = (AtomicUsize::new(0), Mutex::new(Ok(())));
        let work = |thread: usize| {
            let moved = device.context.bind().and_then(|()| {
                let mut slot = 2 * thread;
                while let Some((to, piece)) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // SAFETY: the slot is this thread's, there is room at `to`, as the caller says, and pieces stay until they have arrived.
                    unsafe { pass(device, (slot, &left[slot]), *to, *piece) }?;
                    slot ^= 1;
                }
                Ok(())
            });
            if moved.is_err() {
                *lock(&failure) = moved;
            }
        };
        rayon::in_place_scope(|scope| {
            let work = &work;
            (1..threads.min(SLOTS / 2)).for_each(|thread| scope.spawn(move |_| work(thread)));
            work(0);
        });
        let arrived = device.wait("copying to the GPU");
        whole(failure.into_inner()).and(arrived)
    }
}

/// Puts a piece on its way through a slot, once what was there has left.
///
/// # Safety
/// The slot is nobody else's, there is room at `to`, and nothing else is done with either until the device's stream has been waited for.
unsafe fn pass(device: &Device, (slot, left): (usize, &Event), to: Address, piece: Source<'_>) -> Result<(), GpuError> {
    let failed = GpuError::driver("copying to the GPU");
    // SAFETY: the event lives. One that was never recorded is over.
    unsafe { result::event::synchronize(left.handle) }.map_err(&failed)?;
    // SAFETY: the slot is as large, and nobody else's.
    let own = unsafe {
        std::slice::from_raw_parts_mut(device.passage.pointer(slot * PIECE).cast::<u8>(), piece.bytes() as usize)
    };
    piece.fill(own);
    // SAFETY: by contract.
    unsafe { result::memcpy_htod_async(to, own, device.main()) }.map_err(&failed)?;
    // SAFETY: event and stream live as long as the device.
    unsafe { result::event::record(left.handle, device.main()) }.map_err(failed)
}
