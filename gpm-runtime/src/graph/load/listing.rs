//! What every text parser returns: edges as listed, by original id.

use rayon::prelude::*;

use super::listed::Listed;
use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalIds;
use crate::graph::{LabelId, LabelNames, Members};

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

/// What a file says about the directions of its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Directions {
    /// Every edge has one.
    Directed,
    /// No edge has one: read with directions, each is two arcs.
    Undirected,
    /// Some edges have one.
    Mixed,
}

impl Directions {
    /// What is so of as many edges that have a direction, and that have none; `None` if the file does not say it of any.
    pub(super) fn of(directed: u64, undirected: u64) -> Option<Directions> {
        match (directed > 0, undirected > 0) {
            (true, true) => Some(Directions::Mixed),
            (true, false) => Some(Directions::Directed),
            (false, true) => Some(Directions::Undirected),
            (false, false) => None,
        }
    }
}

/// What reports say about the columns and comments of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// Names of the columns of ids.
    pub(super) ends: Option<[String; 2]>,
    /// Columns that were not read, by name or by number.
    pub(super) ignored: Vec<String>,
    pub(super) directions: Option<Directions>,
    /// Both arcs of undirected edges are listed, as directions are kept.
    pub(super) is_mirrored: bool,
    /// Lines that begin like comments and stand below the first edge or the head line.
    pub(super) comments: u64,
    /// Whatever else was ignored, or read in another way than the file may mean it.
    pub(super) further: Vec<String>,
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
    /// Of a database of many graphs, which of these each named vertex belongs to.
    pub(super) members: Option<Members>,
    pub(super) lines: u64,
    pub(super) edges_read: u64,
    /// Lines whose columns beyond the ids were ignored.
    pub(super) ignored_columns: u64,
    /// A head line of column names was skipped.
    pub(super) header_skipped: bool,
    pub(super) notes: Notes,
    /// What vertices and edges have beside names and labels, if it is asked for.
    pub(super) listed: Option<Listed>,
}

impl Listing {
    /// Edges without labels among vertices that are only mentioned by them.
    pub(super) fn new(endpoints: Endpoints) -> Self {
        Listing {
            endpoints,
            edge_labels: None,
            declared: Declared::Mentioned,
            vertex_labels: None,
            members: None,
            lines: 0,
            edges_read: 0,
            ignored_columns: 0,
            header_skipped: false,
            notes: Notes::default(),
            listed: None,
        }
    }

    /// Lists every edge in its other direction too, but for loops.
    pub(super) fn mirror(&mut self) {
        fn reversed<T: Copy + PartialEq>(chunk: &mut Vec<[T; 2]>, labels: Option<&mut Vec<LabelId>>) {
            if let Some(labels) = labels {
                let more: Vec<LabelId> =
                    chunk.iter().zip(&*labels).filter(|([u, v], _)| u != v).map(|(_, &label)| label).collect();
                labels.extend(more);
            }
            let more: Vec<[T; 2]> = chunk.iter().filter(|[u, v]| u != v).map(|&[u, v]| [v, u]).collect();
            chunk.extend(more);
        }
        let mut labels = self.edge_labels.as_mut().map(|all| all.labels.iter_mut());
        let mut next = || labels.as_mut().and_then(Iterator::next);
        match &mut self.endpoints {
            Endpoints::Narrow(chunks) | Endpoints::Named { chunks, .. } => {
                chunks.iter_mut().for_each(|chunk| reversed(chunk, next()));
            }
            Endpoints::Wide(chunks) => chunks.iter_mut().for_each(|chunk| reversed(chunk, next())),
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
