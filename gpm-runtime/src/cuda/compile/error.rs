//! Why there is no machine code of a kernel.

use std::path::PathBuf;

use thiserror::Error;

/// A kernel could not be compiled.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The environment lacks NVRTC.
    #[error(
        "no usable NVRTC, the CUDA run-time compiler: `pip install nvidia-cuda-nvrtc`, install the CUDA toolkit, or \
         set GPM_NVRTC to the library or its folder; tried\n  {}",
        .tried.join("\n  ")
    )]
    NvrtcMissing {
        /// One line a place.
        tried: Vec<String>,
    },
    /// NVRTC rejects a kernel. Always a bug of gpm.
    #[error(
        "kernel `{name}` does not compile for {arch}, which is a bug of gpm: please report it{}\n{log}",
        kept.as_ref().map(|kept| format!(" with `{}` and `{}`", kept.source.display(), kept.log.display()))
            .unwrap_or_default()
    )]
    KernelRejected {
        /// The kernel.
        name: String,
        /// The architecture, as `sm_90`.
        arch: String,
        /// Its files, unless they could not be written.
        kept: Option<Kept>,
        /// What NVRTC says.
        log: String,
    },
    /// The device is older than all that NVRTC has code for.
    #[error(
        "NVRTC {}.{} is too new for {arch}: it knows sm_{} to sm_{}; install an older one and set GPM_NVRTC to it",
        .version.0, .version.1, .supported.first().unwrap_or(&0), .supported.last().unwrap_or(&0)
    )]
    ArchUnknown {
        /// The architecture asked for.
        arch: String,
        /// The version of NVRTC.
        version: (u32, u32),
        /// Compute capabilities, times ten, ascending.
        supported: Vec<u32>,
    },
    /// NVRTC fails for a reason that is not the kernel: memory, a damaged installation, a bug of its own.
    #[error("NVRTC {}.{} fails in {call}: {meaning} ({code}){}; is its installation complete?", .version.0, .version.1,
        if .log.is_empty() { String::new() } else { format!(": {log}") })]
    NvrtcFailed {
        /// The version of NVRTC.
        version: (u32, u32),
        /// The function.
        call: &'static str,
        /// What it returned.
        code: i32,
        /// NVRTC's name of that.
        meaning: String,
        /// The program log, if there is one.
        log: String,
    },
}

/// The files of a rejected kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The CUDA source.
    pub source: PathBuf,
    /// What NVRTC says.
    pub log: PathBuf,
}
