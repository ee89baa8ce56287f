//! What every text parser returns: edges as listed, by original id.

use rayon::prelude::*;

use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalIds;
use crate::graph::{LabelId, LabelNames};

/// Edges by original id, in chunks.
#[derive(Debug)]
pub(super) enum Endpoints {
    /// Integer ids below 2^32.
    Narrow(Vec<Vec<[u32; 2]>>),
    /// Integer ids.
    Wide(Vec<Vec<[u64; 2]>>),
    /// Names, already interned in order of first mention.
    Named { chunks: Vec<Vec<[u32; 2]>>, names: OriginalIds, num_names: u64 },
}

/// Vertices that exist whether or not an edge mentions them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Declared {
    /// None but those mentioned.
    Mentioned,
    /// `first..first + count`; every id mentioned is one of them.
    Range { first: u64, count: u64 },
    /// These, ascending, and those mentioned.
    Ids(Vec<u64>),
}

/// Labels and their names.
#[derive(Debug)]
pub(super) struct Labelling<T> {
    pub(super) labels: T,
    pub(super) names: LabelNames,
}

/// A parsed text graph, not yet cleaned.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) endpoints: Endpoints,
    /// Parallel to the chunks of `endpoints`.
    pub(super) edge_labels: Option<Labelling<Vec<Vec<LabelId>>>>,
    pub(super) declared: Declared,
    /// Parallel to the declared ids.
    pub(super) vertex_labels: Option<Labelling<Vec<LabelId>>>,
    pub(super) lines: u64,
    pub(super) edges_read: u64,
    /// Lines whose columns beyond the ids were ignored.
    pub(super) ignored_columns: u64,
    /// A head line of column names was skipped.
    pub(super) header_skipped: bool,
}

impl Listing {
    /// Edges without labels among vertices that are only mentioned by them.
    pub(super) fn new(endpoints: Endpoints) -> Self {
        Listing {
            endpoints,
            edge_labels: None,
            declared: Declared::Mentioned,
            vertex_labels: None,
            lines: 0,
            edges_read: 0,
            ignored_columns: 0,
            header_skipped: false,
        }
    }
}

/// Provisional labels of one chunk: `ids` index `names`.
#[derive(Debug, Default)]
pub(super) struct ChunkLabels {
    pub(super) collector: LabelCollector,
    pub(super) ids: Vec<LabelId>,
}

/// Gives the labels of all chunks one numbering.
pub(super) fn merge_labels(chunks: Vec<ChunkLabels>) -> Labelling<Vec<Vec<LabelId>>> {
    let mut all = LabelCollector::default();
    let merged: Vec<(Vec<LabelId>, Vec<LabelId>)> = chunks
        .into_iter()
        .map(|chunk| {
            let (names, local_ids) = chunk.collector.finish();
            let shared: Vec<LabelId> = names.iter().map(|name| all.intern(name)).collect();
            (chunk.ids, local_ids.into_iter().map(|id| shared[id as usize]).collect())
        })
        .collect();
    let (names, final_ids) = all.finish();
    let labels = merged
        .into_par_iter()
        .map(|(mut ids, shared)| {
            ids.iter_mut().for_each(|id| *id = final_ids[shared[*id as usize] as usize]);
            ids
        })
        .collect();
    Labelling { labels, names }
}
