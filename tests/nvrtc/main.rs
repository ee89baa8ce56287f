//! Every generated kernel passes the gate on three generations of devices. Needs NVRTC, which is fetched, and no GPU.
//!
//! A kernel may use the registers that its layout leaves a thread, and neither stack nor spills
//! unless its pattern has more than 16 vertices; with 64 registers a few words, and a stack where samples are taken.
//! By default each kernel is compiled for one of the generations, and those that are the same for all patterns for each;
//! `GPM_FULL=1` compiles all for all; `GPM_TRACE=1` says on stderr what each uses.

#[path = "../../gpm-runtime/tests/support/gate.rs"]
mod gate;
#[path = "../../gpm-runtime/tests/support/nvrtc_wheel.rs"]
mod nvrtc_wheel;

mod at_exit;
mod fused_nests;
mod kernels;

use std::io::{self, Write};
use std::time::Instant;

use gate::{Gate, Limits};
use gpm_runtime::cuda::cliques::Rule;
use gpm_runtime::cuda::kernel::Layout;
use gpm_runtime::cuda::static_kernel::StaticKernel;
use kernels::Named;
use rayon::prelude::*;

/// The middle one comes second.
const ARCHS: [&str; 3] = ["sm_80", "sm_90", "sm_100"];

/// Patterns with as many vertices may need stack.
const LARGE: u32 = 17;

/// With so few registers, what is live where work is given away may be spilled there.
const FEW: u32 = 64;

/// Bytes of stack and spills of kernels that take samples: they call functions, to which they hand lists over.
const SAMPLES: (u32, u32) = (2576, 8192);

/// Registers of a multiprocessor.
const REGISTERS: u32 = 65_536;

/// Those that a thread may have, so that as many blocks as the layout says are resident together.
fn register_budget(layout: &Layout) -> u32 {
    (REGISTERS / (layout.warps * 32 * layout.min_blocks) / 8 * 8).min(255)
}

/// What is wrong with a kernel on an architecture, after the bytes of stack that it needs.
fn fault(gate: &Gate, Named { name, kernel }: &Named, arch: &str) -> Option<(u32, String)> {
    // With so many loops, all the registers that a thread can have are too few.
    let registers = register_budget(&kernel.layout);
    let (stack, spills) = match kernel.layout.match_words {
        _ if kernel.layout.samples => SAMPLES,
        LARGE.. => (640, 1280),
        _ if registers <= FEW => (32, 112),
        // With a search on lists beside that in matrices, what warps keep from root to root may be spilled around both, once a root.
        _ if kernel.layout.lists && kernel.layout.reads_matrices => (40, 144),
        // On sm_100, homomorphisms of the wheel of six vertices spill four words.
        _ => (8, 16),
    };
    let limits = Limits { registers, stack, spills };
    let began = Instant::now();
    let checked = gate.check(name, &kernel.source, arch, limits);
    let used = checked.as_ref().map_or_else(|(used, _)| *used, |used| *used);
    if is_set("GPM_TRACE") {
        let seconds = began.elapsed().as_secs_f64();
        let most = limits.registers;
        let Limits { registers, stack, spills } = used;
        // A closed stderr is no reason to fail a test.
        let line = format!("{registers} of {most} registers, stack {stack}, spills {spills}, {seconds:.1} s");
        let _ = writeln!(io::stderr(), "{name} for {arch}: {line}");
    }
    checked.err().map(|(used, fault)| (used.stack, fault))
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0" && !value.is_empty())
}

/// The kernels that are the same for all patterns and graphs.
#[test]
fn kernels_of_all_patterns_keep_to_their_registers() {
    let gate = Gate::new(&nvrtc_wheel::library());
    for kernel in StaticKernel::ALL {
        // What is known of a root is put aside while maximal cliques are searched below a node of few candidates.
        let is_maximal = kernel == StaticKernel::Cliques(Rule::Maximal);
        let (stack, spills) = if is_maximal { (32, 128) } else { (0, 0) };
        let registers = REGISTERS / (32 * kernel.form().warps * kernel.min_blocks()) / 8 * 8;
        let (name, source) = (format!("{kernel:?}"), kernel.source());
        for arch in ARCHS {
            let limits = Limits { registers, stack, spills };
            gate.check(&name, &source, arch, limits).unwrap_or_else(|(_, fault)| panic!("{fault}"));
        }
    }
}

/// Kernels that count their operations are compiled for the architecture in the middle. They may spill: nobody waits for them.
#[test]
fn kernels_that_count_their_operations_compile() {
    let gate = Gate::new(&nvrtc_wheel::library());
    let limits = Limits { registers: 255, stack: 4096, spills: 8192 };
    kernels::all().into_par_iter().step_by(9).filter(|named| !named.kernel.layout.samples).for_each(|named| {
        let source = named.kernel.counting_operations().source;
        gate.check(&named.name, &source, ARCHS[1], limits).unwrap_or_else(|(_, fault)| panic!("{fault}"));
    });
}

#[test]
fn kernels_keep_to_their_registers() {
    let gate = Gate::new(&nvrtc_wheel::library());
    let kernels = kernels::all();
    let is_full = is_set("GPM_FULL");
    // Kernels mostly come in threes, one a meaning: each generation gets some of each.
    let is_due = |i: usize, at: usize| is_full || (i + i / 3) % ARCHS.len() == at;
    let cells: Vec<(&Named, &str)> = (0..ARCHS.len())
        .flat_map(|at| kernels.iter().enumerate().map(move |(i, kernel)| (i, at, kernel)))
        .filter(|(i, at, _)| is_due(*i, *at))
        .map(|(_, at, kernel)| (kernel, ARCHS[at]))
        .collect();
    // NVRTC may be called from many threads at once, and does compile in parallel.
    let mut faults: Vec<(u32, String)> =
        cells.par_iter().with_max_len(1).filter_map(|(kernel, arch)| fault(&gate, kernel, arch)).collect();
    faults.sort_by(|a, b| b.cmp(a));
    let lines: Vec<String> = faults.into_iter().map(|(_, line)| line).collect();
    assert!(lines.is_empty(), "{} of {} kernels fail, worst first:\n{}", lines.len(), cells.len(), lines.join("\n"));
}
