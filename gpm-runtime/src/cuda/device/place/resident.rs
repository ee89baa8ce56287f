//! What lies on a device for the queries to come, and bringing there what a search needs.

use std::sync::Arc;

use super::heavy::long_rows;
use super::matrices::{Matrices, MatrixAddresses};
use super::memory::{Budget, MemoryPlan};
use super::module::Loaded;
use super::near::WORK;
use super::pieces::Pieces;
use super::ring::{Geometry, OutputRing, Reader, RingAddresses};
use super::roots::chunk;
use super::samples::PlacedSamples;
use super::staging::Staging;
use super::upload::{Beyond, Roots, Uploaded, Uploads};
use super::work::{Sizes, Work, cell_bytes};
use crate::cuda::abi::{Columns, View};
use crate::cuda::compile::Code;
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::make::{Compiled, KernelStore, load_or_renew};
use crate::cuda::phases::Dealt;
use crate::recent::Recent;
use crate::run::BoundNest;
use crate::table::{Shape, Table};

/// Kernels and memory plans kept. *guess*
const KEPT: usize = 256;

/// What a search needs on each device.
#[derive(Clone, Copy)]
pub(crate) struct Needs<'a> {
    pub(crate) search: BoundNest<'a>,
    pub(crate) kernel: &'a Compiled,
    /// Makes code of the kernel again where the driver rejects what is kept.
    pub(crate) kernels: &'a KernelStore,
    /// The table in which counts for each anchor are added up, if there is one.
    pub(crate) table: Option<Shape>,
    /// Whether matches are handed to the host.
    pub(crate) lists: bool,
    /// Tasks that the queue holds, rounded up to a power of two.
    pub(crate) queue: u32,
    /// Pieces that the frontier is to hold, and candidates of one, where levels are breadth-first.
    pub(crate) frontier: Option<(u32, u32)>,
    /// How many chunks the roots are cut into.
    pub(crate) chunks: u64,
}

/// What is planned for a kernel on a graph: a memory plan and its text, and which roots blocks search first.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) plan: MemoryPlan,
    pub(crate) text: Arc<str>,
    /// Those with a longer row, where work is given away.
    pub(crate) long_rows: u32,
}

/// What a search needs, on one device.
pub(crate) struct Placed {
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) memory: Arc<Planned>,
    pub(crate) uploads: Vec<Arc<Uploaded>>,
    pub(crate) views: Vec<View>,
    pub(crate) columns: Columns,
    /// Holds the memory of the columns.
    _columns: Vec<Arc<DeviceBuffer>>,
    pub(crate) roots: Roots,
    pub(crate) sizes: Sizes,
    /// How big roots are cut, where nothing is given away.
    pub(crate) pieces: Option<Pieces>,
    pub(crate) ring: Option<(RingAddresses, Geometry)>,
}

/// What lies on one device.
#[derive(Debug, Default)]
pub(crate) struct Resident {
    uploads: Uploads,
    /// By the id of the kernel.
    loaded: Recent<(u64, Arc<Loaded>), KEPT>,
    /// By kernel and graph.
    planned: Recent<((u64, u64), Arc<Planned>), KEPT>,
    pub(crate) work: Work,
    matrices: Option<Matrices>,
    ring: Option<OutputRing>,
}

impl Resident {
    /// Brings everything to the device; on a graph and with a kernel seen before this only looks things up. Where there is no room, what
    /// is not needed goes, and what then still does not fit of the graph stays in the host's memory.
    pub(crate) fn place(&mut self, device: &Device, needs: &Needs<'_>) -> Result<Placed, GpuError> {
        self.with_room(device, needs.search.graph.id(), |own, beyond| own.bring(device, needs, beyond))
    }

    /// Tries to bring something, and where there is no room, again in more: without what belongs to other graphs, then with fewer of the rows of
    /// this one.
    fn with_room<T>(
        &mut self,
        device: &Device,
        graph: u64,
        mut bring: impl FnMut(&mut Resident, Beyond) -> Result<T, GpuError>,
    ) -> Result<T, GpuError> {
        let mut tried = bring(self, Beyond::Refused);
        let mut kept = Some(graph);
        for part in WORK {
            if !matches!(tried, Err(GpuError::OutOfMemory { .. } | GpuError::Memory(_))) {
                break;
            }
            self.make_room(device, kept.take());
            tried = bring(self, Beyond::Spread(part));
        }
        tried
    }

