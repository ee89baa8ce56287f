//! The host's side of a frontier: what the device has no room for is kept, and goes back with the next launch.

use crate::device::{Device, EmuFinding};

/// What the host holds of the frontier.
#[derive(Default)]
pub(crate) struct Host {
    pieces: Vec<Vec<u32>>,
}

impl Device<'_> {
    /// How many pieces the host can take before it has to say that it is full: it has room for what is under way then.
    pub(crate) fn room(&self) -> usize {
        let under_way = self.config.match_capacity + self.config.blocks * self.layout.warps * 32;
        (self.config.host_pieces as usize).saturating_sub(self.held + under_way as usize)
    }

    /// Takes up what a launch has left, pieces before roots, for another launch; whether there is any.
    pub(crate) fn goes_on(&mut self, host: &mut Host, finding: &mut EmuFinding) -> Result<bool, String> {
        let control = self.control();
        let frontier = [control.frontier_end.min(self.config.frontier.0), control.frontier_begin];
        if !self.config.is_stopped() && (frontier[0] != frontier[1] || control.frontier_ready != 0) {
            return Err(format!("{} pieces were put on the frontier and {} taken", frontier[0], frontier[1]));
        }
        let sent = self.output.finish(control.emitted, self.config.is_stopped())?;
        finding.buffered[1] += sent.len();
        host.pieces.extend(sent);
        finding.buffered[0] = finding.buffered[0].max(host.pieces.len());
        let is_done = host.pieces.is_empty() && !control.leaves_roots();
        if is_done || self.config.is_stopped() {
            return Ok(false);
        }
        self.finish_launch(finding)?;
        let given = host.pieces.len().min(self.config.frontier.0 as usize);
        let task_words = self.layout.task_words as usize;
        self.begin_search();
        for (cell, piece) in host.pieces.drain(host.pieces.len() - given..).enumerate() {
            piece.iter().enumerate().for_each(|(i, &word)| self.frontier.set(cell * task_words + i, word));
            self.frontier_state.set(cell, 1);
        }
        self.launch.takes_roots = u32::from(given == 0);
        self.held = host.pieces.len();
        self.write_control(control.going_on(given as u32, self.room() == 0));
        Ok(true)
    }
}
