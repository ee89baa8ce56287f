//! What counting the matches of labelled patterns needs on a device: candidates and the edges between them, tasks, and memory for each warp.

use bytemuck::Zeroable;

use super::module::Loaded;
use crate::brief::Written;
use crate::cuda::abi::Control;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;
use crate::cuda::labelled::{
    BUSY_LOG2, COUNTERS, LabelledLaunch, LabelledTask, LabelledTotal, WARPS, beginning, slab_words,
};

/// Tasks of a launch at most: some 30 MiB. *guess*
const TASKS: u32 = 1 << 17;
/// Tasks that a search begins with at most. *guess*
const FIRST_TASKS: u32 = 1 << 14;
/// The part of the device's free memory that warps may have, one in so many. *guess*
const PART: u64 = 4;

/// Patterns on one device.
#[derive(Debug)]
pub(crate) struct PlacedQuestions {
    pub(crate) loaded: Loaded,
    /// Blocks that there is memory for.
    pub(crate) blocks: u32,
    /// What the next launch is told.
    pub(crate) launch: LabelledLaunch,
    control: DeviceBuffer,
    totals: DeviceBuffer,
    num_patterns: usize,
    counters: DeviceBuffer,
    _tasks: [DeviceBuffer; 2],
    _slabs: DeviceBuffer,
    _questions: DeviceBuffer,
}

impl PlacedQuestions {
    /// Brings it there. The copies are waited for.
    pub(crate) fn new(device: &Device, written: &Written<'_>, loaded: Loaded) -> Result<PlacedQuestions, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        let memory = &device.memory;
        let arrays = [
            bytemuck::cast_slice(&written.words),
            bytemuck::cast_slice::<u32, u8>(written.twins),
            bytemuck::cast_slice(&written.patterns),
        ];
        let (questions, at) = DeviceBuffer::with(memory, device.main(), &arrays, "candidates of a pattern")?;
        let tasks = || DeviceBuffer::new(memory, u64::from(TASKS) * size_of::<LabelledTask>() as u64, "tasks");
        let tasks = [tasks()?, tasks()?];
        let (first, known) = beginning(written, FIRST_TASKS);
        tasks[0].write(&first, device.main())?;
        let totals = DeviceBuffer::new(memory, size_of_val(known.as_slice()) as u64, "counts")?;
        totals.write(&known, device.main())?;
        let counters = DeviceBuffer::new(memory, 4 * COUNTERS as u64, "counters")?;
        let control = DeviceBuffer::new(memory, size_of::<Control>() as u64, "counters")?;
        let slab_words = slab_words(written);
        let of_block = 4 * u64::from(WARPS) * slab_words;
        let blocks = (memory.free()? / PART / of_block).clamp(1, loaded.shape.blocks.into()) as u32;
        let slabs = DeviceBuffer::new(memory, u64::from(blocks) * of_block, "lists of candidates")?;
        device.wait("copying candidates")?;
        let launch = LabelledLaunch {
            words: at[0],
            twins: at[1],
            patterns: at[2],
            tasks: tasks[0].address(),
            given: tasks[1].address(),
            totals: totals.address(),
            counters: counters.address(),
            slabs: slabs.address(),
            control: control.address(),
            slab_words,
            num_tasks: first.len() as u32,
            capacity: TASKS,
            takes_turns: u32::from(known.len() > 1),
            ..LabelledLaunch::zeroed()
        };
        Ok(PlacedQuestions {
            loaded,
            blocks,
            launch,
            control,
            totals,
            num_patterns: known.len(),
            counters,
            _tasks: tasks,
            _slabs: slabs,
            _questions: questions,
        })
    }

    /// Clears what a launch expects to be zero.
    pub(crate) fn clear(&self, device: &Device) -> Result<(), GpuError> {
        self.control.clear(self.control.bytes(), device.main())?;
        self.counters.clear(self.counters.bytes(), device.main())
    }

    /// Makes ready to launch the tasks that the last launch gave away; how many these are.
    pub(crate) fn turn(&mut self) -> Result<u32, GpuError> {
        let given = self.counters.read::<u32>(COUNTERS)?[1];
        let own = &mut self.launch;
        (own.tasks, own.given) = (own.given, own.tasks);
        own.num_tasks = given.min(own.capacity);
        Ok(own.num_tasks)
    }

    /// Ticks of all warps of the last launch until each had no task.
    pub(crate) fn busy(&self) -> Result<u64, GpuError> {
        Ok(u64::from(self.counters.read::<u32>(COUNTERS)?[2]) << BUSY_LOG2)
    }

    /// What is known of each pattern.
    pub(crate) fn totals(&self) -> Result<Vec<LabelledTotal>, GpuError> {
        self.totals.read(self.num_patterns)
    }
}
