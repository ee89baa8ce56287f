//! Rows, root lists and columns on the device, kept for the next query on the same graph.

use std::sync::Arc;

use super::bounds::RowSizes;
use super::near::{WORK, near};
use super::roots;
use super::staging::{Source, Staging};
use crate::cuda::abi::{Address, View};
use crate::cuda::descriptors::Descriptors;
use crate::cuda::device::driver::{DeviceBuffer, SpreadBuffer};
use crate::cuda::device::error::{GpuError, mebibytes};
use crate::cuda::device::fault;
use crate::cuda::device::find::Device;
use crate::recent::Recent;
use crate::table::Lookup;
use crate::view::{Bound, BoundColumn, ColumnWords, Rows};

/// Rows, root lists and columns kept: some of each for a few graphs. *guess*
const KEPT: usize = 16;

/// The rows of a view on a device.
#[derive(Debug)]
pub(crate) struct Uploaded {
    pub(crate) view: View,
    pub(crate) sizes: RowSizes,
    /// Whether these are rows of a graph, kept for its next query.
    pub(crate) is_kept: bool,
    /// Bytes of it that lie in the host's memory.
    pub(crate) far: u64,
    _memory: Held,
}

/// The memory of rows.
#[derive(Debug)]
#[expect(dead_code, reason = "what is held is freed when dropped")]
enum Held {
    Whole(DeviceBuffer),
    Spread(SpreadBuffer),
}

/// What is done with rows for which a device has no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// It is an error: others can make room.
    Refused,
    /// Their end lies in the host's memory, and this part of what is free is left for the search.
    Spread(u64),
}

impl Uploaded {
    fn new(
        device: &Device,
        staging: &mut Staging,
        rows: &Rows<'_>,
        beyond: Beyond,
        is_kept: bool,
    ) -> Result<Uploaded, GpuError> {
        if fault::is("upload") {
            return Err(GpuError::Driver { what: "copying the graph", reason: "as the environment says".to_owned() });
        }
        // What is read of each row comes first, so that it lies on the device.
        let descriptors = Descriptors { offsets: rows.offsets(), splits: rows.splits() };
        let neighbors: &[u8] = bytemuck::cast_slice(rows.neighbors());
        let sources = [Source::Descriptors(descriptors), Source::Bytes(neighbors)];
        let bytes = sources.iter().map(|source| source.bytes()).sum();
        let free = device.memory.free()?;
        let part = if let Beyond::Spread(part) = beyond { part } else { WORK[0] };
        let near = near(bytes, rows.splits().len() as u64, free, part);
        let what = "the graph";
        if near < bytes && beyond == Beyond::Refused {
            return Err(GpuError::OutOfMemory { what, asked: bytes, free });
        }
        let (memory, at, sizes) = if near < bytes {
            let (memory, at) = SpreadBuffer::with(
                &device.memory,
                &[bytemuck::cast_slice(&descriptors.collect()), neighbors],
                near,
                what,
            )?;
            log::warn!(
                "GPU {}: the graph takes {}, of which {} lie there; the other rows, those of vertices of low degree, are read from the \
                 host's memory",
                device.info.index,
                mebibytes(bytes),
                mebibytes(near)
            );
            (Held::Spread(memory), at, RowSizes::of(rows))
        } else {
            let (memory, at) =
                DeviceBuffer::for_sizes(&device.memory, sources.iter().map(|source| source.bytes()), what)?;
            let start = std::time::Instant::now();
            let mut sizes = None;
            rayon::in_place_scope(|scope| {
                // Beside the copies, to which threads belong that have nothing else to do.
                scope.spawn(|_| sizes = Some(RowSizes::of(rows)));
                let placed: Vec<(Address, Source<'_>)> = at.iter().copied().zip(sources).collect();
                // SAFETY: there is room for each.
                unsafe { staging.write_all(device, &placed) }
            })?;
            let (index, size) = (device.info.index, mebibytes(bytes));
            log::debug!("GPU {index}: rows of {size} copied in {:.6} s", start.elapsed().as_secs_f64());
            (Held::Whole(memory), at, sizes.expect("it was measured before the scope ended"))
        };
        sizes.check()?;
        let [descriptors, neighbors] = at[..] else { unreachable!("two arrays have two places") };
        Ok(Uploaded { view: View { descriptors, neighbors }, sizes, is_kept, far: bytes - near, _memory: memory })
    }
}

/// A list of roots on a device; none where root `i` is vertex `i`.
#[derive(Clone, Debug)]
pub(crate) struct Roots(Option<Arc<DeviceBuffer>>);

impl Roots {
    /// Where the list is, 0 for none.
    pub(crate) fn address(&self) -> Address {
        self.0.as_ref().map_or(0, |list| list.address())
    }
}

/// Which rows: those of a graph that begin here. Graphs have two kinds, and own what they lend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowsKey {
    graph: u64,
    offsets: usize,
}

/// A table that is known by its place.
#[derive(Clone, Debug)]
struct TableKey(Arc<Vec<u64>>);

