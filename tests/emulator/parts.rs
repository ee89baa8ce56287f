//! The memory of a launch, part by part: how much there is of each, and what of the graph lies in it.

use gpm_plan::nest::Per;
use gpm_runtime::cuda::abi::{Slot, View};
use gpm_runtime::cuda::descriptors::Descriptors;
use gpm_runtime::cuda::kernel::{Layout, local_words, row_words};
use gpm_runtime::cuda::phases::{Dealt, matrix_offsets};
use gpm_runtime::view::{Bound, Rows};

use crate::config::EmuConfig;
use crate::memory::{Buffer, Parts};

/// Bit matrices of all roots with up to so many members, still zero, and where each lies.
pub(crate) fn matrices(bound: &Bound<'_>, limit: Option<u32>, dealt: Dealt) -> [Buffer; 2] {
    let offsets = limit.map_or_else(|| vec![0], |limit| matrix_offsets(bound.views[0].splits(), limit, dealt));
    let words = offsets.last().copied().unwrap_or_default() as usize;
    [Buffer::zeroed("matrices", words), Buffer::copy("where matrices lie", &offsets)]
}

/// Entries of the table.
pub(crate) fn entries(layout: &Layout, bound: &Bound<'_>) -> usize {
    match layout.per {
        Per::Total | Per::Matrix => 0,
        Per::Vertex => bound.num_vertices,
        // Arcs are of unlabelled patterns here, which have one relation.
        Per::Edge => bound.views[0].neighbors().len(),
    }
}

/// Parts of a block's memory that are zero between launches.
pub(crate) fn zeroed_dens(layout: &Layout) -> impl Iterator<Item = &'static str> {
    let marks = layout.marks.then_some("marks");
    marks.into_iter().chain(layout.codegrees.then_some("codegrees")).chain(layout.walks.then_some("walks"))
}

/// Words of the list of big roots, or of their pieces, of which each has a candidate.
pub(crate) fn big_words(layout: &Layout, bound: &Bound<'_>) -> usize {
    let candidates: usize = bound.views.iter().map(|rows| rows.neighbors().len()).sum();
    if layout.splits { bound.num_roots() } else { 2 * candidates }
}

/// Words of shared memory beyond the kernel's fixed part.
pub(crate) fn share_words(layout: &Layout, config: &EmuConfig) -> u32 {
    config.share_words.max(layout.least_share)
}

/// Where the sets of a warp lie, the parts of its memory, where its bit rows begin, and the parts of an arena.
pub(crate) fn slots(layout: &Layout, num_vertices: usize, config: &EmuConfig) -> (Vec<Slot>, Parts, u64, Parts) {
    let (mut warp, mut arena) = (Parts::default(), Parts::default());
    // Warps that do not share roots have no arenas.
    let capacity = if layout.splits { config.slot_capacity } else { num_vertices as u32 };
    let slot = |set: &gpm_plan::nest::SetId| Slot {
        offset: warp.add(&set.to_string(), capacity as usize) as u32,
        capacity,
        arena_offset: arena.add(&set.to_string(), num_vertices) as u64,
    };
    let slots = layout.slots.iter().map(slot).collect();
    let bits_offset =
        warp.add("bit rows", layout.bit_slots as usize * row_words(u64::from(config.local_limit)) as usize);
    (slots, warp, bits_offset as u64, arena)
}

/// The parts of a block's memory, and where codegrees, walks, what they reach and the local matrix begin.
pub(crate) fn den_parts(layout: &Layout, num_vertices: usize, config: &EmuConfig) -> (Parts, [u64; 5]) {
    let mut den = Parts::default();
    let mut add = |name, words, is_there| if is_there { den.add(name, words) as u64 } else { 0 };
    add("marks", num_vertices.div_ceil(32), layout.marks);
    let codegrees = add("codegrees", num_vertices, layout.codegrees);
    let walks = add("walks", 2 * num_vertices, layout.walks);
    let reach = add("reach", num_vertices, layout.codegrees && !layout.pairs);
    let walked = add("walked", num_vertices, layout.walks);
    let local = add("local matrix", local_words(u64::from(config.local_limit)) as usize, layout.local);
    (den, [codegrees, walks, reach, walked, local])
}

pub(crate) fn rows(rows: &Rows<'_>) -> [Buffer; 2] {
    let descriptors = Descriptors { offsets: rows.offsets(), splits: rows.splits() };
    [Buffer::copy("descriptors", &descriptors.collect()), Buffer::copy("neighbors", rows.neighbors())]
}

pub(crate) fn view([descriptors, neighbors]: &[Buffer; 2]) -> View {
    View { descriptors: descriptors.address(), neighbors: neighbors.address() }
}
