//! What kind of thing went wrong: what a program that embeds gpm does about an error depends on this alone.

use gpm_plan::plan::{AnswerError, PlanError};

use super::error::EngineError;
#[cfg(feature = "cuda")]
use crate::cuda::device::GpuError;
use crate::graph::GraphError;
use crate::run::RunError;
use crate::sched::JournalError;
use crate::view::BindError;

/// What kind of thing went wrong. A binding makes a class of exceptions of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What was asked, or the graph, does not make sense: other input helps.
    Input,
    /// A file could not be read or written.
    File,
    /// There is too little memory, of the host or of a device, or too few threads.
    Memory,
    /// A GPU is not there, or failed.
    Device,
    /// A number left 128 bits.
    Overflow,
    /// It is not offered here: by this build, for this device.
    Unsupported,
    /// The run was stopped before there was anything to say.
    Stopped,
    /// A bug.
    Internal,
}

impl EngineError {
    /// What kind of thing went wrong.
    ///
    /// ```
    /// use gpm::{Engine, ErrorKind, Graph};
    ///
    /// let graph = Graph::from_edges(2, [(0, 1)])?;
    /// assert_eq!(Engine::auto()?.count(&graph, "a->b").unwrap_err().kind(), ErrorKind::Input);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kind(&self) -> ErrorKind {
        match self {
            EngineError::Bind(BindError::Stopped(_)) | EngineError::Plan(PlanError::Interrupted) => ErrorKind::Stopped,
            EngineError::Graph(error) => error.kind(),
            EngineError::Journal(JournalError::Io { .. }) => ErrorKind::File,
            EngineError::Pattern(_)
            | EngineError::Bind(_)
            | EngineError::NoAnchors
            | EngineError::NoArc
            | EngineError::Option { .. }
            | EngineError::Strategy { .. }
            | EngineError::TooManyPatterns { .. }
            | EngineError::EmptyLabel { .. }
            | EngineError::OfShard(_)
            | EngineError::Journal(_) => ErrorKind::Input,
            EngineError::NotEnoughMemory(_) | EngineError::Threads { .. } => ErrorKind::Memory,
            EngineError::Run(RunError::Overflow) | EngineError::Answer(AnswerError::Overflow) => ErrorKind::Overflow,
            EngineError::Plan(PlanError::Invalid(_))
            | EngineError::Run(RunError::Internal(_))
            | EngineError::Answer(AnswerError::Indivisible { .. }) => ErrorKind::Internal,
            #[cfg(feature = "cuda")]
            EngineError::Gpu(error) => match **error {
                GpuError::Stopped(_) => ErrorKind::Stopped,
                GpuError::OutOfMemory { .. } | GpuError::OutOfHostMemory { .. } | GpuError::Memory(_) => {
                    ErrorKind::Memory
                }
                GpuError::CliquesOverflow | GpuError::Run(RunError::Overflow) => ErrorKind::Overflow,
                GpuError::RowBeyond { .. } => ErrorKind::Unsupported,
                _ => ErrorKind::Device,
            },
            EngineError::Forked => ErrorKind::Device,
            EngineError::OfParent => ErrorKind::Unsupported,
            EngineError::NoGpuSupport | EngineError::NoIterator => ErrorKind::Unsupported,
        }
    }
}

impl GraphError {
    /// What kind of thing went wrong: with the file, the memory, or what the file says.
    pub fn kind(&self) -> ErrorKind {
        match self {
            GraphError::NotFound { .. }
            | GraphError::IsDirectory { .. }
            | GraphError::PermissionDenied { .. }
            | GraphError::Io { .. } => ErrorKind::File,
            GraphError::OutOfMemory { .. } => ErrorKind::Memory,
            GraphError::OtherFormat { .. } | GraphError::Unsupported { .. } | GraphError::NewerVersion { .. } => {
                ErrorKind::Unsupported
            }
            _ => ErrorKind::Input,
        }
    }
}
