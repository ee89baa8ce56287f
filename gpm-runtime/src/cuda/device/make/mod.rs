//! Making kernels: text rendered and compiled once for each nest and kind of device, and kept.

mod compiler;
mod kernel;
mod store;

pub use compiler::describe_compiler;
pub(crate) use compiler::{compiler, load_or_renew};
pub(crate) use kernel::{Compiled, StoreOptions};
pub(crate) use store::{KernelState, KernelStore};
