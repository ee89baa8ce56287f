//! Machine code for kernels, made once: by nest, for each kind of device at hand.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::nest::{Kind, LoopNest};

use super::driver::driver_version;
use super::error::{GpuError, NoGpu};
use super::fault;
use crate::cpu::RunError;
use crate::cuda::compile::{CacheMode, Code, CompileError, Compiler, CompilerConfig, Module, Nvrtc, locate};
use crate::cuda::kernel::{Kernel, KernelOptions, Layout};

/// Kernels kept for the next query.
const KEPT: usize = 256;

/// Machine code.
#[derive(Clone, Debug)]
pub(super) struct Image {
    code: Code,
    /// Whether it was compiled by an earlier process, perhaps for another driver.
    is_kept: bool,
}

/// What `load` makes of some code. What an earlier process kept and the driver rejects is renewed.
pub(super) fn load_or_renew<T>(
    image: &Image,
    load: impl Fn(&Code) -> Result<T, GpuError>,
    renew: impl FnOnce() -> Result<Code, GpuError>,
) -> Result<T, GpuError> {
    let loaded = match image.is_kept && fault::is("kept") {
        true => Err(GpuError::Rejected { reason: "as the environment says".to_owned() }),
        false => load(&image.code),
    };
    match loaded {
        Err(GpuError::Rejected { reason }) if image.is_kept => {
            log::warn!("the driver rejects a kernel that was kept ({reason}): it is compiled again");
            load(&renew()?)
        }
        loaded => loaded,
    }
}

/// Makes machine code of CUDA text.
pub(super) trait Compile: fmt::Debug + Send + Sync {
    /// Compiles `source`, called `name`, for devices of compute capability `sm`, or finds what was compiled before.
    fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Image, GpuError>;
    /// Compiles it in any case, and forgets what was kept.
    fn renew(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Code, GpuError>;
}

impl Compile for Compiler {
    fn compile(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Image, GpuError> {
        let Module { code, from_cache, .. } = Compiler::compile(self, source, name, sm)?;
        Ok(Image { code, is_kept: from_cache })
    }

    fn renew(&self, source: &str, name: &str, sm: (u32, u32)) -> Result<Code, GpuError> {
        Ok(Compiler::compile_again(self, source, name, sm)?.code)
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
    codes: BTreeMap<(u32, u32), Image>,
}

impl Compiled {
    /// The code for a compute capability that it was compiled for.
    pub(super) fn image(&self, sm: (u32, u32)) -> Result<&Image, GpuError> {
        let missing = || RunError::Internal(format!("no code for sm_{}{}", sm.0, sm.1)).into();
        self.codes.get(&sm).ok_or_else(missing)
    }
}

/// Renders and compiles kernels, and keeps them.
#[derive(Debug)]
pub(super) struct Kernels {
    compiler: Box<dyn Compile>,
    made: Mutex<Made>,
    /// Told when a kernel is made, or could not be.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Made {
    /// The oldest first.
    kernels: Vec<Arc<Compiled>>,
    /// What threads are making.
    pending: Vec<Request>,
    next_id: u64,
}

/// What a kernel is made from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    pub(super) nest: LoopNest,
    /// Of its columns.
    pub(super) columns: Vec<Kind>,
    /// No set has more elements.
    pub(super) max_size: u64,
}

impl Kernels {
    pub(super) fn new(compiler: Box<dyn Compile>) -> Kernels {
        Kernels { compiler, made: Mutex::default(), changed: Condvar::new() }
    }

    /// The kernel for devices of these kinds, and how long it took to make. A known one costs a microsecond. Threads may make
    /// several at a time; one that another is making is waited for.
    pub(super) fn get(&self, request: &Request, kinds: &[(u32, u32)]) -> Result<(Arc<Compiled>, Duration), GpuError> {
        let Request { nest, columns, max_size } = request;
        let start = Instant::now();
        let mut made = self.made();
        loop {
            if let Some(kernel) = made.find(nest, columns, *max_size, kinds) {
                return Ok((kernel, start.elapsed()));
            }
            if !made.pending.contains(request) {
                break;
            }
            made = self.changed.wait(made).unwrap_or_else(PoisonError::into_inner);
        }
        made.pending.push(request.clone());
        drop(made);
        let pending = Pending { kernels: self, request };
        let Kernel { source, layout } = render(nest, columns, *max_size);
        let mut codes = BTreeMap::new();
        for &sm in kinds {
            if let std::collections::btree_map::Entry::Vacant(place) = codes.entry(sm) {
                place.insert(self.compiler.compile(&source, NAME, sm)?);
            }
        }
        let compiled = self.made().keep(request, layout, codes);
        drop(pending);
        Ok((compiled, start.elapsed()))
    }

    /// Code of a kernel that was just compiled, for a device whose driver rejects what there is.
    pub(super) fn renew(&self, kernel: &Compiled, sm: (u32, u32)) -> Result<Code, GpuError> {
        let Kernel { source, .. } = render(&kernel.nest, &kernel.kinds, kernel.max_size);
        self.compiler.renew(&source, NAME, sm)
    }

