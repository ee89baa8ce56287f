//! Read-only arrays that live in memory or in a mapped file.

use std::ops::{Deref, Range};
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::Mmap;

/// A read-only array of `T`, owned or a window of a mapped file; dereferences to `[T]` at the cost of a branch.
/// A mapped file must not be changed in place while it is open (replacing it by rename is fine, and is what we do).
#[derive(Clone, Debug)]
pub enum Storage<T> {
    /// Elements on the heap.
    Owned(Vec<T>),
    /// Elements in a file.
    Mapped(MappedSlice<T>),
}

/// A window of a mapped file, aligned and sized for `T`.
#[derive(Clone, Debug)]
pub struct MappedSlice<T> {
    /// Keeps the mapping alive.
    map: Arc<Mmap>,
    /// First element, inside `map`.
    first: *const T,
    /// Elements.
    len: usize,
}

// SAFETY: the slice is read-only plain data (`T: Pod` on construction) inside a mapping kept alive by `map`.
unsafe impl<T: Sync> Send for MappedSlice<T> {}
// SAFETY: as above; shared reads only.
unsafe impl<T: Sync> Sync for MappedSlice<T> {}

impl<T: Pod> Storage<T> {
    /// The elements at `bytes` of `map`; `None` if the range is outside, misaligned or no whole number of elements.
    pub(crate) fn mapped(map: &Arc<Mmap>, bytes: Range<usize>) -> Option<Self> {
        let slice: &[T] = bytemuck::try_cast_slice(map.get(bytes)?).ok()?;
        Some(Self::Mapped(MappedSlice { map: Arc::clone(map), first: slice.as_ptr(), len: slice.len() }))
    }
}

impl<T> Storage<T> {
    /// Whether the elements are in a mapped file.
    pub fn is_mapped(&self) -> bool {
        matches!(self, Self::Mapped(_))
    }
}

impl<T> Deref for Storage<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(elements) => elements,
            Self::Mapped(slice) => {
                debug_assert!(!slice.map.is_empty() || slice.len == 0);
                // SAFETY: `first` and `len` come from a checked cast of a slice of `map`, which lives as long as `self`.
                unsafe { std::slice::from_raw_parts(slice.first, slice.len) }
            }
        }
    }
}

impl<T: Clone> Storage<T> {
    /// The elements to be changed; those of a file are copied first.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if let Self::Mapped(_) = self {
            *self = Self::Owned(self.to_vec());
        }
        match self {
            Self::Owned(elements) => elements,
            Self::Mapped(_) => unreachable!("they were copied"),
        }
    }
}

impl<T: PartialEq> PartialEq for Storage<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T> FromIterator<T> for Storage<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::Owned(elements.into_iter().collect())
    }
}

impl<T> From<Vec<T>> for Storage<T> {
    fn from(elements: Vec<T>) -> Self {
        Self::Owned(elements)
    }
}
