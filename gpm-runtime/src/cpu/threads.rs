//! Threads for a run that calls back into the caller's code.
//!
//! A sink may do anything: count with the same engine, with another one, with a declared pattern, or on a rayon pool of its own. All
//! workers of the run may be waiting for it meanwhile. On the threads of a rayon pool they would keep it from whatever it
//! started there, for ever; on their own they keep nothing from anybody.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often a waiting thread of a rayon pool looks for work that others gave to the pool. *guess*
const TICK: Duration = Duration::from_micros(250);

/// Calls `work` with each number below `workers`, at least one, on as many threads, and gathers what they return; fewer if the
/// system gives no more. The calling thread is one of them, unless it belongs to a rayon pool: then it goes on with the pool's
/// work until all is done.
///
/// A panic goes on here once all threads have ended.
pub(crate) fn on_own<R: Send>(workers: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let is_pooled = rayon::current_thread_index().is_some();
    let first = usize::from(!is_pooled);
    let (done, is_done) = channel::<()>();
    thread::scope(|scope| {
        let work = &work;
        let spawn = |worker: usize| {
            // Dropped at the end of the thread, however it ends.
            let done = done.clone();
            let run = move || {
                let _done = done;
                work(worker)
            };
            thread::Builder::new().spawn_scoped(scope, run).ok()
        };
        let threads: Vec<_> = (first..workers.max(1)).map_while(spawn).collect();
        drop(done);
        let is_worker = !is_pooled || threads.is_empty();
        let own = is_worker.then(|| work(0));
        while !is_worker && is_done.recv_timeout(Duration::ZERO) != Err(RecvTimeoutError::Disconnected) {
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                // Woken early by the end of the last thread.
                let _ = is_done.recv_timeout(TICK);
            }
        }
        let joined = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(joined).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn all_numbers_are_met_once_on_any_thread() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for workers in [0, 1, 5] {
            let expected: Vec<usize> = (0..workers.max(1)).collect();
            assert_eq!(on_own(workers, |worker| worker), expected);
            assert_eq!(pool.install(|| on_own(workers, |worker| worker)), expected);
        }
    }

    #[test]
    fn the_pool_of_the_caller_stays_free() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let calls = AtomicUsize::new(0);
        pool.install(|| on_own(2, |_| pool.install(|| calls.fetch_add(1, Ordering::Relaxed))));
        assert_eq!(calls.into_inner(), 2);
    }
}
