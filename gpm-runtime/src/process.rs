//! What belongs to one process. A forked child has the memory of its parent and none of the threads behind it: what rests on threads is made
//! again there.

use std::error::Error;
use std::process;
use std::sync::OnceLock;

/// A value for each process that asks for it.
#[derive(Debug)]
pub(crate) struct PerProcess<T>(OnceLock<Box<Owned<T>>>);

#[derive(Debug)]
struct Owned<T> {
    process: u32,
    value: T,
    /// That of a child.
    next: PerProcess<T>,
}

impl<T> Default for PerProcess<T> {
    fn default() -> Self {
        PerProcess::new()
    }
}

impl<T> PerProcess<T> {
    pub(crate) const fn new() -> Self {
        PerProcess(OnceLock::new())
    }

    /// This process's value, made at its first use.
    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        let (process, mut place) = (process::id(), self);
        while let Some(own) = place.0.get() {
            if own.process == process {
                return Ok(&own.value);
            }
            place = &own.next;
        }
        // No lock is held meanwhile, which a child might inherit. Another thread may be faster.
        let own = Box::new(Owned { process, value: make()?, next: PerProcess::new() });
        Ok(&place.0.get_or_init(|| own).value)
    }
}

/// The process that asked first.
static FIRST: OnceLock<u32> = OnceLock::new();

/// Whether this process was forked from one that asked before: of the threads of that one, such as those of rayon's global pool, it has none.
pub(crate) fn is_forked() -> bool {
    let own = process::id();
    *FIRST.get_or_init(|| own) != own
}

/// Runs `work` on `threads` threads, or on the current pool if that is `None`; on this thread alone if the system gives no others. A forked child has no
/// threads in the global pool: there `None` is as many as it has cores.
pub(crate) fn in_pool<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let threads = threads.map(|threads| threads.max(1)).or(is_forked().then_some(0));
    let of_its_own = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = match threads {
        Some(threads) => of_its_own(threads).map(Some).map_err(|error| error.to_string()),
        None if rayon::current_thread_index().is_some() => Ok(None),
        None => start_global(0).map(|()| None),
    };
    match pool {
        Ok(Some(pool)) => pool.install(work),
        Ok(None) => work(),
        Err(reason) => {
            log::warn!("no threads can be started ({reason}): one does all the work");
            // Refused where this thread has its pool from before.
            match rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
                Ok(pool) => pool.install(work),
                Err(_) => work(),
            }
        }
    }
}

/// Starts rayon's global pool with so many threads, or one a core for 0, unless it is there. By itself rayon panics where it cannot.
///
/// # Errors
/// What the system said. It is not asked again, as rayon asks once.
pub(crate) fn start_global(threads: usize) -> Result<(), String> {
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    let start = || match rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
        Err(error) if error.source().is_some() => Err(error.to_string()),
        // An error without a source: the pool is there.
        Ok(()) | Err(_) => Ok(()),
    };
    STARTED.get_or_init(start).clone()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_process_makes_its_value_once() {
        let each = PerProcess::new();
        assert_eq!(each.get(|| Err::<u32, _>("none")), Err("none"));
        assert_eq!(each.get(|| Ok::<_, Infallible>(1)), Ok(&1));
        assert_eq!(each.get(|| Ok::<_, Infallible>(2)), Ok(&1));
        assert!(!is_forked());
    }
}
