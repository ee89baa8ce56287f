//! What settling candidate patterns needs on a device: the rows of the graph, and a batch of patterns with what becomes of it.

use bytemuck::Zeroable;

use super::module::Loaded;
use crate::cuda::abi::{Address, Control};
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;
use crate::cuda::frequent::FrequentLaunch;
use crate::mine::{Batch, Outcome, RowArrays};

/// Words before what there is of each pattern.
const HEAD: u64 = 2;

/// Launches of a batch at most, a word each. *guess*: more than patterns have vertices.
const LAUNCHES: u64 = 64;

/// The rows of a graph on one device, label by label.
#[derive(Debug)]
pub(crate) struct PlacedRows {
    pub(crate) loaded: Loaded,
    /// What does not depend on the batch.
    launch: FrequentLaunch,
    control: DeviceBuffer,
    _rows: DeviceBuffer,
}

/// A batch on one device.
#[derive(Debug)]
pub(crate) struct PlacedBatch {
    /// Where everything lies.
    pub(crate) at: FrequentLaunch,
    /// The bits of all domains, and what does not change.
    domains: DeviceBuffer,
    /// How many candidates are left, whether patterns are dead, last changes, the next units, and marks.
    answers: DeviceBuffer,
    /// Where in these the marks begin, in bytes.
    marks: u64,
}

impl PlacedRows {
    /// Brings the rows there. The copies are waited for.
    pub(crate) fn new(device: &Device, rows: &RowArrays, loaded: Loaded) -> Result<PlacedRows, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        let links = rows.links.as_deref().map_or(&[][..], bytemuck::cast_slice::<_, u8>);
        let arrays = [
            bytemuck::cast_slice(&rows.offsets),
            bytemuck::cast_slice::<u32, u8>(&rows.neighbors),
            bytemuck::cast_slice(&rows.firsts),
            bytemuck::cast_slice(&rows.groups),
            links,
        ];
        let memory = &device.memory;
        let (own, at) = DeviceBuffer::with(memory, device.main(), &arrays, "the graph label by label")?;
        device.wait("copying the graph")?;
        let control = DeviceBuffer::new(memory, size_of::<Control>() as u64, "counters")?;
        let launch = FrequentLaunch {
            offsets: at[0],
            neighbors: at[1],
            firsts: at[2],
            groups: at[3],
            links: if rows.links.is_some() { at[4] } else { 0 },
            control: control.address(),
            ..FrequentLaunch::zeroed()
        };
        Ok(PlacedRows { loaded, launch, control, _rows: own })
    }

    /// Brings a batch there, in the order of the device's main stream, which is to be waited for before the batch is changed.
    pub(crate) fn place(&self, device: &Device, batch: &Batch) -> Result<PlacedBatch, GpuError> {
        let arrays = [
            bytemuck::cast_slice::<u64, u8>(&batch.domains),
            bytemuck::cast_slice(&batch.sizes),
            bytemuck::cast_slice(&batch.jobs),
            bytemuck::cast_slice(&batch.code),
        ];
        let (domains, at) = DeviceBuffer::with(&device.memory, device.main(), &arrays, "candidate patterns")?;
        let (units, patterns, jobs) =
            (u64::from(batch.num_units), batch.num_patterns() as u64, batch.jobs.len() as u64);
        let answers = DeviceBuffer::new(
            &device.memory,
            4 * (HEAD + patterns + jobs + LAUNCHES + units + 1),
            "candidate patterns",
        )?;
        answers.clear(answers.bytes(), device.main())?;
        self.control.clear(self.control.bytes(), device.main())?;
        let marks = (HEAD + patterns + jobs + LAUNCHES).next_multiple_of(2);
        let word = |place: u64| answers.address() + 4 * place as Address;
        let at = FrequentLaunch {
            domains: at[0],
            sizes: at[1],
            jobs: at[2],
            code: at[3],
            num_left: word(0),
            is_dead: word(HEAD),
            changed: word(HEAD + patterns),
            next: word(HEAD + patterns + jobs),
            marks: word(marks),
            ..self.launch
        };
        Ok(PlacedBatch { at, domains, answers, marks: 4 * marks })
    }
}

impl PlacedBatch {
    /// What became of it.
    pub(crate) fn outcome(&self, batch: &Batch) -> Result<Outcome, GpuError> {
        let domains = self.domains.read(batch.domains.len())?;
        let mut head: Vec<u32> = self.answers.read(HEAD as usize + batch.num_patterns())?;
        let is_dead = head.split_off(HEAD as usize);
        let marks = if head[0] == 0 { None } else { Some(self.answers.read_at(self.marks, batch.domains.len())?) };
        Ok(Outcome { domains, marks, is_dead })
    }
}
