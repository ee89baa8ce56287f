//! Compressed sparse rows: the one shape in which neighbours are kept.

#[cfg(feature = "cuda")]
use gpm_plan::exec::marks_words;
use rayon::prelude::*;

use super::bit_rows::BitRows;
use super::{LabelId, Storage, VertexId};
use crate::on_demand::OnDemand;

/// Compressed sparse rows.
/// `offsets`: `num_vertices + 1` entries, `offsets[v]..offsets[v + 1]` indexes `neighbors` (entries, not bytes).
/// `neighbors`: each row sorted ascending, no loops, no duplicates. `labels`: parallel to `neighbors` if present.
///
/// ```
/// use gpm::Graph;
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let rows = graph.out();
/// assert_eq!((rows.row(2), rows.degree(3), rows.has_edge(0, 3)), (&[0, 1, 3][..], 1, false));
/// assert_eq!((rows.offsets().len(), rows.neighbors().len()), (5, 8));
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Csr {
    offsets: Storage<u64>,
    neighbors: Storage<VertexId>,
    labels: Option<Storage<LabelId>>,
    /// Of the longest row, once somebody has asked.
    longest: OnDemand<usize>,
    /// Lower parts of rows as bits, once somebody has asked.
    lower_bits: OnDemand<BitRows>,
    /// Sums over lower and upper parts of rows, once somebody has asked.
    #[cfg(feature = "cuda")]
    lower_sums: OnDemand<LowerSums>,
}

/// Sums over all vertices, of which `b` neighbors are smaller and `a` larger, and bounds of `b` and of the words that marks of the smaller ones
/// take.
#[cfg(feature = "cuda")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LowerSums {
    /// Σ a·b
    pub(crate) products: f64,
    /// Σ b²
    pub(crate) squares: f64,
    /// Σ b
    pub(crate) entries: f64,
    /// The largest b.
    pub(crate) longest: u64,
    /// Words that it takes at most to mark the smaller neighbors of one: a bitmap up to the vertex, or a hash table.
    pub(crate) marks: u64,
}

#[cfg(feature = "cuda")]
impl LowerSums {
    /// Rows that are worth a thread. The same on all machines, so that sums are. *guess*
    const SHARE: usize = 1 << 16;

    /// Those of rows that lie between `offsets`, where `splits` says how many neighbors are smaller. Cost: O(V), by the caller's threads.
    pub(crate) fn of(offsets: &[u64], splits: &[u32]) -> LowerSums {
        let shares = splits.par_chunks(Self::SHARE).enumerate().map(|(index, splits)| {
            let first = index * Self::SHARE;
            LowerSums::of_share(first, &offsets[first..=first + splits.len()], splits)
        });
        let shares: Vec<LowerSums> = shares.collect();
        shares.iter().fold(LowerSums::default(), |sums, share| LowerSums {
            products: sums.products + share.products,
            squares: sums.squares + share.squares,
            entries: sums.entries + share.entries,
            longest: sums.longest.max(share.longest),
            marks: sums.marks.max(share.marks),
        })
    }

    /// The same of some rows, the first of which is that of vertex `first`.
    fn of_share(first: usize, offsets: &[u64], splits: &[u32]) -> LowerSums {
        let mut sums = LowerSums::default();
        for (vertex, (ends, &split)) in (first..).zip(offsets.windows(2).zip(splits)) {
            let (row, below) = (ends[1].saturating_sub(ends[0]) as f64, f64::from(split));
            sums.products += (row - below) * below;
            sums.squares += below * below;
            sums.entries += below;
            sums.longest = sums.longest.max(split.into());
            sums.marks = sums.marks.max(marks_words(split.into()).min((vertex as u64).div_ceil(32)));
        }
        sums
    }
}

impl Csr {
    /// Rows from their arrays. Expects the shape said on [`Csr`]; a damaged shape is found by [`Csr::flaw`].
    pub(crate) fn from_parts(
        offsets: Storage<u64>,
        neighbors: Storage<VertexId>,
        labels: Option<Storage<LabelId>>,
    ) -> Self {
        debug_assert!(!offsets.is_empty());
        Self {
            offsets,
            neighbors,
            labels,
            longest: OnDemand::new(),
            lower_bits: OnDemand::new(),
            #[cfg(feature = "cuda")]
            lower_sums: OnDemand::new(),
        }
    }

    /// Number of rows.
    pub fn num_vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of neighbours in all rows: twice the edges if undirected.
    pub fn num_entries(&self) -> u64 {
        self.neighbors.len() as u64
    }

