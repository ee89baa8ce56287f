//! Tasks that no worker has taken. As long as a search runs, somebody else can take all of them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::tasks::Task;
use crate::lock::lock;

/// The tasks of a search, and the first of each kind that nobody has taken.
#[derive(Debug, Default)]
pub(super) struct Untaken {
    /// Big roots, which several workers may search together.
    roots: Vec<Task>,
    /// Tasks that are not shared.
    groups: Vec<Task>,
    next_root: AtomicUsize,
    next_group: AtomicUsize,
}

impl Untaken {
    /// Both are taken in this order.
    pub(super) fn new(roots: Vec<Task>, groups: Vec<Task>) -> Untaken {
        Untaken { roots, groups, ..Untaken::default() }
    }

    /// The next big root.
    pub(super) fn take_root(&self) -> Option<Task> {
        take(&self.roots, &self.next_root)
    }

    /// The next task that is not shared.
    pub(super) fn take_group(&self) -> Option<Task> {
        take(&self.groups, &self.next_group)
    }

    /// All big roots.
    pub(super) fn roots(&self) -> &[Task] {
        &self.roots
    }

    /// All tasks that are not shared.
    pub(super) fn groups(&self) -> &[Task] {
        &self.groups
    }

    /// The roots of all that nobody had taken until now, and nobody will.
    fn take_all(&self) -> Vec<Range<u64>> {
        let rest = |tasks: &[Task], next: &AtomicUsize| {
            let first = next.swap(tasks.len(), Ordering::Relaxed).min(tasks.len());
            tasks[first..].iter().map(|task| task.first..task.last).collect::<Vec<_>>()
        };
        [rest(&self.roots, &self.next_root), rest(&self.groups, &self.next_group)].concat()
    }
}

fn take(tasks: &[Task], next: &AtomicUsize) -> Option<Task> {
    tasks.get(next.fetch_add(1, Ordering::Relaxed)).copied()
}

/// What is left of the searches of a [`Searcher`](super::Searcher), of which one runs at a time.
#[derive(Debug, Default)]
pub struct Rest(Mutex<Option<Arc<Untaken>>>);

impl Rest {
    /// Takes away the roots, by index, that no worker has begun with; none is there before a search begins and after it has ended.
    pub fn take(&self) -> Vec<Range<u64>> {
        self.running().as_ref().map_or_else(Vec::new, |untaken| untaken.take_all())
    }

    /// The search that runs from now on.
    pub(super) fn set(&self, untaken: Option<&Arc<Untaken>>) {
        *self.running() = untaken.map(Arc::clone);
    }

    fn running(&self) -> MutexGuard<'_, Option<Arc<Untaken>>> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_taken_once() {
        let task = |first: u64, last: u64| Task { first, last, weight: 1 };
        let untaken = Arc::new(Untaken::new(vec![task(4, 5), task(1, 2)], vec![task(2, 4), task(0, 1)]));
        let rest = Rest::default();
        assert!(rest.take().is_empty());
        rest.set(Some(&untaken));
        assert_eq!((untaken.take_root(), untaken.take_group()), (Some(task(4, 5)), Some(task(2, 4))));
        assert_eq!(rest.take(), [1..2, 0..1]);
        assert_eq!((untaken.take_root(), untaken.take_group()), (None, None));
        assert!(rest.take().is_empty());
        rest.set(None);
        assert!(rest.take().is_empty());
    }
}
