//! Threads that make kernels, for a run that waits for them and for runs to come.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::compiler::Request;

/// Threads, and what they have still to make, the most urgent first.
#[derive(Debug, Default)]
pub(super) struct Makers {
    wanted: Arc<Mutex<VecDeque<Request>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Makers {
    /// Has a thread of its own begin at once, for a run that waits for what comes, and may leave before it does.
    pub(super) fn begin<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
        let (sender, receiver) = channel();
        // Nobody may be waiting any more.
        let work = move || drop(sender.send(work()));
        let spawned = thread::Builder::new().name("kernel".to_owned()).spawn(work);
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.extend(spawned.ok());
        drop(threads);
        receiver
    }

    /// Has threads, as many as there are cores at most, call `make` for these after all that was asked for before.
    pub(super) fn make(&self, requests: Vec<Request>, make: impl Fn(&Request) + Clone + Send + 'static) {
        let number = requests.len();
        lock(&self.wanted).extend(requests);
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..number.min(cores.saturating_sub(threads.len())) {
            let (wanted, make) = (Arc::clone(&self.wanted), make.clone());
            let next = move || lock(&wanted).pop_front();
            let work = move || while_some(next, |request| make(&request));
            // Without a thread a kernel is made when it is needed.
            threads.extend(thread::Builder::new().name("kernel".to_owned()).spawn(work).ok());
        }
    }
}

impl Drop for Makers {
    /// Waits for what is being made: a process that ends while a thread is in the compiler may fail in it.
    fn drop(&mut self) {
        lock(&self.wanted).clear();
        let threads = std::mem::take(&mut *lock(&self.threads));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

fn while_some<T>(next: impl Fn() -> Option<T>, work: impl Fn(T)) {
    while let Some(item) = next() {
        work(item);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
