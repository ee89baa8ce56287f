//! The CPU back end: a nest compiled to native code, an interpreter that says what it means, and the workers that run it.

mod code;
mod codegree;
mod context;
mod interpret;
mod local_graph;
mod run;
mod tasks;

pub use interpret::Interpreter;
pub use run::{Backend, Finding, RunError, Sink, run};
