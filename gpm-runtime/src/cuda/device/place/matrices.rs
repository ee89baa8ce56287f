//! The bit matrices of all roots on a device, written by one kernel and read by another: memory that is kept for the next search.

use super::staging::Staging;
use super::work::grow;
use crate::cuda::abi::Address;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::phases::{Dealt, matrix_offsets};
use crate::view::Rows;

/// Where they lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatrixAddresses {
    /// The words of all.
    pub(crate) words: Address,
    /// Where that of each vertex begins.
    pub(crate) offsets: Address,
    /// Of which vertices.
    pub(crate) dealt: Dealt,
}

impl MatrixAddresses {
    /// Of a search that neither writes nor reads any.
    pub(crate) const NONE: MatrixAddresses = MatrixAddresses { words: 0, offsets: 0, dealt: Dealt::ALL };
}

/// Of which graph, how large a neighborhood has one at most, and of which vertices.
pub(super) type Key = (u64, u32, Dealt);

/// Matrices over the smaller neighbors of the vertices of a graph.
#[derive(Debug)]
pub(crate) struct Matrices {
    key: Key,
    /// What they take of `words`, which may have had room for more.
    bytes: u64,
    words: DeviceBuffer,
    offsets: DeviceBuffer,
}

impl Matrices {
    /// Makes room for them, if it is not there, and zeros it.
    pub(super) fn prepare(
        own: &mut Option<Matrices>,
        (device, staging): (&Device, &mut Staging),
        key: Key,
        rows: &Rows<'_>,
    ) -> Result<MatrixAddresses, GpuError> {
        let matrices = match own.take() {
            Some(matrices) if matrices.key == key => matrices,
            before => Matrices::new((device, staging), key, rows, before)?,
        };
        matrices.words.clear(matrices.bytes, device.main())?;
        let (words, offsets) = (matrices.words.address(), matrices.offsets.address());
        let addresses = MatrixAddresses { words, offsets, dealt: key.2 };
        *own = Some(matrices);
        Ok(addresses)
    }

    /// In the room of those before, if it is enough.
    fn new(
        (device, staging): (&Device, &mut Staging),
        key: Key,
        rows: &Rows<'_>,
        before: Option<Matrices>,
    ) -> Result<Matrices, GpuError> {
        let offsets = matrix_offsets(rows.splits(), key.1, key.2);
        let bytes = 4 * offsets.last().copied().unwrap_or_default();
        let mut before = before.map(|before| before.words);
        grow(&mut before, device, bytes, "the bit matrices of roots")?;
        let words = before.expect("it has grown");
        let places = DeviceBuffer::new(&device.memory, size_of_val(&offsets[..]) as u64, "where bit matrices lie")?;
        // SAFETY: it has room for as many.
        unsafe { staging.write(device, places.address(), &offsets) }?;
        Ok(Matrices { key, bytes, words, offsets: places })
    }
}
