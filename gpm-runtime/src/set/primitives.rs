//! What a [`Kernels`](super::Kernels) table is filled from: one trait per table, one macro that wraps it.

/// The primitives that differ between instruction sets; probes and marks are shared (`probe.rs`).
///
/// Every method keeps the module contract. Implementations are `inline(always)`, so that they are compiled with the
/// target features of the entry point that [`kernel_table!`] makes around them.
pub(super) trait Primitives {
    /// `a ∩ b`; writes it only if `WRITE`, returns its size.
    ///
    /// # Safety
    /// `a[..na]`, `b[..nb]` readable; with `WRITE`, `out` as the module contract says.
    unsafe fn intersect<const WRITE: bool>(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize;

    /// As [`Primitives::intersect`], if both lists are short enough for a way without loops; else `None`.
    ///
    /// Kept apart so that the entry point for the most frequent lengths saves no registers.
    ///
    /// # Safety
    /// As [`Primitives::intersect`].
    #[inline(always)]
    unsafe fn intersect_few<const WRITE: bool>(
        _a: *const u32,
        _na: usize,
        _b: *const u32,
        _nb: usize,
        _out: *mut u32,
    ) -> Option<usize> {
        None
    }

    /// As [`Primitives::difference`], if both lists are short enough for a way without loops; else `None`.
    ///
    /// # Safety
    /// As [`Primitives::intersect`].
    #[inline(always)]
    unsafe fn difference_few(_a: *const u32, _na: usize, _b: *const u32, _nb: usize, _out: *mut u32) -> Option<usize> {
        None
    }

    /// Writes `a \ b`, returns its size.
    ///
    /// # Safety
    /// As [`Primitives::intersect`].
    unsafe fn difference(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) -> usize;

    /// Number of elements of `a` below `x`.
    ///
    /// # Safety
    /// `a[..na]` readable.
    unsafe fn lower_bound(a: *const u32, na: usize, x: u32) -> usize;

    /// Whether `x` is in `a`.
    ///
    /// # Safety
    /// `a[..na]` readable.
    unsafe fn contains(a: *const u32, na: usize, x: u32) -> bool;

    /// Population count of `a & b`, or of `a & !b` if `NOT`; writes the words if `WRITE`.
    ///
    /// # Safety
    /// `a[..words]`, `b[..words]` readable; with `WRITE`, `out[..words]` writable.
    unsafe fn and_words<const NOT: bool, const WRITE: bool>(
        a: *const u64,
        b: *const u64,
        words: usize,
        out: *mut u64,
    ) -> usize;

    /// Population count of `a & b & c`.
    ///
    /// # Safety
    /// All three readable over `words`.
    unsafe fn and3_words(a: *const u64, b: *const u64, c: *const u64, words: usize) -> usize;
}

/// The part of `a` in which the first element is that is not below `x`, from its start in steps that grow: where it begins, and its length.
///
/// # Safety
/// `a[..na]` readable.
#[inline(always)]
pub(super) unsafe fn gallop(a: *const u32, na: usize, x: u32) -> (usize, usize) {
    /// Elements of the first step: a block of the widest instructions.
    const FIRST: usize = 16;
    /// Factor by which steps grow. *guess*
    const GROWTH: usize = 4;
    let (mut start, mut end) = (0, FIRST);
    // SAFETY: the element before the end is one of `a`.
    while end < na && unsafe { *a.add(end - 1) } < x {
        (start, end) = (end, end * GROWTH);
    }
    (start, end.min(na) - start)
}

/// Makes `KERNELS`, a table named `$name`, whose entry points wrap `$imp: Primitives` and carry the attributes given.
macro_rules! kernel_table {
    ($name:literal, $imp:ty $(, #[$attr:meta])*) => {
        use super::{kernels::Kernels, primitives::{Primitives, gallop}, probe};

        type Imp = $imp;

        pub(super) static KERNELS: Kernels = {
            kernel_table!(@set [$(#[$attr])*] intersect_many Imp::intersect::<true>);
            kernel_table!(@set [$(#[$attr])*] difference_many Imp::difference);
            kernel_table!(@set [$(#[$attr])*] count_many Imp::intersect::<false>);
            kernel_table!(@fn [$(#[$attr])*]
                intersect(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32)
                match Imp::intersect_few::<true>(a, na, b, nb, out) {
                    Some(len) => len,
                    None => intersect_many(a, na, b, nb, out),
                });
            kernel_table!(@fn [$(#[$attr])*]
                difference(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32)
                match Imp::difference_few(a, na, b, nb, out) {
                    Some(len) => len,
                    None => difference_many(a, na, b, nb, out),
                });
            kernel_table!(@fn [$(#[$attr])*] intersect_count(a: *const u32, na: usize, b: *const u32, nb: usize)
                match Imp::intersect_few::<false>(a, na, b, nb, std::ptr::null_mut()) {
                    Some(len) => len,
                    None => count_many(a, na, b, nb, std::ptr::null_mut()),
                });
            kernel_table!(@fn [$(#[$attr])*] difference_count(a: *const u32, na: usize, b: *const u32, nb: usize)
                na - match Imp::intersect_few::<false>(a, na, b, nb, std::ptr::null_mut()) {
                    Some(len) => len,
                    None => count_many(a, na, b, nb, std::ptr::null_mut()),
                });
            kernel_table!(@fn [$(#[$attr])*] lower_bound(a: *const u32, na: usize, x: u32) Imp::lower_bound(a, na, x));
            kernel_table!(@fn [$(#[$attr])*] lower_bound_near(a: *const u32, na: usize, x: u32) {
                let (start, len) = gallop(a, na, x);
                start + Imp::lower_bound(a.add(start), len, x)
            });
            kernel_table!(@fn [$(#[$attr])*] contains(a: *const u32, na: usize, x: u32)
                usize::from(Imp::contains(a, na, x)));
            kernel_table!(@fn [$(#[$attr])*] and_count(a: *const u64, b: *const u64, words: usize)
                Imp::and_words::<false, false>(a, b, words, std::ptr::null_mut()));
            kernel_table!(@fn [$(#[$attr])*] andnot_count(a: *const u64, b: *const u64, words: usize)
                Imp::and_words::<true, false>(a, b, words, std::ptr::null_mut()));
            kernel_table!(@fn [$(#[$attr])*] and_into(a: *const u64, b: *const u64, words: usize, out: *mut u64)
                Imp::and_words::<false, true>(a, b, words, out));
            kernel_table!(@fn [$(#[$attr])*] andnot_into(a: *const u64, b: *const u64, words: usize, out: *mut u64)
                Imp::and_words::<true, true>(a, b, words, out));
            kernel_table!(@fn [$(#[$attr])*] and3_count(a: *const u64, b: *const u64, c: *const u64, words: usize)
                Imp::and3_words(a, b, c, words));
            Kernels {
                name: $name,
                intersect, intersect_count, difference, difference_count,
                probe: probe::probe,
                probe_count: probe::probe_count,
                probe_difference: probe::probe_difference,
                probe_difference_count: probe::probe_difference_count,
                mark: probe::mark,
                unmark: probe::unmark,
                lower_bound, lower_bound_near, contains,
                and_count, and_into, andnot_count, andnot_into, and3_count,
            }
        };
    };
    (@set [$($attr:tt)*] $fn:ident $($body:tt)*) => {
        kernel_table!(@fn [$($attr)* #[inline(never)]]
            $fn(a: *const u32, na: usize, b: *const u32, nb: usize, out: *mut u32) $($body)*(a, na, b, nb, out));
    };
    (@fn [$($attr:tt)*] $fn:ident($($arg:ident: $ty:ty),*) $body:expr) => {
        $($attr)*
        unsafe extern "C" fn $fn($($arg: $ty),*) -> usize {
            // SAFETY: the caller of the table keeps the module contract, and the CPU has the features of this entry.
            unsafe { $body }
        }
    };
}
pub(super) use kernel_table;
