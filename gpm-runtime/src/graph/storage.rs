//! Read-only arrays that live in memory, in a mapped file, or wherever a program that embeds gpm has them.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, Range};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::Mmap;

/// A read-only array of `T`, owned or a window of what others own; dereferences to `[T]` at the cost of a branch.
/// A mapped file must not be changed in place while it is open (replacing it by rename is fine, and is what we do).
#[derive(Clone, Debug)]
pub enum Storage<T> {
    /// Elements on the heap.
    Owned(Vec<T>),
    /// Elements in a file.
    Mapped(Window<T>),
    /// Elements that somebody else has: see [`Storage::shared`].
    Shared(Window<T>),
}

/// Elements with an owner, who lives as long as a window does.
#[derive(Clone)]
pub struct Window<T> {
    /// Keeps the elements alive.
    _owner: Arc<dyn Any + Send + Sync>,
    /// First element.
    first: *const T,
    /// Elements.
    len: usize,
}

// SAFETY: it is a shared slice, and its owner may be sent and shared.
unsafe impl<T: Sync> Send for Window<T> {}
// SAFETY: as above; shared reads only.
unsafe impl<T: Sync> Sync for Window<T> {}
// Nobody reaches the owner, so that no panic leaves it half changed.
impl<T> UnwindSafe for Window<T> {}
impl<T> RefUnwindSafe for Window<T> {}

impl<T> fmt::Debug for Window<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window").field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T: Pod> Storage<T> {
    /// The elements at `bytes` of `map`; `None` if the range is outside, misaligned or no whole number of elements.
    pub(crate) fn mapped(map: &Arc<Mmap>, bytes: Range<usize>) -> Option<Self> {
        let slice: &[T] = bytemuck::try_cast_slice(map.get(bytes)?).ok()?;
        let (first, len) = (slice.as_ptr(), slice.len());
        Some(Self::Mapped(Window { _owner: Arc::<Mmap>::clone(map), first, len }))
    }
}

impl<T> Storage<T> {
    /// Elements where they lie, which are not copied: those of an array of another library, say. The owner is dropped when nobody reads them any more.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use gpm::graph::Storage;
    ///
    /// let theirs = Arc::new(vec![1, 2, 3]);
    /// let ours = Storage::shared(theirs.clone());
    /// assert_eq!((ours.len(), ours.as_ptr()), (3, theirs.as_ptr()));
    /// ```
    pub fn shared<O: AsRef<[T]> + Send + Sync + 'static>(owner: Arc<O>) -> Self {
        let slice = (*owner).as_ref();
        let (first, len) = (slice.as_ptr(), slice.len());
        Self::Shared(Window { _owner: owner, first, len })
    }

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
            // SAFETY: it was a slice of what the owner has, who lives as long as `self`, and whom nobody can reach to change it.
            Self::Mapped(window) | Self::Shared(window) => unsafe {
                std::slice::from_raw_parts(window.first, window.len)
            },
        }
    }
}

impl<T: Clone> Storage<T> {
    /// The elements to be changed; those of others are copied first.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if !matches!(self, Self::Owned(_)) {
            *self = Self::Owned(self.to_vec());
        }
        match self {
            Self::Owned(elements) => elements,
            Self::Mapped(_) | Self::Shared(_) => unreachable!("they were copied"),
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
