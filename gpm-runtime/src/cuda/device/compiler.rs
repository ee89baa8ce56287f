//! Machine code for kernels, made once: by nest, for each kind of device at hand.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::nest::{Kind, LoopNest};

use super::driver::driver_version;
use super::error::{GpuError, NoGpu};
use crate::cpu::RunError;
use crate::cuda::compile::{CacheMode, Code, CompileError, Compiler, CompilerConfig, Nvrtc, locate};
use crate::cuda::kernel::{Kernel, KernelOptions, Layout};

/// Kernels kept for the next query.
const KEPT: usize = 256;

/// Makes machine code of CUDA text.
pub(super) trait Compile: fmt::Debug + Send + Sync {
    /// Compiles `source`, called `name`, for devices of compute capability `sm`.
    fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Code, GpuError>;
}

impl Compile for Compiler {
    fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Code, GpuError> {
        Ok(Compiler::compile(self, source, name, sm)?.code)
    }
}

/// The compiler of this machine; `cache` keeps what it makes on disk. NVRTC is looked for, not loaded: kernels that were
/// compiled before do without.
pub(super) fn compiler(cache: bool) -> Result<Box<dyn Compile>, NoGpu> {
    let max_major = Some(driver_version()? / 1000);
    let found = locate::find(None, max_major);
    if found.libraries.is_empty() {
        return Err(NoGpu::NoCompiler { reason: CompileError::NvrtcMissing { tried: found.tried }.to_string() });
    }
    let cache = if cache { CacheMode::Standard } else { CacheMode::Off };
    Ok(Box::new(Compiler::new(CompilerConfig { cache, max_major, nvrtc: None })))
}

/// Version and place of the compiler, or what is missing.
///
/// # Errors
/// What is missing, and what to do.
pub fn describe_compiler() -> Result<String, String> {
    let max_major = driver_version().ok().map(|version| version / 1000);
    let nvrtc = Nvrtc::load(None, max_major).map_err(|error| error.to_string())?;
    let (major, minor) = nvrtc.version();
    Ok(format!("NVRTC {major}.{minor}, {}", nvrtc.path().display()))
}

/// A compiled kernel.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Different for each kernel made by one [`Kernels`].
    pub(super) id: u64,
    nest: LoopNest,
    /// Of its columns.
    kinds: Vec<Kind>,
    max_size: u64,
    pub(super) layout: Layout,
    codes: BTreeMap<(u32, u32), Code>,
}

impl Compiled {
    /// The code for a compute capability that it was compiled for.
    pub(super) fn code(&self, sm: (u32, u32)) -> Result<&Code, GpuError> {
        let missing = || RunError::Internal(format!("no code for sm_{}{}", sm.0, sm.1)).into();
        self.codes.get(&sm).ok_or_else(missing)
    }
}

/// Renders and compiles kernels, and keeps them.
#[derive(Debug)]
pub(super) struct Kernels {
    compiler: Box<dyn Compile>,
    made: Mutex<Made>,
}

#[derive(Debug, Default)]
struct Made {
    /// The oldest first.
    kernels: Vec<Arc<Compiled>>,
    next_id: u64,
}

impl Kernels {
    pub(super) fn new(compiler: Box<dyn Compile>) -> Kernels {
        Kernels { compiler, made: Mutex::default() }
    }

    /// The kernel of a nest with `columns` of these kinds whose sets have at most `max_size` elements, for devices of these
    /// kinds, and how long it took to make. A known one costs a microsecond. Threads may make several at a time.
    pub(super) fn get(
        &self,
        nest: &LoopNest,
        columns: &[Kind],
        max_size: u64,
        kinds: &[(u32, u32)],
    ) -> Result<(Arc<Compiled>, Duration), GpuError> {
        let start = Instant::now();
        if let Some(kernel) = self.find(nest, columns, max_size) {
            return Ok((kernel, Duration::ZERO));
        }
        let options = KernelOptions { max_size, ..KernelOptions::default() };
        let Kernel { source, layout } = Kernel::render(nest, columns, &options);
        let mut codes = BTreeMap::new();
        for &sm in kinds {
            if let std::collections::btree_map::Entry::Vacant(place) = codes.entry(sm) {
                place.insert(self.compiler.compile(&source, "kernel.cu", sm)?);
            }
        }
        let mut made = self.made();
        let compiled = Arc::new(Compiled {
            id: made.next_id,
            nest: nest.clone(),
            kinds: columns.to_vec(),
            max_size,
            layout,
            codes,
        });
        made.next_id += 1;
        if made.kernels.len() == KEPT {
            made.kernels.remove(0);
        }
        made.kernels.push(Arc::clone(&compiled));
        Ok((compiled, start.elapsed()))
    }

    /// The kernel, if it was made before.
    pub(super) fn find(&self, nest: &LoopNest, columns: &[Kind], max_size: u64) -> Option<Arc<Compiled>> {
        let is_it =
            |kernel: &&Arc<Compiled>| kernel.nest == *nest && kernel.kinds == columns && kernel.max_size == max_size;
        self.made().kernels.iter().find(is_it).cloned()
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
