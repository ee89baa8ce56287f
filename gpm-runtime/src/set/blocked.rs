//! The primitives over blocks of `Lanes`: which algorithm for which lengths.

use std::marker::PhantomData;

use gpm_plan::cost::SEARCHED_BY_LIST;

use super::{lanes::Lanes, merge, primitives::Primitives, search};

/// [`Primitives`] block by block.
pub(super) struct Blocked<L>(PhantomData<L>);

impl<L: Lanes> Primitives for Blocked<L> {
    #[inline(always)]
    unsafe fn intersect_few<const WRITE: bool>(
        a: *const u32,
        na: usize,
        b: *const u32,
        nb: usize,
        out: *mut u32,
    ) -> Option<usize> {
        if na.max(nb) > L::N {
            return None;
        }
        if na == 0 || nb == 0 {
            return Some(0);
        }
        // SAFETY: both lengths are between 1 and `N`; a block store ends within the slack of `out`.
        unsafe {
            let (block, hits) = L::match_parts(a, na, b, nb);
            if WRITE {
                L::pack(out, block, hits);
            }
            Some(hits.count_ones() as usize)
        }
    }

    #[inline(always)]
    unsafe fn difference_few(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> Option<usize> {
        if na.max(nb) > L::N || na == 0 || nb == 0 {
            return None;
        }
        // SAFETY: as in `intersect_few`.
        unsafe {
            let (block, hits) = L::match_parts(a, na, b, nb);
            let kept = !hits & L::first(na);
            L::pack(out, block, kept);
            Some(kept.count_ones() as usize)
        }
    }

    #[inline(always)]
    unsafe fn intersect<const WRITE: bool>(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        // SAFETY: the contract is passed on; a search has at least a block to search in, or nothing to search for.
        unsafe {
            if nb / SEARCHED_BY_LIST >= na && nb >= L::N {
                search::intersect::<L, WRITE, false>(a, na, b, nb, out)
            } else if na / SEARCHED_BY_LIST >= nb && na >= L::N {
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
            if nb / SEARCHED_BY_LIST >= na && nb >= L::N {
                search::difference::<L>(a, na, b, nb, out)
            } else if na / SEARCHED_BY_LIST >= nb && na >= L::N && nb > 0 {
                search::remove::<L>(a, na, b, nb, out)
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
