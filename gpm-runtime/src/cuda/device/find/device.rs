//! A device as runs use it: its context, two streams, events, and page-locked host memory: a page that it reads and writes, and room for
//! large copies.

use cudarc::driver::result::{event, memcpy_dtoh_async, stream};
use cudarc::driver::sys::{self, CUresult};

use super::devices::DeviceInfo;
use super::root_counters::{RootCounters, RootKind};
use crate::cuda::abi::{Address, Control};
use crate::cuda::device::driver::{Context, DeviceMemory, Event, PinnedBuffer, Stream, has_event_times};
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
    /// ... and to [`Control::withheld`] or [`Control::withheld_big`].
    pub(crate) withheld: u32,
}

/// A device that is ready to run. What is here is made once.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) info: DeviceInfo,
    pub(crate) context: Context,
    pub(crate) memory: DeviceMemory,
    /// Launches, and the copies around them.
    main: Stream,
    /// Copies while a kernel runs.
    side: Stream,
    /// Behind the sorting of the roots; around the kernels; behind all that a launch does.
    sorted: Event,
    started: Event,
    ended: Event,
    finished: Event,
    mirror: PinnedBuffer,
    /// What large copies pass through, [`PASSAGE`] bytes: made here since that takes some milliseconds, in which others read the graph.
    pub(crate) passage: PinnedBuffer,
    has_event_times: bool,
}

/// Bytes of page-locked memory for large copies: sixteen pieces, two for each of eight threads (`benches/NOTES.md`, "Graphs copied through
/// page-locked memory", H100's host). *guess*
pub(crate) const PASSAGE: usize = 8 << 20;

/// Byte offsets of what is read and written while a kernel runs.
const STOP_OFFSET: u64 = std::mem::offset_of!(Control, stop) as u64;
const CLOSED_OFFSET: u64 = std::mem::offset_of!(Control, is_closed) as u64;
const ROOTS_OFFSET: u64 = std::mem::offset_of!(Control, num_big) as u64;

/// How many work queues the driver makes for a device, where the environment says so.
const QUEUES: &str = "CUDA_DEVICE_MAX_CONNECTIONS";

