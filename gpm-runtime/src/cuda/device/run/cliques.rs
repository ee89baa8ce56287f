//! Cliques on one GPU.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use super::config::GpuConfig;
use super::gpu::check;
use super::gpus::Gpus;
use super::launch::{Prepare, launch, ticks};
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::{NONE, bytes};
use crate::cuda::cliques::{CliqueGraph, LARGEST_WORDS, Rule};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::place::{Loaded, PlacedCliques};
use crate::cuda::static_kernel::StaticKernel;
use crate::run::RunError;

/// After which a warp looks whether others have no work. *guess*; 20 µs before tasks were published together.
const TIMEOUT: Duration = Duration::from_micros(5);

/// What was found, and what it took.
#[derive(Clone, Debug, Default)]
pub struct CliqueFinding {
    /// How many maximal cliques of each size there are, by size; or how many families of cliques, by the vertices that they hold and
    /// those that they leave free.
    pub numbers: Vec<u64>,
    /// Sizes that there may be, 0 included: as many numbers have the same number of vertices held.
    pub num_sizes: usize,
    /// One of the largest: its members, vertices of the graph.
    pub largest: Vec<u32>,
    /// Seconds of the kernels, if the driver can tell.
    pub kernel_seconds: Option<f64>,
}

impl Gpus {
    /// Counts cliques of a graph on the first device: maximal ones of `sizes`, which has no end then, or all. Those of other sizes are not counted
    /// right, or at all. Where the run is stopped, they are those that were met.
    ///
    /// # Errors
    /// [`GpuError`]; [`RunError::Overflow`] in it if a number leaves 64 bits.
    pub fn cliques(
        &self,
        graph: CliqueGraph<'_>,
        (rule, sizes): (Rule, RangeInclusive<u32>),
        config: &GpuConfig,
        control: &Control,
    ) -> Result<CliqueFinding, GpuError> {
        self.expect_devices();
        let (kernel, _) = self.kernels.get_static(StaticKernel::Cliques(rule), control)?;
        let (mut opening, loaded) = self.on_first(&kernel, "cliques", control)?;
        let device = opening.device()?;
        let placed = PlacedCliques::new(device, graph, loaded.shape, (rule, sizes))?;
        log::debug!("{} bytes of shared memory a block; {}", loaded.shape.shared_bytes, placed.plan);
        let run = CliqueRun { device, loaded: &loaded, placed: &placed, graph, config, control };
        // Nothing may use memory that is about to be freed.
        run.all().inspect_err(|_| device.drain())
    }
}

/// A search on its device.
struct CliqueRun<'a> {
    device: &'a Device,
    loaded: &'a Loaded,
    placed: &'a PlacedCliques,
    graph: CliqueGraph<'a>,
    config: &'a GpuConfig,
    control: &'a Control,
}

impl CliqueRun<'_> {
    /// One launch after the other.
    fn all(&self) -> Result<CliqueFinding, GpuError> {
        self.control.begin(self.graph.num_vertices().into());
        let mut found = CliqueFinding { kernel_seconds: Some(0.0), ..CliqueFinding::default() };
        for roots in &self.placed.plan.launches {
            if self.control.is_stopped() {
                break;
            }
            self.one(roots.clone(), &mut found)?;
        }
        found.numbers = self.placed.numbers()?;
        found.num_sizes = self.placed.plan.num_sizes as usize;
        Ok(found)
    }

    fn one(&self, roots: Range<u32>, found: &mut CliqueFinding) -> Result<(), GpuError> {
        let CliqueRun { device, loaded, placed, config, control, .. } = *self;
        let timeout = ticks(config.task_timeout.unwrap_or(TIMEOUT), device.info.clock_khz);
        let (number, state) = (roots.end - roots.start, placed.launch(roots.clone(), timeout, config.min_idle));
        placed.clear(device)?;
        let is_hopeless = || false;
        let watch = Watch::new(OnDevice::new(device, state.control), control, &is_hopeless);
        device.record_start()?;
        let entries = self.graph.offsets[roots.end as usize] - self.graph.offsets[roots.start as usize];
        // A block of the first kernel has a warp for each 32 entries of rows, up to some for each place of a multiprocessor.
        let most = u64::from(loaded.shape.blocks) * 4;
        let blocks = entries.div_ceil(32 * u64::from(loaded.shape.threads / 32)).clamp(1, most) as u32;
        let prepare = Prepare { blocks, threads: loaded.shape.threads, is_marked: false };
        // SAFETY: the argument is of this kernel's layout; all that it points to is held by `placed`, and the watch sees to it that the
        // launch has ended or the device is lost before this returns or unwinds.
        unsafe { launch(loaded, device, &mut bytes(&state), Some(prepare), placed.plan.blocks) }?;
        device.record_end(state.control)?;
        let ended = watch.wait(|| Ok(false))?;
        control.advance(u64::from(number).saturating_sub(ended.reported));
        match check(device.result().status) {
            Err(RunError::Overflow) => return Err(GpuError::CliquesOverflow),
            checked => checked?,
        }
        found.kernel_seconds = found.kernel_seconds.zip(device.kernel_seconds()?).map(|(sum, own)| sum + own);
        let all = placed.largest()?;
        if let Some(record) = all.into_iter().max_by_key(|record| record[0]).filter(|record| record[0] > 0) {
            let size = (record[0] - self.graph.base) as usize;
            if size > found.largest.len() {
                // Part of a clique is one too.
                found.largest = self.members(&record);
                found.largest.truncate(size);
            }
        }
        Ok(())
    }

    /// The vertices of a clique as a warp notes it, without those that all have.
    fn members(&self, record: &[u32]) -> Vec<u32> {
        let CliqueGraph { offsets, neighbors, splits, .. } = self.graph;
        let (root, more) = (record[1], record[2]);
        let begin = offsets[root as usize] as usize;
        let bit = |at: u32| record[(LARGEST_WORDS + at / 32) as usize] >> (at % 32) & 1 == 1;
        let has = |at: &u32| bit(*at) || (more != NONE && *at == more);
        (0..splits[root as usize]).filter(has).map(|at| neighbors[begin + at as usize]).chain([root]).collect()
    }
}
