//! A search that runs on a thread of its own, while the caller takes what it finds.

use std::thread::{Builder, JoinHandle};

use crate::engine::terms::EngineError;

/// A search that runs, or what came of it.
pub(super) struct Background<R> {
    /// `None` once it has ended.
    thread: Option<JoinHandle<Result<R, EngineError>>>,
    report: Option<R>,
    /// The process that has the thread: a forked child has not.
    process: u32,
}

impl<R: Send + 'static> Background<R> {
    /// Begins a search on a thread of this name.
    pub(super) fn begin(
        name: &str,
        search: impl FnOnce() -> Result<R, EngineError> + Send + 'static,
    ) -> Result<Self, EngineError> {
        let refused = |error: std::io::Error| EngineError::Threads { threads: 1, reason: error.to_string() };
        let thread = Builder::new().name(name.to_owned()).spawn(search).map_err(refused)?;
        Ok(Background { thread: Some(thread), report: None, process: std::process::id() })
    }
}

impl<R> Background<R> {
    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.thread.is_some()
    }

    /// What came of it, if it has ended well.
    pub(super) fn report(&self) -> Option<&R> {
        self.report.as_ref()
    }

    /// Lets go of a search that the parent of this process has, once: there is no thread to wait for.
    pub(super) fn leave_to_parent(&mut self) -> Option<EngineError> {
        if self.process == std::process::id() {
            return None;
        }
        std::mem::forget(self.thread.take()?);
        Some(EngineError::OfParent)
    }

    /// Waits for its end, unless that was seen before: the error that it ended with.
    ///
    /// # Panics
    /// If the search did.
    pub(super) fn end(&mut self) -> Option<EngineError> {
        match self.thread.take()?.join() {
            Ok(Ok(report)) => {
                self.report = Some(report);
                None
            }
            Ok(Err(error)) => Some(error),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Waits for the end of a search that nobody takes anything of any more.
    pub(super) fn wait(&mut self) {
        // A panic has been printed, and there is nobody left to hand it to.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
