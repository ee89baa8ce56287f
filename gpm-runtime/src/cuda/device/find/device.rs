//! A device as runs use it: its context, two streams, events, and a page of host memory that it can read and write.

use cudarc::driver::result::{event, stream};
use cudarc::driver::sys::{self, CUresult};

use super::devices::DeviceInfo;
use crate::cuda::abi::{Address, Control};
use crate::cuda::device::driver::{Context, Event, PinnedBuffer, Stream, has_event_times};
use crate::cuda::device::error::{GpuError, reason};

/// Host memory for the small things that go to and fro with each run.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Mirror {
    /// The control block after the last launch.
    pub(crate) control: Control,
    /// The counters of roots while a launch runs: big, small, taken of each.
    pub(crate) roots: [u32; 4],
    /// What is written to [`Control::stop`].
    pub(crate) one: u32,
    reserved: u32,
}

/// A device that is ready to run. What is here is made once.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) info: DeviceInfo,
    pub(crate) context: Context,
    /// Launches, and the copies around them.
    main: Stream,
    /// Copies while a kernel runs.
    side: Stream,
    /// Around the kernels, and behind all that a launch does.
    started: Event,
    ended: Event,
    finished: Event,
    mirror: PinnedBuffer,
    has_event_times: bool,
}

// SAFETY: streams and events may be used from any thread; a `Device` is used by one at a time.
unsafe impl Send for Device {}

/// Byte offsets of what is read and written while a kernel runs.
const STOP_OFFSET: u64 = std::mem::offset_of!(Control, stop) as u64;
const ROOTS_OFFSET: u64 = std::mem::offset_of!(Control, num_big) as u64;

/// How many work queues the driver makes for a device, where the environment says so.
const QUEUES: &str = "CUDA_DEVICE_MAX_CONNECTIONS";

impl Device {
    pub(crate) fn open(info: DeviceInfo) -> Result<Device, GpuError> {
        if std::env::var(QUEUES).is_ok_and(|queues| queues.trim() == "1") {
            log::warn!("{QUEUES} is 1: a run is stopped when its kernel ends, not before; 2 will do for gpm");
        }
        let context = Context::open(info.index)?;
        context.bind()?;
        let timed = || Event::new(context, sys::CUevent_flags::CU_EVENT_DEFAULT);
        let finished = Event::new(context, sys::CUevent_flags::CU_EVENT_DISABLE_TIMING)?;
        let mirror = PinnedBuffer::new(context, size_of::<Mirror>())?;
        let fresh = Mirror { one: 1, ..bytemuck::Zeroable::zeroed() };
        // SAFETY: large enough and aligned to pages; no copy is under way yet.
        unsafe { mirror.pointer(0).cast::<Mirror>().write(fresh) };
        Ok(Device {
            info,
            context,
            main: Stream::new(context)?,
            side: Stream::new(context)?,
            started: timed()?,
            ended: timed()?,
            finished,
            mirror,
            has_event_times: has_event_times(),
        })
    }

    /// The stream of launches.
    pub(crate) fn main(&self) -> sys::CUstream {
        self.main.handle
    }

    /// Marks the beginning of the kernels.
    pub(crate) fn record_start(&self) -> Result<(), GpuError> {
        self.record(&self.started)
    }

    /// Marks the end of the kernels, has the control block at `control` copied behind them, and marks the end of that.
    pub(crate) fn record_end(&self, control: Address) -> Result<(), GpuError> {
        self.record(&self.ended)?;
        let size = size_of::<Control>();
        // SAFETY: both places hold a control block, and the mirror outlives the copy: every run waits for its end.
        let copied = unsafe { sys::cuMemcpyDtoHAsync_v2(self.mirror.pointer(0), control, size, self.main()) };
        copied.result().map_err(GpuError::driver("reading the result"))?;
        self.record(&self.finished)
    }

    fn record(&self, event: &Event) -> Result<(), GpuError> {
        // SAFETY: event and stream live as long as the device.
        unsafe { event::record(event.handle, self.main()) }.map_err(GpuError::driver("recording an event"))
    }

    /// Whether the launch is done and its result here.
    pub(crate) fn is_finished(&self) -> Result<bool, GpuError> {
        // SAFETY: as above.
        match unsafe { event::query(self.finished.handle) } {
            Ok(()) => Ok(true),
            Err(error) if error.0 == CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            Err(error) => Err(GpuError::driver("running a kernel")(error)),
        }
    }

