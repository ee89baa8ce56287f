//! Why there is no GPU to run on, and why a run on one failed.

use std::path::PathBuf;
use std::time::Duration;

use cudarc::driver::DriverError;
use thiserror::Error;

use crate::control::{NoThread, Stopped};
use crate::cuda::compile::CompileError;
use crate::cuda::descriptors::MOST_SMALLER;
use crate::graph::counted;
use crate::run::RunError;

/// Why there is no GPU to run on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoGpu {
    /// The driver library cannot be loaded.
    #[error("no GPU: the NVIDIA driver is not found (libcuda.so.1); install it, or run on the CPU")]
    NoDriver,
    /// The driver is there and does not start.
    #[error("no GPU: the NVIDIA driver does not start ({reason}); look at `nvidia-smi`, or run on the CPU")]
    Broken {
        /// The driver's own words.
        reason: String,
    },
    /// The driver works and shows no device.
    #[error("no GPU: the NVIDIA driver shows none; look at CUDA_VISIBLE_DEVICES, or run on the CPU")]
    NoDevice,
    /// An empty list of devices was asked for.
    #[error("no GPU is named: name one by its index, counted from 0, or run on the CPU")]
    NoneNamed,
    /// A device was named that is not there.
    #[error("no GPU {asked}: this machine shows {count}, counted from 0")]
    NoSuchDevice {
        /// The index named.
        asked: u32,
        /// How many there are.
        count: u32,
    },
    /// The device is too old for the kernels.
    #[error("GPU {index} ({name}) has compute capability {}.{}, and kernels need {}.{}; run on the CPU", .sm.0, .sm.1, .needed.0, .needed.1)]
    TooOld {
        /// The device's index, counted from 0 as the driver does.
        index: u32,
        /// The device's name, as the driver says it.
        name: String,
        /// Its compute capability.
        sm: (u32, u32),
        /// The least that will do.
        needed: (u32, u32),
    },
    /// The device is there and cannot be used.
    #[error("GPU {index} cannot be used ({reason}); look at `nvidia-smi` for who holds it, or run on the CPU")]
    NoContext {
        /// The device's index, counted from 0 as the driver does.
        index: u32,
        /// What the driver said of the context that was to be made.
        reason: String,
    },
    /// Kernels cannot be compiled.
    #[error("kernels cannot be compiled here: {reason}")]
    NoCompiler {
        /// What is missing, and what to do.
        reason: String,
    },
}

impl NoGpu {
    /// How loud it is said where the CPU does as well: a machine without a GPU is in order, one whose GPU lacks something may not be meant so.
    pub(crate) fn level(&self) -> log::Level {
        if matches!(self, NoGpu::NoCompiler { .. }) { log::Level::Warn } else { log::Level::Info }
    }
}

/// Why the work memory of a search cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// Not one block's memory fits.
    #[error("out of GPU memory: the smallest search takes {}, {} are free for it; use a smaller graph or run on the CPU",
        mebibytes(*.needed), mebibytes(*.available))]
    Block {
        /// Bytes of one block and its warps.
        needed: u64,
        /// Bytes that may be used.
        available: u64,
    },
    /// Lists too long for the warps' slots do not fit once.
    #[error("out of GPU memory: the longest lists take {}, {} are free for them; use a smaller graph or run on the CPU",
        mebibytes(*.needed), mebibytes(*.available))]
    Arena {
        /// Bytes of one arena.
        needed: u64,
        /// Bytes that may be used.
        available: u64,
    },
}

