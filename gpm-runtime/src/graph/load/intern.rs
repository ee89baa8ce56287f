//! Original integer ids → dense internal ids, ascending.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::listing::{Declared, Endpoints};
use crate::graph::memory;
use crate::graph::original::OriginalIds;
use crate::graph::{GraphError, VertexId};

/// Edges by internal id, in the chunks they came in.
pub(super) struct Interned {
    pub(super) chunks: Vec<Vec<[VertexId; 2]>>,
    pub(super) num_vertices: usize,
    pub(super) ids: OriginalIds,
}

/// Gives every vertex its internal id. Dense ids go through a table, sparse ones through a hash map.
pub(super) fn intern(name: &str, endpoints: Endpoints, declared: &Declared) -> Result<Interned, GraphError> {
    match (endpoints, declared) {
        (Endpoints::Named { chunks, names, num_names }, _) => {
            Ok(Interned { chunks, num_vertices: check_count(name, num_names)?, ids: names })
        }
        (endpoints, &Declared::Range { first, count }) => {
            let num_vertices = check_count(name, count)?;
            let chunks = endpoints.map(|id| (id - first) as VertexId);
            Ok(Interned { chunks, num_vertices, ids: OriginalIds::Range { first } })
        }
        (endpoints, Declared::Mentioned) => intern_mentioned(name, endpoints, &[]),
        (endpoints, Declared::Ids(ids)) => intern_mentioned(name, endpoints, ids),
    }
}

/// Largest id mentioned by an edge; `None` if there is no edge or ids are names.
pub(super) fn max_id(endpoints: &Endpoints) -> Option<u64> {
    match endpoints {
        Endpoints::Narrow(chunks) => {
            chunks.par_iter().filter_map(|c| c.iter().flatten().max()).max().map(|&id| id.into())
        }
        Endpoints::Wide(chunks) => chunks.par_iter().filter_map(|c| c.iter().flatten().max()).max().copied(),
        Endpoints::Named { .. } => None,
    }
}

/// The number of vertices, if ids and memory suffice for them.
fn check_count(name: &str, vertices: u64) -> Result<usize, GraphError> {
    if vertices > u64::from(u32::MAX) {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices });
    }
    // A file of a few bytes may declare billions of vertices: ask before the rows are made.
    match memory::ensure(8 * (vertices + 1)) {
        Ok(()) => Ok(vertices as usize),
        Err(source) => Err(GraphError::OutOfMemory { path: name.to_owned(), vertices, source }),
    }
}

fn intern_mentioned(name: &str, endpoints: Endpoints, declared: &[u64]) -> Result<Interned, GraphError> {
    let largest = max_id(&endpoints).max(declared.last().copied());
    let Some(largest) = largest else {
        return Ok(Interned { chunks: Vec::new(), num_vertices: 0, ids: OriginalIds::Range { first: 0 } });
    };
    let listed = endpoints.len() as u64 + declared.len() as u64;
    if largest < (4 * listed).max(1 << 16) {
        intern_dense(name, endpoints, declared, largest as usize + 1)
    } else {
        intern_sparse(name, endpoints, declared)
    }
}

/// Ids below `bound`: one mark and one number for each possible id.
fn intern_dense(name: &str, endpoints: Endpoints, declared: &[u64], bound: usize) -> Result<Interned, GraphError> {
    let marks: Vec<AtomicBool> = (0..bound).into_par_iter().map(|_| AtomicBool::new(false)).collect();
    let mark = |id: u64| {
        let mark = &marks[id as usize];
        if !mark.load(Ordering::Relaxed) {
            mark.store(true, Ordering::Relaxed);
        }
    };
    declared.iter().for_each(|&id| mark(id));
    endpoints.for_each(mark);
    let mut numbers = vec![0 as VertexId; bound];
    let mut count = 0u64;
    for (number, mark) in numbers.iter_mut().zip(&marks) {
        *number = count as VertexId;
        count += u64::from(mark.load(Ordering::Relaxed));
    }
    let num_vertices = check_count(name, count)?;
    let first = marks.iter().position(|mark| mark.load(Ordering::Relaxed)).unwrap_or(0) as u64;
    let is_range = bound as u64 - first == count;
    let ids = if is_range {
        OriginalIds::Range { first }
    } else {
        let present = (0..bound as u64).into_par_iter().filter(|&id| marks[id as usize].load(Ordering::Relaxed));
        OriginalIds::Integers(present.collect::<Vec<u64>>().into())
    };
    let is_identity = is_range && first == 0;
    let chunks = match endpoints {
        Endpoints::Narrow(chunks) if is_identity => chunks,
        other => other.map(|id| numbers[id as usize]),
    };
    Ok(Interned { chunks, num_vertices, ids })
}

/// Any ids: sorts the distinct ones and numbers them through a hash map.
fn intern_sparse(name: &str, endpoints: Endpoints, declared: &[u64]) -> Result<Interned, GraphError> {
    let mut ids = endpoints.distinct_ids();
    ids.extend_from_slice(declared);
    ids.par_sort_unstable();
    ids.dedup();
    let num_vertices = check_count(name, ids.len() as u64)?;
    let numbers: FxHashMap<u64, VertexId> =
        ids.iter().enumerate().map(|(number, &id)| (id, number as VertexId)).collect();
    let chunks = endpoints.map(|id| numbers[&id]);
    Ok(Interned { chunks, num_vertices, ids: OriginalIds::Integers(ids.into()) })
}

impl Endpoints {
    /// Number of edges.
    fn len(&self) -> usize {
        match self {
            Self::Narrow(chunks) | Self::Named { chunks, .. } => chunks.iter().map(Vec::len).sum(),
            Self::Wide(chunks) => chunks.iter().map(Vec::len).sum(),
        }
    }

    /// Calls `visit` with every endpoint, in parallel.
    fn for_each(&self, visit: impl Fn(u64) + Sync) {
        match self {
            Self::Narrow(chunks) | Self::Named { chunks, .. } => {
                chunks.par_iter().for_each(|chunk| chunk.iter().flatten().for_each(|&id| visit(id.into())));
            }
            Self::Wide(chunks) => {
                chunks.par_iter().for_each(|chunk| chunk.iter().flatten().for_each(|&id| visit(id)));
            }
        }
    }

    /// The chunks with every endpoint replaced, in place if ids are narrow.
    fn map(self, number: impl Fn(u64) -> VertexId + Sync) -> Vec<Vec<[VertexId; 2]>> {
        match self {
            Self::Narrow(mut chunks) | Self::Named { mut chunks, .. } => {
                chunks.par_iter_mut().flatten().for_each(|edge| *edge = edge.map(|id| number(id.into())));
                chunks
            }
            Self::Wide(chunks) => {
                chunks.into_par_iter().map(|chunk| chunk.into_iter().map(|edge| edge.map(&number)).collect()).collect()
            }
        }
    }

    /// Every id at least once; each chunk's ids once.
    fn distinct_ids(&self) -> Vec<u64> {
        let distinct = |mut ids: Vec<u64>| {
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let parts: Vec<Vec<u64>> = match self {
            Self::Narrow(chunks) | Self::Named { chunks, .. } => {
                chunks.par_iter().map(|c| distinct(c.iter().flatten().map(|&id| id.into()).collect())).collect()
            }
            Self::Wide(chunks) => chunks.par_iter().map(|c| distinct(c.iter().flatten().copied().collect())).collect(),
        };
        parts.concat()
    }
}
