//! What each generated kernel must pass: it compiles, stays within its registers, spills nothing and needs no stack.

use std::path::Path;

use gpm_runtime::cuda::compile::resources::{self, Resources, Spills};
use gpm_runtime::cuda::compile::{Code, Nvrtc};

/// Compiles kernels and looks at what they use. Threads may share it: NVRTC compiles in parallel.
pub(crate) struct Gate {
    nvrtc: Nvrtc,
}

impl Gate {
    /// A gate with the NVRTC at `library`.
    pub(crate) fn new(library: &Path) -> Gate {
        Gate { nvrtc: Nvrtc::load(Some(library), None).unwrap_or_else(|error| panic!("{error}")) }
    }

    /// All that is wrong with the kernels of a program for an architecture, as `sm_90`.
    pub(crate) fn check(&self, name: &str, source: &str, arch: &str, max_registers: u32) -> Result<(), String> {
        let compiled = self.nvrtc.compile(source, name, arch, &[]).map_err(|error| error.to_string())?;
        let Code::Cubin(cubin) = compiled.code else {
            return Err(format!("{name}: NVRTC {:?} makes no machine code for {arch}", self.nvrtc.version()));
        };
        // The log alone knows spills; the machine code is what runs.
        let mut kernels = resources::from_log(&compiled.log);
        kernels.extend(resources::from_cubin(&cubin).ok_or(format!("{name}: its machine code cannot be read"))?);
        if kernels.is_empty() {
            return Err(format!("{name}: no kernels"));
        }
        let faults: Vec<String> = kernels.iter().flat_map(|kernel| faults(kernel, max_registers)).collect();
        match faults.is_empty() {
            true => Ok(()),
            false => Err(format!("{name} for {arch}: {}", faults.join("; "))),
        }
    }
}

fn faults(resources: &Resources, max_registers: u32) -> Vec<String> {
    let Resources { kernel, registers, stack, shared: _, spills } = resources;
    let Spills { stores, loads } = spills.unwrap_or_default();
    let mut faults = Vec::new();
    if *registers > max_registers {
        faults.push(format!("{kernel} uses {registers} registers, more than {max_registers}"));
    }
    if *stack > 0 {
        faults.push(format!("{kernel} needs {stack} bytes of stack"));
    }
    if stores + loads > 0 {
        faults.push(format!("{kernel} spills {stores} bytes and reads back {loads}"));
    }
    faults
}
