//! The CUDA back end: renders nests as kernels, compiles them while the program runs, launches them on one GPU or several.
//!
//! ```text
//! LoopNest ── render ──> Kernel (source, layout) ── compile ──> CUBIN ── device ──> Finding
//! ```

pub mod abi;
pub mod compile;
pub mod descriptors;
pub mod kernel;
pub mod ceilings;
pub mod cliques;
pub mod frequent;
pub mod labelled;
pub mod trees;
pub mod static_kernel;
pub mod device;

pub mod phases;

mod render;
mod rendering;
