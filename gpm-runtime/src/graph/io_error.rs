//! Errors of the operating system, by what a user can do about them.

use std::io;
use std::path::Path;

use super::GraphError;

impl GraphError {
    /// Sorts an operating-system error into the variant a user can act on.
    pub(crate) fn io(path: &Path, action: &'static str, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::IsADirectory => Self::IsDirectory { path },
            io::ErrorKind::PermissionDenied => Self::PermissionDenied { path, action },
            _ => Self::Io { path, action, source },
        }
    }
}