    fn bring(&mut self, device: &Device, needs: &Needs<'_>, beyond: Beyond) -> Result<Placed, GpuError> {
        let BoundNest { bound, graph, .. } = needs.search;
        let (graph, chunks) = (graph.id(), needs.chunks);
        let loaded = self.load(device, needs.kernel, needs.kernels)?;
        let upload = |rows| self.uploads.rows(device, (graph, rows), beyond);
        let uploads = bound.views.iter().map(upload).collect::<Result<Vec<_>, _>>()?;
        let filters = &bound.filters;
        let upload = |column| self.uploads.column(device, graph, column);
        let mut columns = filters.columns.iter().map(upload).collect::<Result<Vec<_>, _>>()?;
        for table in &bound.tables {
            columns.push(self.uploads.table(device, table)?);
        }
        let upload = |rows| self.uploads.rows(device, (graph, rows), beyond);
        let edges = filters.edges.as_ref().map(upload).transpose()?;
        let roots = self.uploads.roots(device, graph, bound, chunks)?;
        // Before the memory plan, which may take what is left.
        if let Some(shape) = needs.table {
            self.work.prepare_table(device, shape)?;
        }
        let layout = needs.kernel.layout();
        let cells = needs.frontier.map(|(cells, _)| self.cells_with_room(device, cells, layout.task_words));
        let pieces = (!layout.splits).then(|| {
            let rows: Vec<_> = uploads.iter().map(|upload| upload.sizes).collect();
            Pieces::of(&rows, loaded.shape.blocks * layout.warps, layout.least_piece)
        });
        let num_roots = chunk(bound.num_roots() as u64, chunks, 0).end;
        let sizes = Sizes {
            cells: cells.transpose()?.unwrap_or(0),
            queue: needs.queue.next_power_of_two(),
            task_words: layout.task_words,
            roots: num_roots,
            // A word for each root, or two for each piece.
            big_words: pieces.map_or(num_roots.into(), |pieces| 2 * u64::from(pieces.most)),
            blocks: loaded.shape.blocks,
        };
        let memory = self.plan_memory(device, needs, (&loaded, &uploads, sizes, pieces))?;
        self.work.prepare(device, &memory.plan, &sizes)?;
        let ring = match needs.lists || needs.frontier.is_some() {
            true => Some((self.output_ring(device)?.addresses()?, Geometry::new(layout.match_words))),
            false => None,
        };
        let views = uploads.iter().map(|upload| upload.view).collect();
        let edge_view = edges.as_ref().map_or_else(View::default, |upload| upload.view);
        let uploads = uploads.into_iter().chain(edges).collect();
        let addresses = Columns { edges: edge_view, words: columns.iter().map(|column| column.address()).collect() };
        Ok(Placed { loaded, memory, uploads, views, columns: addresses, _columns: columns, roots, sizes, pieces, ring })
    }

    /// As many pieces as are wanted, or as an eighth of the memory left has room for: the rest is for what a search cannot do without.
    fn cells_with_room(&self, device: &Device, wanted: u32, task_words: u32) -> Result<u32, GpuError> {
        let free = device.memory.free()? + self.work.bytes();
        let most = free / 8 / cell_bytes(task_words);
        Ok(wanted.min(u32::try_from(most).unwrap_or(u32::MAX)).max(1))
    }

    /// Room for the bit matrices of the roots of a chunk of a search that reads them, all zero. Where roots are no list of their own, those of
    /// a chunk are known by their ids; else there is room for all.
    pub(crate) fn matrices(
        &mut self,
        device: &Device,
        needs: &Needs<'_>,
        (placed, chunk): (&Placed, u64),
    ) -> Result<MatrixAddresses, GpuError> {
        let BoundNest { bound, graph, .. } = needs.search;
        let is_descending = placed.uploads.first().is_some_and(|rows| rows.sizes.is_descending);
        let dealt = match bound.roots.is_none() && is_descending {
            true => Dealt { index: chunk, of: needs.chunks },
            false => Dealt::ALL,
        };
        let key = (graph.id(), placed.memory.plan.local_limit, dealt);
        Matrices::prepare(&mut self.matrices, (device, &mut self.uploads.staging), key, &bound.views[0])
    }

    /// Whether there are rows of this graph.
    pub(crate) fn has_graph(&self, graph: u64) -> bool {
        self.uploads.have_graph(graph)
    }

    /// What launches have credited since the table of a search was placed. Waits for them.
    pub(crate) fn read_table(&mut self, device: &Device, shape: Shape) -> Result<Table, GpuError> {
        self.work.read_table(device, &mut self.uploads.staging, shape)
    }

