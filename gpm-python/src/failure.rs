//! Errors of the library as exceptions of the package.

use gpm::null::NotCompared;
use gpm::{EngineError, ErrorKind, GraphError, MergeError};
use pyo3::prelude::*;

/// The exception of a kind of errors, with a message.
fn exception(py: Python<'_>, kind: ErrorKind, message: String) -> PyErr {
    let name = match kind {
        ErrorKind::Input => "InputError",
        ErrorKind::File => "FileError",
        ErrorKind::Memory => "OutOfMemoryError",
        ErrorKind::Device => "DeviceError",
        ErrorKind::Overflow => "CountOverflowError",
        ErrorKind::Unsupported => "UnsupportedError",
        ErrorKind::Stopped => "StoppedError",
        _ => "InternalError",
    };
    let made = || py.import("gpmine.errors")?.getattr(name)?.call1((message,));
    made().map_or_else(|error| error, PyErr::from_value)
}

/// An error of the library as an exception.
pub(crate) fn of_engine(py: Python<'_>, error: EngineError) -> PyErr {
    exception(py, error.kind(), error.to_string())
}

/// An error about a graph as an exception.
pub(crate) fn of_graph(py: Python<'_>, error: GraphError) -> PyErr {
    exception(py, error.kind(), error.to_string())
}

/// Why there is nothing to compare with, as an exception.
pub(crate) fn of_null(py: Python<'_>, error: NotCompared) -> PyErr {
    match error {
        NotCompared::Model(_) | NotCompared::EdgeValues => input(py, error.to_string()),
        NotCompared::Graph(error) => of_graph(py, error),
        NotCompared::Engine(error) => of_engine(py, error),
        NotCompared::Stopped => exception(py, ErrorKind::Stopped, error.to_string()),
    }
}

/// Why parts give no answer, as an exception.
pub(crate) fn of_merge(py: Python<'_>, error: &MergeError) -> PyErr {
    if error.is_overflow() { overflow(py, error.to_string()) } else { input(py, error.to_string()) }
}

/// A number left 128 bits.
pub(crate) fn overflow(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, ErrorKind::Overflow, message.into())
}

/// A fault of the caller.
pub(crate) fn input(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, ErrorKind::Input, message.into())
}

/// The machine is too small.
pub(crate) fn out_of_memory(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, ErrorKind::Memory, message.into())
}
