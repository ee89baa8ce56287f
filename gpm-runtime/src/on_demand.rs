//! Values that threads of rayon make when they are first asked for.

use std::sync::OnceLock;

/// A value that is made at its first use, with no lock held meanwhile.
///
/// A [`OnceLock`] holds one while it is initialized. A thread of a rayon pool that waits there for a part of its work takes up other work
/// of the pool; if that asks for the same value, the thread waits for itself. And a forked child has the lock without the thread that
/// would release it. So whoever asks before the value is there makes one; the first that is done gives it to all.
#[derive(Clone, Debug)]
pub(crate) struct OnDemand<T>(OnceLock<T>);

impl<T> Default for OnDemand<T> {
    fn default() -> Self {
        OnDemand::new()
    }
}

impl<T> From<T> for OnDemand<T> {
    fn from(value: T) -> Self {
        OnDemand(value.into())
    }
}

impl<T> OnDemand<T> {
    pub(crate) const fn new() -> Self {
        OnDemand(OnceLock::new())
    }

    /// The value, if it was made.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// The value, made now if it was not.
    #[inline]
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get().unwrap_or_else(|| {
            let made = make();
            self.0.get_or_init(|| made)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_while_another_thread_or_the_same_is_at_it() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let value = OnDemand::new();
        let taken_up = pool.install(|| {
            rayon::scope(|scope| {
                // What a thread takes up that waits for a part of its work.
                scope.spawn(|_| assert_eq!(*value.get_or_make(|| 1), 1));
                *value.get_or_make(|| {
                    assert_eq!(rayon::yield_now(), Some(rayon::Yield::Executed));
                    2
                })
            })
        });
        assert_eq!((taken_up, value.get()), (1, Some(&1)));
    }
}
