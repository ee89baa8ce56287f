//! A progress bar on standard error for runs of more than a second.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gpm::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
            while is_done.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
                bar.set_position((control.progress().clamp(0.0, 1.0) * STEPS as f64) as u64);
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

fn bar(title: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr()).with_message(title.to_owned());
    match ProgressStyle::with_template("{msg} {wide_bar} {percent}% after {elapsed}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
