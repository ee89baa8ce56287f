//! Original vertex ids: what the input called a vertex.

use std::fmt;

use rayon::prelude::*;

use super::{Graph, Storage, VertexId};

/// What the input called a vertex: an integer or a name.
///
/// ```
/// use gpm::{Graph, OriginalId};
///
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// assert_eq!(graph.original_id(1), OriginalId::Integer(1));
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OriginalId<'a> {
    /// Ids were integers.
    Integer(u64),
    /// At least one id was no integer, so all are names.
    Name(&'a str),
}

impl fmt::Display for OriginalId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(id) => id.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// Original ids of all vertices, by internal id.
#[derive(Clone, Debug)]
pub(crate) enum OriginalIds {
    /// `v` was called `v + first`.
    Range { first: u64 },
    /// One integer a vertex.
    Integers(Storage<u64>),
    /// Name of `v`: `bytes[offsets[v]..offsets[v + 1]]`.
    Names { offsets: Storage<u64>, bytes: Storage<u8> },
}

impl OriginalIds {
    /// Names in internal-id order.
    pub(crate) fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut offsets, mut bytes) = (vec![0], Vec::new());
        for name in names {
            bytes.extend_from_slice(name.as_bytes());
            offsets.push(bytes.len() as u64);
        }
        Self::Names { offsets: offsets.into(), bytes: bytes.into() }
    }

    /// The id of `v`. A damaged mapped name reads as the replacement character.
    pub(crate) fn get(&self, v: VertexId) -> OriginalId<'_> {
        let at = v as usize;
        match self {
            Self::Range { first } => OriginalId::Integer(first.saturating_add(u64::from(v))),
            Self::Integers(ids) => OriginalId::Integer(ids[at]),
            Self::Names { offsets, bytes } => {
                let name = bytes.get(offsets[at] as usize..offsets[at + 1] as usize);
                OriginalId::Name(name.and_then(|name| std::str::from_utf8(name).ok()).unwrap_or("\u{fffd}"))
            }
        }
    }

    /// The ids after relabelling: new vertex `i` is old vertex `old_of_new[i]`.
    pub(crate) fn relabelled(&self, old_of_new: &[VertexId]) -> Self {
        match self {
            Self::Range { first } => {
                Self::Integers(old_of_new.par_iter().map(|&v| first + u64::from(v)).collect::<Vec<_>>().into())
            }
            Self::Integers(ids) => {
                Self::Integers(old_of_new.par_iter().map(|&v| ids[v as usize]).collect::<Vec<_>>().into())
            }
            Self::Names { .. } => Self::from_names(old_of_new.iter().map(|&v| match self.get(v) {
                OriginalId::Name(name) => name,
                OriginalId::Integer(_) => "",
            })),
        }
    }
}

impl Graph {
    /// The vertex with this original id, if there is one. Cost: O(V).
    ///
    /// ```
    /// use gpm::{Graph, OriginalId};
    ///
    /// let graph = Graph::from_edges(2, [(0, 1)])?;
    /// assert_eq!((graph.vertex(OriginalId::Integer(1)), graph.vertex(OriginalId::Integer(2))), (Some(1), None));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn vertex(&self, id: OriginalId<'_>) -> Option<VertexId> {
        (0..self.num_vertices() as VertexId).find(|&v| self.original_id(v) == id)
    }
}
