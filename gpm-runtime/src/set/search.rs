//! Short × long: each element of the short list is searched in the long one, down to a block that one compare settles.
//!
//! The number of steps of a search depends on the length of the long list only, and no search waits for the one before,
//! so the core overlaps them. Galloping from the last position makes fewer steps but chains and mispredicts them.
//!
//! Cost: O(short · log(long / N)).

use super::{lanes::Lanes, scalar};

/// Elements of the long list per round of [`remove`]; half a kilobyte of marks. *guess*
const CHUNK: usize = 4096;
/// Words of marks: a last chunk is up to a block longer, and a search that misses points up to 32 elements further.
const MARK_WORDS: usize = CHUNK / 64 + 2;

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

/// Writes `long \ short`. `out` may be `long`.
///
/// A round searches the elements of `short` that fall into a chunk of `long`, marks where they were found, and packs the
/// unmarked elements block by block: no branch, and no call per run as with copies of the runs between the marks.
///
/// # Safety
/// The module contract, and `num_long >= N`.
#[inline(always)]
pub(super) unsafe fn remove<L: Lanes>(
    long: *const u32,
    num_long: usize,
    short: *const u32,
    num_short: usize,
    out: *mut u32,
) -> usize {
    let (mut i, mut j, mut k) = (0, 0, 0);
    let mut marks = [0u64; MARK_WORDS];
    while i < num_long {
        // The last chunk takes a rest of less than a block along: every chunk has at least one.
        let len = if num_long - i < CHUNK + L::N { num_long - i } else { CHUNK };
        // SAFETY: chunks lie inside `long`; a round reads its chunk for the searches before it stores, and then each block
        // before the store at `k <= i` that may overwrite it. `j <= num_short`.
        unsafe {
            let chunk = long.add(i);
            marks[..len / 64 + 1].fill(0);
            let last = *chunk.add(len - 1);
            let end = j + lower_bound::<L>(short.add(j), num_short - j, last);
            let end = end + usize::from(end < num_short && *short.add(end) == last);
            mark_some::<L>(chunk, len, short.add(j), end - j, &mut marks);
            k += pack_unmarked::<L>(chunk, len, &marks, out.add(k));
            j = end;
        }
        i += len;
    }
    k
}

/// Sets the marks of the elements of `chunk` that are in `short`.
#[inline(always)]
unsafe fn mark_some<L: Lanes>(chunk: *const u32, len: usize, short: *const u32, num_short: usize, marks: &mut [u64]) {
    for t in (0..num_short).step_by(4) {
        // SAFETY: every index is below `num_short`; the blocks lie inside `chunk`.
        unsafe {
            let x = [0, 1, 2, 3].map(|s| *short.add((t + s).min(num_short - 1)));
            let at = scalar::narrow(chunk, len, L::N, x).map(|at| at.min(len - L::N));
            for s in 0..4 {
                let equal = L::equals(L::load(chunk.add(at[s])), x[s]);
                let found = at[s] + equal.trailing_zeros() as usize;
                marks[found / 64] |= u64::from(equal != 0) << (found % 64);
            }
        }
    }
}

/// Packs the elements of `chunk` without a mark to `out`, which may overlap the chunk from below.
#[inline(always)]
unsafe fn pack_unmarked<L: Lanes>(chunk: *const u32, len: usize, marks: &[u64], out: *mut u32) -> usize {
    let (mut i, mut k) = (0, 0);
    while i < len {
        let part = L::N.min(len - i);
        // SAFETY: `part` elements are left.
        unsafe {
            let kept = !(marks[i / 64] >> (i % 64)) as u32 & L::first(part);
            let block = if part == L::N { L::load(chunk.add(i)) } else { L::load_part(chunk.add(i), part) };
            L::pack(out.add(k), block, kept);
            k += kept.count_ones() as usize;
        }
        i += part;
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
