//! The order in which roots are searched, and how it is cut for several devices.
//!
//! Big neighborhoods come first, so that the small ones fill the gaps at the end. Several devices take chunks of the order;
//! chunk `i` of `n` holds the roots `i`, `i + n`, `i + 2n`, …, a fair sample of big and small ones.

use std::cmp::Reverse;
use std::ops::Range;

use crate::graph::VertexId;

/// Least roots that are worth a chunk. *guess*
const SMALLEST_CHUNK: u64 = 256;

/// Most roots of a chunk: a launch counts in 32 bits what is taken of them, and each warp may count beyond the end. A fact of the counter,
/// with two bits to spare.
const LARGEST_CHUNK: u64 = 1 << 30;

/// Into how many chunks the roots are cut: one for each device, unless they are billions. Each chunk is a launch, with an end at which
/// blocks run out of work, and chunks take equally long: smaller ones would balance devices less well than they delay each.
pub(crate) fn num_chunks(roots: u64, devices: usize) -> u64 {
    let wanted = match devices {
        1 => 1,
        _ => (roots / SMALLEST_CHUNK).clamp(1, devices as u64),
    };
    wanted.max(roots.div_ceil(LARGEST_CHUNK))
}

/// Where chunk `index` of `chunks` lies in the order.
pub(crate) fn chunk(roots: u64, chunks: u64, index: u64) -> Range<u32> {
    let start = |index: u64| (index * (roots / chunks) + index.min(roots % chunks)) as u32;
    start(index)..start(index + 1)
}

/// Whether root `i` is vertex `i`, so that no list is needed.
pub(crate) fn is_identity(roots: Option<&[VertexId]>, is_descending: bool, chunks: u64) -> bool {
    roots.is_none() && is_descending && chunks == 1
}

/// The roots by descending row length, equals by id, dealt out to the chunks.
pub(crate) fn order(
    roots: Option<&[VertexId]>,
    num_vertices: usize,
    offsets: Option<&[u64]>,
    chunks: u64,
) -> Vec<VertexId> {
    let mut list = roots.map_or_else(|| (0..num_vertices as u64).map(|v| v as VertexId).collect(), <[_]>::to_vec);
    if let Some(offsets) = offsets {
        list.sort_by_key(|&v| Reverse(offsets[v as usize + 1] - offsets[v as usize]));
    }
    match chunks {
        1 => list,
        _ => (0..chunks as usize).flat_map(|first| list.iter().skip(first).step_by(chunks as usize)).copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_the_roots_once() {
        for (roots, chunks) in [(0, 1), (1, 1), (10, 3), (1000, 32), (u64::from(u32::MAX), 128)] {
            let ranges: Vec<Range<u32>> = (0..chunks).map(|index| chunk(roots, chunks, index)).collect();
            assert_eq!(ranges[0].start, 0);
            assert_eq!(u64::from(ranges[ranges.len() - 1].end), roots);
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn few_roots_are_few_chunks() {
        assert_eq!(num_chunks(5_000_000, 1), 1);
        assert_eq!(num_chunks(5_000_000, 2), 2);
        assert_eq!((num_chunks(1 << 30, 1), num_chunks((1 << 30) + 1, 1), num_chunks(u32::MAX.into(), 1)), (1, 2, 4));
        assert_eq!((num_chunks(0, 4), num_chunks(100, 4), num_chunks(1000, 4)), (1, 1, 3));
    }

    #[test]
    fn big_roots_come_first_in_each_chunk() {
        // Rows of length 1, 4, 0, 2, 2, 3.
        let offsets = [0, 1, 5, 5, 7, 9, 12];
        assert_eq!(order(None, 6, Some(&offsets), 1), [1, 5, 3, 4, 0, 2]);
        assert_eq!(order(Some(&[0, 2, 5]), 6, Some(&offsets), 1), [5, 0, 2]);
        let dealt = order(None, 6, Some(&offsets), 4);
        assert_eq!(dealt, [1, 0, 5, 2, 3, 4]);
        assert_eq!((0..4).map(|i| chunk(6, 4, i)).collect::<Vec<_>>(), [0..2, 2..4, 4..5, 5..6]);
        assert_eq!(order(None, 3, None, 1), [0, 1, 2]);
    }

    #[test]
    fn the_graph_as_it_is_needs_no_list() {
        assert!(is_identity(None, true, 1));
        assert!(!is_identity(None, false, 1) && !is_identity(None, true, 2) && !is_identity(Some(&[0]), true, 1));
    }
}
