//! The host's side of a frontier: what the device has no room for comes through the output ring onto a stack, and goes back with a later
//! launch, before roots are taken.
//!
//! ```text
//! roots ── launch ──> frontier on the device ── the same launch
//!             └─────> ring ──> Stack (memory, then a file) ── the next launch: its frontier begins with these, and roots wait
//! ```

use bytemuck::Zeroable;

use super::config::GpuConfig;
use crate::cuda::abi::{Address, Control};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::place::{Placed, Staging, Work};
use crate::cuda::kernel::Layout;
use crate::sched::{Buffered, Stack};

/// What a launch begins with, other than roots that are not sorted yet.
pub(super) struct Start {
    control: Control,
    /// Pieces that are on the frontier then.
    pieces: Vec<u32>,
    /// Whether the roots are to be sorted.
    pub(super) sorts: bool,
}

/// What the host has of the frontier of one device, while it searches some roots.
pub(super) struct Frontier<'a> {
    config: &'a GpuConfig,
    stack: Stack,
    piece_words: usize,
    /// Pieces that the device has room for.
    cells: usize,
    /// Bytes that may come after the device was told that there is no room.
    under_way: u64,
    control: Address,
    is_closed: bool,
    failed: Option<GpuError>,
}

impl<'a> Frontier<'a> {
    /// The frontier of what is placed, if it has one.
    pub(super) fn of(
        config: &'a GpuConfig,
        placed: &Placed,
        layout: &Layout,
        control: Address,
    ) -> Option<Frontier<'a>> {
        let (_, geometry) = placed.ring.filter(|_| placed.sizes.cells > 0)?;
        let piece_words = geometry.match_words as usize;
        let warps = u64::from(placed.memory.plan.blocks) * u64::from(layout.warps);
        let under_way = (geometry.capacity() + warps * 32) * piece_words as u64 * 4;
        let stack = Stack::new(piece_words, config.host_memory, config.spill.as_deref());
        let (cells, is_closed) = (placed.sizes.cells as usize, !stack.has_room(under_way));
        Some(Frontier { config, stack, piece_words, cells, under_way, control, is_closed, failed: None })
    }

    /// What the first launch begins with, if anything.
    pub(super) fn first(&self) -> Option<Start> {
        let control = Control::zeroed().going_on(0, true);
        self.is_closed.then_some(Start { control, pieces: Vec::new(), sorts: true })
    }

    /// Takes pieces that a launch hands over.
    pub(super) fn take(&mut self, pieces: &[u32]) {
        if self.failed.is_none() {
            self.failed = self.stack.push(pieces).map_err(|error| self.spill_failed(&error)).err();
        }
    }

    /// To be called while a launch runs: ends it if something has failed, and tells it when there is no room for more.
    pub(super) fn serve(&mut self, device: &Device) -> Result<(), GpuError> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        if !self.is_closed && !self.stack.has_room(self.under_way) {
            self.is_closed = true;
            device.write_closed(self.control)?;
        }
        Ok(())
    }

    /// What the launch after one that has ended like this begins with; none if all is searched.
    pub(super) fn next(&mut self, ended: &Control) -> Result<Option<Start>, GpuError> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        if self.stack.is_empty() && !ended.leaves_roots() {
            return Ok(None);
        }
        let pieces = self.stack.pop(self.cells).map_err(|error| self.spill_failed(&error))?;
        self.is_closed = !self.stack.has_room(self.under_way);
        let control = ended.going_on((pieces.len() / self.piece_words) as u32, self.is_closed);
        Ok(Some(Start { control, pieces, sorts: false }))
    }

    /// The most that the host held.
    pub(super) fn most(&self) -> Buffered {
        self.stack.most()
    }

    fn spill_failed(&self, error: &std::io::Error) -> GpuError {
        let folder = self.config.spill.clone().unwrap_or_default();
        GpuError::Spill { folder, reason: error.to_string() }
    }
}

impl Start {
    /// Whether roots are taken.
    pub(super) fn takes_roots(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Writes it to the device, whose memory was cleared.
    pub(super) fn write(
        &self,
        (device, staging): (&Device, &mut Staging),
        work: &Work,
        states: Address,
        piece_words: usize,
    ) -> Result<(), GpuError> {
        let ones = vec![1_u32; self.pieces.len() / piece_words.max(1)];
        // SAFETY: the state begins with a control block, and the frontier has room for so many pieces, for which the memory was made.
        unsafe {
            staging.write(device, work.state(), std::slice::from_ref(&self.control))?;
            staging.write(device, work.frontier(), &self.pieces)?;
            staging.write(device, states, &ones)
        }
    }
}
