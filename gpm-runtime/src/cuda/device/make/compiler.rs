//! The compiler of this machine, as kernels use it: CUDA text in, machine code out, which an earlier process may have made.

use std::fmt;

use crate::cuda::compile::{CacheMode, Code, CompileError, Compiler, CompilerConfig, Module, Nvrtc, locate};
use crate::cuda::device::driver::driver_version;
use crate::cuda::device::error::{GpuError, NoGpu};
use crate::cuda::device::fault;
use crate::cuda::device::find::Capability;

/// Machine code.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(super) code: Code,
    /// Whether it was compiled by an earlier process, perhaps for another driver.
    pub(super) is_kept: bool,
}

/// What `load` makes of some code. What an earlier process kept and the driver rejects is renewed.
pub(crate) fn load_or_renew<T>(
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
pub(crate) trait Compile: fmt::Debug + Send + Sync {
    /// Compiles `source`, called `name`, for devices of compute capability `sm`, or finds what was compiled before.
    fn compile(&self, source: &str, name: &str, sm: Capability) -> Result<Image, GpuError>;
    /// Compiles it in any case, and forgets what was kept.
    fn renew(&self, source: &str, name: &str, sm: Capability) -> Result<Code, GpuError>;
}

impl Compile for Compiler {
    fn compile(&self, source: &str, name: &str, sm: Capability) -> Result<Image, GpuError> {
        let Module { code, from_cache, .. } = Compiler::compile(self, source, name, sm).map_err(without)?;
        Ok(Image { code, is_kept: from_cache })
    }

    fn renew(&self, source: &str, name: &str, sm: Capability) -> Result<Code, GpuError> {
        Ok(Compiler::compile_again(self, source, name, sm).map_err(without)?.code)
    }
}

/// A missing compiler is no matter of one kernel.
fn without(error: CompileError) -> GpuError {
    match error {
        missing @ CompileError::NvrtcMissing { .. } => NoGpu::NoCompiler { reason: missing.to_string() }.into(),
        error => error.into(),
    }
}

/// The compiler of this machine; `cache` keeps what it makes on disk. NVRTC is looked for, not loaded: kernels that were
/// compiled before do without.
pub(crate) fn compiler(cache: bool) -> Result<Box<dyn Compile>, NoGpu> {
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
