//! Bitmap × bitmap in plain Rust, in a shape that the compiler turns into vectors of the entry point's features.

/// Population count of `a & b` (`a & !b` if `NOT`); writes the words if `WRITE`. `out` may equal `a` or `b`.
///
/// # Safety
/// `a[..words]`, `b[..words]` readable; with `WRITE`, `out[..words]` writable.
#[inline(always)]
pub(super) unsafe fn and<const NOT: bool, const WRITE: bool>(
    a: *const u64,
    b: *const u64,
    words: usize,
    out: *mut u64,
) -> usize {
    let mut bits = 0;
    for w in 0..words {
        // SAFETY: `w < words`.
        unsafe {
            let (x, y) = (*a.add(w), *b.add(w));
            let word = if NOT { x & !y } else { x & y };
            if WRITE {
                *out.add(w) = word;
            }
            bits += u64::from(word.count_ones());
        }
    }
    bits as usize
}

/// Population count of `a & b & c`.
///
/// # Safety
/// All three readable over `words`.
#[inline(always)]
pub(super) unsafe fn and3(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize {
    let mut bits = 0;
    for w in 0..words {
        // SAFETY: `w < words`.
        bits += unsafe { u64::from((*a.add(w) & *b.add(w) & *c.add(w)).count_ones()) };
    }
    bits as usize
}