    /// Whether nothing runs of what was put on the main stream, be it that it ended or that it failed.
    pub(crate) fn is_idle(&self) -> bool {
        // SAFETY: the stream lives as long as the device.
        let status = unsafe { sys::cuStreamQuery(self.main()) };
        status != CUresult::CUDA_ERROR_NOT_READY
    }

    /// Waits until nothing runs on the device any more, whatever went wrong there; not on a device that is lost. It
    /// is lost where that fails.
    pub(crate) fn drain(&self) {
        for stream in [&self.main, &self.side].into_iter().filter(|_| !self.context.is_lost()) {
            // SAFETY: the stream lives as long as the device.
            if let Err(error) = unsafe { stream::synchronize(stream.handle) } {
                // Reported by the call that it belongs to. Once a kernel has failed, every call does.
                log::debug!("GPU {} is lost: {}", self.info.index, reason(error));
                self.context.lose();
            }
        }
    }

    /// Waits for what was put on the main stream.
    pub(crate) fn wait(&self, what: &'static str) -> Result<(), GpuError> {
        // SAFETY: the stream lives as long as the device.
        unsafe { stream::synchronize(self.main()) }.map_err(GpuError::driver(what))
    }

    /// Seconds between the two marks of a finished launch, if the driver can tell.
    pub(crate) fn kernel_seconds(&self) -> Result<Option<f64>, GpuError> {
        if !self.has_event_times {
            return Ok(None);
        }
        // SAFETY: both events were recorded on the same stream, with times.
        let millis = unsafe { event::elapsed(self.started.handle, self.ended.handle) }
            .map_err(GpuError::driver("timing a kernel"))?;
        Ok(Some(f64::from(millis) / 1e3))
    }

    /// The control block of the finished launch.
    pub(crate) fn result(&self) -> Control {
        // SAFETY: aligned and alive, and the copy behind the last launch has arrived.
        unsafe { (&raw const (*self.mirror()).control).read_volatile() }
    }

    /// Tells the running kernel to end. To be repeated: told before the kernel begins it is forgotten, since the control
    /// block is cleared then.
    pub(crate) fn write_stop(&self, control: Address) -> Result<(), GpuError> {
        const ONE: usize = std::mem::offset_of!(Mirror, one);
        // SAFETY: the mirror holds the word and outlives the copy; `control` is a control block.
        let copied =
            unsafe { sys::cuMemcpyHtoDAsync_v2(control + STOP_OFFSET, self.mirror.pointer(ONE), 4, self.side.handle) };
        copied.result().map_err(GpuError::driver("stopping a kernel"))
    }

    /// Asks for the counters of roots, which arrive some microseconds later.
    pub(crate) fn request_progress(&self, control: Address) -> Result<(), GpuError> {
        const ROOTS: usize = std::mem::offset_of!(Mirror, roots);
        let (to, from) = (self.mirror.pointer(ROOTS), control + ROOTS_OFFSET);
        // SAFETY: both places hold four words, and the mirror outlives the copy.
        let copied = unsafe { sys::cuMemcpyDtoHAsync_v2(to, from, size_of::<[u32; 4]>(), self.side.handle) };
        copied.result().map_err(GpuError::driver("reading the progress"))
    }

    /// Roots taken as far as known: what was asked for last has mostly arrived.
    pub(crate) fn roots_taken(&self) -> u64 {
        // SAFETY: the pointer is aligned and lives; the device may write there, so the read is volatile, and counters that
        // are old or torn between words only make the bar wrong for a moment.
        let [num_big, num_small, big, small] = unsafe { (&raw const (*self.mirror()).roots).read_volatile() };
        u64::from(big.min(num_big)) + u64::from(small.min(num_small))
    }

    /// Forgets the counters of the launch before.
    pub(crate) fn reset_progress(&self) {
        // SAFETY: aligned and alive. A late copy of old counters would only make the bar wrong for a moment.
        unsafe { (&raw mut (*self.mirror()).roots).write_volatile([0; 4]) };
    }

    fn mirror(&self) -> *mut Mirror {
        self.mirror.pointer(0).cast()
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            self.drain();
        }
    }
}
