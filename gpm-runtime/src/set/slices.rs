//! The primitives for Rust slices: same work, lengths and capacities seen to.
//!
//! A slice that is not ascending gives a wrong set, never an access out of bounds: outputs reserve what any input can
//! fill, and ids are checked against the bitmap (one vectorised pass). Generated code calls the table directly.

use super::{Bitmap, Kernels, SLACK};

impl Kernels {
    /// Replaces `out` by `a ∩ b`.
    pub fn intersect_into(&self, a: &[u32], b: &[u32], out: &mut Vec<u32>) {
        out.clear();
        // Ascending lists share at most the shorter length; each element of either list is reported at most once.
        out.reserve(a.len().max(b.len()) + SLACK);
        // SAFETY: the slices are readable, `out` is another buffer with the slack, and the length is within it.
        unsafe {
            let len = (self.intersect)(a.as_ptr(), a.len(), b.as_ptr(), b.len(), out.as_mut_ptr());
            out.set_len(len);
        }
    }

    /// `|a ∩ b|`.
    pub fn count_intersect(&self, a: &[u32], b: &[u32]) -> usize {
        // SAFETY: the slices are readable.
        unsafe { (self.intersect_count)(a.as_ptr(), a.len(), b.as_ptr(), b.len()) }
    }

    /// Replaces `out` by `a \ b`.
    pub fn difference_into(&self, a: &[u32], b: &[u32], out: &mut Vec<u32>) {
        out.clear();
        out.reserve(a.len() + SLACK);
        // SAFETY: as in `intersect_into`; at most all of `a` is kept.
        unsafe {
            let len = (self.difference)(a.as_ptr(), a.len(), b.as_ptr(), b.len(), out.as_mut_ptr());
            out.set_len(len);
        }
    }

    /// `|a \ b|`.
    pub fn count_difference(&self, a: &[u32], b: &[u32]) -> usize {
        a.len().saturating_sub(self.count_intersect(a, b))
    }

    /// Replaces `out` by the elements of `a` that `bits` contains.
    ///
    /// # Panics
    /// If an id lies outside `bits`; so do all functions below that take a bitmap and a set.
    pub fn probe_into(&self, bits: &Bitmap, a: &[u32], out: &mut Vec<u32>) {
        self.filter_into(self.probe, bits, a, out);
    }

    /// Replaces `out` by the elements of `a` that `bits` does not contain.
    pub fn probe_difference_into(&self, bits: &Bitmap, a: &[u32], out: &mut Vec<u32>) {
        self.filter_into(self.probe_difference, bits, a, out);
    }

    /// Number of elements of `a` that `bits` contains.
    pub fn count_probe(&self, bits: &Bitmap, a: &[u32]) -> usize {
        assert_covers(bits, a);
        // SAFETY: `bits` covers `a`.
        unsafe { (self.probe_count)(bits.words().as_ptr(), a.as_ptr(), a.len()) }
    }

    /// Adds `a` to `bits`.
    pub fn mark_in(&self, bits: &mut Bitmap, a: &[u32]) {
        assert_covers(bits, a);
        // SAFETY: `bits` covers `a`.
        unsafe { (self.mark)(bits.words_mut().as_mut_ptr(), a.as_ptr(), a.len()) }
    }

    /// Removes `a` from `bits`, and every id that shares a word with one of `a`.
    pub fn unmark_in(&self, bits: &mut Bitmap, a: &[u32]) {
        assert_covers(bits, a);
        // SAFETY: `bits` covers `a`.
        unsafe { (self.unmark)(bits.words_mut().as_mut_ptr(), a.as_ptr(), a.len()) }
    }

    /// Number of elements of `a` below `x`.
    pub fn num_below(&self, a: &[u32], x: u32) -> usize {
        // SAFETY: the slice is readable.
        unsafe { (self.lower_bound)(a.as_ptr(), a.len(), x) }
    }

    /// The same where few are expected to be.
    pub fn num_below_near(&self, a: &[u32], x: u32) -> usize {
        // SAFETY: the slice is readable.
        unsafe { (self.lower_bound_near)(a.as_ptr(), a.len(), x) }
    }

    /// Whether `x` is in `a`.
    pub fn is_in(&self, a: &[u32], x: u32) -> bool {
        // SAFETY: the slice is readable.
        unsafe { (self.contains)(a.as_ptr(), a.len(), x) != 0 }
    }

    /// Number of ids in both bitmaps, which must have the same number of words.
    pub fn count_and(&self, a: &Bitmap, b: &Bitmap) -> usize {
        assert_eq!(a.words().len(), b.words().len(), "bitmaps over the same ids");
        // SAFETY: both have as many words.
        unsafe { (self.and_count)(a.words().as_ptr(), b.words().as_ptr(), a.words().len()) }
    }

    fn filter_into(&self, filter: super::kernels::ProbeFn, bits: &Bitmap, a: &[u32], out: &mut Vec<u32>) {
        assert_covers(bits, a);
        out.clear();
        out.reserve(a.len() + SLACK);
        // SAFETY: `bits` covers `a`; at most all of `a` is kept.
        unsafe {
            let len = filter(bits.words().as_ptr(), a.as_ptr(), a.len(), out.as_mut_ptr());
            out.set_len(len);
        }
    }
}

fn assert_covers(bits: &Bitmap, a: &[u32]) {
    let max = a.iter().fold(0, |max, &x| max.max(x));
    assert!(a.is_empty() || (max as usize) < 64 * bits.words().len(), "id {max} lies outside the bitmap");
}
