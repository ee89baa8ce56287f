//! Ctrl-C and the other signals that ask for an end, SIGTERM and SIGHUP: while something is searched, the first one stops it with what
//! is known. The second, and any at another time, ends the program; no temporary file stays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gpm::Control;

/// What is under way.
struct State {
    /// Whether a signal came since the searches began.
    is_requested: bool,
    /// Whether there are searches, so that a result may be known in part.
    is_searching: bool,
    /// The search to stop.
    running: Option<Control>,
}

static STATE: Mutex<State> = Mutex::new(State { is_requested: false, is_searching: false, running: None });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes signals over. To be called once, before anything is written.
pub(crate) fn install() {
    if let Err(error) = listen(on_signal) {
        log::warn!("signals such as Ctrl-C will lose partial results: {error}");
    }
}

/// Acts on a signal; `code` is the exit code of a program that it ends, by shell custom.
fn on_signal(code: u8) {
    let mut state = state();
    if state.is_requested || !state.is_searching {
        gpm::leave(code);
    }
    state.is_requested = true;
    if let Some(control) = &state.running {
        control.stop();
    }
}

/// Calls `act` for each signal, on a thread of its own.
#[cfg(unix)]
fn listen(act: fn(u8)) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // What `nohup` started goes on when the terminal is closed.
    let is_wanted = |signal: &i32| *signal != SIGHUP || !is_ignored(SIGHUP);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_wanted))?;
    let listen = move || {
        for signal in signals.forever() {
            act(128 + signal as u8);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(|_| ())
}

/// Whether whoever started this process had it ignore a signal.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: all bytes zero are a value of this plain C struct.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: nothing is changed, and `action` has room for what is there.
    let status = unsafe { libc::sigaction(signal, std::ptr::null(), &raw mut action) };
    status == 0 && action.sa_sigaction == libc::SIG_IGN
}

/// Calls `act` for each Ctrl-C.
#[cfg(not(unix))]
fn listen(act: fn(u8)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(130))
}

/// While this lives, there are searches, and the first signal stops them.
pub(crate) struct Searching(());

impl Searching {
    /// Begins.
    pub(crate) fn begin() -> Searching {
        state().is_searching = true;
        Searching(())
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        let mut state = state();
        (state.is_searching, state.running) = (false, None);
    }
}

/// Makes the first signal stop this search from now on; if it came already, the search is stopped at once.
pub(crate) fn watch(control: &Control) {
    let mut state = state();
    if state.is_requested {
        control.stop();
    }
    state.running = Some(control.clone());
}

/// Whether a signal came during searches.
pub(crate) fn is_requested() -> bool {
    state().is_requested
}
