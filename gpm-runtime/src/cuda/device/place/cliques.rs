//! What a search for cliques has on a device: the graph, the bit rows of its roots, and the memory that its plan asks for. It is
//! freed when the search has ended.

use std::ops::{Range, RangeInclusive};

use super::module::Shape;
use crate::cuda::abi::{Control, View};
use crate::cuda::cliques::{Budget, CliqueGraph, CliqueLaunch, CliquePlan, FIXED_WORDS, Rule, WARPS, row_offsets};
use crate::cuda::descriptors::Descriptors;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;

/// Candidates of a node that is worth another warp's while. *guess*
const LEAST_GIVEN: u32 = 6;

/// Candidates of a node that is searched in registers: as many as a warp has lanes.
const FEW: u32 = 32;

/// A search on a device.
pub(crate) struct PlacedCliques {
    pub(crate) plan: CliquePlan,
    row_offsets: Vec<u64>,
    /// What does not depend on the roots of a launch.
    launch: CliqueLaunch,
    /// Zeroed before each launch.
    state: DeviceBuffer,
    /// Zeroed once.
    numbers: DeviceBuffer,
    largest: DeviceBuffer,
    /// Held while the search runs.
    _memory: Vec<DeviceBuffer>,
}

impl PlacedCliques {
    /// Brings the graph to the bound device and allocates the memory of a search with kernels of this shape. The copies are waited for.
    pub(crate) fn new(
        device: &Device,
        graph: CliqueGraph<'_>,
        shape: Shape,
        (rule, sizes): (Rule, RangeInclusive<u32>),
    ) -> Result<PlacedCliques, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        let row_offsets = row_offsets(graph, rule);
        // In the order in which a graph is peeled, no vertex has more smaller neighbors than there is room for.
        let descriptors = Descriptors { offsets: graph.offsets, splits: graph.splits }.collect();
        let arrays: [&[u8]; 3] = [
            bytemuck::cast_slice(&descriptors),
            bytemuck::cast_slice(&row_offsets),
            bytemuck::cast_slice(graph.neighbors),
        ];
        let memory = &device.memory;
        let (rows, at) = DeviceBuffer::with(memory, device.main(), &arrays, "the graph")?;
        device.wait("copying the graph")?;
        let free = memory.free()?;
        let budget = Budget { bytes: free - free / 16, blocks: shape.blocks };
        let lack = |asked| GpuError::OutOfMemory { what: "the search for cliques", asked, free };
        let plan = CliquePlan::new(graph, rule, &row_offsets, budget).map_err(lack)?;
        let buffer = |words: u64, what| DeviceBuffer::new(memory, 4 * words, what);
        let queue = u64::from(plan.queue);
        let state = buffer(size_of::<Control>() as u64 / 4 + queue, "the task queue")?;
        let ring = buffer(queue * u64::from(plan.cell_words), "the task queue")?;
        let numbers = buffer(2 * plan.numbers, "the numbers of cliques")?;
        let bits = buffer(plan.rows_words, "the bit rows")?;
        let warps = buffer(plan.warps() * plan.warp_words, "the warps' nodes")?;
        let largest = buffer(plan.warps() * u64::from(plan.largest_words), "the largest cliques")?;
        numbers.clear(numbers.bytes(), device.main())?;
        let launch = CliqueLaunch {
            graph: View { descriptors: at[0], neighbors: at[2] },
            row_offsets: at[1],
            rows: bits.address(),
            control: state.address(),
            numbers: numbers.address(),
            num_sizes: plan.num_sizes,
            base: graph.base,
            min_size: *sizes.start(),
            max_size: *sizes.end(),
            least_given: LEAST_GIVEN,
            few: FEW,
            ring_state: state.address() + size_of::<Control>() as u64,
            ring: ring.address(),
            ring_mask: plan.queue - 1,
            cell_words: plan.cell_words,
            warps: warps.address(),
            warp_words: plan.warp_words,
            nodes_offset: plan.nodes_offset,
            largest: largest.address(),
            largest_words: plan.largest_words,
            share_words: (shape.shared_bytes / 4 - FIXED_WORDS) / WARPS,
            ..CliqueLaunch::default()
        };
        Ok(PlacedCliques { plan, row_offsets, launch, state, numbers, largest, _memory: vec![rows, ring, bits, warps] })
    }

    /// Clears what a launch expects to be zero.
    pub(crate) fn clear(&self, device: &Device) -> Result<(), GpuError> {
        self.state.clear(self.state.bytes(), device.main())
    }

    /// What the launch for these roots is told, where a warp looks around after so many ticks.
    pub(crate) fn launch(&self, roots: Range<u32>, timeout: u32, min_idle: u32) -> CliqueLaunch {
        CliqueLaunch {
            first_word: self.row_offsets[roots.start as usize],
            first_root: roots.start,
            last_root: roots.end,
            timeout,
            min_idle,
            ..self.launch
        }
    }

    /// What all launches have counted: by size, or by vertices held, then free.
    pub(crate) fn numbers(&self) -> Result<Vec<u64>, GpuError> {
        self.numbers.read(self.plan.numbers as usize)
    }

    /// The largest clique that each warp of the last launch met: size, root, place of one more member or `NONE`, and the other members
    /// as bits.
    pub(crate) fn largest(&self) -> Result<Vec<Vec<u32>>, GpuError> {
        let words = self.plan.largest_words as usize;
        let all: Vec<u32> = self.largest.read(self.plan.warps() as usize * words)?;
        Ok(all.chunks_exact(words).map(<[u32]>::to_vec).collect())
    }
}
