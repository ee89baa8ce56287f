//! Threads: those of an engine, and those on which graphs are read.

use std::num::NonZero;
use std::ops::Deref;

use rayon::ThreadPool;

use super::error::EngineError;
use crate::process::{PerProcess, start_global};

/// The threads of an engine, which a forked child starts again.
#[derive(Debug)]
pub(in crate::engine) struct Threads {
    number: usize,
    pool: PerProcess<ThreadPool>,
}

impl Threads {
    /// So many, or one a core for 0.
    pub(in crate::engine) fn new(number: usize) -> Result<Threads, EngineError> {
        let own = Threads { number, pool: PerProcess::new() };
        own.ready()?;
        Ok(own)
    }

    /// This process's pool.
    ///
    /// # Errors
    /// [`EngineError::Threads`].
    pub(in crate::engine) fn ready(&self) -> Result<&ThreadPool, EngineError> {
        self.pool.get(|| pool(self.number))
    }
}

impl Deref for Threads {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        self.ready().expect("a question looks whether there are threads before it is answered")
    }
}

/// So many threads, or one a core for 0.
pub(in crate::engine) fn pool(threads: usize) -> Result<ThreadPool, EngineError> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| refused(threads, error.to_string()))
}

/// Starts the threads of rayon's global pool, so many, or one a core: graphs are read, measured and written there unless something else is
/// said. To be called before that, where an error is better than to go on with one thread, or with the panic of rayon. Those that are there stay
/// as they are.
///
/// ```
/// gpm::ready_threads(Some(2))?;
/// # Ok::<(), gpm::EngineError>(())
/// ```
///
/// # Errors
/// [`EngineError::Threads`] if the system gives no threads.
pub fn ready_threads(threads: Option<usize>) -> Result<(), EngineError> {
    let threads = threads.unwrap_or(0);
    start_global(threads).map_err(|reason| refused(threads, reason))
}

fn refused(threads: usize, reason: String) -> EngineError {
    let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, NonZero::get) } else { threads };
    EngineError::Threads { threads, reason }
}
