//! Answers that fit where numbers on the way to them do not.

use std::time::Instant;

use gpm_plan::opt::PassSet;
use gpm_plan::query::Query;

use super::{EngineError, Session};
use crate::control::Control;

/// What `search` finds by a plan for `query`; or, where it meets numbers that are too large for it, what `again` finds for the same
/// question without the passes that may have made them larger than the answer, if it was asked with these, in what is left of the
/// time limit. `search` finds nothing where counts are too large for tables.
pub(super) fn with_smaller_numbers<'g, T>(
    session: &mut Session<'g>,
    query: &Query,
    control: &Control,
    search: impl FnOnce(&mut Session<'g>) -> Result<Option<T>, EngineError>,
    again: impl FnOnce(&mut Session<'g>, &Query, &Control) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let start = Instant::now();
    let found = search(session);
    let plainer = query.clone().without(PassSet::lookups());
    match found {
        Ok(Some(found)) => return Ok(found),
        Ok(None) => {}
        Err(error) if error.is_overflow() && plainer.disabled != query.disabled => {}
        Err(error) => return Err(error),
    }
    again(session, &plainer, &control.after(start.elapsed()))
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::AnswerError;

    use super::*;
    use crate::graph::Graph;

    fn query() -> Query {
        Query::from("cycle:6".parse::<Pattern>().expect("a pattern"))
    }

    fn overflow<T>() -> Result<T, EngineError> {
        Err(EngineError::Answer(AnswerError::Overflow))
    }

    #[test]
    fn numbers_that_leave_their_bits_are_met_once() {
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        let (session, control) = (&mut Session::new(&graph), &Control::new());
        let search = |_: &mut Session<'_>| overflow::<Option<Query>>();
        let asked = with_smaller_numbers(session, &query(), control, search, |_, query, _| Ok(query.clone()));
        let plainer = asked.expect("it is asked again");
        assert!(plainer.disabled.contains("homomorphism-basis") && plainer.disabled.contains("decomposition"));
        let asked = with_smaller_numbers(session, &plainer, control, search, |_, query, _| Ok(query.clone()));
        assert!(matches!(asked, Err(EngineError::Answer(AnswerError::Overflow))));
    }

    #[test]
    fn the_second_search_has_what_is_left_of_the_time_limit() {
        let (graph, limit) = (Graph::from_edges(2, [(0, 1)]).unwrap(), Duration::from_millis(400));
        let control = Control::new().with_time_limit(limit);
        let search = |_: &mut Session<'_>| {
            sleep(limit);
            overflow::<Option<Duration>>()
        };
        let again = |_: &mut Session<'_>, _: &Query, control: &Control| {
            let start = Instant::now();
            control.timed(|| {
                while !control.is_stopped() {
                    sleep(Duration::from_millis(1));
                }
            });
            Ok(start.elapsed())
        };
        let taken = with_smaller_numbers(&mut Session::new(&graph), &query(), &control, search, again);
        let taken = taken.expect("it is asked again");
        assert!(taken < limit, "{taken:?}");
        assert!(control.is_stopped(), "it is the same handle");
    }
}
