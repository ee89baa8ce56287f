//! Counting up to a limit: the first so many matches, as databases have it.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use gpm_plan::query::Query;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};

impl Engine {
    /// Counts up to `limit` on the graph of a session, and ends the search once there are so many: then the count is the limit, and the
    /// report says [`limited`](Report::limited). Matches are met one by one, as in a listing, so that a large limit costs more than a whole
    /// count, which need not meet them.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    ///
    /// use gpm::{Control, Engine, Graph, Session};
    ///
    /// let path = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)])?;
    /// let limit = NonZeroU64::new(2).expect("it is not zero");
    /// let report = Engine::auto()?.count_up_to_in(&mut Session::new(&path), "a-b", limit, &Control::new())?;
    /// assert_eq!((report.count, report.limited, report.partial), (2, true, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count_in`].
    pub fn count_up_to_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        limit: NonZeroU64,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let query = asked(session.graph(), query)?;
        session.ensure_whole()?;
        self.in_run(control, |control| match self.brief(session, (&query, Some(limit)), control)? {
            Ok(report) => Ok(report),
            Err(in_vain) => Ok(self.counted_up_to_by_plan(session, &query, limit, control)?.after(in_vain)),
        })
    }

    /// As [`Engine::count_up_to_in`], within a time limit that runs already, for a query that is not answered without a plan.
    pub(super) fn counted_up_to_by_plan(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        limit: NonZeroU64,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let mut left = limit.get();
        let mut take = |_: &[_]| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = self.listed_within(session, query.clone().list(), control, &mut take)?;
        Ok(Report { query: query.clone(), ..report })
    }
}
