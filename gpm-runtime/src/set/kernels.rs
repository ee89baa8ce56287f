//! The table of primitives of one instruction set.

/// Elements an output buffer needs beyond the longest possible result: whole vectors are stored.
pub const SLACK: usize = 16;

/// `(a, na, b, nb, out) -> length`: two sets in, one set out.
pub type SetFn = unsafe extern "C" fn(*const u32, usize, *const u32, usize, *mut u32) -> usize;
/// `(a, na, b, nb) -> length`: two sets in, the size of the result out.
pub type SetCountFn = unsafe extern "C" fn(*const u32, usize, *const u32, usize) -> usize;
/// `(bits, a, na, out) -> length`: a set filtered by a bitmap that covers all of its ids.
pub type ProbeFn = unsafe extern "C" fn(*const u64, *const u32, usize, *mut u32) -> usize;
/// `(bits, a, na) -> length`: the size of a set filtered by a bitmap that covers all of its ids.
pub type ProbeCountFn = unsafe extern "C" fn(*const u64, *const u32, usize) -> usize;
/// `(bits, a, na)`: changes the bits of a set in a bitmap that covers all of its ids.
pub type MarkFn = unsafe extern "C" fn(*mut u64, *const u32, usize);
/// `(a, na, x) -> number`: looks one id up in a set.
pub type FindFn = unsafe extern "C" fn(*const u32, usize, u32) -> usize;
/// `(a, b, words) -> bits`: population count over two bitmaps of `words` words.
pub type WordsCountFn = unsafe extern "C" fn(*const u64, *const u64, usize) -> usize;
/// `(a, b, words, out) -> bits`: as [`WordsCountFn`], and writes the words; `out` may equal `a` or `b`.
pub type WordsFn = unsafe extern "C" fn(*const u64, *const u64, usize, *mut u64) -> usize;
/// `(a, b, c, words) -> bits`: population count over three bitmaps.
pub type Words3CountFn = unsafe extern "C" fn(*const u64, *const u64, *const u64, usize) -> usize;

/// The set primitives of one instruction set; chosen once at run time.
///
/// Sets are strictly ascending. The pointers keep the contract of the [module](crate::set); calling one is unsafe
/// because pointers and lengths are taken at their word.
#[derive(Debug)]
pub struct Kernels {
    /// `portable`, `avx2` or `avx512`; also the value of `GPM_SIMD`.
    pub name: &'static str,
    /// Writes `a ∩ b`. Cost: O(na + nb), or O(short · log long) when the lengths differ much.
    pub intersect: SetFn,
    /// `|a ∩ b|`. Cost as `intersect`.
    pub intersect_count: SetCountFn,
    /// Writes `a \ b`. Cost as `intersect`, plus the copy of what is kept.
    pub difference: SetFn,
    /// `|a \ b|`. Cost as `intersect_count`.
    pub difference_count: SetCountFn,
    /// Writes `{x in a : bit x set}`. Cost: O(na), free of branches on the data.
    pub probe: ProbeFn,
    /// `|{x in a : bit x set}|`.
    pub probe_count: ProbeCountFn,
    /// Writes `{x in a : bit x clear}`.
    pub probe_difference: ProbeFn,
    /// `|{x in a : bit x clear}|`.
    pub probe_difference_count: ProbeCountFn,
    /// Sets the bits of `a`.
    pub mark: MarkFn,
    /// Clears every word that holds a bit of `a`, other bits of that word included.
    pub unmark: MarkFn,
    /// Number of elements of `a` below `x`. Cost: O(log na), free of branches on the data.
    pub lower_bound: FindFn,
    /// The same where few elements are expected to be. Cost: O(log of their number).
    pub lower_bound_near: FindFn,
    /// 1 if `x` is in `a`, else 0.
    pub contains: FindFn,
    /// Population count of `a & b`.
    pub and_count: WordsCountFn,
    /// Writes `a & b`, returns its population count.
    pub and_into: WordsFn,
    /// Population count of `a & !b`.
    pub andnot_count: WordsCountFn,
    /// Writes `a & !b`, returns its population count.
    pub andnot_into: WordsFn,
    /// Population count of `a & b & c`.
    pub and3_count: Words3CountFn,
}
