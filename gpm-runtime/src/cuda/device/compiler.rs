//! Machine code for kernels, made once: by nest, for each kind of device at hand.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;

use super::error::{GpuError, NoGpu};
use crate::cuda::kernel::{Kernel, KernelOptions, Layout};

/// Kernels kept for the next query.
const KEPT: usize = 256;

/// What a compiler makes.
#[expect(dead_code, reason = "made by the compiler that is to come")]
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// Machine code.
    Cubin(Vec<u8>),
    /// Text that the driver compiles.
    Ptx(String),
}

/// Makes machine code of CUDA text.
pub(super) trait Compile: fmt::Debug + Send + Sync {
    /// Compiles `source`, called `name`, for devices of compute capability `sm`.
    fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Code, GpuError>;
}

/// The compiler of this machine; `cache` keeps what it makes on disk.
pub(super) fn compiler(_cache: bool) -> Result<Box<dyn Compile>, NoGpu> {
    Err(NoGpu::NoCompiler { reason: describe_compiler().err().unwrap_or_default() })
}

/// Version and place of the compiler, or what is missing.
///
/// # Errors
/// What is missing, and what to do.
pub fn describe_compiler() -> Result<String, String> {
    Err("this build has no kernel compiler: run on the CPU".to_owned())
}

/// A compiled kernel.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Different for each kernel made by one [`Kernels`].
    pub(super) id: u64,
    nest: LoopNest,
    pub(super) layout: Layout,
    codes: BTreeMap<(u32, u32), Code>,
}

impl Compiled {
    /// The code for a compute capability that it was compiled for.
    pub(super) fn code(&self, sm: (u32, u32)) -> Result<&Code, GpuError> {
        let missing = || GpuError::Compile { reason: format!("internal error: no code for sm_{}{}", sm.0, sm.1) };
        self.codes.get(&sm).ok_or_else(missing)
    }
}

/// Renders and compiles kernels, and keeps them.
#[derive(Debug)]
pub(super) struct Kernels {
    compiler: Box<dyn Compile>,
    options: KernelOptions,
    made: Mutex<Made>,
}

#[derive(Debug, Default)]
struct Made {
    /// The oldest first.
    kernels: Vec<Arc<Compiled>>,
    next_id: u64,
}

impl Kernels {
    pub(super) fn new(compiler: Box<dyn Compile>, options: KernelOptions) -> Kernels {
        Kernels { compiler, options, made: Mutex::default() }
    }

    /// The kernel of a nest for devices of these kinds, and how long it took to make. A known one costs a microsecond.
    pub(super) fn get(&self, nest: &LoopNest, kinds: &[(u32, u32)]) -> Result<(Arc<Compiled>, Duration), GpuError> {
        let start = Instant::now();
        // One at a time: NVRTC does not compile in parallel either.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = made.kernels.iter().find(|kernel| kernel.nest == *nest) {
            return Ok((Arc::clone(kernel), Duration::ZERO));
        }
        let Kernel { source, layout } = Kernel::render(nest, &self.options);
        let mut codes = BTreeMap::new();
        for &sm in kinds {
            if let std::collections::btree_map::Entry::Vacant(place) = codes.entry(sm) {
                place.insert(self.compiler.compile(&source, "kernel.cu", sm)?);
            }
        }
        let compiled = Arc::new(Compiled { id: made.next_id, nest: nest.clone(), layout, codes });
        made.next_id += 1;
        if made.kernels.len() == KEPT {
            made.kernels.remove(0);
        }
        made.kernels.push(Arc::clone(&compiled));
        Ok((compiled, start.elapsed()))
    }
}
