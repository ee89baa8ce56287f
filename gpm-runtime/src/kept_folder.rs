//! Where what is worth keeping between processes lies.

use std::path::PathBuf;

/// The folder: `$GPM_CACHE_DIR`, else `$XDG_CACHE_HOME/gpm`, else `~/.cache/gpm`; none where the environment names none. It may not be
/// there yet.
pub(crate) fn kept_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let shared = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    variable("GPM_CACHE_DIR").or_else(|| Some(shared()?.join("gpm")))
}
