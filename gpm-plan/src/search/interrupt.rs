//! Ending the search for a plan early. The planner has no clock: whoever plans may ask it to end.

use std::fmt;
use std::sync::Arc;

/// Says when planning is to end. The search for a plan then gives none: it never settles for another one, so that the same query
/// and statistics give the same plan or none.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Ends planning once `is_due` says so. It is asked often, and must not change its mind: once true, always true.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(is_due)))
    }

    /// Whether planning is to end.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::cost::GraphStats;
    use crate::plan::{Plan, PlanError};
    use crate::query::Query;
    use crate::search::Memo;

    /// A query of each kind of sum, so that each rewrite is interrupted somewhere.
    fn queries() -> Vec<Query> {
        let query = |text: &str| Query::from(text.parse::<crate::pattern::Pattern>().expect("a pattern"));
        vec![
            query("cycle:6"),
            query("a-b, b-c, c-d, d-a, a-e").vertex_induced(),
            query("cycle:6").homomorphism(),
            query("a-b-c-a, c-d-e-c, e-f"),
            query("path:12"),
        ]
    }

    #[test]
    fn an_interrupted_search_gives_no_plan_and_leaves_nothing_behind() {
        for query in queries() {
            let stats = GraphStats::typical();
            let whole = Plan::new(query.clone(), &stats).expect("it is planned").to_string();
            for steps in (0..12).map(|power| 3u64.pow(power)) {
                let mut memo = Memo::default();
                let left = Arc::new(AtomicU64::new(steps));
                memo.interrupt_by(Interrupt::when(move || {
                    let counted = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                    counted.is_err()
                }));
                match Plan::with_memo(query.clone(), &stats, &mut memo) {
                    Ok(plan) => assert_eq!(plan.to_string(), whole),
                    Err(error) => assert_eq!(error, PlanError::Interrupted),
                }
                // What was found until then is no other plan either.
                memo.interrupt_by(Interrupt::default());
                let again = Plan::with_memo(query.clone(), &stats, &mut memo).expect("it is planned");
                assert_eq!(again.to_string(), whole, "{} after {steps} steps", query.pattern);
            }
        }
    }
}
