//! Where a bound nest is run: on the CPU, on GPUs, or on both.

mod executor;
mod cpu;
#[cfg(feature = "cuda")]
mod accelerator;
#[cfg(feature = "cuda")]
mod late_gpu;
#[cfg(feature = "cuda")]
mod who;
#[cfg(feature = "cuda")]
mod known;
#[cfg(feature = "cuda")]
mod shared;
#[cfg(feature = "cuda")]
mod late_settler;
#[cfg(feature = "cuda")]
mod both;
#[cfg(feature = "cuda")]
mod gpu;
mod choose;

pub(super) use choose::executor;
pub(super) use executor::{
    CliquesAsked, CliquesDone, Done, Executor, LabelledDone, OfEngine, Samples, Search, TreeSamples,
};
