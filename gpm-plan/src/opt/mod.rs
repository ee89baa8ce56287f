//! BETTER: rewrites of the nest. Each is one file, one row of [`NEST_PASSES`], one off switch and one row of the
//! differential test matrix.

mod both_ways;
mod bound;
mod choose;
mod codegree;
mod count_last;
mod far_root;
mod fringe;
mod hoist;
mod implied_bounds;
mod inclusion_exclusion;
mod local;
mod mark;
mod matrices;
mod multiply;
mod share;
mod size_only;
mod windows;

pub(crate) use both_ways::is_plain as counts_both_ways;
pub(crate) use fringe::{Kinds, RegionFormula};
pub(crate) use inclusion_exclusion::MAX_EXPANDED;
pub use matrices::writer;

use crate::nest::LoopNest;
use crate::nest::verify::VerifyError;
use crate::passes::{Pass, PassSet};

/// A rewrite of the nest: its switch and how.
#[derive(Clone, Copy, Debug)]
pub struct NestPass {
    /// Its name and its off switch.
    pub pass: Pass,
    run: fn(&mut LoopNest),
}

/// Every rewrite of the nest, in the order in which they run. Counting shortcuts come before those of sets, since they decide which sets there are;
/// `share` needs the levels that `hoist` gives; `bound` must see the final uses; the last four decide how sets are held.
pub const NEST_PASSES: &[NestPass] = &[
    NestPass { pass: Pass::ImpliedBounds, run: implied_bounds::run },
    NestPass { pass: Pass::Windows, run: windows::run },
    NestPass { pass: Pass::Fringe, run: fringe::run },
    NestPass { pass: Pass::InclusionExclusion, run: inclusion_exclusion::run },
    NestPass { pass: Pass::CountLast, run: count_last::run },
    NestPass { pass: Pass::Hoist, run: hoist::run },
    NestPass { pass: Pass::Share, run: share::run },
    NestPass { pass: Pass::BothWays, run: both_ways::run },
    NestPass { pass: Pass::Multiply, run: multiply::run },
    NestPass { pass: Pass::Choose, run: choose::run },
    NestPass { pass: Pass::Bound, run: bound::run },
    NestPass { pass: Pass::SizeOnly, run: size_only::run },
    NestPass { pass: Pass::Codegree, run: codegree::run },
    NestPass { pass: Pass::FarRoot, run: far_root::run },
    NestPass { pass: Pass::Mark, run: mark::run },
    NestPass { pass: Pass::LocalGraph, run: local::run },
    NestPass { pass: Pass::Matrices, run: matrices::run },
];

/// What a pass did, for `explain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The pass.
    pub pass: Pass,
    /// Whether it changed the nest.
    pub changed: bool,
}

/// Runs every pass that is not disabled, to see what a nest will cost: whoever takes it has it [optimized](optimize), and checked.
pub(crate) fn rewrite(nest: &mut LoopNest, disabled: PassSet) {
    NEST_PASSES.iter().filter(|own| !disabled.contains(own.pass)).for_each(|own| (own.run)(nest));
}

/// Runs every pass that is not disabled, and checks the nest after each that changed it.
///
/// # Errors
/// [`VerifyError`] if a pass left the nest invalid: a bug.
pub fn optimize(nest: &mut LoopNest, disabled: PassSet) -> Result<Vec<Trace>, VerifyError> {
    optimize_watched(nest, disabled, |_, _| {})
}

/// As [`optimize`], and shows what each pass left.
pub(crate) fn optimize_watched(
    nest: &mut LoopNest,
    disabled: PassSet,
    mut watch: impl FnMut(&Trace, &LoopNest),
) -> Result<Vec<Trace>, VerifyError> {
    nest.verify("build")?;
    let mut traces = Vec::new();
    for &NestPass { pass, run } in NEST_PASSES.iter().filter(|own| !disabled.contains(own.pass)) {
        let before = (nest.sets.clone(), nest.root.clone(), nest.local);
        run(nest);
        let changed = (&before.0, &before.1, before.2) != (&nest.sets, &nest.root, nest.local);
        if changed {
            nest.verify(pass.name())?;
        }
        let trace = Trace { pass, changed };
        watch(&trace, nest);
        traces.push(trace);
    }
    Ok(traces)
}
