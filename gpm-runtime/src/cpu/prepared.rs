//! What is prepared for a root before it is searched. All who search pieces of the root read the same.

use std::any::Any;
use std::sync::Arc;

use super::share::Desk;

/// What may be prepared for a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The bit matrix of its neighborhood.
    Matrix,
    /// Its codegrees.
    Codegrees,
    /// Its numbers of walks of three steps.
    Walks,
    /// The set of this number, as bits.
    Marks(usize),
}

/// All that was prepared for a root.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared(Vec<(Part, Arc<dyn Any + Send + Sync>)>);

impl Prepared {
    pub(super) fn get<T: Send + Sync + 'static>(&self, wanted: Part) -> Option<Arc<T>> {
        let (_, memory) = self.0.iter().find(|(part, _)| *part == wanted)?;
        Arc::clone(memory).downcast().ok()
    }

    pub(super) fn add<T: Send + Sync + 'static>(&mut self, part: Part, memory: Arc<T>) {
        self.0.push((part, memory));
    }
}

/// Memory of one worker for a part of what is prepared for a root. It is used again from root to root, except while others read it.
#[derive(Debug)]
pub(super) struct RootMemory<T> {
    part: Part,
    memory: Arc<T>,
}

impl<T: Send + Sync + 'static> RootMemory<T> {
    pub(super) fn new(part: Part, memory: T) -> Self {
        RootMemory { part, memory: Arc::new(memory) }
    }

    /// What was prepared last.
    #[inline(always)]
    pub(super) fn get(&self) -> &T {
        &self.memory
    }

    /// What is prepared for the root that `desk` searches: by the owner of that root if it is open, else by `fill`, in `new` memory
    /// if others still read the old. `None` if `fill` says that it was stopped.
    pub(super) fn prepare(
        &mut self,
        desk: &Desk<'_>,
        new: impl FnOnce() -> T,
        fill: impl FnOnce(&mut T) -> bool,
    ) -> Option<&T> {
        if let Some(ready) = desk.ready(self.part) {
            self.memory = ready;
            return Some(&self.memory);
        }
        if Arc::get_mut(&mut self.memory).is_none() {
            self.memory = Arc::new(new());
        }
        let memory = Arc::get_mut(&mut self.memory).expect("nobody else has it");
        if !fill(memory) {
            return None;
        }
        desk.keep(self.part, &self.memory);
        Some(&self.memory)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::share::Board;
    use super::super::tasks::Tasks;
    use super::*;

    #[test]
    fn memory_is_used_again_unless_somebody_reads_it() {
        let Tasks { roots, cut, .. } = Tasks::default();
        let (board, stop) = (Board::new(roots, cut, true), AtomicBool::new(false));
        let desk = Desk::new(&board, &stop);
        let mut memory = RootMemory::new(Part::Walks, 1);
        let fresh = |memory: &mut RootMemory<i32>| {
            let mut is_new = false;
            let new = || {
                is_new = true;
                0
            };
            memory.prepare(&desk, new, |_| true);
            is_new
        };
        assert!(!fresh(&mut memory));
        let reader = Arc::clone(&memory.memory);
        assert!(fresh(&mut memory) && *reader == 1);
        assert!(!fresh(&mut memory));
    }
}
