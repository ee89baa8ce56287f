//! Running a nest that is known as a value: as native code made now, or by the interpreter.

#[cfg(feature = "jit")]
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "jit")]
use std::time::Instant;

use gpm_plan::nest::{LoopNest, RootCut};

#[cfg(feature = "jit")]
use super::code::{self, CompileError, Native};
use super::interpret;
use super::job::{Job, Listing};
use super::untaken::Rest;
use crate::control::Control;
use crate::run::{BoundNest, Finding, RunError};
use crate::table::Table;
use crate::view::{Bound, table_shape};

/// How a nest is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Native code; the interpreter on hosts that the compiler does not know, and in builds without the feature `jit`.
    Compiled,
    /// The interpreter, for tests.
    Interpreted,
}

/// A nest as it is run, made once for searches below any roots.
#[derive(Debug)]
pub struct Searcher<'a> {
    nest: &'a LoopNest,
    #[cfg(feature = "jit")]
    native: Option<Arc<Native>>,
    /// Whether roots come from a list.
    is_listed: bool,
    rest: Option<&'a Rest>,
    compile: Duration,
}

impl<'a> Searcher<'a> {
    /// Makes native code if that is asked for and none is kept: a millisecond or some more for large patterns.
    ///
    /// # Errors
    /// [`RunError::Internal`] if the code generator made something invalid.
    pub fn new(BoundNest { nest, bound, .. }: BoundNest<'a>, backend: Backend) -> Result<Searcher<'a>, RunError> {
        let searcher = Searcher {
            nest,
            #[cfg(feature = "jit")]
            native: None,
            is_listed: bound.roots.is_some(),
            rest: None,
            compile: Duration::ZERO,
        };
        if backend == Backend::Interpreted {
            return Ok(searcher);
        }
        #[cfg(feature = "jit")]
        {
            let start = Instant::now();
            match code::native(nest, bound, crate::set::kernels()) {
                Ok(native) => return Ok(Searcher { native: Some(native), compile: start.elapsed(), ..searcher }),
                Err(CompileError::Host(reason)) => log::warn!("no native code for this host ({reason}): interpreting"),
                Err(error @ CompileError::Rejected(_)) => return Err(RunError::Internal(error.to_string())),
            }
        }
        #[cfg(not(feature = "jit"))]
        log::info!("built without the feature `jit`: interpreting");
        Ok(searcher)
    }

    /// The same, of whose searches others may take what no worker has begun with: the finding is of all else then. Progress is in roots.
    pub fn with_rest(self, rest: &'a Rest) -> Searcher<'a> {
        Searcher { rest: Some(rest), ..self }
    }

    /// What it took to make native code.
    pub fn compile_time(&self) -> Duration {
        self.compile
    }

    /// Searches below the roots of `bound`, which is what this was made for, perhaps with other roots: a count on the threads of the current
    /// rayon pool, a listing on threads of its own, so that it is best called from outside of a pool.
    ///
    /// # Errors
    /// [`RunError::Overflow`] if a number left 128 bits.
    ///
    /// # Panics
    /// If the sink does, with its panic.
    pub fn run(
        &self,
        bound: &Bound<'_>,
        control: &Control,
        listing: Option<Listing<'_, '_>>,
    ) -> Result<Finding, RunError> {
        assert_eq!(self.is_listed, bound.roots.is_some(), "code takes roots from where it was made to");
        let nest = self.nest;
        let table = table_shape(nest, bound).map(Table::zeros);
        let job = |cut: RootCut| {
            let job = Job::new(bound, cut, nest.num_positions(), control, listing);
            job.with_table(table.as_ref()).with_rest(self.rest)
        };
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            let search = native.search();
            // SAFETY: the code is the nest's, and lives until the run is over.
            let finding = job(nest.binding().cut).run(|job| unsafe { code::work(search, nest, bound, job) })?;
            return Ok(Finding { table, ..finding });
        }
        // The interpreter runs whole roots.
        let finding = job(RootCut::Whole { has_loop: true }).run(|job| interpret::work(nest, bound, job))?;
        Ok(Finding { table, ..finding })
    }
}

/// Makes a [`Searcher`] and runs it once.
///
/// # Errors
/// As there.
///
/// # Panics
/// As there.
pub fn run(
    nest: BoundNest<'_>,
    backend: Backend,
    control: &Control,
    listing: Option<Listing<'_, '_>>,
) -> Result<Finding, RunError> {
    let searcher = Searcher::new(nest, backend)?;
    Ok(Finding { compile: searcher.compile_time(), ..searcher.run(nest.bound, control, listing)? })
}
