//! The primitives over blocks of `Lanes`: which algorithm for which lengths.

use std::marker::PhantomData;

use super::{lanes::Lanes, merge, primitives::Primitives, scalar, search};

/// Length ratio from which searching each element of the short list beats merging blocks.
const SEARCH_RATIO: usize = 8;
/// Length ratio `na / nb` from which a difference copies runs of `a` instead of merging.
const RUNS_RATIO: usize = 32;

/// [`Primitives`] block by block.
pub(super) struct Blocked<L>(PhantomData<L>);

impl<L: Lanes> Primitives for Blocked<L> {
    #[inline(always)]
    unsafe fn intersect<const WRITE: bool>(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        // SAFETY: the contract is passed on; each arm has checked the lengths that its callee needs.
        unsafe {
            if na.max(nb) <= L::N {
                if na == 0 || nb == 0 {
                    return 0;
                }
                let a_block = L::load_part(a, na);
                let hits = L::matches(a_block, L::load_part(b, nb)) & L::first(na);
                if WRITE {
                    L::pack(out, a_block, hits);
                }
                hits.count_ones() as usize
            } else if nb / SEARCH_RATIO >= na {
                search::intersect::<L, WRITE, false>(a, na, b, nb, out)
            } else if na / SEARCH_RATIO >= nb {
                search::intersect::<L, WRITE, true>(b, nb, a, na, out)
            } else {
                merge::merge::<L, true, WRITE>(a, na, b, nb, out)
            }
        }
    }

    #[inline(always)]
    unsafe fn difference(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        // SAFETY: as in `intersect`.
        unsafe {
            if na == 0 {
                0
            } else if nb / SEARCH_RATIO >= na && nb >= L::N {
                search::difference::<L>(a, na, b, nb, out)
            } else if na / RUNS_RATIO >= nb {
                scalar::copy_runs(a, na, b, nb, out, |x| search::lower_bound::<L>(a, na, x))
            } else {
                merge::merge::<L, false, true>(a, na, b, nb, out)
            }
        }
    }

    #[inline(always)]
    unsafe fn lower_bound(a: *const u32, na: usize, x: u32) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { search::lower_bound::<L>(a, na, x) }
    }

    #[inline(always)]
    unsafe fn contains(a: *const u32, na: usize, x: u32) -> bool {
        // SAFETY: the contract is passed on.
        unsafe { search::contains::<L>(a, na, x) }
    }

    #[inline(always)]
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { L::and_words::<NOT, WRITE>(a, b, words, out) }
    }

    #[inline(always)]
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { L::and3_words(a, b, c, words) }
    }
}
