//! CUDA text → machine code of a device, through NVRTC or from the cache on disk.
//!
//! ```text
//! source, name, sm ── key ──> cache ─────────────────────────────> Module
//!                               └─ miss ── locate ── nvrtc ── store ──┘
//! ```
//!
//! A hit needs no NVRTC, not even installed. So its version is no part of the key: an entry records it. That is sound,
//! since the answer of a kernel is a matter of its source: any NVRTC either rejects it or makes code that means the
//! same. What does depend on the version is whether the driver loads the code, and the driver's CUDA is part of the
//! key: a machine with an older driver never meets the code of a newer NVRTC. So is a library that the user insists on,
//! so that compilers can be compared. After an upgrade of NVRTC old code stays in use until it is evicted or the cache
//! is off. PTX is not kept: it is the makeshift of an NVRTC older than the device, and goes when a newer one comes.

mod at_exit;
mod cache;
mod error;
pub mod locate;
mod nvrtc;
pub mod resources;

pub use cache::CacheMode;
pub use error::{CompileError, Kept};
pub use nvrtc::{Code, Compiled, Nvrtc, OPTIONS};

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use cache::{Cache, Entry, Key};

/// How kernels are compiled.
#[derive(Clone, Debug, Default)]
pub struct CompilerConfig {
    /// Where machine code is kept.
    pub cache: CacheMode,
    /// The CUDA of the driver: NVRTC of a newer major version makes code that it may not load. `None`: any.
    pub max_major: Option<u32>,
    /// NVRTC or its folder. `None`: searched.
    pub nvrtc: Option<PathBuf>,
}

/// Compiles kernels. Threads may share it.
#[derive(Debug)]
pub struct Compiler {
    cache: Option<Cache>,
    max_major: Option<u32>,
    /// What is insisted on, by the caller or the environment.
    chosen: Option<PathBuf>,
    /// Loaded when first needed.
    nvrtc: OnceLock<Nvrtc>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Module {
    /// Machine code, or PTX where NVRTC is older than the device.
    pub code: Code,
    /// What NVRTC said when it made it; read by [`resources::from_log`].
    pub log: String,
    /// The NVRTC that made it.
    pub version: (u32, u32),
    /// Whether it was there already.
    pub from_cache: bool,
    /// Time to get it, loading NVRTC included.
    pub seconds: f64,
}

impl Compiler {
    /// A compiler. Does not fail: what is missing shows when it is needed.
    pub fn new(config: CompilerConfig) -> Compiler {
        let CompilerConfig { cache, max_major, nvrtc } = config;
        let chosen = locate::insisted(nvrtc.as_deref());
        Compiler { cache: Cache::open(cache), max_major, chosen, nvrtc: OnceLock::new() }
    }

    /// Compiles a program for a device of compute capability `sm`. `name` is for messages and line information.
    ///
    /// # Errors
    /// [`CompileError`]: NVRTC is missing or does not know the device, or the program is wrong, a bug of gpm.
    pub fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Module, CompileError> {
        let begin = Instant::now();
        let arch = format!("sm_{}{}", sm.0, sm.1);
        let key = self.key(source, name, &arch);
        if let Some(Entry { version, log, cubin }) = self.cache.as_ref().and_then(|cache| cache.load(&key)) {
            let seconds = begin.elapsed().as_secs_f64();
            return Ok(Module { code: Code::Cubin(cubin), log, version, from_cache: true, seconds });
        }
        self.make(source, name, &arch, &key, begin)
    }

    /// Compiles a program whose kept code the driver rejects. What is made is kept in its place.
    ///
    /// # Errors
    /// As [`compile`](Compiler::compile).
    pub fn compile_again(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Module, CompileError> {
        let begin = Instant::now();
        let arch = format!("sm_{}{}", sm.0, sm.1);
        let key = self.key(source, name, &arch);
        if let Some(cache) = &self.cache {
            cache.remove(&key);
        }
        self.make(source, name, &arch, &key, begin)
    }

    fn make(&self, source: &str, name: &str, arch: &str, key: &Key, begin: Instant) -> Result<Module, CompileError> {
        let nvrtc = self.nvrtc()?;
        let compiled = nvrtc.compile(source, name, arch, &[]).map_err(|error| self.keep_rejected(error, source))?;
        let (Compiled { code, log }, version) = (compiled, nvrtc.version());
        if let (Some(cache), Code::Cubin(cubin)) = (&self.cache, &code) {
            cache.store(key, version, &log, cubin);
        }
        Ok(Module { code, log, version, from_cache: false, seconds: begin.elapsed().as_secs_f64() })
    }

    /// The loaded NVRTC.
    ///
    /// # Errors
    /// [`CompileError::NvrtcMissing`].
    pub fn nvrtc(&self) -> Result<&Nvrtc, CompileError> {
        if let Some(nvrtc) = self.nvrtc.get() {
            return Ok(nvrtc);
        }
        // Two threads may both load it: the library is the same, and one of the handles is dropped.
        let nvrtc = Nvrtc::load(self.chosen.as_deref(), self.max_major)?;
        Ok(self.nvrtc.get_or_init(|| nvrtc))
    }

    fn key(&self, source: &str, name: &str, arch: &str) -> Key {
        let chosen = self.chosen.as_ref().map(|path| path.as_os_str().as_encoded_bytes()).unwrap_or_default();
        let max_major = self.max_major.unwrap_or(0).to_le_bytes();
        let gpm = env!("CARGO_PKG_VERSION").as_bytes();
        let mut parts = vec![gpm, &max_major, chosen, arch.as_bytes(), name.as_bytes(), source.as_bytes()];
        parts.extend(OPTIONS.iter().map(|option| option.as_bytes()));
        cache::key(&parts)
    }

    fn keep_rejected(&self, mut error: CompileError, source: &str) -> CompileError {
        if let CompileError::KernelRejected { name, arch, kept, log } = &mut error {
            *kept = cache::keep_rejected(self.cache.as_ref(), &format!("{name}.{arch}"), source, log);
        }
        error
    }
}
