//! Waiting for a kernel: spinning for short ones, looking now and then at long ones, to stop them and to tell how far they are.

use std::time::{Duration, Instant};

use super::context::Device;
use super::error::GpuError;
use crate::control::Control;
use crate::cuda::abi::Address;

/// So long the end is awaited without sleeping: waking up takes a twentieth of a millisecond or more, which many nests in a row would
/// feel.
const SPIN: Duration = Duration::from_millis(4);
const SHORTEST_NAP: Duration = Duration::from_micros(50);
const LONGEST_NAP: Duration = Duration::from_millis(1);
/// Time between looks at how many roots are taken.
const PROGRESS: Duration = Duration::from_millis(100);

/// How long to sleep after so long without news; not at all at first.
fn nap(waited: Duration) -> Option<Duration> {
    (waited >= SPIN).then(|| (waited / 64).clamp(SHORTEST_NAP, LONGEST_NAP))
}

/// One launch while it runs.
pub(super) struct Watch<'a> {
    device: &'a Device,
    /// The control block on the device.
    address: Address,
    control: &'a Control,
    /// Whether another device has failed, so that this one may as well end.
    is_hopeless: &'a dyn Fn() -> bool,
    asked: Option<Instant>,
    /// Roots reported as done.
    reported: u64,
    is_stopped: bool,
}

/// How a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// It was told to stop, and may have left something out.
    pub(super) is_stopped: bool,
    /// Roots already reported as done.
    pub(super) reported: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        device: &'a Device,
        address: Address,
        control: &'a Control,
        is_hopeless: &'a dyn Fn() -> bool,
    ) -> Self {
        device.reset_progress();
        Watch { device, address, control, is_hopeless, asked: None, reported: 0, is_stopped: false }
    }

    /// Waits for the launch, calling `serve` again and again, which says whether it had something to do.
    pub(super) fn wait(mut self, mut serve: impl FnMut() -> bool) -> Result<Ended, GpuError> {
        let mut quiet = Instant::now();
        loop {
            let is_serving = serve();
            if self.device.is_finished()? {
                return Ok(Ended { is_stopped: self.is_stopped, reported: self.reported });
            }
            if is_serving {
                // There may always be more to do, which is no reason not to stop.
                self.stop_if_told()?;
                quiet = Instant::now();
            }
            let Some(nap) = nap(quiet.elapsed()) else {
                std::hint::spin_loop();
                continue;
            };
            self.look()?;
            std::thread::sleep(nap);
        }
    }

    fn look(&mut self) -> Result<(), GpuError> {
        if self.stop_if_told()? {
            return Ok(());
        }
        let now = Instant::now();
        if self.asked.is_none_or(|asked| now - asked >= PROGRESS) {
            // What the last request brought.
            let taken = self.device.roots_taken();
            self.control.advance(taken.saturating_sub(self.reported));
            self.reported = self.reported.max(taken);
            self.asked = Some(now);
            self.device.request_progress(self.address)?;
        }
        Ok(())
    }

    /// Passes the word to stop on to the kernel; says whether there is any.
    fn stop_if_told(&mut self) -> Result<bool, GpuError> {
        if !self.control.is_stopped() && !(self.is_hopeless)() {
            return Ok(false);
        }
        self.is_stopped = true;
        self.device.write_stop(self.address)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naps_grow_with_the_wait() {
        assert_eq!(nap(Duration::ZERO), None);
        assert_eq!(nap(Duration::from_micros(3999)), None);
        assert!(nap(SPIN) >= Some(SHORTEST_NAP));
        assert_eq!(nap(Duration::from_micros(4000)), Some(Duration::from_nanos(62_500)));
        assert_eq!(nap(Duration::from_millis(32)), Some(Duration::from_micros(500)));
        assert_eq!(nap(Duration::from_secs(60)), Some(LONGEST_NAP));
    }
}