    /// The kernel, if it was made before.
    pub(super) fn find(
        &self,
        nest: &LoopNest,
        columns: &[Kind],
        max_size: u64,
        kinds: &[(u32, u32)],
    ) -> Option<Arc<Compiled>> {
        self.made().find(nest, columns, max_size, kinds)
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Made {
    fn find(&self, nest: &LoopNest, columns: &[Kind], max_size: u64, kinds: &[(u32, u32)]) -> Option<Arc<Compiled>> {
        let is_it = |kernel: &&Arc<Compiled>| {
            let is_nest = kernel.nest == *nest && kernel.kinds == columns && kernel.max_size == max_size;
            is_nest && kinds.iter().all(|sm| kernel.codes.contains_key(sm))
        };
        self.kernels.iter().find(is_it).cloned()
    }

    fn keep(&mut self, request: &Request, layout: Layout, codes: BTreeMap<(u32, u32), Image>) -> Arc<Compiled> {
        let Request { nest, columns, max_size } = request.clone();
        let compiled = Arc::new(Compiled { id: self.next_id, nest, kinds: columns, max_size, layout, codes });
        self.next_id += 1;
        if self.kernels.len() == KEPT {
            self.kernels.remove(0);
        }
        self.kernels.push(Arc::clone(&compiled));
        compiled
    }
}

/// What kernels are called in messages of the compiler.
const NAME: &str = "kernel.cu";

fn render(nest: &LoopNest, columns: &[Kind], max_size: u64) -> Kernel {
    Kernel::render(nest, columns, &KernelOptions { max_size, ..KernelOptions::default() })
}

/// A kernel that a thread is making, until it is dropped.
struct Pending<'a> {
    kernels: &'a Kernels,
    request: &'a Request,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.kernels.made().pending.retain(|request| request != self.request);
        self.kernels.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use gpm_plan::cost::GraphStats;
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;

    /// Takes its time, and fails for one kind of device.
    #[derive(Debug, Default)]
    struct Slow(Arc<AtomicU32>);

    impl Compile for Slow {
        fn compile(&self, _: &str, _: &str, sm: (u32, u32)) -> Result<Image, GpuError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(20));
            if sm == (1, 0) {
                Err(RunError::Internal("too old".to_owned()).into())
            } else {
                Ok(Image { code: Code::Cubin(b"kept".to_vec()), is_kept: true })
            }
        }

        fn renew(&self, _: &str, _: &str, _: (u32, u32)) -> Result<Code, GpuError> {
            Ok(Code::Cubin(b"new".to_vec()))
        }
    }

    fn request() -> Request {
        let triangle: Pattern = "a-b, b-c, c-a".parse().unwrap();
        let plan = Plan::new(Query::from(triangle), &GraphStats::typical()).unwrap();
        Request { nest: plan.first_nest().clone(), columns: Vec::new(), max_size: 64 }
    }

    #[test]
    fn kernels_are_made_once_for_each_kind_of_device() {
        let compiler = Slow::default();
        let count = Arc::clone(&compiler.0);
        let (kernels, request) = (Kernels::new(Box::new(compiler)), request());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| kernels.get(&request, &[(9, 0)]).unwrap());
            }
        });
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(kernels.find(&request.nest, &[], 64, &[(9, 0), (10, 0)]).is_none());
        let (both, _) = kernels.get(&request, &[(9, 0), (10, 0)]).unwrap();
        assert!(both.image((9, 0)).is_ok() && both.image((10, 0)).is_ok() && both.image((8, 0)).is_err());
    }

    #[test]
    fn what_was_kept_and_is_rejected_is_made_again() {
        let kernels = Kernels::new(Box::new(Slow::default()));
        let (kernel, _) = kernels.get(&request(), &[(9, 0)]).unwrap();
        let kept = kernel.image((9, 0)).unwrap();
        let rejected = || GpuError::Rejected { reason: "CUDA_ERROR_INVALID_IMAGE".to_owned() };
        let load = |code: &Code| match code {
            Code::Cubin(bytes) if bytes == b"new" => Ok("loaded"),
            _ => Err(rejected()),
        };
        assert_eq!(load_or_renew(kept, load, || kernels.renew(&kernel, (9, 0))).unwrap(), "loaded");
        // Once is enough, and what was just compiled is not compiled again.
        let never = |_: &Code| -> Result<(), _> { Err(rejected()) };
        assert!(load_or_renew(kept, never, || kernels.renew(&kernel, (9, 0))).is_err());
        let new = Image { is_kept: false, ..kept.clone() };
        assert!(load_or_renew(&new, load, || unreachable!("it is new")).is_err());
        // Other failures say nothing of the code.
        let full = |_: &Code| -> Result<(), _> { Err(GpuError::OutOfMemory { what: "a kernel", asked: 1, free: 0 }) };
        assert!(load_or_renew(kept, full, || unreachable!("the code is good")).is_err());
    }

    #[test]
    fn what_cannot_be_made_is_tried_again() {
        let kernels = Kernels::new(Box::new(Slow::default()));
        for _ in 0..2 {
            assert!(kernels.get(&request(), &[(1, 0)]).is_err());
        }
    }
}