/// Why a run on a GPU gave no number.
#[derive(Debug, Error)]
pub enum GpuError {
    /// There is none.
    #[error(transparent)]
    NoGpu(#[from] NoGpu),
    /// The run was stopped before its kernel was there.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A thread is missing that the run takes.
    #[error(transparent)]
    NoThread(#[from] NoThread),
    /// A number left 128 bits, or a bug of a kernel.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The work memory cannot be planned.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The device has no room for an array.
    #[error(
        "out of GPU memory: {what} takes {}, {} are free; close other programs on the GPU, use a smaller graph, or run on \
         the CPU", mebibytes(*.asked), mebibytes(*.free)
    )]
    OutOfMemory {
        /// What was to be stored.
        what: &'static str,
        /// Bytes asked for.
        asked: u64,
        /// Bytes free then.
        free: u64,
    },
    /// The host has no room for what the device is to read.
    #[error(
        "out of memory: {} of page-locked memory of the host are not to be had; close other programs, raise the limit that \
         `ulimit -l` shows, or run on the CPU", mebibytes(*.asked)
    )]
    OutOfHostMemory {
        /// Bytes asked for.
        asked: u64,
    },
    /// The order of the graph's vertices puts too many neighbors before one.
    #[error(
        "a vertex has {smaller} neighbors before it in the order of the graph, and kernels have room for {MOST_SMALLER}: load the graph in the \
         usual order, that of descending degree, or run on the CPU"
    )]
    RowBeyond {
        /// Neighbors before that vertex, in the order of the graph.
        smaller: u64,
    },
    /// There are more cliques than a kernel counts.
    #[error("a number of cliques has more than 64 bits: count them with `--device cpu`, which has 128")]
    CliquesOverflow,
    /// The driver does not load a kernel.
    #[error("the driver rejects a kernel: {reason}; update the driver, or run on the CPU")]
    Rejected {
        /// The driver's own words.
        reason: String,
    },
    /// A kernel was told to stop and did not.
    #[error(
        "GPU {index} was told to stop and still runs {} s later, so that nothing is known of what it found; this process leaves \
         it alone from now on: look at `nvidia-smi` for who else uses it, or run on the CPU", .waited.as_secs()
    )]
    Stuck {
        /// The device's index, counted from 0 as the driver does.
        index: u32,
        /// How long its end was waited for.
        waited: Duration,
    },
    /// Another query is at work there, and this one need not wait.
    #[error("GPU {index} is at work for another query")]
    Busy {
        /// The device's index, counted from 0 as the driver does.
        index: u32,
    },
    /// An earlier kernel failed or did not end, after which a process has no use for the device.
    #[error(
        "GPU {index} is of no use to this process after an earlier failure; start the program again, or run on the CPU"
    )]
    Lost {
        /// The device's index, counted from 0 as the driver does.
        index: u32,
    },
    /// A run failed after matches were handed out, so that it cannot begin again elsewhere.
    #[error("{error}; {} had been handed out, which are not all there are", counted(*.handed, "match", "matches"))]
    Partway {
        /// Matches that were handed out before it failed.
        handed: u64,
        /// Why the run ended.
        error: Box<GpuError>,
    },
    /// A kernel was not compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// What the host has no memory for was not written to a file, or read back.
    #[error("what neither the GPU nor the host's memory has room for cannot be kept in a file below {}: {reason}; name another folder by --spill, or search depth-first by --explore dfs", .folder.display())]
    Spill {
        /// Where the file is.
        folder: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A call of the driver failed. After a failed kernel all later calls fail too.
    #[error("the GPU failed ({what}): {reason}")]
    Driver {
        /// What was attempted.
        what: &'static str,
        /// What the driver said.
        reason: String,
    },
}

impl GpuError {
    /// For `map_err`: the driver failed at `what`.
    pub(crate) fn driver(what: &'static str) -> impl Fn(DriverError) -> GpuError {
        move |error| GpuError::Driver { what, reason: reason(error) }
    }
}

/// How far a run was when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing was searched yet.
    Setup,
    /// Something was, and nobody has seen any of it.
    Search,
    /// So many matches were handed out.
    Listing {
        /// How many, one at least.
        handed: u64,
    },
}

/// A failed run.
#[derive(Debug)]
pub struct Failure {
    /// Why the run ended.
    pub error: Box<GpuError>,
    /// When it did.
    pub phase: Phase,
}

impl Failure {
    pub(crate) fn new(error: GpuError, phase: Phase) -> Failure {
        Failure { error: Box::new(error), phase }
    }

    /// Whether nothing was searched before it, nor given away.
    pub(crate) fn is_early(&self) -> bool {
        matches!(self.phase, Phase::Setup)
    }

    /// Whether it may succeed if it asks for less memory.
    pub(crate) fn is_lack_of_memory(&self) -> bool {
        let is_lack = matches!(*self.error, GpuError::OutOfMemory { .. } | GpuError::Memory(_));
        is_lack && !matches!(self.phase, Phase::Listing { .. })
    }

    /// Whether the query may run elsewhere as if nothing had happened, and may succeed there.
    pub fn is_repairable(&self) -> bool {
        let is_the_same_elsewhere = matches!(*self.error, GpuError::Run(RunError::Overflow));
        !is_the_same_elsewhere && !matches!(self.phase, Phase::Listing { .. })
    }
}

impl From<Failure> for GpuError {
    fn from(Failure { error, phase }: Failure) -> GpuError {
        match phase {
            Phase::Setup | Phase::Search => *error,
            Phase::Listing { handed } => GpuError::Partway { handed, error },
        }
    }
}

/// The driver's name and explanation of an error. Only errors of a loaded driver get here.
pub(crate) fn reason(error: DriverError) -> String {
    let text = |part: Result<&std::ffi::CStr, DriverError>| {
        part.map_or_else(|_| "unknown error".to_owned(), |text| text.to_string_lossy().into_owned())
    };
    format!("{}: {}", text(error.error_name()), text(error.error_string()))
}

/// Bytes for people.
pub(crate) fn mebibytes(bytes: u64) -> String {
    const MEBI: u64 = 1 << 20;
    match bytes {
        0..MEBI => format!("{} KiB", bytes.div_ceil(1024)),
        _ if bytes < 16 << 30 => format!("{} MiB", bytes.div_ceil(MEBI)),
        _ => format!("{} GiB", bytes.div_ceil(1 << 30)),
    }
}
