//! Locks that outlive a panic: what they guard is whole between two statements.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after a thread panicked that held it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    whole(mutex.lock())
}

/// What a lock guards, or who waited with it, also after a thread panicked that held it.
pub(crate) fn whole<T>(found: LockResult<T>) -> T {
    found.unwrap_or_else(PoisonError::into_inner)
}
