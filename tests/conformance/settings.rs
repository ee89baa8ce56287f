//! What the environment asks for, and messages that the test harness does not capture.

use std::fmt;
use std::io::{self, Write};

/// Whether the long runs are wanted.
pub(crate) fn is_full() -> bool {
    is_set("GPM_FULL")
}

/// Whether each cell is to be named before it runs.
pub(crate) fn is_traced() -> bool {
    is_set("GPM_TRACE")
}

/// Whether a variable is set, and not to 0.
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0" && !value.is_empty())
}

/// Writes a line to stderr past the capture of the test harness, so that it is seen when tests pass.
pub(crate) fn say(message: fmt::Arguments<'_>) {
    // A closed stderr is no reason to fail a test.
    let _ = writeln!(io::stderr(), "{message}");
}

/// The name of the test that runs on this thread.
#[allow(dead_code, reason = "not every suite that shares this file asks")]
pub(crate) fn test_name() -> String {
    std::thread::current().name().unwrap_or("test").to_owned()
}
