//! Making the tables that the nests of a plan look up.

use gpm_plan::query::Query;

use super::bind::BoundPlan;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::terms::{EngineError, Seconds};

/// What came of making tables.
#[derive(Clone, Copy, Debug)]
pub(super) enum Made {
    /// They are all there; it took so long.
    All(Seconds),
    /// The run was stopped before.
    Stopped,
    /// There can be no such tables: a count is too large, or the graph's arcs are no edges. The answer is to be planned without.
    Impossible,
}

impl Engine {
    /// Gives the searches of a plan their tables. What is not known in the session is counted, by plans that may look up tables themselves;
    /// their patterns are smaller.
    pub(super) fn make_lookups(
        &self,
        session: &mut Session<'_>,
        BoundPlan { plan, searches, .. }: &mut BoundPlan<'_, '_>,
        control: &Control,
    ) -> Result<Made, EngineError> {
        let mut seconds = Seconds::default();
        for search in searches {
            for entry in &search.nest.entries {
                if entry.at.len() > 1 && session.graph().is_directed() {
                    return Ok(Made::Impossible);
                }
                if session.lookup(entry).is_none() {
                    let asked = Query::from(entry.table.clone()).with_semantics(entry.semantics);
                    let asked = asked.without(plan.query.disabled);
                    let made = session.below_all_roots(|session| self.lookup_for(session, &asked, control));
                    let (lookup, took) = match made {
                        // What does not fit in a part of the answer may do so in the answer, where the part leads nowhere.
                        Err(error) if error.is_overflow() && !plan.exceeds_its_tables() => return Ok(Made::Impossible),
                        Ok(None) => return Ok(Made::Stopped),
                        Ok(Some(made)) => made,
                        Err(error) => return Err(error),
                    };
                    seconds = seconds.then(took);
                    session.keep_lookup(entry, lookup);
                }
                let lookup = session.lookup(entry).cloned();
                if lookup.as_ref().is_some_and(|lookup| !lookup.is_exact() && !plan.overflows_as_answer()) {
                    return Ok(Made::Impossible);
                }
                search.bound.tables.extend(lookup);
            }
        }
        Ok(Made::All(seconds))
    }
}
