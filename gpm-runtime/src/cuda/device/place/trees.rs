//! What matching trees at random needs on a device: the graph, running sums of homomorphisms, and counts by code.

use super::module::Loaded;
use crate::cuda::abi::{Address, Control};
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;
use crate::cuda::trees::TreeLaunch;
use crate::spanning::Trees;

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
    pub(crate) fn new(device: &Device, trees: Trees<'_>, loaded: Loaded) -> Result<PlacedTrees, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        let Trees { rows, forest, weights, seed } = trees;
        let mut arrays: Vec<&[u8]> = vec![bytemuck::cast_slice(rows.offsets()), bytemuck::cast_slice(rows.neighbors())];
        arrays.extend(weights.rows.iter().chain(&weights.roots).map(|sums| bytemuck::cast_slice::<f64, u8>(sums)));
        let memory = &device.memory;
        let (own, at) = DeviceBuffer::with(memory, device.main(), &arrays, "the graph and its trees")?;
        device.wait("copying the graph")?;
        let most = forest.trees.iter().map(|tree| tree.num_codes()).max().unwrap_or(0);
        let counts = DeviceBuffer::new(memory, 8 * most as u64, "counts by code")?;
        let control = DeviceBuffer::new(memory, size_of::<Control>() as u64, "counters")?;
        let (sums, roots) = at[2..].split_at(weights.rows.len());
        // Branches that are leaves, or hang on nothing, have none.
        let sums: Vec<Address> =
            sums.iter().zip(&weights.rows).map(|(&at, own)| if own.is_empty() { 0 } else { at }).collect();
        let launch = |(number, tree)| TreeLaunch {
            offsets: at[0],
            neighbors: at[1],
            roots: roots[number],
            counts: counts.address(),
            control: control.address(),
            seed,
            num_vertices: rows.num_vertices() as u32,
            ..TreeLaunch::of_tree(number, tree, &sums)
        };
        let launches = forest.trees.iter().enumerate().map(launch).collect();
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
