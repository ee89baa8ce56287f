//! Every generated kernel passes the gate on three generations of devices. Needs NVRTC, which is fetched, and no GPU.

#[path = "../../gpm-runtime/tests/support/gate.rs"]
mod gate;
#[path = "../../gpm-runtime/tests/support/nvrtc_wheel.rs"]
mod nvrtc_wheel;

use gate::Gate;
use rayon::prelude::*;

const ARCHS: [&str; 3] = ["sm_80", "sm_90", "sm_100"];

/// Registers a thread: two blocks of 16 warps share the 65536 of a multiprocessor.
const MAX_REGISTERS: u32 = 64;

/// Names and sources.
fn kernels() -> Vec<(String, String)> {
    let clear = "extern \"C\" __global__ void clear(unsigned *x) { x[threadIdx.x] = 0; }";
    vec![("clear".into(), clear.into())]
}

#[test]
fn kernels_compile_within_their_registers() {
    let gate = Gate::new(&nvrtc_wheel::library());
    let kernels = kernels();
    let cells: Vec<(&str, &str, &str)> =
        kernels.iter().flat_map(|(name, source)| ARCHS.map(|arch| (name.as_str(), source.as_str(), arch))).collect();
    // NVRTC may be called from many threads at once, and does compile in parallel.
    let check = |&(name, source, arch): &(_, _, _)| gate.check(name, source, arch, MAX_REGISTERS).err();
    let faults: Vec<String> = cells.par_iter().filter_map(check).collect();
    assert!(faults.is_empty(), "{} of {} kernels fail:\n{}", faults.len(), cells.len(), faults.join("\n"));
}
