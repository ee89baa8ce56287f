//! One cell of the test matrix: a query, how it is run, and what the oracle says.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query, Unit};
use gpm_runtime::engine::{EngineError, Report};
use gpm_runtime::graph::Graph;

use crate::engines::{Engines, Mode};
use crate::settings::{is_traced, say};

/// A query and how to run it.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    pub(crate) pattern: &'a Pattern,
    pub(crate) semantics: Semantics,
    pub(crate) unit: Unit,
    pub(crate) output: Output,
    /// Passes switched off.
    pub(crate) off: PassSet,
    pub(crate) mode: Mode,
}

impl Cell<'_> {
    /// The question to the engine.
    pub(crate) fn query(&self) -> Query {
        let query = Query::from(self.pattern.clone()).with_semantics(self.semantics).without(self.off);
        Query { unit: self.unit, output: self.output, ..query }
    }

    /// What the engine counts.
    ///
    /// # Errors
    /// Its error, or its panic, in words.
    pub(crate) fn count(&self, engines: &Engines, graph: &Graph) -> Result<u128, String> {
        self.trace();
        whole(guarded(|| engines.of(self.mode).count(graph, self.query()))?)
    }

    /// The plan that the engine makes for this graph.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub(crate) fn plan(&self, engines: &Engines, graph: &Graph) -> Result<Plan, String> {
        guarded(|| engines.of(self.mode).plan(graph, self.query()))
    }

    /// Names the cell on stderr if that is wanted.
    pub(crate) fn trace(&self) {
        if is_traced() {
            say(format_args!("{self}"));
        }
    }
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pattern, semantics, unit, output, off, mode } = self;
        write!(f, "{pattern}  {output:?} {semantics} {}  {mode:?}  off: [{off}]", unit.name(*semantics))
    }
}

/// The count of a run, which was not to be cut short.
///
/// # Errors
/// If it was.
pub(crate) fn whole(report: Report) -> Result<u128, String> {
    if report.partial { Err("the count is marked partial".to_owned()) } else { Ok(report.count) }
}

/// Runs the engine; its errors and panics become words.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, EngineError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("panicked, see above".to_owned()),
    }
}
