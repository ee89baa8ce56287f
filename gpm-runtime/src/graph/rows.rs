//! Listed edges → clean rows, in parallel and without a global sort.
//!
//! Each chunk of edges is counting-sorted by bucket (a range of row ids); then each bucket gathers its parts of all
//! chunks, scatters them into rows that fit in cache, sorts the rows and drops duplicates. Every step writes only
//! memory it owns. Cost: O(E) writes plus the row sorts.

use rayon::prelude::*;

use super::{Csr, LabelId, VertexId};

/// Edges as listed: loops, duplicates and both directions allowed.
#[derive(Debug, Default)]
pub(crate) struct EdgeChunk {
    /// Internal ids of source and target.
    pub(crate) edges: Vec<[VertexId; 2]>,
    /// Parallel to `edges`, in all chunks or in none.
    pub(crate) labels: Option<Vec<LabelId>>,
}

impl EdgeChunk {
    /// Edges a chunk should have for good balance. *guess*
    pub(crate) const EDGES: usize = 1 << 18;

    /// Cuts an unlabelled list into chunks.
    pub(crate) fn split(edges: &[[VertexId; 2]]) -> Vec<Self> {
        edges.par_chunks(Self::EDGES).map(|part| Self { edges: part.to_vec(), labels: None }).collect()
    }
}

/// Which rows a listed edge `u v` goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// `v` to row `u` and `u` to row `v`.
    Both,
    /// `v` to row `u`.
    Out,
    /// `u` to row `v`.
    In,
}

/// What cleaning removed, in listed edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CleanCounts {
    pub(crate) loops: u64,
    /// Repeats in the same direction.
    pub(crate) duplicates: u64,
    /// Undirected edges listed in both directions.
    pub(crate) reverse_duplicates: u64,
    /// Edges listed with different labels; the smallest label stays.
    pub(crate) conflicting_labels: u64,
}

impl CleanCounts {
    fn add(mut self, other: Self) -> Self {
        self.loops += other.loops;
        self.duplicates += other.duplicates;
        self.reverse_duplicates += other.reverse_duplicates;
        self.conflicting_labels += other.conflicting_labels;
        self
    }
}

/// Rows of the entries of others, in either or both directions, without labels. Cost: O(V + E), and memory for all entries.
pub(crate) fn rebuilt(csr: &Csr, rows: Rows) -> Csr {
    let vertices: Vec<usize> = (0..csr.num_vertices()).step_by(1 << 12).collect();
    let arcs = |first: usize| {
        let block = first..csr.num_vertices().min(first + (1 << 12));
        let arcs = block.flat_map(|v| csr.row(v as VertexId).iter().map(move |&u| [v as VertexId, u]));
        EdgeChunk { edges: arcs.collect(), labels: None }
    };
    let chunks: Vec<EdgeChunk> = vertices.into_par_iter().map(arcs).collect();
    build_rows(csr.num_vertices(), &chunks, rows).0
}

/// Clean rows of the listed edges. All ids must be less than `num_vertices`.
pub(crate) fn build_rows(num_vertices: usize, chunks: &[EdgeChunk], rows: Rows) -> (Csr, CleanCounts) {
    let is_labelled = chunks.iter().any(|chunk| chunk.labels.is_some());
    if is_labelled || num_vertices > 1 << 31 {
        build::<u64>(num_vertices, chunks, rows, is_labelled)
    } else {
        build::<u32>(num_vertices, chunks, rows, false)
    }
}

/// A neighbour, whether the edge was listed from this row, and its label, in sort order (neighbour, label, direction).
trait Entry: Copy + Default + Ord + Send + Sync {
    fn new(neighbor: VertexId, label: LabelId, is_reversed: bool) -> Self;
    fn neighbor(self) -> VertexId;
    fn label(self) -> LabelId;
    fn is_reversed(self) -> bool;
}

/// Unlabelled, fewer than 2^31 vertices.
impl Entry for u32 {
    fn new(neighbor: VertexId, _label: LabelId, is_reversed: bool) -> Self {
        neighbor << 1 | u32::from(is_reversed)
    }
    fn neighbor(self) -> VertexId {
        self >> 1
    }
    fn label(self) -> LabelId {
        0
    }
    fn is_reversed(self) -> bool {
        self & 1 == 1
    }
}

