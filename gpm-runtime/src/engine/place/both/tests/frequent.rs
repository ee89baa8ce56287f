//! Frequent patterns beside a GPU that comes late, has no room or fails.

use super::*;
use crate::engine::{Frequent, Further};
use crate::mine::{Batch, Outcome, Settler};

/// It has no room for any batch.
pub(super) struct Full<'a>(pub(super) &'a Fake);

impl Settler for Full<'_> {
    type Error = EngineError;

    fn least(&mut self) -> Option<u64> {
        Some(20)
    }

    fn settle(&mut self, _: &Batch, _: &Control) -> Result<Option<Outcome>, EngineError> {
        let step = self.0.steps.fetch_add(1, Ordering::Relaxed);
        match self.0.fate {
            Fate::FailsAfter(number) if step >= number => Err(EngineError::NoGpuSupport),
            _ => Ok(None),
        }
    }
}

/// Patterns are the same whenever a GPU that settles them comes or fails.
#[test]
fn both_find_the_same_frequent_patterns() {
    let graph = generate(&"rmat:8:6".parse::<Spec>().unwrap(), 5).unwrap();
    let found = |engine: &Engine| {
        let asked = Frequent { max_edges: Some(5), ..Frequent::of_support(30) };
        let mut found = Vec::new();
        let push = |own| {
            found.push(own);
            Further::Grow
        };
        assert!(!engine.frequent(&graph, &asked, &Control::new(), push).unwrap().partial);
        found
    };
    let expected = found(&cpu());
    assert!(expected.len() > 20, "{} patterns are frequent", expected.len());
    let mut handed = 0;
    for fate in [Fate::Works, Fate::FailsAfter(0), Fate::FailsAfter(2), Fate::Missing] {
        for ready_after in [0, 1, 3] {
            let (engine, [steps, _]) = engine(fate, ready_after);
            assert_eq!(found(&engine), expected, "{fate:?} after {ready_after}");
            handed += steps.load(Ordering::Relaxed);
        }
    }
    assert!(handed > 6, "{handed} batches were handed over");
}
