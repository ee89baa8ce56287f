//! Why a query gave no answer.

use std::convert::Infallible;

use gpm_plan::pattern::PatternError;
use gpm_plan::plan::{AnswerError, PlanError};
use gpm_plan::strategy::Strategy;
use thiserror::Error;

use crate::control::{NoThread, Stopped};
use crate::cpu::kit::NestError;
#[cfg(feature = "cuda")]
use crate::cuda::device::{Failure, GpuError};
use crate::graph::{GraphError, NotEnoughMemory};
use crate::run::RunError;
use crate::sched::{JournalError, Shard};
use crate::view::BindError;

/// Why a query gave no answer.
///
/// ```
/// use gpm::{Engine, EngineError, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let error = Engine::auto()?.count(&graph, "a->b").unwrap_err();
/// assert!(matches!(error, EngineError::Bind(_)) && error.is_input());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The text of the query is no pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The planner failed: a bug.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The pattern does not fit the graph.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The graph's file is damaged.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// More memory is needed than there is.
    #[error("the search takes {0}")]
    NotEnoughMemory(#[from] NotEnoughMemory),
    /// Counts for each anchor were asked for.
    #[error("the pattern has no anchors: say with `with_anchors` which vertices are held fixed")]
    NoAnchors,
    /// Counts for each arc of a directed graph were asked for, but an edge of the pattern is no arc.
    #[error("counts per arc need a directed edge between the anchors, or an undirected graph")]
    NoArc,
    /// An option means nothing.
    #[error("{what} must be {must}")]
    Option {
        /// Which one, in words.
        what: &'static str,
        /// What it may be.
        must: &'static str,
    },
    /// The way to count that a query demands does not suit it.
    #[error("the strategy {strategy} does not suit: {flaw}")]
    Strategy {
        /// The strategy that the query demands.
        strategy: Strategy,
        /// What is against it.
        flaw: &'static str,
    },
    /// Frequent patterns are so many that the run would not end, or not fit in memory.
    #[error("{level}: {reason}; raise the support, or ask for smaller patterns")]
    TooManyPatterns {
        /// The patterns in question, by their size, in words.
        level: String,
        /// What there is too much of.
        reason: String,
    },
    /// Frequent patterns of a graph were asked for in which something has the empty label.
    #[error(
        "some {what} of the graph have an empty label, which no pattern can ask for: give all of them a label, or load the graph without these labels"
    )]
    EmptyLabel {
        /// `vertices` or `edges`.
        what: &'static str,
    },
    /// A whole answer was asked for in the session of a shard.
    #[error(
        "this session is for shard {0}, and no shard has the answer: count in a session of the whole graph, or ask each shard with `count_shard_in` and merge the sums"
    )]
    OfShard(Shard),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The totals give no answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// What is done could not be noted.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Threads could not be started.
    #[error("cannot start {threads} thread{}: {reason}; raise the limit that `ulimit -u` shows, ask for fewer threads (`--threads`, or RAYON_NUM_THREADS in the environment), or end other programs",
        if *.threads == 1 { "" } else { "s" })]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// The process was forked from one that had GPUs open, and cannot use them.
    #[error(
        "this process was forked from one that had a GPU open, and cannot use it: start processes with the method \"spawn\", or run on the CPU"
    )]
    Forked,
    /// Matches are taken in a forked child, and the search for them goes on in its parent.
    #[error("these matches are searched by the process that this one was forked from: ask anew here")]
    OfParent,
    /// There is no GPU to run on, or the run there failed.
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Gpu(Box<GpuError>),
    /// A GPU was asked for.
    #[error("this build has no GPU support: build with the feature `cuda`, or run on the CPU")]
    NoGpuSupport,
    /// An iterator of matches was asked of an engine that has nothing but GPUs.
    #[error("matches are iterated over on the CPU only: list them with a callback, or use another engine for it")]
    NoIterator,
}

impl EngineError {
    /// Whether a number left 128 bits. That of another plan for the same query may not.
    pub fn is_overflow(&self) -> bool {
        match self {
            EngineError::Run(RunError::Overflow) | EngineError::Answer(AnswerError::Overflow) => true,
            #[cfg(feature = "cuda")]
            EngineError::Gpu(error) => matches!(**error, GpuError::Run(RunError::Overflow)),
            _ => false,
        }
    }

    /// Whether the run was stopped before it could give an answer.
    pub(in crate::engine) fn is_stopped(&self) -> bool {
        matches!(self, EngineError::Bind(BindError::Stopped(_)) | EngineError::Plan(PlanError::Interrupted))
    }

    /// Whether other input would help, as opposed to another machine or another version.
    pub fn is_input(&self) -> bool {
        if let EngineError::Journal(error) = self {
            return error.is_input();
        }
        matches!(
            self,
            EngineError::Pattern(_)
                | EngineError::Bind(_)
                | EngineError::NoAnchors
                | EngineError::NoArc
                | EngineError::Option { .. }
                | EngineError::Strategy { .. }
                | EngineError::TooManyPatterns { .. }
                | EngineError::EmptyLabel { .. }
                | EngineError::OfShard(_)
        )
    }
}

impl From<NoThread> for EngineError {
    fn from(error: NoThread) -> Self {
        EngineError::Threads { threads: 1, reason: error.0 }
    }
}

impl From<Stopped> for EngineError {
    fn from(stopped: Stopped) -> Self {
        EngineError::Bind(BindError::Stopped(stopped))
    }
}

#[cfg(feature = "cuda")]
impl From<GpuError> for EngineError {
    fn from(error: GpuError) -> Self {
        match error {
            // The same whatever it ran on.
            GpuError::Run(error) => EngineError::Run(error),
            GpuError::Stopped(stopped) => stopped.into(),
            GpuError::NoThread(error) => error.into(),
            error => EngineError::Gpu(Box::new(error)),
        }
    }
}

/// For what is a query already: it cannot fail to become one.
impl From<Infallible> for EngineError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

#[cfg(feature = "cuda")]
impl From<Failure> for EngineError {
    fn from(failure: Failure) -> Self {
        GpuError::from(failure).into()
    }
}

impl From<NestError> for EngineError {
    fn from(error: NestError) -> Self {
        match error {
            NestError::Bind(error) => EngineError::Bind(error),
            NestError::Run(error) => EngineError::Run(error),
        }
    }
}
