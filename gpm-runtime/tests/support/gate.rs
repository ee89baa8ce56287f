//! What each generated kernel must pass: it compiles, stays within its registers, and keeps everything in them.

use std::path::Path;

use gpm_runtime::cuda::compile::resources::{self, Resources, Spills};
use gpm_runtime::cuda::compile::{Code, Nvrtc};

/// Compiles kernels and looks at what they use. Threads may share it: NVRTC compiles in parallel.
pub(crate) struct Gate {
    nvrtc: Nvrtc,
}

/// What the kernels of a program may use, and what the worst of them does use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Registers a thread.
    pub(crate) registers: u32,
    /// Bytes of stack a thread.
    pub(crate) stack: u32,
    /// Bytes of spills, written and read back, as they stand in the code.
    pub(crate) spills: u32,
}

impl Gate {
    /// A gate with the NVRTC at `library`.
    pub(crate) fn new(library: &Path) -> Gate {
        Gate { nvrtc: Nvrtc::load(Some(library), None).unwrap_or_else(|error| panic!("{error}")) }
    }

    /// What the kernels of a program use at most for an architecture, as `sm_90`.
    ///
    /// # Errors
    /// If they do not compile, or use more than `limits`: what they use, and all that is wrong with them.
    pub(crate) fn check(
        &self,
        name: &str,
        source: &str,
        arch: &str,
        limits: Limits,
    ) -> Result<Limits, (Limits, String)> {
        let broken = |error: String| (Limits::default(), error);
        let compiled = self.nvrtc.compile(source, name, arch, &[]).map_err(|error| broken(error.to_string()))?;
        let Code::Cubin(cubin) = compiled.code else {
            return Err(broken(format!("{name}: NVRTC {:?} makes no machine code for {arch}", self.nvrtc.version())));
        };
        // The log alone knows spills; the machine code is what runs.
        let mut kernels = resources::from_log(&compiled.log);
        let from_cubin = resources::from_cubin(&cubin);
        kernels.extend(from_cubin.ok_or_else(|| broken(format!("{name}: its machine code cannot be read")))?);
        if kernels.is_empty() {
            return Err(broken(format!("{name}: no kernels")));
        }
        let used = kernels.iter().map(used).fold(Limits::default(), |a, b| Limits {
            registers: a.registers.max(b.registers),
            stack: a.stack.max(b.stack),
            spills: a.spills.max(b.spills),
        });
        let faults: Vec<String> = kernels.iter().flat_map(|kernel| faults(kernel, limits)).collect();
        match faults.is_empty() {
            true => Ok(used),
            false => Err((used, format!("{name} for {arch}: {}", faults.join("; ")))),
        }
    }
}

fn used(resources: &Resources) -> Limits {
    let Spills { stores, loads } = resources.spills.unwrap_or_default();
    Limits { registers: resources.registers, stack: resources.stack, spills: stores + loads }
}

fn faults(resources: &Resources, limits: Limits) -> Vec<String> {
    let (kernel, used) = (&resources.kernel, used(resources));
    let mut faults = Vec::new();
    if used.registers > limits.registers {
        faults.push(format!("{kernel} uses {} registers, more than {}", used.registers, limits.registers));
    }
    if used.stack > limits.stack {
        faults.push(format!("{kernel} needs {} bytes of stack, more than {}", used.stack, limits.stack));
    }
    if used.spills > limits.spills {
        faults.push(format!("{kernel} spills {} bytes, more than {}", used.spills, limits.spills));
    }
    faults
}
