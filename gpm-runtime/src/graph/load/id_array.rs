//! Ids of vertices in memory: integers of any width, or names.

use std::ops::Range;

use rayon::prelude::*;

use crate::graph::attributes::Directory;
use crate::graph::builder::IN_MEMORY;
use crate::graph::original::OriginalId;
use crate::graph::{GraphError, VertexId};

/// Ids that one thread looks at, at a time. *guess*
const CHUNK: usize = 1 << 16;

/// Ids of vertices, which are read where they lie. Made of a slice of integers or of names by `into()`.
///
/// ```
/// use gpm::graph::IdArray;
///
/// assert_eq!(IdArray::from(&[1_i32, 2][..]).len(), 2);
/// assert_eq!(IdArray::from(&["ann", "bob"][..]).len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IdArray<'a>(Values<'a>);

#[derive(Clone, Copy, Debug)]
enum Values<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
    I8(&'a [i8]),
    I16(&'a [i16]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    Names(&'a [&'a str]),
}

macro_rules! from_slices {
    ($($variant:ident: $value:ty),*) => {
        $(impl<'a> From<&'a [$value]> for IdArray<'a> {
            fn from(values: &'a [$value]) -> Self {
                IdArray(Values::$variant(values))
            }
        })*
    };
}

from_slices!(U8: u8, U16: u16, U32: u32, U64: u64, I8: i8, I16: i16, I32: i32, I64: i64, Names: &'a str);

/// Does the same with a slice of any integers; with names something else.
macro_rules! each_width {
    ($values:expr, $slice:ident => $of_integers:expr, $names:ident => $of_names:expr) => {
        match $values {
            Values::U8($slice) => $of_integers,
            Values::U16($slice) => $of_integers,
            Values::U32($slice) => $of_integers,
            Values::U64($slice) => $of_integers,
            Values::I8($slice) => $of_integers,
            Values::I16($slice) => $of_integers,
            Values::I32($slice) => $of_integers,
            Values::I64($slice) => $of_integers,
            Values::Names($names) => $of_names,
        }
    };
}

/// An integer that may be an id.
trait Id: Copy + Sync + ToString {
    /// `None` below zero.
    fn id(self) -> Option<u64>;
}

macro_rules! ids {
    ($($value:ty),*) => {
        $(impl Id for $value {
            fn id(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
        })*
    };
}

ids!(u8, u16, u32, u64, i8, i16, i32, i64);

impl<'a> IdArray<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        each_width!(self.0, slice => slice.len(), names => names.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn names(&self) -> Option<&'a [&'a str]> {
        if let Values::Names(names) = self.0 { Some(names) } else { None }
    }

    /// The largest id; 0 if there is none. Ids that no graph has are refused.
    pub(super) fn largest(&self) -> Result<u64, GraphError> {
        fn of<T: Id>(values: &[T]) -> Result<u64, GraphError> {
            let largest = values.par_iter().with_min_len(CHUNK).map(|value| value.id()).try_reduce(|| 0, most);
            if let Some(largest) = largest.filter(|&largest| largest <= MOST) {
                return Ok(largest);
            }
            let is_bad = |value: &T| value.id().is_none_or(|id| id > MOST);
            let (at, value) = values.iter().enumerate().find(|(_, value)| is_bad(value)).expect("one was found");
            let (path, line, token) = (IN_MEMORY.to_owned(), at as u64 + 1, value.to_string());
            Err(match value.id() {
                None => GraphError::NegativeId { path, line, token },
                Some(_) => GraphError::IdTooLarge { path, line, token },
            })
        }
        fn most(a: u64, b: u64) -> Option<u64> {
            Some(a.max(b))
        }
        /// As in files.
        const MOST: u64 = 1 << 63;
        each_width!(self.0, slice => of(slice), _names => Ok(0))
    }

    /// Whether the ids are 0, 1, 2, …: each is its place.
    pub(super) fn is_range(&self) -> bool {
        fn of<T: Id>(values: &[T]) -> bool {
            values.iter().zip(0..).all(|(value, place)| value.id() == Some(place))
        }
        each_width!(self.0, slice => of(slice), _names => false)
    }

    /// Writes the ids of a range of edges to one of their ends. All are known to fit.
    pub(super) fn write<T: Default + TryFrom<u64>>(&self, range: Range<usize>, end: usize, edges: &mut [[T; 2]]) {
        fn copy<V: Id, T: Default + TryFrom<u64>>(values: &[V], end: usize, edges: &mut [[T; 2]]) {
            for (edge, value) in edges.iter_mut().zip(values) {
                edge[end] = value.id().and_then(|id| T::try_from(id).ok()).unwrap_or_default();
            }
        }
        each_width!(self.0, slice => copy(&slice[range], end, edges), _names => ());
    }

    /// The ids as text.
    pub(super) fn texts(&self) -> Vec<String> {
        each_width!(self.0, slice => slice.iter().map(ToString::to_string).collect(), names => names.iter().map(|&name| name.to_owned()).collect())
    }

    /// The vertices with these ids, where the graph has them.
    pub(super) fn vertices(&self, directory: &Directory<'_>) -> Vec<Option<VertexId>> {
        each_width!(self.0,
            slice => slice.iter().map(|value| directory.vertex(OriginalId::Integer(value.id()?))).collect(),
            names => names.iter().map(|name| directory.vertex(OriginalId::Name(name))).collect()
        )
    }
}