impl Device {
    /// Opens a device, of whose memory at most `limit` bytes may be taken.
    pub(crate) fn open(info: DeviceInfo, limit: Option<u64>) -> Result<Device, GpuError> {
        if std::env::var(QUEUES).is_ok_and(|queues| queues.trim() == "1") {
            log::warn!("{QUEUES} is 1: a run is stopped when its kernel ends, not before; 2 will do for gpm");
        }
        let context = Context::open(info.index)?;
        context.bind()?;
        let timed = || Event::new(&context, sys::CUevent_flags::CU_EVENT_DEFAULT);
        let untimed = || Event::new(&context, sys::CUevent_flags::CU_EVENT_DISABLE_TIMING);
        let mirror = PinnedBuffer::new(&context, size_of::<Mirror>())?;
        let fresh = Mirror { one: 1, ..bytemuck::Zeroable::zeroed() };
        // SAFETY: large enough and aligned to pages; no copy is under way yet.
        unsafe { mirror.pointer(0).cast::<Mirror>().write(fresh) };
        Ok(Device {
            info,
            memory: DeviceMemory::new(&context, limit),
            main: Stream::new(&context)?,
            side: Stream::new(&context)?,
            sorted: untimed()?,
            started: timed()?,
            ended: timed()?,
            finished: untimed()?,
            mirror,
            passage: PinnedBuffer::new(&context, PASSAGE)?,
            has_event_times: has_event_times(),
            context,
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

    /// Marks where the roots of a launch are sorted.
    pub(crate) fn record_sorted(&self) -> Result<(), GpuError> {
        self.record(&self.sorted)
    }

    /// Whether the roots of the launch are sorted.
    pub(crate) fn has_sorted(&self) -> Result<bool, GpuError> {
        has_passed(&self.sorted)
    }

    /// Whether the launch is done and its result here.
    pub(crate) fn is_finished(&self) -> Result<bool, GpuError> {
        has_passed(&self.finished)
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

    /// Tells the running kernel to hand no more pieces to the host.
    pub(crate) fn write_closed(&self, control: Address) -> Result<(), GpuError> {
        const ONE: usize = std::mem::offset_of!(Mirror, one);
        // SAFETY: the mirror holds the word and outlives the copy; `control` is a control block.
        let copied = unsafe {
            sys::cuMemcpyHtoDAsync_v2(control + CLOSED_OFFSET, self.mirror.pointer(ONE), 4, self.side.handle)
        };
        copied.result().map_err(GpuError::driver("telling a kernel that the host is full"))
    }

    /// Tells the running kernel how many roots of a kind it is not to search. When this returns, warps see it.
    pub(crate) fn write_withheld(&self, control: Address, kind: RootKind, number: u32) -> Result<(), GpuError> {
        const WITHHELD: usize = std::mem::offset_of!(Mirror, withheld);
        let failed = GpuError::driver("taking roots back");
        // SAFETY: aligned and alive; the copy before was waited for.
        unsafe { (&raw mut (*self.mirror()).withheld).write_volatile(number) };
        let offset = match kind {
            RootKind::Small => std::mem::offset_of!(Control, withheld),
            RootKind::Big => std::mem::offset_of!(Control, withheld_big),
        };
        let (to, from) = (control + offset as u64, self.mirror.pointer(WITHHELD));
        // SAFETY: the mirror holds the word and outlives the copy; `control` is a control block.
        unsafe { sys::cuMemcpyHtoDAsync_v2(to, from, 4, self.side.handle) }.result().map_err(&failed)?;
        // SAFETY: the stream lives as long as the device.
        unsafe { stream::synchronize(self.side.handle) }.map_err(failed)
    }

    /// The counters of roots as they are now: ten microseconds.
    pub(crate) fn root_counters(&self, control: Address) -> Result<RootCounters, GpuError> {
        self.request_progress(control)?;
        // SAFETY: the stream lives as long as the device.
        unsafe { stream::synchronize(self.side.handle) }.map_err(GpuError::driver("reading the progress"))?;
        Ok(self.last_counters())
    }

    /// Words of device memory, while a kernel runs or not.
    pub(crate) fn read_words(&self, from: Address, number: usize) -> Result<Vec<u32>, GpuError> {
        let failed = GpuError::driver("reading roots");
        let mut words = vec![0_u32; number];
        // SAFETY: by contract so many words are there, and the copy is waited for.
        unsafe { memcpy_dtoh_async(&mut words, from, self.side.handle) }.map_err(&failed)?;
        // SAFETY: the stream lives as long as the device.
        unsafe { stream::synchronize(self.side.handle) }.map_err(failed)?;
        Ok(words)
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
        let RootCounters { big, small, big_drawn, small_drawn } = self.last_counters();
        u64::from(big_drawn.min(big)) + u64::from(small_drawn.min(small))
    }

    /// The counters that arrived last.
    fn last_counters(&self) -> RootCounters {
        // SAFETY: the pointer is aligned and lives; the device may write there, so the read is volatile, and counters that
        // are old or torn between words, where nobody waited for them, only make the bar wrong for a moment.
        let [big, small, big_drawn, small_drawn] = unsafe { (&raw const (*self.mirror()).roots).read_volatile() };
        RootCounters { big, small, big_drawn, small_drawn }
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

/// Whether all before an event is done.
fn has_passed(event: &Event) -> Result<bool, GpuError> {
    // SAFETY: the event lives.
    match unsafe { event::query(event.handle) } {
        Ok(()) => Ok(true),
        Err(error) if error.0 == CUresult::CUDA_ERROR_NOT_READY => Ok(false),
        Err(error) => Err(GpuError::driver("running a kernel")(error)),
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            self.drain();
        }
    }
}
