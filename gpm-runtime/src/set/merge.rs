//! Block × block merge, for lists of similar length: all pairs of two blocks at once, then the block with the smaller
//! maximum moves on. Which one is data, not control flow: no branch depends on it.
//!
//! In place (`out == a`): a whole-block store at `out + k`, `k <= i`, may overwrite the current block of `a` but never a
//! later one, so the current block and its maximum stay in registers until `a` moves on.
//!
//! Cost: one all-pairs compare per block of `a` and of `b`.

use std::hint::select_unpredictable;

use super::lanes::Lanes;

/// The cursor state of a merge: the current block of `a`, and how far both lists and the output are.
struct Cursor<L: Lanes> {
    i: usize,
    j: usize,
    k: usize,
    block: L::Block,
    /// Last element of `block`.
    max: u32,
    /// Lanes of `block` that matched an earlier block of `b` (difference only).
    found: u32,
}

/// `a ∩ b`; writes it only if `WRITE`.
///
/// # Safety
/// The module contract, and `na, nb >= 1`.
#[inline(always)]
pub(super) unsafe fn intersect<L: Lanes, const WRITE: bool>(
    a: *const u32,
    na: usize,
    b: *const u32,
    nb: usize,
    out: *mut u32,
) -> usize {
    let n = L::N;
    // SAFETY: whole blocks are loaded only where they fit; `k <= i`, so a block store ends within the slack of `out`
    // (`k <= min(i, j)` for the results, as every match is at most the smaller maximum).
    unsafe {
        let num_first = n.min(na);
        let mut c = Cursor::<L> { i: 0, j: 0, k: 0, block: L::load_part(a, num_first), max: *a.add(num_first - 1), found: 0 };
        while c.i + n <= na && c.j + n <= nb {
            let b_block = L::load(b.add(c.j));
            let b_max = *b.add(c.j + n - 1);
            let hits = L::matches(c.block, b_block);
            if WRITE {
                L::pack(out.add(c.k), c.block, hits);
            }
            c.k += hits.count_ones() as usize;
            let advance = c.max <= b_max;
            c.j += n * usize::from(b_max <= c.max);
            let next = c.i + n * usize::from(advance);
            if next + n > na {
                c.i = next;
                c.reload(a, na, advance);
                break;
            }
            c.max = select_unpredictable(advance, *a.add(next + n - 1), c.max);
            c.block = L::select(advance, L::load(a.add(next)), c.block);
            c.i = next;
        }
        c.intersect_tail::<WRITE>(a, na, b, nb, out)
    }
}

/// Writes `a \ b`.
///
/// # Safety
/// The module contract, and `na, nb >= 1`.
#[inline(always)]
pub(super) unsafe fn difference<L: Lanes>(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
    let n = L::N;
    // SAFETY: as in `intersect`; a block is stored at `k <= i` until `a` leaves it.
    unsafe {
        let num_first = n.min(na);
        let mut c = Cursor::<L> { i: 0, j: 0, k: 0, block: L::load_part(a, num_first), max: *a.add(num_first - 1), found: 0 };
        while c.i + n <= na && c.j + n <= nb {
            let b_block = L::load(b.add(c.j));
            let b_max = *b.add(c.j + n - 1);
            c.found |= L::matches(c.block, b_block);
            let kept = !c.found & L::first(n);
            L::pack(out.add(c.k), c.block, kept);
            let advance = c.max <= b_max;
            c.k += select_unpredictable(advance, kept.count_ones() as usize, 0);
            c.found = select_unpredictable(advance, 0, c.found);
            c.j += n * usize::from(b_max <= c.max);
            let next = c.i + n * usize::from(advance);
            if next + n > na {
                c.i = next;
                c.reload(a, na, advance);
                break;
            }
            c.max = select_unpredictable(advance, *a.add(next + n - 1), c.max);
            c.block = L::select(advance, L::load(a.add(next)), c.block);
            c.i = next;
        }
        c.difference_tail(a, na, b, nb, out)
    }
}

impl<L: Lanes> Cursor<L> {
    /// Loads the block at `i` after `a` moved on, a part of one at the end of the list.
    #[inline(always)]
    unsafe fn reload(&mut self, a: *const u32, na: usize, advance: bool) {
        if advance && self.i < na {
            let len = L::N.min(na - self.i);
            // SAFETY: `1 <= len <= N` elements are left at `i`.
            unsafe {
                self.block = L::load_part(a.add(self.i), len);
                self.max = *a.add(self.i + len - 1);
            }
        }
    }

    /// The same steps with partial blocks, once one list has less than a block left.
    #[inline(always)]
    unsafe fn intersect_tail<const WRITE: bool>(
        &mut self,
        a: *const u32,
        na: usize,
        b: *const u32,
        nb: usize,
        out: *mut u32,
    ) -> usize {
        while self.i < na && self.j < nb {
            let (a_len, b_len) = (L::N.min(na - self.i), L::N.min(nb - self.j));
            // SAFETY: both lengths are at least 1 and in range.
            unsafe {
                let b_block = L::load_part(b.add(self.j), b_len);
                let b_max = *b.add(self.j + b_len - 1);
                let hits = L::matches(self.block, b_block) & L::first(a_len);
                if WRITE {
                    L::pack(out.add(self.k), self.block, hits);
                }
                self.k += hits.count_ones() as usize;
                let advance = self.max <= b_max;
                self.j += b_len * usize::from(b_max <= self.max);
                self.i += a_len * usize::from(advance);
                self.reload(a, na, advance);
            }
        }
        self.k
    }

    /// As [`Cursor::intersect_tail`]; then the rest of the current block and of `a` is kept.
    #[inline(always)]
    unsafe fn difference_tail(&mut self, a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize {
        while self.i < na {
            let a_len = L::N.min(na - self.i);
            let has_b = self.j < nb;
            let b_len = L::N.min(nb - self.j);
            // SAFETY: `b` is read only while elements are left; a block store ends at `k + N <= na + N`; the rest is
            // after the current block, thus not yet overwritten, and fits because `k + a_len <= i + a_len`.
            unsafe {
                let mut advance = true;
                if has_b {
                    let b_max = *b.add(self.j + b_len - 1);
                    self.found |= L::matches(self.block, L::load_part(b.add(self.j), b_len));
                    advance = self.max <= b_max;
                    self.j += b_len * usize::from(b_max <= self.max);
                }
                if !advance {
                    continue;
                }
                let kept = !self.found & L::first(a_len);
                L::pack(out.add(self.k), self.block, kept);
                self.k += kept.count_ones() as usize;
                self.found = 0;
                self.i += a_len;
                if self.j >= nb {
                    std::ptr::copy(a.add(self.i), out.add(self.k), na - self.i);
                    return self.k + na - self.i;
                }
                self.reload(a, na, true);
            }
        }
        self.k
    }
}
