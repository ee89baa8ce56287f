//! Waiting for a kernel: spinning for short ones, looking now and then at long ones, to stop them and to tell how far they are.
//! However the wait ends, by an error or a panic of who takes matches, no kernel runs on: its memory is about to be freed.

use std::time::{Duration, Instant};

use crate::control::Control;
use crate::cuda::abi::Address;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;

/// So long the end is awaited without sleeping: waking up takes a twentieth of a millisecond or more, which many nests in a row would feel.
/// *guess*
const SPIN: Duration = Duration::from_millis(4);
/// The shortest sleep after that; it grows with what was waited. *guess*
const SHORTEST_NAP: Duration = Duration::from_micros(50);
/// The longest sleep. *guess*
const LONGEST_NAP: Duration = Duration::from_millis(1);
/// Time between looks at how many roots are taken. *guess*
const PROGRESS: Duration = Duration::from_millis(100);
/// Time after which a kernel that was told to stop will not. They end within milliseconds, unless others use the device too. *guess*
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to sleep after so long without news; not at all at first.
fn nap(waited: Duration) -> Option<Duration> {
    (waited >= SPIN).then(|| (waited / 64).clamp(SHORTEST_NAP, LONGEST_NAP))
}

/// One launch, as its watch sees it.
pub(crate) trait Launched {
    /// Whether it is done and its result here.
    fn is_finished(&self) -> Result<bool, GpuError>;
    /// Whether nothing of it runs, be it done, failed or never begun.
    fn is_idle(&self) -> bool;
    /// Tells it to end. To be repeated: told before it begins it is forgotten.
    fn tell(&self) -> Result<(), GpuError>;
    /// Asks how many roots are taken.
    fn ask(&self) -> Result<(), GpuError>;
    /// What the last request brought.
    fn roots_taken(&self) -> u64;
    /// Leaves it and its device alone for good; says why, if it did not end in that time.
    fn abandon(&self, waited: Duration) -> GpuError;
}

/// A launch on a device.
pub(crate) struct OnDevice<'a> {
    device: &'a Device,
    /// The control block there.
    address: Address,
}

impl<'a> OnDevice<'a> {
    pub(crate) fn new(device: &'a Device, address: Address) -> OnDevice<'a> {
        device.reset_progress();
        OnDevice { device, address }
    }
}

impl Launched for OnDevice<'_> {
    fn is_finished(&self) -> Result<bool, GpuError> {
        if fault::is("stuck") {
            return Ok(false);
        }
        self.device.is_finished()
    }

    fn is_idle(&self) -> bool {
        !fault::is("stuck") && self.device.is_idle()
    }

    fn tell(&self) -> Result<(), GpuError> {
        self.device.write_stop(self.address)
    }

    fn ask(&self) -> Result<(), GpuError> {
        self.device.request_progress(self.address)
    }

    fn roots_taken(&self) -> u64 {
        self.device.roots_taken()
    }

    fn abandon(&self, waited: Duration) -> GpuError {
        self.device.context.lose();
        GpuError::Stuck { index: self.device.info.index, waited }
    }
}

/// One launch while it runs. To be made before it; dropped early it ends the launch.
pub(crate) struct Watch<'a, L: Launched> {
    launched: L,
    control: &'a Control,
    /// Whether another device has failed, so that this one may as well end.
    is_hopeless: &'a dyn Fn() -> bool,
    asked: Option<Instant>,
    /// Roots reported as done.
    reported: u64,
    /// When it was first told to stop.
    told: Option<Instant>,
    /// Time that it has for that.
    patience: Duration,
    /// Whether nothing runs any more that could be waited for.
    is_over: bool,
}

/// How a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// It was told to stop, and may have left something out.
    pub(crate) is_stopped: bool,
    /// Roots already reported as done.
    pub(crate) reported: u64,
}

impl<'a, L: Launched> Watch<'a, L> {
    pub(crate) fn new(launched: L, control: &'a Control, is_hopeless: &'a dyn Fn() -> bool) -> Self {
        let (asked, told) = (None, None);
        Watch { launched, control, is_hopeless, asked, reported: 0, told, patience: PATIENCE, is_over: false }
    }

    /// The same for a launch that goes on with roots of which so many were reported before.
    pub(crate) fn after(mut self, reported: u64) -> Self {
        self.reported = reported;
        self
    }

    /// Waits for the launch, calling `serve` again and again, which says whether it had something to do.
    pub(crate) fn wait(mut self, mut serve: impl FnMut() -> Result<bool, GpuError>) -> Result<Ended, GpuError> {
        fail_if_told("kernel")?;
        let mut quiet = Instant::now();
        loop {
            let is_serving = serve()?;
            if self.launched.is_finished()? {
                self.is_over = true;
                return Ok(Ended { is_stopped: self.told.is_some(), reported: self.reported });
            }
            if is_serving {
                fail_if_told("listing")?;
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
            let taken = self.launched.roots_taken();
            self.control.advance(taken.saturating_sub(self.reported));
            self.reported = self.reported.max(taken);
            self.asked = Some(now);
            self.launched.ask()?;
        }
        Ok(())
    }

    /// Passes the word to stop on to the kernel; says whether there is any.
    fn stop_if_told(&mut self) -> Result<bool, GpuError> {
        if !self.control.is_stopped() && !(self.is_hopeless)() {
            return Ok(false);
        }
        self.stop()?;
        Ok(true)
    }

    /// Tells the kernel to end, and gives it up when it has been told for too long.
    fn stop(&mut self) -> Result<(), GpuError> {
        let waited = self.told.get_or_insert_with(Instant::now).elapsed();
        if waited >= self.patience {
            self.is_over = true;
            return Err(self.launched.abandon(waited));
        }
        self.launched.tell()
    }
}

impl<L: Launched> Drop for Watch<'_, L> {
    /// Whatever cut the wait short, the kernel must not wait for a host that takes no matches, nor use memory that is freed.
    fn drop(&mut self) {
        while !self.is_over && !self.launched.is_idle() {
            // What cut the wait short is what is reported. A failed call does not end the wait: the kernel may.
            if let Err(error) = self.stop() {
                log::debug!("ending a kernel: {error}");
            }
            std::thread::sleep(SHORTEST_NAP);
        }
    }
}

/// Fails where a test has this step fail.
fn fail_if_told(step: &str) -> Result<(), GpuError> {
    match fault::is(step) {
        true => Err(GpuError::Driver { what: "running a kernel", reason: "as the environment says".to_owned() }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
