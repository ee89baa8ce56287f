//! Native code for a nest, made at run time with Cranelift from its lowered program: loops and bounds inline, calls to the SIMD
//! set primitives for lists, inline AND + population count for local bit matrices.
//!
//! The function made is `fn(&mut Context, first, last) -> status`: it runs the roots `first..last` (indices into the root list)
//! and, of the candidates for level 1, those that the context names. It returns 0, or 1 if it was told to stop.

mod context;
mod credit;
mod emit;
mod entries;
mod filters;
mod kept;
mod limits;
mod lists;
mod local;
mod native;
mod polynomials;
mod primitives;
mod words;
mod worker;

pub(super) use kept::native;
pub(super) use native::{CompileError, Native, is_for_this_host};
pub(super) use worker::work;
