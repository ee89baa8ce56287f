//! Short × long: each element of the short list is searched in the long one, down to a block that one compare settles.
//!
//! The number of steps of a search depends on the length of the long list only, and no search waits for the one before,
//! so the core overlaps them. Galloping from the last position makes fewer steps but chains and mispredicts them.
//!
//! Cost: O(short · log(long / N)).

use super::{lanes::Lanes, scalar};

/// Start of a block of `long` that contains `x` if the list does. `n >= N`.
#[inline(always)]
unsafe fn block_of<L: Lanes>(long: *const u32, n: usize, x: u32) -> usize {
    // SAFETY: the contract is passed on.
    unsafe { scalar::narrow(long, n, L::N, [x])[0].min(n - L::N) }
}

/// Which of the `len` elements at `short` are in `long`, as a mask. `num_long >= N`.
///
/// Four searches share one loop; a group that is not full repeats its last element.
#[inline(always)]
unsafe fn find_some<L: Lanes>(short: *const u32, len: usize, long: *const u32, num_long: usize) -> u32 {
    let mut hits = 0;
    for t in (0..len).step_by(4) {
        // SAFETY: every index is below `len`; the blocks lie inside `long`.
        unsafe {
            let x = [0, 1, 2, 3].map(|s| *short.add((t + s).min(len - 1)));
            let at = scalar::narrow(long, num_long, L::N, x).map(|at| at.min(num_long - L::N));
            for s in 0..4 {
                hits |= u32::from(L::equals(L::load(long.add(at[s])), x[s]) != 0) << (t + s);
            }
        }
    }
    hits & L::first(len)
}

/// `short ∩ long`; writes it only if `WRITE`. `out` may be `short`, or `long` if `OUT_IS_LONG` allows for that.
///
/// # Safety
/// The module contract, and `num_long >= N`.
#[inline(always)]
pub(super) unsafe fn intersect<L: Lanes, const WRITE: bool, const OUT_IS_LONG: bool>(
    short: *const u32,
    num_short: usize,
    long: *const u32,
    num_long: usize,
    out: *mut u32,
) -> usize {
    let (mut p, mut k) = (0, 0);
    while p < num_short {
        let len = L::N.min(num_short - p);
        // SAFETY: `len` elements are left. A block is stored at `k <= p` after its elements were read. When `out` is
        // `long`, exact stores replace elements up to a match by smaller matches: later searches stay right.
        unsafe {
            let hits = find_some::<L>(short.add(p), len, long, num_long);
            if WRITE && OUT_IS_LONG {
                L::pack_exact(out.add(k), L::load_part(short.add(p), len), hits);
            } else if WRITE {
                L::pack(out.add(k), L::load_part(short.add(p), len), hits);
            }
            k += hits.count_ones() as usize;
        }
        p += len;
    }
    k
}

/// Writes `short \ long`.
///
/// # Safety
/// The module contract, and `num_long >= N`.
#[inline(always)]
pub(super) unsafe fn difference<L: Lanes>(
    short: *const u32,
    num_short: usize,
    long: *const u32,
    num_long: usize,
    out: *mut u32,
) -> usize {
    let (mut p, mut k) = (0, 0);
    while p < num_short {
        let len = L::N.min(num_short - p);
        // SAFETY: as in `intersect`.
        unsafe {
            let kept = !find_some::<L>(short.add(p), len, long, num_long) & L::first(len);
            L::pack(out.add(k), L::load_part(short.add(p), len), kept);
            k += kept.count_ones() as usize;
        }
        p += len;
    }
    k
}

/// Number of elements of `a` below `x`.
///
/// # Safety
/// `a[..na]` readable.
#[inline(always)]
pub(super) unsafe fn lower_bound<L: Lanes>(a: *const u32, na: usize, x: u32) -> usize {
    // SAFETY: a whole block is loaded only if there is one, else the elements there are.
    unsafe {
        if na >= L::N {
            let at = block_of::<L>(a, na, x);
            at + L::less(L::load(a.add(at)), x).count_ones() as usize
        } else if na > 0 {
            (L::less(L::load_part(a, na), x) & L::first(na)).count_ones() as usize
        } else {
            0
        }
    }
}

/// Whether `x` is in `a`.
///
/// # Safety
/// `a[..na]` readable.
#[inline(always)]
pub(super) unsafe fn contains<L: Lanes>(a: *const u32, na: usize, x: u32) -> bool {
    // SAFETY: as in `lower_bound`; repeated lanes do not change the answer.
    unsafe {
        if na >= L::N {
            L::equals(L::load(a.add(block_of::<L>(a, na, x))), x) != 0
        } else {
            na > 0 && L::equals(L::load_part(a, na), x) != 0
        }
    }
}
