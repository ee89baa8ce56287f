//! A progress bar on standard error for runs of more than a second.

use std::fmt::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gpm::Control;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Runs that end sooner show nothing.
const DELAY: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(200);
/// Steps of the whole bar.
const STEPS: u64 = 10_000;

/// Does `work` while a bar follows the progress of `control`.
pub(crate) fn with_bar<T>(title: &str, control: &Control, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = bar(title);
            let mut farthest = 0;
            while is_done.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
                let position = (control.progress().clamp(0.0, 1.0) * STEPS as f64) as u64;
                // Each part of a sum begins anew: then nothing is known of the time that is left.
                if position < farthest {
                    bar.reset_eta();
                }
                farthest = position;
                bar.set_position(position);
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

/// What the bar says of the time that is left: nothing before one part in a hundred is done.
fn left(position: u64, eta: Duration) -> String {
    match position < STEPS / 100 || eta < Duration::from_secs(1) {
        true => String::new(),
        false => format!(", {} left", HumanDuration(eta)),
    }
}

fn bar(title: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr()).with_message(title.to_owned());
    match ProgressStyle::with_template("{msg} {wide_bar} {percent}% after {elapsed}{left}") {
        Ok(style) => bar.with_style(style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            // A stream that takes no more of a bar is nothing to act on.
            let _ = out.write_str(&left(state.pos(), state.eta()));
        })),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_told_once_something_is_done() {
        assert_eq!(left(0, Duration::ZERO), "");
        assert_eq!(left(0, Duration::from_secs(90)), "");
        assert_eq!(left(STEPS, Duration::ZERO), "");
        assert_eq!(left(STEPS / 2, Duration::from_secs(7)), ", 7 seconds left");
    }
}
