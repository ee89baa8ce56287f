//! One block of a sorted list in one vector register: the contract between the block algorithms and an instruction set.

/// `N` ascending elements in a register. A mask has bit `t` for lane `t`.
///
/// Methods are `inline(always)` into entry points that carry the target features, which every caller must guarantee;
/// that and what is named below are their whole safety contract.
pub(super) trait Lanes {
    /// Elements per block.
    const N: usize;
    /// The register.
    type Block: Copy;

    /// Loads `N` elements.
    ///
    /// # Safety
    /// `at[..N]` readable.
    unsafe fn load(at: *const u32) -> Self::Block;

    /// Loads `n` elements and repeats the last one in the other lanes.
    ///
    /// # Safety
    /// `at[..n]` readable, `1 <= n <= N`.
    unsafe fn load_part(at: *const u32, n: usize) -> Self::Block;

    /// Lanes of `a` that equal any lane of `b`.
    ///
    /// # Safety
    /// None beyond the target features.
    unsafe fn matches(a: Self::Block, b: Self::Block) -> u32;

    /// The first `na` elements at `a`, and which of them equal any of the first `nb` at `b`.
    ///
    /// # Safety
    /// `a[..na]`, `b[..nb]` readable; both lengths between 1 and `N`.
    #[inline(always)]
    unsafe fn match_parts(a: *const u32, na: usize, b: *const u32, nb: usize) -> (Self::Block, u32) {
        // SAFETY: as above.
        unsafe {
            let block = Self::load_part(a, na);
            (block, Self::matches(block, Self::load_part(b, nb)) & Self::first(na))
        }
    }

    /// Lanes that equal `x`.
    ///
    /// # Safety
    /// None beyond the target features.
    unsafe fn equals(a: Self::Block, x: u32) -> u32;

    /// Lanes below `x`.
    ///
    /// # Safety
    /// None beyond the target features.
    unsafe fn less(a: Self::Block, x: u32) -> u32;

    /// Lanes of at most `x`.
    ///
    /// # Safety
    /// None beyond the target features.
    unsafe fn at_most(a: Self::Block, x: u32) -> u32;

    /// Writes the lanes of `mask`, packed, then garbage up to `N` elements.
    ///
    /// # Safety
    /// `out[..N]` writable.
    unsafe fn pack(out: *mut u32, a: Self::Block, mask: u32);

    /// Writes the lanes of `mask`, packed, and nothing else; slower than [`Lanes::pack`].
    ///
    /// # Safety
    /// `out` writable for as many elements as `mask` has bits.
    unsafe fn pack_exact(out: *mut u32, a: Self::Block, mask: u32);

    /// As [`Primitives::and_words`](super::primitives::Primitives::and_words).
    ///
    /// # Safety
    /// As there.
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize;

    /// As [`Primitives::and3_words`](super::primitives::Primitives::and3_words).
    ///
    /// # Safety
    /// As there.
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize;

    /// The mask of the first `n <= N` lanes.
    #[inline(always)]
    fn first(n: usize) -> u32 {
        (1u32 << n) - 1
    }
}
