//! Ctrl-C and the other signals that ask for an end, SIGTERM and SIGHUP: the first one stops what is searched with what is known. Another
//! one asks for the same, as those that `timeout`, a scheduler or a shell send in a row do; only a second Ctrl-C at the terminal, a second
//! or more after the first signal, ends the program. Before anything is searched there is nothing to keep, and the first signal ends it;
//! no temporary file stays. SIGUSR1 asks how far the search is.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::messages;
use super::progress::Watched;

/// Signals that come within this time are one. *guess*
const SAME: Duration = Duration::from_secs(1);

/// What is under way.
struct State {
    /// When the first signal came that asked for an end of the searches.
    requested: Option<Instant>,
    /// Whether searches were begun, so that a result may be known, at least in part.
    has_searched: bool,
    /// The search to stop.
    running: Option<Watched>,
}

static STATE: Mutex<State> = Mutex::new(State { requested: None, has_searched: false, running: None });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// It asks for an end; what the shell has as the exit code of a program that it ends.
    End(u8),
    /// The same, by Ctrl-C or something that does as if.
    Interrupt,
    /// It asks how far the search is.
    #[cfg(unix)]
    Progress,
}

/// What is done about a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// The searches end with what they know.
    Stop,
    /// The program ends at once.
    Leave(u8),
    /// It says how far the search is.
    Tell,
    /// It was asked for before.
    Nothing,
}

impl State {
    /// What a signal means at this time; `is_at_terminal` says whether Ctrl-C can have been pressed.
    fn act(&self, signal: Signal, now: Instant, is_at_terminal: impl Fn() -> bool) -> Act {
        let code = match signal {
            #[cfg(unix)]
            Signal::Progress => return Act::Tell,
            Signal::Interrupt => 130,
            Signal::End(code) => code,
        };
        match self.requested {
            _ if !self.has_searched => Act::Leave(code),
            None => Act::Stop,
            Some(first) => {
                let is_another = signal == Signal::Interrupt && now.saturating_duration_since(first) >= SAME;
                if is_another && is_at_terminal() { Act::Leave(code) } else { Act::Nothing }
            }
        }
    }
}

/// Takes signals over. To be called once, before anything is written.
pub(crate) fn install() {
    if let Err(error) = listen(on_signal) {
        log::warn!("signals such as Ctrl-C will lose partial results: {error}");
    }
}

fn on_signal(signal: Signal) {
    let mut state = state();
    let now = Instant::now();
    match state.act(signal, now, is_at_terminal) {
        Act::Leave(code) => gpm::leave(code),
        Act::Stop => {
            state.requested = Some(now);
            if let Some(running) = &state.running {
                running.control.stop();
            }
        }
        Act::Tell => match &state.running {
            Some(running) => messages::say(running.state()),
            None => messages::say("nothing is searched at the moment"),
        },
        Act::Nothing => {}
    }
}

/// Calls `act` for each signal, on a thread of its own.
#[cfg(unix)]
fn listen(act: fn(Signal)) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
    use signal_hook::iterator::Signals;

    // What `nohup` started goes on when the terminal is closed.
    let is_wanted = |signal: &i32| *signal != SIGHUP || !is_ignored(SIGHUP);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGUSR1].into_iter().filter(is_wanted))?;
    let listen = move || {
        for signal in signals.forever() {
            act(match signal {
                SIGUSR1 => Signal::Progress,
                SIGINT => Signal::Interrupt,
                other => Signal::End(128 + other as u8),
            });
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

/// Whether this process is in the foreground of a terminal.
#[cfg(unix)]
fn is_at_terminal() -> bool {
    use std::os::fd::AsRawFd;

    let Ok(terminal) = std::fs::File::open("/dev/tty") else { return false };
    // SAFETY: the file is open, and nothing is written to memory.
    unsafe { libc::tcgetpgrp(terminal.as_raw_fd()) == libc::getpgrp() }
}

/// Calls `act` for each Ctrl-C.
#[cfg(not(unix))]
fn listen(act: fn(Signal)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(Signal::Interrupt))
}

#[cfg(not(unix))]
fn is_at_terminal() -> bool {
    true
}

/// While this lives, there are searches.
pub(crate) struct Searching(());

impl Searching {
    /// Begins. From now on the first signal stops searches, and what is known is told.
    pub(crate) fn begin() -> Searching {
        state().has_searched = true;
        Searching(())
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        state().running = None;
    }
}

/// Makes the first signal stop this search from now on; if it came already, the search is stopped at once.
pub(crate) fn watch(watched: &Watched) {
    let mut state = state();
    if state.requested.is_some() {
        watched.control.stop();
    }
    state.running = Some(watched.clone());
}

/// Whether a signal came during searches.
pub(crate) fn is_requested() -> bool {
    state().requested.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_second_interrupt_from_a_terminal_ends_the_program() {
        let begin = Instant::now();
        let mut state = State { requested: None, has_searched: false, running: None };
        let at = |state: &State, signal, seconds, is_at_terminal: bool| {
            state.act(signal, begin + Duration::from_secs_f64(seconds), || is_at_terminal)
        };
        for signal in [Signal::End(143), Signal::Interrupt] {
            assert!(matches!(at(&state, signal, 0.0, true), Act::Leave(143 | 130)), "there is nothing to keep");
        }
        state.has_searched = true;
        assert_eq!(at(&state, Signal::End(143), 0.0, true), Act::Stop);
        assert_eq!(at(&state, Signal::Interrupt, 0.0, false), Act::Stop);
        state.requested = Some(begin);
        for seconds in [0.0, 0.5, 2.0, 600.0] {
            assert_eq!(at(&state, Signal::End(143), seconds, true), Act::Nothing);
            assert_eq!(at(&state, Signal::Interrupt, seconds, false), Act::Nothing);
        }
        assert_eq!(at(&state, Signal::Interrupt, 0.9, true), Act::Nothing);
        assert_eq!(at(&state, Signal::Interrupt, 1.1, true), Act::Leave(130));
        #[cfg(unix)]
        assert_eq!(at(&state, Signal::Progress, 5.0, true), Act::Tell);
    }
}
