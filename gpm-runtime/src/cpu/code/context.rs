//! What compiled code sees of the world: one `Context` a worker, with pointers to rows, slots and counters.

use std::sync::atomic::AtomicBool;

use gpm_plan::nest::fuse::MOST_FUSED;
use gpm_plan::nest::{Hold, LocalGraph, LoopNest, SetDef, SetId};

use crate::cpu::codegree::{Codegrees, Walks};
use crate::cpu::job::BATCH;
use crate::cpu::local_graph::LocalGraphBuilder;
use crate::cpu::marked_row::MarkedRow;
use crate::cpu::prepared::Preparation;
use crate::cpu::root_memory::RootMemory;
use crate::graph::VertexId;
use crate::set::{SLACK, kernels};
use crate::table::Gathered;
use crate::view::Bound;

/// The arrays of one view.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewPointers {
    pub(super) offsets: *const u64,
    pub(super) neighbors: *const VertexId,
    pub(super) splits: *const u32,
}

/// Compiled code as a function.
pub(in crate::cpu) type Search = unsafe extern "C" fn(*mut Context, u64, u64) -> u32;

/// Read and written by compiled code; the layout is part of its ABI. All pointers outlive the worker.
#[repr(C)]
#[derive(Debug)]
pub(in crate::cpu) struct Context {
    /// Low and high half of the 128-bit total, of each part of the nest.
    pub(super) totals: [[u64; 2]; MOST_FUSED],
    /// The same of what was added in checked arithmetic instead.
    pub(super) checked: [[u64; 2]; MOST_FUSED],
    pub(super) views: *const ViewPointers,
    /// Which candidates for level 1 are searched, `from..to`. Non-zero `is_closed`: not known before it is said how many there are.
    pub(super) is_closed: u64,
    pub(super) from: u64,
    pub(super) to: u64,
    /// Root vertices, or null when every vertex is one.
    pub(super) roots: *const VertexId,
    /// One list buffer a set (null where none is needed).
    pub(super) slots: *const *mut VertexId,
    /// One bitmap over all vertices a set (null where none is needed).
    pub(super) bits: *const *mut u64,
    /// Non-zero when the run must stop.
    pub(super) stop: *const AtomicBool,
    /// Non-zero once a value or the total has left 128 bits.
    pub(super) overflow: u64,
    /// Matches not yet handed over, `emitted` of them.
    pub(super) matches: *mut VertexId,
    pub(super) emitted: u64,
    /// How many matches are handed over at a time.
    pub(super) full: u64,
    /// Words per row of the local bit matrix last built, and the matrix.
    pub(super) local_words: u64,
    pub(super) local_rows: *const u64,
    /// For each vertex its codegree with the current root; and the vertices where that is not zero, `reached` of them.
    pub(super) codegrees: *const u32,
    pub(super) reach: *const VertexId,
    pub(super) reached: u64,
    /// The same for walks of three steps from the root.
    pub(super) walks: *const u64,
    pub(super) walked: *const VertexId,
    pub(super) num_walked: u64,
    /// One bit row a set, for sets held inside the local graph; `local_words` words each.
    pub(super) local_slots: *const *mut u64,
    /// The values of each column that filters read, and the rows in which edges are found (null where no column needs them).
    pub(super) columns: *const *const u64,
    pub(super) edge_offsets: *const u64,
    pub(super) edge_neighbors: *const VertexId,
    /// The values of each table that is looked up.
    pub(super) tables: *const *const u64,
    /// Where amounts are gathered for the entries of the table that is made (null where none is).
    pub(super) gathered: *mut Gathered,
    /// The worker itself, for calls back into Rust.
    pub(super) worker: *mut std::ffi::c_void,
}

/// The memory that a [`Context`] points into.
#[derive(Debug)]
pub(super) struct Memory {
    views: Vec<ViewPointers>,
    slots: Vec<Vec<VertexId>>,
    slot_pointers: Vec<*mut VertexId>,
    bits: Vec<Vec<u64>>,
    pub(super) bit_pointers: Vec<*mut u64>,
    /// The same of sets that depend on the root alone, which all who search it read.
    pub(super) marked_rows: Vec<Option<RootMemory<MarkedRow>>>,
    local_slots: Vec<Vec<u64>>,
    local_slot_pointers: Vec<*mut u64>,
    columns: Vec<*const u64>,
    tables: Vec<*const u64>,
    matches: Vec<VertexId>,
    pub(super) local: Option<LocalGraphBuilder>,
    pub(super) codegrees: Option<RootMemory<Codegrees>>,
    pub(super) walks: Option<RootMemory<Walks>>,
}

