//! A device as runs use it: its context, two streams, events, and a page of host memory that it can read and write.

use cudarc::driver::result::{ctx, device, event, primary_ctx, stream};
use cudarc::driver::sys::{self, CUresult};

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::buffer::PinnedBuffer;
use super::driver::{DeviceInfo, has_event_times};
use super::error::{GpuError, reason};
use crate::cuda::abi::{Address, Control};

/// The primary context of a device. Held for the life of the process: making one takes a tenth of a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    handle: sys::CUcontext,
    index: u32,
}

/// The devices that this process can use no more, by index: a kernel failed there, after which all calls fail, or does not end, so
/// that whoever frees memory waits forever. All engines share a device's context.
static LOST: Mutex<Vec<u32>> = Mutex::new(Vec::new());

// SAFETY: the driver's calls may be made from any thread; the handle is never released.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    fn open(index: u32) -> Result<Context, GpuError> {
        let failed = GpuError::driver("opening a context");
        let device = device::get(index as i32).map_err(&failed)?;
        // SAFETY: `device` is a device of the driver.
        let context = unsafe { primary_ctx::retain(device) }.map_err(&failed)?;
        Ok(Context { handle: context, index })
    }

    /// Makes this thread's calls go to the device. Costs less than a microsecond. Fails once the device is lost: nothing is freed
    /// there any more either.
    pub(super) fn bind(self) -> Result<(), GpuError> {
        if self.is_lost() {
            return Err(GpuError::Lost { index: self.index });
        }
        // SAFETY: the context is never released.
        unsafe { ctx::set_current(self.handle) }.map_err(GpuError::driver("binding a context"))
    }

    /// Leaves the device alone from now on.
    pub(super) fn lose(self) {
        if !self.is_lost() {
            lost().push(self.index);
        }
    }

    pub(super) fn is_lost(self) -> bool {
        lost().contains(&self.index)
    }
}

fn lost() -> MutexGuard<'static, Vec<u32>> {
    LOST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stream, until it is dropped.
#[derive(Debug)]
struct Stream {
    handle: sys::CUstream,
    context: Context,
}

impl Stream {
    /// A stream of the bound context.
    fn new(context: Context) -> Result<Stream, GpuError> {
        let handle = stream::create(stream::StreamKind::NonBlocking).map_err(GpuError::driver("making a stream"))?;
        Ok(Stream { handle, context })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: made by `new`, and used by nothing any more.
            let _ = unsafe { stream::destroy(self.handle) };
        }
    }
}

/// An event, until it is dropped.
#[derive(Debug)]
struct Event {
    handle: sys::CUevent,
    context: Context,
}

impl Event {
    /// An event of the bound context.
    fn new(context: Context, flags: sys::CUevent_flags) -> Result<Event, GpuError> {
        let handle = event::create(flags).map_err(GpuError::driver("making an event"))?;
        Ok(Event { handle, context })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: as for streams.
            let _ = unsafe { event::destroy(self.handle) };
        }
    }
}

/// Host memory for the small things that go to and fro with each run.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Mirror {
    /// The control block after the last launch.
    pub(super) control: Control,
    /// The counters of roots while a launch runs: big, small, taken of each.
    pub(super) roots: [u32; 4],
    /// What is written to [`Control::stop`].
    pub(super) one: u32,
    reserved: u32,
}

/// A device that is ready to run. What is here is made once.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) info: DeviceInfo,
    pub(super) context: Context,
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
    pub(super) fn open(info: DeviceInfo) -> Result<Device, GpuError> {
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
    pub(super) fn main(&self) -> sys::CUstream {
        self.main.handle
    }

    /// Marks the beginning of the kernels.
    pub(super) fn record_start(&self) -> Result<(), GpuError> {
        self.record(&self.started)
    }

    /// Marks the end of the kernels, has the control block at `control` copied behind them, and marks the end of that.
    pub(super) fn record_end(&self, control: Address) -> Result<(), GpuError> {
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
    pub(super) fn is_finished(&self) -> Result<bool, GpuError> {
        // SAFETY: as above.
        match unsafe { event::query(self.finished.handle) } {
            Ok(()) => Ok(true),
            Err(error) if error.0 == CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            Err(error) => Err(GpuError::driver("running a kernel")(error)),
        }
    }

    /// Whether nothing runs of what was put on the main stream, be it that it ended or that it failed.
    pub(super) fn is_idle(&self) -> bool {
        // SAFETY: the stream lives as long as the device.
        let status = unsafe { sys::cuStreamQuery(self.main()) };
        status != CUresult::CUDA_ERROR_NOT_READY
    }

    /// Waits until nothing runs on the device any more, whatever went wrong there; not on a device that is lost. It
    /// is lost where that fails.
    pub(super) fn drain(&self) {
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
    pub(super) fn wait(&self, what: &'static str) -> Result<(), GpuError> {
        // SAFETY: the stream lives as long as the device.
        unsafe { stream::synchronize(self.main()) }.map_err(GpuError::driver(what))
    }

    /// Seconds between the two marks of a finished launch, if the driver can tell.
    pub(super) fn kernel_seconds(&self) -> Result<Option<f64>, GpuError> {
        if !self.has_event_times {
            return Ok(None);
        }
        // SAFETY: both events were recorded on the same stream, with times.
        let millis = unsafe { event::elapsed(self.started.handle, self.ended.handle) }
            .map_err(GpuError::driver("timing a kernel"))?;
        Ok(Some(f64::from(millis) / 1e3))
    }

    /// The control block of the finished launch.
    pub(super) fn result(&self) -> Control {
        // SAFETY: aligned and alive, and the copy behind the last launch has arrived.
        unsafe { (&raw const (*self.mirror()).control).read_volatile() }
    }

    /// Tells the running kernel to end. To be repeated: told before the kernel begins it is forgotten, since the control
    /// block is cleared then.
    pub(super) fn write_stop(&self, control: Address) -> Result<(), GpuError> {
        const ONE: usize = std::mem::offset_of!(Mirror, one);
        // SAFETY: the mirror holds the word and outlives the copy; `control` is a control block.
        let copied =
            unsafe { sys::cuMemcpyHtoDAsync_v2(control + STOP_OFFSET, self.mirror.pointer(ONE), 4, self.side.handle) };
        copied.result().map_err(GpuError::driver("stopping a kernel"))
    }

    /// Asks for the counters of roots, which arrive some microseconds later.
    pub(super) fn request_progress(&self, control: Address) -> Result<(), GpuError> {
        const ROOTS: usize = std::mem::offset_of!(Mirror, roots);
        let (to, from) = (self.mirror.pointer(ROOTS), control + ROOTS_OFFSET);
        // SAFETY: both places hold four words, and the mirror outlives the copy.
        let copied = unsafe { sys::cuMemcpyDtoHAsync_v2(to, from, size_of::<[u32; 4]>(), self.side.handle) };
        copied.result().map_err(GpuError::driver("reading the progress"))
    }

    /// Roots taken as far as known: what was asked for last has mostly arrived.
    pub(super) fn roots_taken(&self) -> u64 {
        // SAFETY: the pointer is aligned and lives; the device may write there, so the read is volatile, and counters that
        // are old or torn between words only make the bar wrong for a moment.
        let [num_big, num_small, big, small] = unsafe { (&raw const (*self.mirror()).roots).read_volatile() };
        u64::from(big.min(num_big)) + u64::from(small.min(num_small))
    }

    /// Forgets the counters of the launch before.
    pub(super) fn reset_progress(&self) {
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