    /// The reading end of the output ring for one launch, if it hands anything over, to be made before it; the work memory of the launch;
    /// and what copies to it.
    pub(crate) fn for_launch(&mut self, placed: &Placed) -> (Option<Reader<'_>>, &mut Work, &mut Staging) {
        let reader = self.ring.as_mut().zip(placed.ring).map(|(ring, (_, geometry))| ring.reader(geometry));
        (reader, &mut self.work, &mut self.uploads.staging)
    }

    /// Brings what samples of a search need to the device, as [`place`](Resident::place) does for searches.
    pub(crate) fn place_samples(
        &mut self,
        device: &Device,
        search: BoundNest<'_>,
        (kernel, kernels): (&Compiled, &KernelStore),
    ) -> Result<PlacedSamples, GpuError> {
        let loaded = self.load(device, kernel, kernels)?;
        self.with_room(device, search.graph.id(), |own, beyond| {
            PlacedSamples::bring(device, &mut own.uploads, (search, Arc::clone(&loaded)), beyond)
        })
    }

    fn load(&mut self, device: &Device, kernel: &Compiled, kernels: &KernelStore) -> Result<Arc<Loaded>, GpuError> {
        if let Some((_, loaded)) = self.loaded.find(|(id, _)| *id == kernel.id) {
            return Ok(Arc::clone(loaded));
        }
        let sm = device.info.sm;
        let load = |code: &Code| Loaded::new(device, code, kernel.form);
        let loaded = Arc::new(load_or_renew(kernel.image(sm)?, load, || kernels.renew(kernel, sm))?);
        let shape = loaded.shape;
        log::debug!(
            "gpu {}: {} registers, {} bytes of local memory, {} blocks of {} threads on each multiprocessor, {} bytes of \
             shared memory a block",
            device.info.index,
            shape.registers,
            shape.local_bytes,
            shape.blocks_per_multiprocessor,
            shape.threads,
            shape.shared_bytes
        );
        self.loaded.add((kernel.id, Arc::clone(&loaded)));
        Ok(loaded)
    }

    /// The memory plan; known if kernel and graph were seen together before.
    fn plan_memory(
        &mut self,
        device: &Device,
        needs: &Needs<'_>,
        (loaded, uploads, beside, pieces): (&Loaded, &[Arc<Uploaded>], Sizes, Option<Pieces>),
    ) -> Result<Arc<Planned>, GpuError> {
        let key = (needs.kernel.id, needs.search.graph.id());
        // Rows made for one query may differ in length the next time.
        let is_shared = uploads.iter().all(|upload| upload.is_kept);
        if let Some((_, known)) = self.planned.find(|(known, _)| *known == key).filter(|_| is_shared) {
            return Ok(Arc::clone(known));
        }
        let sizes: Vec<_> = uploads.iter().map(|upload| upload.sizes).collect();
        let free = device.memory.free()? + self.work.bytes();
        let budget = Budget::of_free(free.saturating_sub(beside.bytes()));
        let plan = MemoryPlan::new(needs.search.nest, needs.kernel.layout(), &sizes, loaded.shape.blocks, budget)?;
        if let Some(warning) = plan.warning() {
            log::warn!("GPU {}: {warning}", device.info.index);
        }
        let long_rows = long_rows(needs.search.nest, &sizes, (plan.blocks, plan.warps));
        let heavy = match pieces {
            Some(Pieces { candidates, .. }) => format!("\nroots   cut into pieces of {candidates} candidates"),
            None if long_rows < u32::MAX => {
                format!("\nroots   those with rows longer than {long_rows} are searched first, by blocks")
            }
            None => String::new(),
        };
        let text = format!("{plan}{heavy}").into();
        let planned = Arc::new(Planned { plan, text, long_rows });
        if is_shared {
            self.planned.add((key, Arc::clone(&planned)));
        }
        Ok(planned)
    }

    fn output_ring(&mut self, device: &Device) -> Result<&OutputRing, GpuError> {
        if self.ring.is_none() {
            self.ring = Some(OutputRing::new(&device.context)?);
        }
        Ok(self.ring.as_ref().expect("it was just made"))
    }

    /// Frees all that the next try can do without, and keeps the rows of a graph, if of any.
    fn make_room(&mut self, device: &Device, graph: Option<u64>) {
        device.drain();
        self.uploads.keep_only(graph);
        self.planned = Recent::default();
        self.work = Work::default();
        self.matrices = None;
    }
}
