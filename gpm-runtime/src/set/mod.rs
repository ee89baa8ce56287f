//! Sorted-set primitives: what generated code and the interpreter call for every candidate set.
//!
//! A set is a strictly ascending run of `u32` vertex ids. One [`Kernels`] table holds all primitives of one
//! instruction set as `extern "C"` pointers; [`kernels()`] picks the table once per process.
//!
//! ```text
//! kernels.rs   the table and its choice          slices.rs   the same for Rust slices
//! primitives.rs  what a table is filled from ──┬─ scalar.rs   branchless merge + search   → portable.rs
//!                                              └─ blocked.rs  blocks of `Lanes`           → avx2.rs, avx512.rs
//!                                                 merge.rs (similar lengths), search.rs (short × long)
//! probe.rs     set × bitmap      words.rs   bitmap × bitmap      bitmap.rs   an owned bitmap
//! ```
//!
//! # Choice of algorithm
//!
//! Up to a block each (8 ids with AVX2, 16 with AVX-512): all pairs at once, no loop. Lengths at least 8 times apart:
//! search. Otherwise: merge. Measured by `examples/set_bench.rs` on an AMD Zen 4 core, ids of both inputs per ns:
//!
//! | lengths | 8/8 | 16/16 | 40/40 | 1000/1000 | 8/200 | 32/1000 | 32/20000 |
//! |---|---|---|---|---|---|---|---|
//! | portable | 0.8 | 0.6 | 0.5 | 0.5 | 3.6 | 2.8 | 32 |
//! | avx2 | 4.6 | 2.3 | 2.3 | 1.9 | 6.6 | 5.2 | 53 |
//! | avx512 | 5.8 | 4.1 | 3.1 | 3.5 | 7.3 | 6.0 | 60 |
//!
//! # Contract of every primitive
//!
//! * No byte outside `a[..na]`, `b[..nb]` is read: inputs may end at a page end.
//! * `out` has room for [`SLACK`] elements beyond the longest possible result (`min(na, nb)` for an intersection,
//!   `na` otherwise); what lies after the result is garbage.
//! * `out` may equal `a` (in place), may not overlap it in another way, and never overlaps `b`.
//! * Zero lengths are legal, with any aligned non-null pointer.

mod primitives;
mod kernels;
mod choose;
mod slices;
mod scalar;
mod portable;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod merge;
#[cfg(target_arch = "x86_64")]
mod search;
#[cfg(target_arch = "x86_64")]
mod blocked;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod probe;
mod words;
mod ones;
mod counting;
mod bitmap;
#[cfg(test)]
mod tests;

pub use bitmap::Bitmap;
pub use choose::kernels;
pub(crate) use counting::counting_bits;
pub use kernels::{
    FindFn, Kernels, MarkFn, ProbeCountFn, ProbeFn, SLACK, SetCountFn, SetFn, Words3CountFn, WordsCountFn, WordsFn,
};
pub use ones::{Ones, ones};
