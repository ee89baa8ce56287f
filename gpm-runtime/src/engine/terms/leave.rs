//! The end of a process that may have threads in a GPU's driver or compiler.

use crate::graph::remove_unfinished;

/// Ends the process with an exit code, at once. Files that are not written to their end are removed. Threads that open a GPU or
/// compile a kernel are not waited for, which takes tenths of a second, nor do they find the libraries that they are in torn down, which may crash.
///
/// What standard output holds back is lost: flush it before. An engine that is dropped before waits for its threads.
pub fn leave(code: u8) -> ! {
    remove_unfinished();
    #[cfg(unix)]
    // SAFETY: it does not return, and runs nothing of this process.
    unsafe {
        libc::_exit(code.into())
    }
    #[cfg(not(unix))]
    std::process::exit(code.into())
}
