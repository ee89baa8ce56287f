//! The CPU back end: the workers, and three things that they can run: a nest compiled to native code while the program runs,
//! an interpreter that says what it means, and code that the `pattern!` macro made ([`kit`]).

#[cfg(feature = "jit")]
mod code;
mod codegree;
mod interpret;
mod job;
pub mod kit;
mod local_graph;
mod rows;
mod marked_row;
mod prepared;
mod processor;
mod root_memory;
mod run;
mod share;
mod tasks;
mod threads;
mod untaken;

pub(crate) use interpret::Draws;
pub use interpret::Interpreter;
#[cfg(feature = "cuda")]
pub(crate) use interpret::picked;
pub use job::Listing;
pub use run::{Backend, Searcher, run, run_before};
pub(crate) use threads::on_own;
pub use untaken::Rest;
