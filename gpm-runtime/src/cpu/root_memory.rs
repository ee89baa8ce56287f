//! Memory of a worker for what is prepared for the roots that it searches.

use std::sync::Arc;

use super::prepared::Preparation;
use super::share::Desk;

/// Memory of one worker for one of the things that are prepared for a root. It is used again from root to root, except while others read it.
#[derive(Debug)]
pub(super) struct RootMemory<T> {
    kind: Preparation,
    memory: Arc<T>,
}

impl<T: Send + Sync + 'static> RootMemory<T> {
    pub(super) fn new(kind: Preparation, memory: T) -> Self {
        RootMemory { kind, memory: Arc::new(memory) }
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
        if let Some(ready) = desk.ready(self.kind) {
            self.memory = ready;
            return Some(&self.memory);
        }
        if Arc::strong_count(&self.memory) > 1 {
            self.memory = Arc::new(new());
        }
        let memory = Arc::get_mut(&mut self.memory).expect("nobody else has it");
        if !fill(memory) {
            return None;
        }
        desk.keep(self.kind, &self.memory);
        Some(&self.memory)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::share::Board;
    use super::super::tasks::PieceCut;
    use super::*;

    #[test]
    fn memory_is_used_again_unless_somebody_reads_it() {
        let (board, stop) = (Board::new(Arc::default(), PieceCut::default(), true), AtomicBool::new(false));
        let desk = Desk::new(&board, &stop);
        let mut memory = RootMemory::new(Preparation::Walks, 1);
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