impl PartialEq for TableKey {
    fn eq(&self, other: &TableKey) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What is on a device.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    rows: Recent<(RowsKey, Arc<Uploaded>), KEPT>,
    /// Root lists of whole graphs, by the rows that order them and the number of chunks.
    roots: Recent<((RowsKey, u64), Arc<DeviceBuffer>), KEPT>,
    /// Columns of graphs, by where their values begin.
    columns: Recent<((u64, usize), Arc<DeviceBuffer>), KEPT>,
    /// Tables that are looked up, by where their values lie: they are held, so that nothing else comes to lie there.
    tables: Recent<(TableKey, Arc<DeviceBuffer>), KEPT>,
    /// What they pass through.
    pub(super) staging: Staging,
}

impl Uploads {
    /// The rows of a view; copied unless they are those of a graph and there already.
    pub(crate) fn rows(
        &mut self,
        device: &Device,
        (graph, rows): (u64, &Rows<'_>),
        beyond: Beyond,
    ) -> Result<Arc<Uploaded>, GpuError> {
        let staging = &mut self.staging;
        let Some(key) = key(graph, rows) else {
            return Ok(Arc::new(Uploaded::new(device, staging, rows, beyond, false)?));
        };
        recall(&mut self.rows, key, || Uploaded::new(device, staging, rows, beyond, true))
    }

    /// Whether there are rows of this graph.
    pub(crate) fn have_graph(&self, graph: u64) -> bool {
        self.rows.iter().any(|(key, _)| key.graph == graph)
    }

    /// The values of a column; copied unless they are the graph's own and there already.
    pub(crate) fn column(
        &mut self,
        device: &Device,
        graph: u64,
        column: &BoundColumn<'_>,
    ) -> Result<Arc<DeviceBuffer>, GpuError> {
        let make = || {
            let arrays: [&[u8]; 1] = [bytemuck::cast_slice(&column.words)];
            let (buffer, _) = DeviceBuffer::with(&device.memory, device.main(), &arrays, "a column of attributes")?;
            device.wait("copying a column of attributes")?;
            Ok(buffer)
        };
        match &column.words {
            ColumnWords::OfGraph(words) => recall(&mut self.columns, (graph, words.as_ptr() as usize), make),
            ColumnWords::Made(_) => Ok(Arc::new(make()?)),
        }
    }

    /// The entries of a table; copied unless they are there already.
    pub(crate) fn table(&mut self, device: &Device, table: &Lookup) -> Result<Arc<DeviceBuffer>, GpuError> {
        recall(&mut self.tables, TableKey(table.held()), || {
            let buffer = DeviceBuffer::new(&device.memory, size_of_val(table.values()) as u64, "a table of counts")?;
            // SAFETY: it has room for as many.
            unsafe { self.staging.write(device, buffer.address(), table.values()) }?;
            Ok(buffer)
        })
    }

    /// The roots of a nest in the order of the search, for `chunks` chunks.
    pub(crate) fn roots(
        &mut self,
        device: &Device,
        graph: u64,
        bound: &Bound<'_>,
        chunks: u64,
    ) -> Result<Roots, GpuError> {
        let first = bound.views.first();
        let shared = first.and_then(|rows| key(graph, rows)).filter(|_| bound.roots.is_none());
        // Rows of the graph were measured when they were copied. Lists of roots are sorted in any case.
        let known = shared.and_then(|key| self.rows.iter().find(|(kept, _)| *kept == key));
        let is_descending = match known {
            Some((_, uploaded)) => uploaded.sizes.is_descending,
            None => bound.roots.is_none() && first.is_none_or(|rows| RowSizes::of(rows).is_descending),
        };
        if roots::is_identity(bound.roots.as_deref(), is_descending, chunks) {
            return Ok(Roots(None));
        }
        let make = || {
            let list = roots::order(bound.roots.as_deref(), bound.num_vertices, first.map(Rows::offsets), chunks);
            let arrays: [&[u8]; 1] = [bytemuck::cast_slice(&list)];
            let (buffer, _) = DeviceBuffer::with(&device.memory, device.main(), &arrays, "the list of roots")?;
            device.wait("copying the roots")?;
            Ok(buffer)
        };
        let list = match shared {
            Some(key) => recall(&mut self.roots, (key, chunks), make)?,
            None => Arc::new(make()?),
        };
        Ok(Roots(Some(list)))
    }

    /// Makes room: keeps what belongs to `graph` only, if anything.
    pub(crate) fn keep_only(&mut self, graph: Option<u64>) {
        self.rows.retain(|(key, _)| Some(key.graph) == graph);
        self.roots.retain(|((key, _), _)| Some(key.graph) == graph);
        self.columns.retain(|((of, _), _)| Some(*of) == graph);
        self.tables = Recent::default();
    }
}

fn key(graph: u64, rows: &Rows<'_>) -> Option<RowsKey> {
    match rows {
        Rows::Graph { rows, .. } => Some(RowsKey { graph, offsets: rows.offsets().as_ptr() as usize }),
        Rows::Own(_) => None,
    }
}

/// The value of `key`, made if it is not there.
fn recall<K: PartialEq, V>(
    recent: &mut Recent<(K, Arc<V>), KEPT>,
    key: K,
    make: impl FnOnce() -> Result<V, GpuError>,
) -> Result<Arc<V>, GpuError> {
    if let Some((_, value)) = recent.find(|(kept, _)| *kept == key) {
        return Ok(Arc::clone(value));
    }
    Ok(Arc::clone(&recent.add((key, Arc::new(make()?))).1))
}