impl Memory {
    /// Buffers for one worker. A slot holds the longest row of any view, since every computed set is part of a row.
    pub(super) fn new(nest: &LoopNest, bound: &Bound<'_>) -> Memory {
        let longest = bound.max_row();
        let words = bound.num_vertices.div_ceil(64);
        let slot = |set: &SetDef| vec![0; if set.is_stored() { longest + SLACK } else { 0 }];
        let mut slots: Vec<Vec<VertexId>> = nest.sets.iter().map(slot).collect();
        let ids = || (0..nest.sets.len()).map(|index| SetId(index as u16));
        let is_marked = |id: SetId| nest.set(id).hold == Hold::ListAndBits;
        let is_of_root = |id: SetId| is_marked(id) && nest.is_of_root(id);
        let marked = |id: SetId| if is_marked(id) && !is_of_root(id) { vec![0u64; words] } else { Vec::new() };
        let marked_row = |id: SetId| {
            is_of_root(id)
                .then(|| RootMemory::new(Preparation::Marks(id.index()), MarkedRow::new(bound.num_vertices, kernels())))
        };
        let mut bits: Vec<Vec<u64>> = ids().map(marked).collect();
        let local_words = longest.min(LocalGraph::LIMIT) / 64 + 1;
        let local_slot = || if nest.local.is_some() { vec![0u64; local_words] } else { Vec::new() };
        let mut local_slots: Vec<Vec<u64>> = nest.sets.iter().map(|_| local_slot()).collect();
        let views = bound.views.iter().map(|rows| ViewPointers {
            offsets: rows.offsets().as_ptr(),
            neighbors: rows.neighbors().as_ptr(),
            splits: rows.splits().as_ptr(),
        });
        Memory {
            views: views.collect(),
            slot_pointers: slots.iter_mut().map(Vec::as_mut_ptr).collect(),
            slots,
            bit_pointers: bits.iter_mut().map(Vec::as_mut_ptr).collect(),
            bits,
            marked_rows: ids().map(marked_row).collect(),
            local_slot_pointers: local_slots.iter_mut().map(Vec::as_mut_ptr).collect(),
            local_slots,
            columns: bound.filters.columns.iter().map(|column| column.words.as_ptr()).collect(),
            tables: bound.tables.iter().map(|table| table.values().as_ptr()).collect(),
            matches: vec![0; BATCH * nest.num_positions()],
            codegrees: nest
                .reach_of(2)
                .map(|_| RootMemory::new(Preparation::Codegrees, Codegrees::new(bound.num_vertices))),
            walks: nest.reach_of(3).map(|_| RootMemory::new(Preparation::Walks, Walks::new(bound.num_vertices))),
            local: nest.local.map(|local| LocalGraphBuilder::new(bound.num_vertices, local.lower_only)),
        }
    }

    /// A context into this memory.
    pub(super) fn context(&mut self, bound: &Bound<'_>, stop: &AtomicBool) -> Context {
        debug_assert_eq!(self.slots.len(), self.bits.len());
        debug_assert_eq!(self.slots.len(), self.local_slots.len());
        let edges = bound.filters.edges.as_ref();
        Context {
            totals: [[0; 2]; MOST_FUSED],
            checked: [[0; 2]; MOST_FUSED],
            views: self.views.as_ptr(),
            is_closed: 0,
            from: 0,
            to: u64::MAX,
            roots: bound.roots.as_ref().map_or(std::ptr::null(), |roots| roots.as_ptr()),
            slots: self.slot_pointers.as_ptr(),
            bits: self.bit_pointers.as_ptr(),
            stop,
            overflow: 0,
            matches: self.matches.as_mut_ptr(),
            emitted: 0,
            full: 1,
            local_words: 0,
            codegrees: std::ptr::null(),
            reach: std::ptr::null(),
            reached: 0,
            walks: std::ptr::null(),
            walked: std::ptr::null(),
            num_walked: 0,
            local_rows: std::ptr::null(),
            local_slots: self.local_slot_pointers.as_ptr(),
            columns: self.columns.as_ptr(),
            tables: self.tables.as_ptr(),
            edge_offsets: edges.map_or(std::ptr::null(), |rows| rows.offsets().as_ptr()),
            edge_neighbors: edges.map_or(std::ptr::null(), |rows| rows.neighbors().as_ptr()),
            gathered: std::ptr::null_mut(),
            worker: std::ptr::null_mut(),
        }
    }
}

impl Context {
    /// All that was counted for so many parts; `None` if it leaves 128 bits.
    pub(super) fn totals(&self, number: usize) -> Option<Vec<i128>> {
        let both = self.totals.iter().zip(&self.checked).take(number);
        both.map(|(&total, &checked)| joined(total).checked_add(joined(checked))).collect()
    }
}

/// The number with these halves.
pub(super) fn joined([low, high]: [u64; 2]) -> i128 {
    (i128::from(high as i64) << 64) | i128::from(low)
}

/// The halves of a number.
pub(super) fn halved(number: i128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}
