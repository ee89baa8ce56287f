//! How a command ends: done, stopped early, or failed, each with its exit code.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use gpm::{EngineError, GraphError, PatternError, PlanError};

/// The end of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is done.
    Complete,
    /// The time limit or a signal came first; what is known was printed and marked partial.
    Partial,
}

impl Outcome {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Partial => 3,
        }
    }

    /// Partial if either is.
    pub(crate) fn and(self, other: Self) -> Self {
        if self == Self::Complete { other } else { self }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the command line is at fault.
    Input(anyhow::Error),
    /// The device, memory or a file system let us down.
    Run(anyhow::Error),
    /// Whoever read our output has gone, as in `gpm list … | head`. They have what they wanted: not an error.
    Unread,
}

impl Failure {
    /// A fault of the input or the command line.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(anyhow!(message.into()))
    }

    /// A run that could not be.
    pub(crate) fn run(message: impl Into<String>) -> Self {
        Self::Run(anyhow!(message.into()))
    }

    /// A count that does not fit.
    pub(crate) fn overflow(count: &str) -> Self {
        Self::Run(anyhow!("{count} has more than 128 bits: count a smaller pattern"))
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Run(_) => 1,
            Self::Unread => 0,
        }
    }

    /// A failed write to `name`.
    pub(crate) fn write(name: &str, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Run(anyhow!("cannot write {name}: {error}")),
        }
    }

    /// A failed write to a file.
    pub(crate) fn write_file(path: &Path, error: io::Error) -> Self {
        Self::write(&format!("`{}`", path.display()), error)
    }

    /// A failed write to standard output.
    pub(crate) fn stdout(error: io::Error) -> Self {
        Self::write("the standard output", error)
    }

    /// A graph that could not be saved: never the input's fault, whatever the variant.
    pub(crate) fn save(path: &Path, error: GraphError) -> Self {
        match error {
            GraphError::NotFound { .. } => {
                Self::Run(anyhow!("cannot write `{}`: there is no such directory", path.display()))
            }
            GraphError::IsDirectory { .. } => {
                Self::Run(anyhow!("cannot write `{}`: it is a directory, name a file in it", path.display()))
            }
            GraphError::Io { source, .. } => Self::write_file(path, source),
            other => Self::Run(other.into()),
        }
    }
}

/// Reading a graph fails because of its file, unless the system cannot read.
impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        match error {
            GraphError::Io { .. } | GraphError::OutOfMemory { .. } => Self::Run(error.into()),
            _ => Self::Input(error.into()),
        }
    }
}

impl From<PatternError> for Failure {
    fn from(error: PatternError) -> Self {
        Self::Input(error.into())
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::Run(error.into())
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        if error.is_input() { Self::Input(error.into()) } else { Self::Run(error.into()) }
    }
}

/// A failure that no input causes.
pub(crate) fn bug(what: &str) -> Failure {
    Failure::Run(anyhow!("internal error: {what}; please report this"))
}
