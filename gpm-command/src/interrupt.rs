//! Ctrl-C: the first one stops the search with what is known, the second ends the program.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gpm::Control;

/// Exit code of a program that Ctrl-C killed, by shell custom.
const KILLED: u8 = 130;

/// The search to stop, and whether that was asked for.
struct State {
    is_requested: bool,
    running: Option<Control>,
}

static STATE: Mutex<State> = Mutex::new(State { is_requested: false, running: None });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes over Ctrl-C. Before this call it just ends the program, as nothing is known yet.
pub(crate) fn install() {
    let installed = ctrlc::set_handler(|| {
        let mut state = state();
        if state.is_requested {
            gpm::leave(KILLED);
        }
        state.is_requested = true;
        if let Some(control) = &state.running {
            control.stop();
        }
    });
    if let Err(error) = installed {
        log::warn!("Ctrl-C will lose partial results: {error}");
    }
}

/// Makes Ctrl-C stop this search from now on; if it came already, the search is stopped at once.
pub(crate) fn watch(control: &Control) {
    let mut state = state();
    if state.is_requested {
        control.stop();
    }
    state.running = Some(control.clone());
}

/// Whether Ctrl-C came.
pub(crate) fn is_requested() -> bool {
    state().is_requested
}