    /// Neighbours of `v`, ascending. Never reads outside the arrays: in a damaged mapped file a row whose bounds are
    /// impossible is empty.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn row(&self, v: VertexId) -> &[VertexId] {
        self.slice(&self.neighbors, v)
    }

    /// Labels of the edges to `row(v)`, in the same order; `None` if edges have no labels.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn row_labels(&self, v: VertexId) -> Option<&[LabelId]> {
        Some(self.slice(self.labels.as_ref()?, v))
    }

    #[inline]
    fn slice<'a>(&self, array: &'a [u32], v: VertexId) -> &'a [u32] {
        let offsets: &[u64] = &self.offsets;
        let v = v as usize;
        array.get(offsets[v] as usize..offsets[v + 1] as usize).unwrap_or(&[])
    }

    /// The lower parts of dense rows as bits. Cost: see [`BitRows`]; nothing if it was asked for before.
    pub(crate) fn lower_bits(&self) -> &BitRows {
        let longest = self.max_degree();
        self.lower_bits.get_or_make(|| BitRows::of(self.num_vertices(), longest, |v| self.row(v)))
    }

    /// Number of neighbours of `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn degree(&self, v: VertexId) -> usize {
        self.row(v).len()
    }

    /// Whether the rows lie in a mapped file, which others may have damaged.
    pub(crate) fn is_mapped(&self) -> bool {
        self.offsets.is_mapped() || self.neighbors.is_mapped()
    }

    /// Row bounds, `num_vertices + 1` entries.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// All rows one after the other.
    pub fn neighbors(&self) -> &[VertexId] {
        &self.neighbors
    }

    /// Edge labels parallel to [`Csr::neighbors`], if edges have labels.
    pub fn labels(&self) -> Option<&[LabelId]> {
        self.labels.as_deref()
    }

    /// Gives each entry the label that `label` names for its own; none at all where it names none.
    pub(crate) fn relabel_entries(&mut self, label: impl Fn(LabelId) -> Option<LabelId>) {
        let labels = self.labels.take();
        let relabelled: Option<Vec<LabelId>> = labels.and_then(|labels| labels.iter().map(|&own| label(own)).collect());
        self.labels = relabelled.map(Into::into);
    }

    /// Length of the longest row; 0 without vertices. Cost: one pass over the offsets the first time.
    pub fn max_degree(&self) -> usize {
        let lengths = || self.offsets.par_windows(2).with_min_len(4096).map(|w| w[1].saturating_sub(w[0]));
        *self.longest.get_or_make(|| lengths().max().unwrap_or(0) as usize)
    }

    /// Sums over lower and upper parts of rows; `splits` are those of these rows. Cost: one pass over the vertices the first time.
    #[cfg(feature = "cuda")]
    pub(crate) fn lower_sums(&self, splits: &[u32]) -> LowerSums {
        *self.lower_sums.get_or_make(|| LowerSums::of(&self.offsets, splits))
    }

    /// Whether `v` is in the row of `u`. Cost: O(log degree).
    ///
    /// # Panics
    /// If `u` is not a vertex.
    pub fn has_edge(&self, u: VertexId, v: VertexId) -> bool {
        self.row(u).binary_search(&v).is_ok()
    }

    /// The first contradiction of the shape said on [`Csr`], if any. Cost: one parallel pass over everything.
    pub(crate) fn flaw(&self) -> Option<String> {
        let n = self.num_vertices();
        if self.offsets[0] != 0 || self.offsets[n] != self.num_entries() {
            return Some("row bounds do not span the neighbours".to_owned());
        }
        if self.labels.as_ref().is_some_and(|labels| labels.len() != self.neighbors.len()) {
            return Some("edge labels are not parallel to the neighbours".to_owned());
        }
        (0..n).into_par_iter().with_min_len(1024).find_map_any(|v| self.row_flaw(v as VertexId))
    }

    /// The contradiction in one row, if any.
    pub(crate) fn row_flaw(&self, v: VertexId) -> Option<String> {
        let (lo, hi) = (self.offsets[v as usize], self.offsets[v as usize + 1]);
        if lo > hi || hi > self.num_entries() {
            return Some(format!("row {v} has impossible bounds {lo}..{hi}"));
        }
        // Every entry is looked at, whatever those before it say: so the compiler makes vector code of it.
        let row = self.row(v);
        let falls = row.windows(2).fold(0, |falls, pair| falls | u32::from(pair[0] >= pair[1]));
        let has_loop = row.iter().fold(0, |found, &u| found | u32::from(u == v));
        // Of an ascending row the last is the largest.
        let leaves = row.last().is_some_and(|&last| last as usize >= self.num_vertices());
        (falls | has_loop != 0 || leaves).then(|| format!("row {v} is not ascending, has a loop or leaves the graph"))
    }
}

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use super::*;

    #[test]
    fn lower_sums_of_several_shares() {
        // Two vertices with 20 and 100 smaller neighbors: a bitmap of 40 bits, and a table of 256 entries.
        let mut splits = vec![0; 100_000];
        (splits[40], splits[70_000]) = (20, 100);
        let offsets: Vec<u64> = (0..=100_000).map(|vertex| 200 * vertex).collect();
        let sums =
            LowerSums { products: 20.0 * 180.0 + 1e4, squares: 400.0 + 1e4, entries: 120.0, longest: 100, marks: 256 };
        assert_eq!(LowerSums::of(&offsets, &splits), sums);
        assert_eq!(LowerSums::of(&offsets[..=70_000], &splits[..70_000]).marks, 32, "the least table");
    }
}
