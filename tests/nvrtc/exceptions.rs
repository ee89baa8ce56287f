//! Kernels that are known to need stack. Each line says why; a line that is no longer true fails the gate.

/// A kernel that needs stack on an architecture.
pub(crate) struct Exception {
    pub(crate) kernel: &'static str,
    pub(crate) arch: &'static str,
    /// Bytes of stack.
    pub(crate) stack: u32,
    /// Bytes of spills, written and read back.
    pub(crate) spills: u32,
    pub(crate) reason: &'static str,
}

/// These fill the registers that a thread may have by the layout, and a little more.
const FULL: &str = "all 96 registers are taken, a few values are spilled";
const NEARLY_FULL: &str = "94 of 96 registers are taken, a few are spilled all the same";

const fn exception(
    kernel: &'static str,
    arch: &'static str,
    (stack, spills): (u32, u32),
    reason: &'static str,
) -> Exception {
    Exception { kernel, arch, stack, spills, reason }
}

/// As recorded with `GPM_TRACE=1`, most spills first. Those of the kernels that are compiled by default.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    exception("wheel-4 vertex-induced", "sm_90", (24, 92), FULL),
    exception("gem vertex-induced", "sm_90", (24, 60), FULL),
    exception("house vertex-induced", "sm_90", (24, 60), FULL),
    exception("5-cycle vertex-induced", "sm_100", (8, 40), FULL),
    exception("bull vertex-induced", "sm_100", (8, 40), FULL),
    exception("wheel-4 edge-induced", "sm_100", (8, 40), FULL),
    exception("4-clique-tail vertex-induced", "sm_90", (16, 36), FULL),
    exception("K2-3 vertex-induced", "sm_90", (16, 36), FULL),
    exception("K5-minus-P3 vertex-induced", "sm_90", (16, 36), FULL),
    exception("K6-minus-e edge-induced", "sm_90", (16, 36), NEARLY_FULL),
    exception("W4-minus-spoke vertex-induced", "sm_90", (16, 36), FULL),
    exception("banner vertex-induced", "sm_90", (16, 36), FULL),
    exception("bull vertex-induced", "sm_90", (16, 36), FULL),
    exception("kite vertex-induced", "sm_90", (16, 36), FULL),
    exception("wheel-4 edge-induced", "sm_90", (16, 36), FULL),
    exception("wheel-4 vertex-induced", "sm_80", (16, 36), FULL),
    exception("banner vertex-induced", "sm_100", (8, 20), FULL),
    exception("lollipop-3-2 vertex-induced", "sm_100", (8, 20), FULL),
];
