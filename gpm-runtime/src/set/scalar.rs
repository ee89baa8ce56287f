//! The primitives in plain Rust: branchless merge for similar lengths, branchless search for short × long.

use std::hint::select_unpredictable;

use super::{primitives::Primitives, words};

/// Length ratio from which searching each element of the short list beats merging, without vectors. Beside the 8 of vectors, of which
/// `set/mod.rs` has times on AMD Zen 4, a *guess*.
const SEARCH_RATIO: usize = 16;

/// [`Primitives`] one element at a time.
pub(super) struct Scalar;

impl Primitives for Scalar {
    #[inline(always)]
    unsafe fn intersect<const WRITE: bool>(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        // SAFETY: the contract is passed on.
        unsafe {
            if nb / SEARCH_RATIO >= na {
                intersect_search::<WRITE>(a, na, b, nb, out)
            } else if na / SEARCH_RATIO >= nb {
                intersect_search::<WRITE>(b, nb, a, na, out)
            } else {
                intersect_merge::<WRITE>(a, na, b, nb, out)
            }
        }
    }

    #[inline(always)]
    unsafe fn difference(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        // SAFETY: the contract is passed on.
        unsafe {
            if nb / SEARCH_RATIO >= na {
                difference_search(a, na, b, nb, out)
            } else if na / SEARCH_RATIO >= nb {
                copy_runs(a, na, b, nb, out)
            } else {
                difference_merge(a, na, b, nb, out)
            }
        }
    }

    #[inline(always)]
    unsafe fn lower_bound(a: *const u32, na: usize, x: u32) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { lower_bound(a, na, x) }
    }

    #[inline(always)]
    unsafe fn contains(a: *const u32, na: usize, x: u32) -> bool {
        // SAFETY: the contract is passed on.
        unsafe { contains(a, na, x) }
    }

    #[inline(always)]
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { words::and::<NOT, WRITE>(a, b, words, out) }
    }

    #[inline(always)]
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize {
        // SAFETY: the contract is passed on.
        unsafe { words::and3(a, b, c, words) }
    }
}

/// For each of `x`, narrows `[0, n)` around the first element of at least `x` until at most `window` elements are left;
/// returns the starts.
///
/// The number of steps depends on `n` only, so searches of one list for several `x` overlap in the pipeline.
///
/// # Safety
/// `a[..n]` readable, `window >= 1`.
#[inline(always)]
pub(super) unsafe fn narrow<const X: usize>(a: *const u32, n: usize, window: usize, x: [u32; X]) -> [usize; X] {
    let (mut starts, mut len) = ([0; X], n);
    while len > window {
        let half = len / 2;
        for (start, x) in starts.iter_mut().zip(x) {
            // SAFETY: `half >= 1` and `start + half <= start + len <= n`.
            let is_below = unsafe { *a.add(*start + half - 1) } < x;
            *start = select_unpredictable(is_below, *start + half, *start);
        }
        len -= half;
    }
    starts
}

#[inline(always)]
unsafe fn lower_bound(a: *const u32, n: usize, x: u32) -> usize {
    // SAFETY: `narrow` leaves one candidate, inside `a` because `n > 0`.
    unsafe {
        if n == 0 {
            return 0;
        }
        let [at] = narrow(a, n, 1, [x]);
        at + usize::from(*a.add(at) < x)
    }
}

#[inline(always)]
unsafe fn contains(a: *const u32, n: usize, x: u32) -> bool {
    // SAFETY: as in `lower_bound`.
    n > 0 && unsafe { *a.add(narrow(a, n, 1, [x])[0]) == x }
}

/// Moves both cursors by comparison results, never by a branch. In place: `k <= i`, so only read elements are lost.
#[inline(always)]
unsafe fn intersect_merge<const WRITE: bool>(
    a: *const u32,
    na: usize,
    b: *const u32,
    nb: usize,
    out: *mut u32,
) -> usize {
    let (mut i, mut j, mut k) = (0, 0, 0);
    while i < na && j < nb {
        // SAFETY: `i < na`, `j < nb`, and `k <= min(i, j)` lies in the capacity of `out`.
        unsafe {
            let (x, y) = (*a.add(i), *b.add(j));
            if WRITE {
                *out.add(k) = x;
            }
            k += usize::from(x == y);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
    }
    k
}

/// Searches each element of `short` in `long`. `out` may be either: a miss rewrites what was there.
#[inline(always)]
unsafe fn intersect_search<const WRITE: bool>(
    short: *const u32,
    num_short: usize,
    long: *const u32,
    num_long: usize,
    out: *mut u32,
) -> usize {
    let mut k = 0;
    for p in 0..num_short {
        // SAFETY: `p < num_short`, and `k <= p` lies in the capacity of `out`. When `out` is `long`, elements up to `k`
        // were replaced by smaller matches, which leaves the list partitioned by every later `x`.
        unsafe {
            let x = *short.add(p);
            let is_hit = contains(long, num_long, x);
            if WRITE {
                *out.add(k) = select_unpredictable(is_hit, x, *out.add(k));
            }
            k += usize::from(is_hit);
        }
    }
    k
}

/// As [`intersect_merge`]; what is left of `a` when `b` ends is copied.
#[inline(always)]
unsafe fn difference_merge(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
    let (mut i, mut j, mut k) = (0, 0, 0);
    while i < na && j < nb {
        // SAFETY: `i < na`, `j < nb`, `k <= i`.
        unsafe {
            let (x, y) = (*a.add(i), *b.add(j));
            *out.add(k) = x;
            k += usize::from(x < y);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
    }
    // SAFETY: `k + (na - i) <= na`; `copy` allows the overlap of `out == a`.
    unsafe { std::ptr::copy(a.add(i), out.add(k), na - i) };
    k + na - i
}

/// `a` is short: keeps each element that a search in `b` does not find.
#[inline(always)]
unsafe fn difference_search(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
    let mut k = 0;
    for i in 0..na {
        // SAFETY: `i < na`, `k <= i`.
        unsafe {
            let x = *a.add(i);
            *out.add(k) = x;
            k += usize::from(!contains(b, nb, x));
        }
    }
    k
}

/// `b` is short: copies the runs of `a` between its elements.
///
/// In place, elements of `a` before the cursor may be replaced by smaller kept ones: the search of a later `y` still holds.
#[inline(always)]
unsafe fn copy_runs(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
    let (mut from, mut k) = (0, 0);
    for j in 0..nb {
        // SAFETY: `j < nb`, `from <= at <= na` (`max` for unsorted input), `k <= from`.
        unsafe {
            let y = *b.add(j);
            let at = lower_bound(a, na, y).max(from);
            std::ptr::copy(a.add(from), out.add(k), at - from);
            k += at - from;
            from = at + usize::from(at < na && *a.add(at) == y);
        }
    }
    // SAFETY: `k <= from <= na`.
    unsafe { std::ptr::copy(a.add(from), out.add(k), na - from) };
    k + na - from
}
