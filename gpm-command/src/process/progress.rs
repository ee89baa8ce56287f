//! How far a search is, on standard error: a bar at a terminal, lines or JSON in a file.

use std::fmt::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use gpm::Control;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde::Serialize;

use super::messages::{self, Progress};

/// Runs that end sooner show no bar. *guess*
const DELAY: Duration = Duration::from_secs(1);
/// Time between two states of the bar. *guess*
const REFRESH: Duration = Duration::from_millis(200);
/// Time between lines of text. *guess*
const LINES: Duration = Duration::from_secs(10);
/// Time between lines of JSON. *guess*
const OBJECTS: Duration = Duration::from_secs(1);
/// Steps of the whole bar.
const STEPS: u64 = 10_000;

/// A search that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    title: String,
    pub(crate) control: Control,
    began: Instant,
}

/// How far a search is; its JSON is a contract, see `gpm count --help`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct State {
    search: String,
    /// The part of the work that is done, from 0 to 1.
    done: f64,
    /// The part that was done in an earlier run, as a checkpoint says.
    resumed: f64,
    /// Since it began here.
    seconds: f64,
    /// What is expected to be left, once something is known.
    seconds_left: Option<f64>,
}

impl Watched {
    /// A search that begins now.
    pub(crate) fn new(title: &str, control: &Control) -> Watched {
        Watched { title: title.to_owned(), control: control.clone(), began: Instant::now() }
    }

    /// How far it is.
    pub(crate) fn state(&self) -> State {
        State {
            search: self.title.clone(),
            done: self.control.progress(),
            resumed: self.control.resumed(),
            seconds: self.began.elapsed().as_secs_f64(),
            seconds_left: self.control.time_left().map(|left| left.as_secs_f64()),
        }
    }

    /// Does `work` while its progress is told.
    pub(crate) fn tell<T>(&self, how: Progress, work: impl FnOnce() -> T) -> T {
        if how == Progress::None {
            return work();
        }
        let (done, is_done) = channel::<()>();
        thread::scope(|scope| {
            let tell = move || match how {
                Progress::Bar => self.draw(&|time| is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout)),
                _ => {
                    let every = if how == Progress::Json { OBJECTS } else { LINES };
                    while is_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                        self.say(how);
                    }
                }
            };
            // The work is worth more than to hear how far it is.
            if let Err(error) = thread::Builder::new().name("progress".to_owned()).spawn_scoped(scope, tell) {
                log::warn!("no thread to say how far the search is: {error}");
            }
            let result = work();
            drop(done);
            result
        })
    }

    fn say(&self, how: Progress) {
        match how {
            Progress::Json => messages::say(self.state().json()),
            _ => messages::say(self.state()),
        }
    }

    /// Ends what was told: with an object, if these are read by a program.
    pub(crate) fn end(&self, how: Progress) {
        if how == Progress::Json {
            self.say(how);
        }
    }

    /// Draws a bar as long as `goes_on`, which waits, says so.
    fn draw(&self, goes_on: &dyn Fn(Duration) -> bool) {
        if !goes_on(DELAY) {
            return;
        }
        let bar = self.bar();
        while goes_on(REFRESH) {
            bar.set_position((self.control.progress().clamp(0.0, 1.0) * STEPS as f64) as u64);
        }
        bar.finish_and_clear();
    }

    fn bar(&self) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
        let bar = bar.with_message(self.title.clone());
        let control = self.control.clone();
        let time_left = move |_: &ProgressState, out: &mut dyn Write| {
            // A stream that takes no more of a bar is nothing to act on.
            let _ = out.write_str(&left(control.time_left().map(|left| left.as_secs_f64())));
        };
        match ProgressStyle::with_template("{msg} {wide_bar} {percent}% after {elapsed}{left}") {
            Ok(style) => bar.with_style(style.with_key("left", time_left)),
            Err(_) => bar,
        }
    }
}

impl State {
    fn json(&self) -> String {
        let line = serde_json::json!({ "progress": self });
        line.to_string()
    }
}

/// As a line of text.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, done, resumed, seconds, seconds_left } = self;
        write!(f, "{search}: {:.1} % done after {}", 100.0 * done, HumanDuration(whole(*seconds)))?;
        f.write_str(&left(*seconds_left))?;
        if *resumed > 0.0 {
            write!(f, "; {:.1} % were done before", 100.0 * resumed)?;
        }
        Ok(())
    }
}

/// What is said of the time that is left: nothing if it is not known.
fn left(seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) if seconds >= 1.0 => format!(", about {} left", HumanDuration(whole(seconds))),
        _ => String::new(),
    }
}

fn whole(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.round()).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_says_what_is_known() {
        let state =
            State { search: "house".to_owned(), done: 0.25, resumed: 0.0, seconds: 10.2, seconds_left: Some(31.0) };
        assert_eq!(state.to_string(), "house: 25.0 % done after 10 seconds, about 31 seconds left");
        let state = State { resumed: 0.125, seconds_left: None, ..state };
        assert_eq!(state.to_string(), "house: 25.0 % done after 10 seconds; 12.5 % were done before");
        let json = r#"{"progress":{"done":0.25,"resumed":0.125,"search":"house","seconds":10.2,"seconds_left":null}}"#;
        assert_eq!(state.json(), json);
        assert_eq!((left(Some(0.2)), left(Some(f64::INFINITY)).is_empty()), (String::new(), false));
    }
}
