//! What a run says if the system gives it no thread.

use thiserror::Error;

/// The system gives no thread, for the reason that it says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the system gives no thread: {0}; raise the limit that `ulimit -u` shows, or end other programs")]
pub struct NoThread(pub(crate) String);

impl From<std::io::Error> for NoThread {
    fn from(error: std::io::Error) -> Self {
        NoThread(error.to_string())
    }
}
