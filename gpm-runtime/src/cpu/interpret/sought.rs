//! Some of the matches below a root, by their ordinals: their numbers, from 0, in the order in which the search meets them.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use gpm_plan::nest::LoopNest;
use gpm_plan::program::Loop;

use super::{Emit, Exit, Interpreter, Operand};
use crate::graph::VertexId;
use crate::view::Bound;

/// The ordinals sought below a root, and how far the search is.
#[derive(Debug, Default)]
pub(super) struct Sought {
    /// Ascending, each once.
    ordinals: Vec<u128>,
    /// How many of them were met.
    found: usize,
    /// How many matches were met.
    met: u128,
}

impl Sought {
    pub(super) fn begin(&mut self, ordinals: &[u128]) {
        self.ordinals.clear();
        self.ordinals.extend_from_slice(ordinals);
        (self.found, self.met) = (0, 0);
    }

    pub(super) fn is_done(&self) -> bool {
        self.found == self.ordinals.len()
    }

    /// Whether the next match is sought.
    pub(super) fn meets(&mut self) -> bool {
        let is_sought = self.ordinals.get(self.found) == Some(&self.met);
        self.met += 1;
        self.found += usize::from(is_sought);
        is_sought
    }

    /// Keeps of candidates each of which completes a match those whose match is sought.
    pub(super) fn keep(&mut self, candidates: &mut Vec<u32>) {
        let (first, end) = (self.met, self.met + candidates.len() as u128);
        self.met = end;
        let rest = &self.ordinals[self.found..];
        let kept = rest.iter().take_while(|&&ordinal| ordinal < end).count();
        self.found += kept;
        // The k-th place that is kept is not before the k-th.
        for (to, ordinal) in rest[..kept].iter().enumerate() {
            candidates[to] = candidates[(ordinal - first) as usize];
        }
        candidates.truncate(kept);
    }
}

impl<'a> Interpreter<'a> {
    /// An interpreter that hands over some of the matches that a nest lists.
    pub(crate) fn seeking(nest: &'a LoopNest, bound: &'a Bound<'a>, stop: &'a AtomicBool) -> Interpreter<'a> {
        Interpreter { sought: Some(Sought::default()), stop, ..Interpreter::new(nest, bound) }
    }

    /// Hands over the matches below a root that have these ordinals: ascending, each once, and less than there are matches. Their order is that of
    /// the ordinals. `None` if the run was stopped.
    ///
    /// Cost: the search below the root up to the last of them, but for its innermost loop.
    pub(crate) fn seek(&mut self, root: VertexId, ordinals: &[u128], emit: &mut dyn FnMut(&[VertexId])) -> Option<()> {
        self.sought.as_mut().expect("it was made for seeking").begin(ordinals);
        let mut left = ordinals.len();
        let flow = self.run_root(root, &mut |found| {
            emit(found);
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_done = self.sought.as_ref().is_some_and(Sought::is_done);
        debug_assert!(is_done || flow.is_break(), "{}: there are fewer matches below {root}", self.nest.pattern);
        (left == 0).then_some(())
    }

    /// Of an innermost loop each of whose candidates completes a match.
    pub(super) fn hand_over_sought<O: Operand>(
        &mut self,
        of: &Loop<O::Def, O>,
        candidates: &mut Vec<u32>,
        emit: &mut Emit<'_>,
    ) -> Result<(), Exit> {
        candidates.retain(|&element| !of.except.iter().any(|&level| O::is(element, level, self)));
        self.sought.as_mut().expect("the caller looked").keep(candidates);
        candidates.iter().try_for_each(|&element| {
            O::bind(element, of, self);
            self.hand_over(emit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_met_one_by_one_and_in_groups() {
        let mut sought = Sought::default();
        sought.begin(&[0, 3, 4, 7]);
        assert_eq!([sought.meets(), sought.meets()], [true, false]);
        let mut candidates = vec![20, 30, 40, 50];
        sought.keep(&mut candidates);
        assert_eq!(candidates, [30, 40]);
        let mut none = vec![60];
        sought.keep(&mut none);
        assert!(none.is_empty() && !sought.is_done());
        assert!(sought.meets() && sought.is_done() && !sought.meets());
    }
}
