//! Running a nest that is known as a value: as native code made now, or by the interpreter.

use gpm_plan::nest::RootCut;

#[cfg(feature = "jit")]
use super::code::{self, CompileError, Native};
use super::interpret;
use super::job::{Job, Listing};
use crate::control::Control;
use crate::run::{BoundNest, Finding, RunError};
use crate::table::Table;
use crate::view::table_shape;

/// How a nest is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Native code; the interpreter on hosts that the compiler does not know, and in builds without the feature `jit`.
    Compiled,
    /// The interpreter, for tests.
    Interpreted,
}

/// Runs a nest: a count on the threads of the current rayon pool, a listing on threads of its own, so that it is best called from
/// outside of a pool.
///
/// # Errors
/// [`RunError::Overflow`] if a number left 128 bits.
///
/// # Panics
/// If the sink does, with its panic.
pub fn run(
    BoundNest { nest, bound, .. }: BoundNest<'_>,
    backend: Backend,
    control: &Control,
    listing: Option<Listing<'_, '_>>,
) -> Result<Finding, RunError> {
    let table = table_shape(nest, bound).map(Table::zeros);
    let job = |cut: RootCut| Job::new(bound, cut, nest.num_positions(), control, listing).with_table(table.as_ref());
    #[cfg(feature = "jit")]
    if backend == Backend::Compiled {
        let start = std::time::Instant::now();
        match Native::compile(nest, bound, crate::set::kernels()) {
            Ok(native) => {
                let compile = start.elapsed();
                let search = native.search();
                // SAFETY: the code is the nest's, and lives until the run is over.
                let finding = job(nest.binding().cut).run(|job| unsafe { code::work(search, nest, bound, job) })?;
                return Ok(Finding { compile, table, ..finding });
            }
            Err(CompileError::Host(reason)) => log::warn!("no native code for this host ({reason}): interpreting"),
            Err(error @ CompileError::Rejected(_)) => return Err(RunError::Internal(error.to_string())),
        }
    }
    #[cfg(not(feature = "jit"))]
    if backend == Backend::Compiled {
        log::info!("built without the feature `jit`: interpreting");
    }
    // The interpreter runs whole roots.
    let finding = job(RootCut::Whole { has_loop: true }).run(|job| interpret::work(nest, bound, job))?;
    Ok(Finding { table, ..finding })
}
