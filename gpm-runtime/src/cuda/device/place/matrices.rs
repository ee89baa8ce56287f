//! The bit matrices of all roots on a device, written by one kernel and read by another: memory that is kept for the next search.

use crate::cuda::abi::Address;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::{GpuError, mebibytes};
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
    words: DeviceBuffer,
    offsets: DeviceBuffer,
}

impl Matrices {
    /// Makes room for them, if it is not there, and zeros it.
    pub(super) fn prepare(
        own: &mut Option<Matrices>,
        device: &Device,
        key: Key,
        rows: &Rows<'_>,
    ) -> Result<MatrixAddresses, GpuError> {
        let matrices = match own.take().filter(|matrices| matrices.key == key) {
            Some(matrices) => matrices,
            None => Matrices::new(device, key, rows)?,
        };
        matrices.words.clear(matrices.words.bytes(), device.main())?;
        let (words, offsets) = (matrices.words.address(), matrices.offsets.address());
        let addresses = MatrixAddresses { words, offsets, dealt: key.2 };
        *own = Some(matrices);
        Ok(addresses)
    }

    fn new(device: &Device, key: Key, rows: &Rows<'_>) -> Result<Matrices, GpuError> {
        let offsets = matrix_offsets(rows.splits(), key.1, key.2);
        let bytes = 4 * offsets.last().copied().unwrap_or_default();
        log::debug!("gpu {}: {} for the bit matrices of all roots", device.info.index, mebibytes(bytes));
        let words = DeviceBuffer::new(&device.memory, bytes, "the bit matrices of all roots")?;
        let arrays: [&[u8]; 1] = [bytemuck::cast_slice(&offsets)];
        let (offsets, _) = DeviceBuffer::with(&device.memory, device.main(), &arrays, "where bit matrices lie")?;
        device.wait("copying where bit matrices lie")?;
        Ok(Matrices { key, words, offsets })
    }
}
