//! Steps of a run that fail because the environment says so: tests on a real device see by them what becomes of the run.
//!
//! Only in builds with debug assertions, or with the feature `faults`: whoever uses a release has no variable that can break a run.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that names one step, or the one time that a step fails as `STEP#N`. CONTRIBUTING.md lists them.
const VARIABLE: &str = "GPM_FAULT";

/// Whether this step is to fail now.
pub(crate) fn is(step: &str) -> bool {
    static NAMED: OnceLock<Fault> = OnceLock::new();
    // The compiler knows this: elsewhere nothing is left of the function, nor of what it is asked for.
    cfg!(any(debug_assertions, feature = "faults"))
        && NAMED.get_or_init(|| Fault::named(&std::env::var(VARIABLE).unwrap_or_default())).hits(step)
}

/// What fails.
struct Fault {
    step: String,
    /// At which time that a run comes to it, from one on; each time if there is none.
    time: Option<u64>,
    met: AtomicU64,
}

impl Fault {
    fn named(text: &str) -> Fault {
        let (step, time) = text.split_once('#').unwrap_or((text, ""));
        Fault { step: step.to_owned(), time: time.parse().ok(), met: AtomicU64::new(0) }
    }

    fn hits(&self, step: &str) -> bool {
        self.step == step && self.time.is_none_or(|time| self.met.fetch_add(1, Ordering::Relaxed) + 1 == time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_fails_each_time_or_once() {
        let hits = |text: &str, step: &str| {
            let fault = Fault::named(text);
            [(); 3].map(|()| fault.hits(step))
        };
        assert_eq!(hits("load", "load"), [true; 3]);
        assert_eq!(hits("load#2", "load"), [false, true, false]);
        assert_eq!(hits("load#2", "memory"), [false; 3]);
        assert_eq!(hits("", "load"), [false; 3]);
    }
}
