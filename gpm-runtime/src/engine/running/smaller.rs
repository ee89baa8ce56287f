//! Answers that fit where numbers on the way to them do not.

use gpm_plan::passes::PassSet;
use gpm_plan::query::Query;

use crate::engine::kept::Session;
use crate::engine::terms::EngineError;

/// What `search` finds by a plan for `query`. If an intermediate number overflows there, what `again` finds for the same question without
/// the passes that may make such numbers larger than the answer, provided the query has these passes. `search` returns `None` where counts
/// are too large for tables. If the answer overflows too, that is the error.
pub(in crate::engine) fn with_smaller_numbers<'g, T>(
    session: &mut Session<'g>,
    (query, may_fit): (&Query, bool),
    search: impl FnOnce(&mut Session<'g>) -> Result<Option<T>, EngineError>,
    again: impl FnOnce(&mut Session<'g>, &Query) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let found = search(session);
    let plainer = query.clone().without(PassSet::lookups());
    match found {
        Ok(Some(found)) => return Ok(found),
        Ok(None) => {}
        Err(error) if error.is_overflow() && may_fit && plainer.disabled != query.disabled => {}
        Err(error) => return Err(error),
    }
    again(session, &plainer)
}

#[cfg(test)]
mod tests {
    use gpm_plan::passes::Pass;
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
        let session = &mut Session::new(&graph);
        let search = |_: &mut Session<'_>| overflow::<Option<Query>>();
        let asked = with_smaller_numbers(session, (&query(), true), search, |_, query| Ok(query.clone()));
        let plainer = asked.expect("it is asked again");
        assert!(plainer.disabled.contains(Pass::HomomorphismBasis) && plainer.disabled.contains(Pass::Decomposition));
        for asked in [(&plainer, true), (&query(), false)] {
            let asked = with_smaller_numbers(session, asked, search, |_, query| Ok(query.clone()));
            assert!(matches!(asked, Err(EngineError::Answer(AnswerError::Overflow))));
        }
    }
}