/// Any vertex, labels below 2^31.
impl Entry for u64 {
    fn new(neighbor: VertexId, label: LabelId, is_reversed: bool) -> Self {
        u64::from(neighbor) << 32 | u64::from(label) << 1 | u64::from(is_reversed)
    }
    fn neighbor(self) -> VertexId {
        (self >> 32) as VertexId
    }
    fn label(self) -> LabelId {
        (self as u32) >> 1
    }
    fn is_reversed(self) -> bool {
        self & 1 == 1
    }
}

/// One chunk, sorted by bucket: `items[starts[b]..starts[b + 1]]` belongs to bucket `b`.
struct Partition<E> {
    items: Vec<(VertexId, E)>,
    starts: Vec<usize>,
    loops: u64,
}

/// Clean rows of one bucket.
#[derive(Default)]
struct Bucket {
    degrees: Vec<u32>,
    neighbors: Vec<VertexId>,
    labels: Vec<LabelId>,
    counts: CleanCounts,
}

fn build<E: Entry>(n: usize, chunks: &[EdgeChunk], rows: Rows, is_labelled: bool) -> (Csr, CleanCounts) {
    let listed: usize = chunks.iter().map(|chunk| chunk.edges.len()).sum();
    let wanted = (listed >> 13).clamp(1, 1024);
    let shift = n.div_ceil(wanted).next_power_of_two().trailing_zeros();
    let num_buckets = n.div_ceil(1 << shift);
    let parts: Vec<Partition<E>> = chunks.par_iter().map(|chunk| partition(chunk, rows, shift, num_buckets)).collect();
    let buckets: Vec<Bucket> = (0..num_buckets)
        .into_par_iter()
        .map(|b| {
            let first = b << shift;
            let width = (n - first).min(1 << shift);
            let pieces: Vec<_> = parts.iter().map(|part| &part.items[part.starts[b]..part.starts[b + 1]]).collect();
            clean_bucket(first as VertexId, width, &pieces, rows, is_labelled)
        })
        .collect();
    let loops = parts.iter().map(|part| part.loops).sum();
    drop(parts);
    let counts = buckets.iter().map(|bucket| bucket.counts).fold(CleanCounts::default(), CleanCounts::add);
    (concatenate(n, &buckets, is_labelled), CleanCounts { loops, ..counts })
}

/// Calls `put(row, entry)` for every entry of `chunk`; loops are skipped. Returns the number of loops.
#[inline]
fn for_each_entry<E: Entry>(chunk: &EdgeChunk, rows: Rows, mut put: impl FnMut(VertexId, E)) -> u64 {
    let mut loops = 0;
    for (i, &[u, v]) in chunk.edges.iter().enumerate() {
        if u == v {
            loops += 1;
            continue;
        }
        let label = chunk.labels.as_ref().map_or(0, |labels| labels[i]);
        if rows != Rows::In {
            put(u, E::new(v, label, false));
        }
        if rows != Rows::Out {
            put(v, E::new(u, label, rows == Rows::Both));
        }
    }
    loops
}

fn partition<E: Entry>(chunk: &EdgeChunk, rows: Rows, shift: u32, num_buckets: usize) -> Partition<E> {
    let mut starts = vec![0usize; num_buckets + 1];
    let loops = for_each_entry::<E>(chunk, rows, |row, _| starts[(row >> shift) as usize + 1] += 1);
    for b in 0..num_buckets {
        starts[b + 1] += starts[b];
    }
    let mut next = starts.clone();
    let mut items = vec![(0, E::default()); starts[num_buckets]];
    for_each_entry::<E>(chunk, rows, |row, entry| {
        let at = &mut next[(row >> shift) as usize];
        items[*at] = (row, entry);
        *at += 1;
    });
    Partition { items, starts, loops }
}

