//! Steps of a run that fail because the environment says so: tests on a real device see by them what becomes of the run.

use std::ffi::OsString;
use std::sync::OnceLock;

/// The variable that names one step. CONTRIBUTING.md lists them.
const VARIABLE: &str = "GPM_FAULT";

/// Whether this step is to fail.
pub(crate) fn is(step: &str) -> bool {
    static NAMED: OnceLock<Option<OsString>> = OnceLock::new();
    NAMED.get_or_init(|| std::env::var_os(VARIABLE)).as_ref().is_some_and(|named| named == step)
}
