//! Running a nest that is known as a value: as native code made now, or by the interpreter.

#[cfg(feature = "jit")]
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "jit")]
use std::time::Instant;

use gpm_plan::cost::Prices;
use gpm_plan::nest::{LoopNest, RootCut};

#[cfg(feature = "jit")]
use super::code::{self, CompileError, Native};
use super::interpret;
use super::job::{Job, Listing};
use super::untaken::Rest;
use crate::control::{Control, Forecast};
use crate::run::{BoundNest, Finding, RunError};
use crate::sample::profile_alone;
use crate::table::Table;
use crate::view::{Bound, table_shape};

/// Elements that a sample looks at which says what a long search will take: some milliseconds, of 200 at least. *guess*
const SAMPLE: f64 = 2e6;

/// Most steps of a search for which no native code is made: to make it takes half a millisecond, as long as to interpret so many. *guess*:
/// a step is between 50 and 500 ns.
const FEW: f64 = 2048.0;

/// How a nest is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// The interpreter where a search is over before native code is made, as on a graph of thirty vertices; else as `Compiled`.
    #[default]
    Suited,
    /// Native code; the interpreter on hosts that the compiler does not know, and in builds without the feature `jit`.
    Compiled,
    /// The interpreter, for tests.
    Interpreted,
}

impl Backend {
    /// Whether no native code is made in this build on this host.
    pub fn interprets(self) -> bool {
        #[cfg(feature = "jit")]
        return self == Backend::Interpreted || !code::is_for_this_host();
        #[cfg(not(feature = "jit"))]
        return true;
    }
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
    coming: &'a [BoundNest<'a>],
    compile: Duration,
}

impl<'a> Searcher<'a> {
    /// Makes native code if the search is to have it and none is kept: a millisecond or some more for large patterns.
    ///
    /// # Errors
    /// [`RunError::Internal`] if the code generator made something invalid.
    pub fn new(asked: BoundNest<'a>, backend: Backend) -> Result<Searcher<'a>, RunError> {
        let BoundNest { nest, bound, .. } = asked;
        let searcher = Searcher {
            nest,
            #[cfg(feature = "jit")]
            native: None,
            is_listed: bound.roots.is_some(),
            rest: None,
            coming: &[],
            compile: Duration::ZERO,
        };
        if backend == Backend::Interpreted || (backend == Backend::Suited && is_short(asked)) {
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

    /// The same, before other searches for the same question: progress is that of all.
    pub fn with_coming(self, coming: &'a [BoundNest<'a>]) -> Searcher<'a> {
        Searcher { coming, ..self }
    }

    /// What it is expected to cost to search below the roots of `bound`.
    fn forecast(&self, bound: &Bound<'_>, control: &Control) -> Option<Forecast> {
        let costs = |nest: &LoopNest, bound: &Bound<'_>| -> Option<Vec<f64>> {
            let profile = profile_alone(nest, bound, SAMPLE, control).ok()??;
            Some(profile.iter().map(|own| own.work.cost(&Prices::CPU)).collect())
        };
        let strata = costs(self.nest, bound)?;
        let coming = self.coming.iter().filter_map(|next| costs(next.nest, next.bound)).flatten().sum();
        Some(Forecast { strata, coming })
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
        let forecast = || self.forecast(bound, control);
        let job = |cut: RootCut| {
            let job = Job::new(bound, cut, nest.num_positions(), control, listing);
            job.with_table(table.as_ref()).with_rest(self.rest).with_forecast(&forecast)
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

/// Whether a search takes few steps, wherever in the graph its matches lie: each loop below an edge ranges over a part of a row.
fn is_short(BoundNest { nest, graph, .. }: BoundNest<'_>) -> bool {
    let has_reach = nest.sets.iter().any(|set| set.expr.is_reach());
    let edges = graph.out().neighbors().len().max(graph.num_vertices()) as f64;
    if has_reach || edges > FEW {
        return false;
    }
    let longest = graph.out().max_degree().max(graph.incoming().max_degree());
    // The first block is that of no level, the second that of roots, the third that of their edges.
    let below = nest.blocks().len().saturating_sub(3) as f64;
    edges * (longest as f64).powf(below) <= FEW
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
    run_before(nest, &[], backend, control, listing)
}

/// The same, before other searches for the same question: progress is that of all.
///
/// # Errors
/// As there.
///
/// # Panics
/// As there.
pub fn run_before(
    nest: BoundNest<'_>,
    coming: &[BoundNest<'_>],
    backend: Backend,
    control: &Control,
    listing: Option<Listing<'_, '_>>,
) -> Result<Finding, RunError> {
    let searcher = Searcher::new(nest, backend)?.with_coming(coming);
    Ok(Finding { compile: searcher.compile_time(), ..searcher.run(nest.bound, control, listing)? })
}

#[cfg(test)]
mod tests;
