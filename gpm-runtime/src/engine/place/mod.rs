//! Where a bound nest is run: on the CPU, on GPUs, or on whichever is ready.

mod executor;
mod cpu;
#[cfg(feature = "cuda")]
mod accelerator;
#[cfg(feature = "cuda")]
mod race;
#[cfg(feature = "cuda")]
mod either;
#[cfg(feature = "cuda")]
mod both;
#[cfg(feature = "cuda")]
mod gpu;
mod choose;

pub(super) use choose::executor;
pub(super) use executor::{Done, Executor, Search};
