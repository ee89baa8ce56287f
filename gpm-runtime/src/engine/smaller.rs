//! Answers that fit where numbers on the way to them do not.

use gpm_plan::opt::PassSet;
use gpm_plan::query::Query;

use super::EngineError;

/// What was found by a plan; or, where it met numbers that are too large for it, the same question without the passes that may
/// have made them larger than the answer, if it was asked with these. `found` has nothing where counts are too large for tables.
pub(super) fn with_smaller_numbers<T>(
    query: Query,
    found: Result<Option<T>, EngineError>,
) -> Result<Result<T, Query>, EngineError> {
    let plainer = query.clone().without(PassSet::lookups());
    match found {
        Ok(Some(found)) => Ok(Ok(found)),
        Ok(None) => Ok(Err(plainer)),
        Err(error) if error.is_overflow() && plainer.disabled != query.disabled => Ok(Err(plainer)),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::AnswerError;

    use super::*;

    #[test]
    fn numbers_that_leave_their_bits_are_met_once() {
        let query = Query::from("cycle:6".parse::<Pattern>().expect("a pattern"));
        let overflow = || Err::<Option<()>, _>(EngineError::Answer(AnswerError::Overflow));
        let Ok(Err(plainer)) = with_smaller_numbers(query, overflow()) else { panic!("it is asked again") };
        assert!(plainer.disabled.contains("homomorphism-basis") && plainer.disabled.contains("decomposition"));
        assert!(matches!(with_smaller_numbers(plainer, overflow()), Err(EngineError::Answer(AnswerError::Overflow))));
    }
}
