//! What matching trees at random needs on a device: the graph, running sums of homomorphisms, and counts by code.

use super::module::Loaded;
use crate::cuda::abi::Control;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;
use crate::cuda::trees::{Places, TreeLaunch};
use crate::spanning::{Drawn, Trees};

/// Trees of one size and graph, on one device.
#[derive(Debug)]
pub(crate) struct PlacedTrees {
    pub(crate) loaded: Loaded,
    /// By tree, what does not depend on the samples.
    launches: Vec<TreeLaunch>,
    control: DeviceBuffer,
    counts: DeviceBuffer,
    /// Held while samples are taken.
    _memory: DeviceBuffer,
}

impl PlacedTrees {
    /// Brings the graph and the sums there. The copies are waited for.
    pub(crate) fn new(device: &Device, trees: &Trees<'_>, loaded: Loaded) -> Result<PlacedTrees, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        let mut arrays: Vec<&[u8]> = trees.offsets.iter().map(|own| bytemuck::cast_slice(own)).collect();
        arrays.extend(trees.targets.iter().map(|own| bytemuck::cast_slice::<u32, u8>(own)));
        arrays.extend(trees.sums.iter().map(|own| bytemuck::cast_slice::<f64, u8>(own)));
        let memory = &device.memory;
        let (own, at) = DeviceBuffer::with(memory, device.main(), &arrays, "the graph and its trees")?;
        device.wait("copying the graph")?;
        let most = trees.trees.iter().map(Drawn::num_codes).max().unwrap_or(0);
        let counts = DeviceBuffer::new(memory, 8 * most as u64, "counts by code")?;
        let control = DeviceBuffer::new(memory, size_of::<Control>() as u64, "counters")?;
        let (offsets, rest) = at.split_at(trees.offsets.len());
        let (targets, sums) = rest.split_at(trees.targets.len());
        let places = Places { offsets, targets, sums };
        let launch = |number| TreeLaunch {
            counts: counts.address(),
            control: control.address(),
            ..TreeLaunch::of_tree(trees, number, places)
        };
        let launches = (0..trees.trees.len()).map(launch).collect();
        Ok(PlacedTrees { loaded, launches, control, counts, _memory: own })
    }

    /// Clears what a launch expects to be zero.
    pub(crate) fn clear(&self, device: &Device) -> Result<(), GpuError> {
        self.control.clear(self.control.bytes(), device.main())?;
        self.counts.clear(self.counts.bytes(), device.main())
    }

    /// What the launch for so many samples of a tree is told.
    pub(crate) fn launch(&self, tree: usize, first: u64, number: u64) -> TreeLaunch {
        TreeLaunch { first, number, ..self.launches[tree] }
    }

    /// What a launch has counted of a tree that has so many codes.
    pub(crate) fn counts(&self, num_codes: usize) -> Result<Vec<u64>, GpuError> {
        self.counts.read(num_codes)
    }
}
