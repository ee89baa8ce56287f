//! The end of a process some thread of which compiles: NVRTC tears itself down when a process ends, and a thread that is in it then may crash.
//!
//! So the end waits for what is being compiled, half a second or so. Whoever cannot wait ends by [`leave`](crate::engine::leave).

use std::mem::forget;
use std::sync::{Once, RwLock, RwLockReadGuard};

use crate::lock::whole;

/// Read by those who compile.
static COMPILING: RwLock<()> = RwLock::new(());

/// Compiles under this: as long as it lives, the process does not end.
pub(super) fn held() -> RwLockReadGuard<'static, ()> {
    whole(COMPILING.read())
}

/// Makes the end of the process wait from now on. To be called when something was compiled: what was registered last is run first, and
/// NVRTC registers what tears it down while it compiles for the first time. A process that ends in the midst of that is not helped.
pub(super) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the function is there as long as the process. If there is no room for it, the end does not wait.
        #[cfg(unix)]
        let _ = unsafe { libc::atexit(wait) };
    });
}

/// Waits for those who compile, and keeps others from it for good.
#[cfg(unix)]
extern "C" fn wait() {
    forget(whole(COMPILING.write()));
}