fn clean_bucket<E: Entry>(
    first: VertexId,
    width: usize,
    pieces: &[&[(VertexId, E)]],
    rows: Rows,
    is_labelled: bool,
) -> Bucket {
    let mut ends = vec![0usize; width + 1];
    for (row, _) in pieces.iter().copied().flatten() {
        ends[(row - first) as usize + 1] += 1;
    }
    for i in 0..width {
        ends[i + 1] += ends[i];
    }
    let mut entries = vec![E::default(); ends[width]];
    for &(row, entry) in pieces.iter().copied().flatten() {
        let at = &mut ends[(row - first) as usize];
        entries[*at] = entry;
        *at += 1;
    }
    // The cursor of each row now stands at its end, which is the start of the next row.
    let mut bucket = Bucket { degrees: Vec::with_capacity(width), ..Bucket::default() };
    bucket.neighbors.reserve_exact(entries.len());
    let mut start = 0;
    for (i, &end) in ends[..width].iter().enumerate() {
        let row = &mut entries[start..end];
        row.sort_unstable();
        let before = bucket.neighbors.len();
        clean_row(first + i as VertexId, row, rows, is_labelled, &mut bucket);
        bucket.degrees.push((bucket.neighbors.len() - before) as u32);
        start = end;
    }
    bucket
}

/// Appends the distinct neighbours of a sorted row to `bucket`, and counts what is dropped once per edge.
fn clean_row<E: Entry>(vertex: VertexId, row: &[E], rows: Rows, is_labelled: bool, bucket: &mut Bucket) {
    let mut rest = row;
    while let [kept, others @ ..] = rest {
        let neighbor = kept.neighbor();
        let copies = 1 + others.iter().take_while(|entry| entry.neighbor() == neighbor).count();
        bucket.neighbors.push(neighbor);
        if is_labelled {
            bucket.labels.push(kept.label());
        }
        let is_counted = rows == Rows::Out || (rows == Rows::Both && vertex < neighbor);
        if copies > 1 && is_counted {
            let group = &rest[..copies];
            let reversed = group.iter().filter(|entry| entry.is_reversed()).count();
            let both_ways = u64::from(reversed > 0 && reversed < copies);
            bucket.counts.reverse_duplicates += both_ways;
            bucket.counts.duplicates += copies as u64 - 1 - both_ways;
            bucket.counts.conflicting_labels += u64::from(group.iter().any(|entry| entry.label() != kept.label()));
        }
        rest = &rest[copies..];
    }
}

fn concatenate(n: usize, buckets: &[Bucket], is_labelled: bool) -> Csr {
    let mut offsets = Vec::with_capacity(n + 1);
    let mut end = 0u64;
    offsets.push(0);
    for &degree in buckets.iter().flat_map(|bucket| &bucket.degrees) {
        end += u64::from(degree);
        offsets.push(end);
    }
    let join = |field: fn(&Bucket) -> &Vec<u32>| {
        let mut all = vec![0u32; end as usize];
        let mut rest = all.as_mut_slice();
        let mut parts = Vec::with_capacity(buckets.len());
        for bucket in buckets {
            let (part, later) = rest.split_at_mut(field(bucket).len());
            parts.push((part, field(bucket)));
            rest = later;
        }
        parts.into_par_iter().for_each(|(part, source)| part.copy_from_slice(source));
        all
    };
    let labels = is_labelled.then(|| join(|bucket| &bucket.labels).into());
    Csr::from_parts(offsets.into(), join(|bucket| &bucket.neighbors).into(), labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleans_and_counts() {
        let chunk = EdgeChunk { edges: vec![[0, 1], [1, 0], [0, 1], [2, 2], [2, 0]], labels: None };
        let (csr, counts) = build_rows(3, &[chunk], Rows::Both);
        assert_eq!((csr.row(0), csr.row(1), csr.row(2)), (&[1, 2][..], &[0][..], &[0][..]));
        assert_eq!(counts, CleanCounts { loops: 1, duplicates: 1, reverse_duplicates: 1, conflicting_labels: 0 });
    }

    #[test]
    fn smallest_of_conflicting_labels_stays_on_both_ends() {
        let chunk = EdgeChunk { edges: vec![[0, 1], [1, 0]], labels: Some(vec![5, 3]) };
        let (csr, counts) = build_rows(2, &[chunk], Rows::Both);
        assert_eq!((csr.row_labels(0), csr.row_labels(1)), (Some(&[3][..]), Some(&[3][..])));
        assert_eq!((counts.conflicting_labels, counts.reverse_duplicates), (1, 1));
    }
}
