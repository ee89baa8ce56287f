//! What samples of a search need on a device: its rows, and small arrays for chunks of samples and what they say.

use std::sync::Arc;

use super::module::Loaded;
use super::upload::{Beyond, Uploaded, Uploads};
use super::work::{address, grow};
use crate::cuda::abi::{self, Address, Columns, Control, SampleChunk, View};
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::estimate::Moments;
use crate::run::BoundNest;

/// Elements: longer lists are streamed by the whole warp. As many as a warp has lanes: fewer would not keep them busy.
const SHORT_LIST: u32 = 32;

/// Samples of one search, on one device.
#[derive(Debug)]
pub(crate) struct PlacedSamples {
    pub(crate) loaded: Arc<Loaded>,
    uploads: Vec<Arc<Uploaded>>,
    edges: Option<Arc<Uploaded>>,
    columns: Vec<Arc<DeviceBuffer>>,
    roots: Option<DeviceBuffer>,
    num_vertices: u32,
    control: Option<DeviceBuffer>,
    chunks: Option<DeviceBuffer>,
    moments: Option<DeviceBuffer>,
}

impl PlacedSamples {
    /// Brings rows, roots and columns there.
    pub(super) fn bring(
        device: &Device,
        kept: &mut Uploads,
        (search, loaded): (BoundNest<'_>, Arc<Loaded>),
        beyond: Beyond,
    ) -> Result<PlacedSamples, GpuError> {
        let BoundNest { bound, graph, .. } = search;
        let graph = graph.id();
        let uploads =
            bound.views.iter().map(|rows| kept.rows(device, (graph, rows), beyond)).collect::<Result<_, _>>()?;
        let edges = bound.filters.edges.as_ref().map(|rows| kept.rows(device, (graph, rows), beyond)).transpose()?;
        let columns = bound.filters.columns.iter().map(|column| kept.column(device, graph, column));
        let columns = columns.collect::<Result<_, _>>()?;
        // In the order of the graph, as the CPU has them: strata are ranges of them.
        let list = |roots: &Vec<u32>| {
            let arrays: [&[u8]; 1] = [bytemuck::cast_slice(roots)];
            let (list, _) = DeviceBuffer::with(&device.memory, device.main(), &arrays, "the list of roots")?;
            device.wait("copying the roots")?;
            Ok::<_, GpuError>(list)
        };
        let roots = bound.roots.as_ref().map(list).transpose()?;
        let num_vertices = bound.num_vertices as u32;
        let (control, chunks, moments) = (None, None, None);
        Ok(PlacedSamples { loaded, uploads, edges, columns, roots, num_vertices, control, chunks, moments })
    }

    /// Makes ready for a launch over these chunks, which must stay until it has ended.
    pub(crate) fn prepare(&mut self, device: &Device, chunks: &[SampleChunk]) -> Result<(), GpuError> {
        grow(&mut self.control, device, size_of::<Control>() as u64, "counters")?;
        grow(&mut self.chunks, device, size_of_val(chunks) as u64, "samples")?;
        grow(&mut self.moments, device, (chunks.len() * size_of::<Moments>()) as u64, "what samples say")?;
        if let (Some(control), Some(own)) = (&self.control, &self.chunks) {
            control.clear(size_of::<Control>() as u64, device.main())?;
            own.write(chunks, device.main())?;
        }
        Ok(())
    }

    /// The argument of a launch over so many chunks.
    pub(crate) fn argument(&self, seed: u64, picks: [u32; 32], num_chunks: u32) -> Vec<u8> {
        let launch = abi::Launch {
            roots: address(&self.roots),
            num_vertices: self.num_vertices,
            control: self.control(),
            chunks: address(&self.chunks),
            moments: address(&self.moments),
            seed,
            num_chunks,
            short_list: SHORT_LIST,
            picks,
            ..abi::Launch::default()
        };
        let columns = Columns {
            edges: self.edges.as_ref().map_or_else(View::default, |edges| edges.view),
            words: self.columns.iter().map(|column| column.address()).collect(),
        };
        let views: Vec<View> = self.uploads.iter().map(|rows| rows.view).collect();
        // The kernel's arrays have one entry at least.
        let none = [View::default()];
        abi::argument(&launch, &[abi::Slot::default()], if views.is_empty() { &none } else { &views }, &columns)
    }

    /// Where the counters are.
    pub(crate) fn control(&self) -> Address {
        address(&self.control)
    }

    /// What so many chunks said in the launch that has ended.
    pub(crate) fn read(&self, num_chunks: usize) -> Result<Vec<Moments>, GpuError> {
        self.moments.as_ref().map_or(Ok(Vec::new()), |moments| moments.read(num_chunks))
    }
}
