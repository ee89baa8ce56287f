//! Running what takes long: without the interpreter's lock, with an eye on its signals.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gpm::Control;
use pyo3::prelude::*;

use crate::options::RunOptions;

/// How often signals are looked for, and progress is told.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Looks for signals, and tells the progress of a run: the exception that either raises ends it.
pub(crate) fn look(py: Python<'_>, control: &Control, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(()) };
    let left = control.time_left().map(|left| left.as_secs_f64());
    progress.call1(py, (control.progress(), left)).map(|_| ())
}

/// What a run gave, and the exception that ended it early, if one did.
#[derive(Debug)]
pub(crate) struct Ran<T> {
    value: T,
    raised: Option<PyErr>,
}

/// Runs `work` on a thread of its own, while this one waits without the interpreter's lock, and stops it where a signal raises an exception, as
/// Ctrl-C does, or the callback for progress does.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    options: &RunOptions,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<Ran<T>> {
    let control = options.control(py)?;
    let look = |py: Python<'_>| look(py, &control, options.progress.as_ref());
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let (own, look) = (&control, &look);
        // With the interpreter's lock, which forks take: a child that is born while a thread is begun has a heap that is half changed.
        let worker = scope.spawn(move || {
            let value = work(own);
            // Whoever waits is told that there is something; nobody else can be gone.
            let _ = sender.send(());
            value
        });
        py.detach(move || {
            let mut raised = None;
            // A worker that panics drops its sender.
            while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(look).err();
                    if raised.is_some() {
                        own.stop();
                    }
                }
            }
            match worker.join() {
                Ok(value) => Ok(Ran { value, raised }),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    })
}

impl<T> Ran<T> {
    /// The result as Python has it. If the run was ended by an exception, that, with the result as its attribute `partial`.
    pub(crate) fn finish<'py>(
        self,
        py: Python<'py>,
        convert: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(raised) = self.raised else { return convert(self.value) };
        // Where there is no result, that of a stopped run is an error, which says nothing new.
        let partial = convert(self.value).unwrap_or_else(|_| py.None().into_bound(py));
        raised.value(py).setattr("partial", partial)?;
        Err(raised)
    }
}
