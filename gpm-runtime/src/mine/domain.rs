//! The data vertices that a pattern vertex may be matched to.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::graph::VertexId;
use crate::set::Bitmap;

/// Vertices with one label, a bit each.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// The first vertex with the label.
    first: VertexId,
    /// By place among those with the label.
    bits: Bitmap,
}

/// Words that a thread looks at before another may help: 1024 vertices. *guess*
const WORDS: usize = 16;

impl Domain {
    /// All vertices of a class.
    pub(super) fn all(class: &Range<VertexId>) -> Domain {
        let mut bits = Bitmap::new(class.len());
        bits.words_mut().fill(u64::MAX);
        if !class.len().is_multiple_of(64)
            && let Some(last) = bits.words_mut().last_mut()
        {
            *last = u64::MAX >> (64 - class.len() % 64);
        }
        Domain { first: class.start, bits }
    }

    /// The first vertex with the label.
    pub(super) fn first(&self) -> VertexId {
        self.first
    }

    /// By place among those with the label, a bit each.
    pub(super) fn words(&self) -> &[u64] {
        self.bits.words()
    }

    /// The same, to be changed.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.bits.words_mut()
    }

    #[inline]
    pub(super) fn contains(&self, x: VertexId) -> bool {
        self.bits.contains(x - self.first)
    }

    /// All members, ascending.
    pub(super) fn members(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.bits.words().iter().enumerate().flat_map(|(at, &word)| members(self.first, at, word))
    }

    pub(super) fn len(&self) -> u64 {
        self.bits.count() as u64
    }

    /// Bytes that its bits take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.bits.words())
    }

    /// Keeps what `other`, of the same label, has as well.
    pub(super) fn intersect(&mut self, other: &Domain) {
        self.bits.words_mut().iter_mut().zip(other.bits.words()).for_each(|(own, other)| *own &= other);
    }

    /// The members that are kept, by any number of threads. Gives whether some are not.
    pub(super) fn retain(&mut self, keep: impl Fn(VertexId) -> bool + Sync) -> bool {
        let first = self.first;
        let kept = |(at, &word): (usize, &u64)| {
            members(first, at, word).filter(|&x| keep(x)).fold(0, |kept, x| kept | bit(first, x))
        };
        let words: Vec<u64> = self.bits.words().par_iter().enumerate().with_min_len(WORDS).map(kept).collect();
        let is_changed = words != self.bits.words();
        self.bits.words_mut().copy_from_slice(&words);
        is_changed
    }

    /// Calls `each` on each member, by any number of threads, as long as it gives true.
    pub(super) fn try_for_each(&self, each: impl Fn(VertexId) -> bool + Sync) {
        let words = self.bits.words().par_iter().enumerate().with_min_len(WORDS);
        let all = |(at, &word): (usize, &u64)| members(self.first, at, word).all(&each);
        // An error ends the other threads' work as well.
        let _: Result<(), ()> = words.try_for_each(|word| if all(word) { Ok(()) } else { Err(()) });
    }

    /// A domain of the same label, empty, that several threads may add to.
    pub(super) fn marks(&self) -> Marks {
        Marks { first: self.first, words: self.bits.words().iter().map(|_| AtomicU64::new(0)).collect() }
    }

    /// The same with what is set in words parallel to its own.
    pub(super) fn marks_of(&self, words: &[u64]) -> Marks {
        Marks { first: self.first, words: self.bits.words().iter().zip(words).map(|(_, &word)| word.into()).collect() }
    }

    /// Replaces the members by what was marked.
    pub(super) fn take(&mut self, marks: Marks) {
        self.bits.words_mut().iter_mut().zip(marks.words).for_each(|(own, word)| *own = word.into_inner());
    }
}

/// Members of a domain that are known to have a match.
#[derive(Debug)]
pub(super) struct Marks {
    first: VertexId,
    words: Vec<AtomicU64>,
}

impl Marks {
    #[inline]
    pub(super) fn contains(&self, x: VertexId) -> bool {
        let place = x - self.first;
        self.words[place as usize / 64].load(Ordering::Relaxed) >> (place % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&self, x: VertexId) {
        // Most are there already: reading leaves the line to others.
        if !self.contains(x) {
            self.words[(x - self.first) as usize / 64].fetch_or(bit(self.first, x), Ordering::Relaxed);
        }
    }
}

fn bit(first: VertexId, x: VertexId) -> u64 {
    1 << ((x - first) % 64)
}

/// The members that a word stands for.
fn members(first: VertexId, at: usize, mut word: u64) -> impl Iterator<Item = VertexId> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(first + at as VertexId * 64 + place)
    })
}
