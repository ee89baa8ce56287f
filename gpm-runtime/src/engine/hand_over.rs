//! Searches for labelled patterns that devices count: all at once, or what turned out long on threads.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::devices_used::DevicesUsed;
use super::error::EngineError;
use super::place::Executor;
use crate::brief::{Candidates, Edges, Found, Ground, Question, Written};
use crate::control::Control;

/// How often a device is asked whether it is ready.
const TICK: Duration = Duration::from_millis(1);
/// Longer than any search.
const FOREVER: Duration = Duration::from_secs(1 << 25);

/// What a device found, what it is, and seconds of kernels.
pub(super) type OnDevice = (Found, DevicesUsed, Option<f64>);

/// Counts along edges between candidates, and gives up what takes longer than `most`; `None` if devices cannot.
///
/// # Errors
/// [`EngineError`] of the devices.
pub(super) fn count_on(
    executor: &dyn Executor,
    asked: (&Ground, &Question),
    edges: &Edges,
    most: Option<Duration>,
    control: &Control,
) -> Result<Option<OnDevice>, EngineError> {
    if edges.candidates.iter().any(|own| own.is_empty()) {
        return Ok(Some((Found::All(0), DevicesUsed::cpu(1), None)));
    }
    Written::new(asked, edges, control).and_then(|written| executor.labelled(&written, most, control)).transpose()
}

/// A search that turned out long: on so many threads, until a device is ready, which takes all of it over. What the threads did until then is lost: a
/// device is made ready once they have searched for as long as that takes, so that it costs twice what it might at most, and mostly far less
/// [KarlinManasseRudolphSleator1988].
pub(super) fn first_on_threads(
    executor: &dyn Executor,
    asked: (&Ground, &Question),
    (candidates, edges): (&[Candidates], Option<&Edges>),
    (on_threads, threads): (&dyn Fn(&Control) -> Found, usize),
    control: &Control,
) -> OnDevice {
    let by_threads = |found: Found| (found, DevicesUsed::cpu(threads), None);
    if executor.is_cpu_alone() {
        return by_threads(on_threads(control));
    }
    let found = until_ready(executor, control, on_threads);
    if control.is_stopped() || !matches!(found, Found::Stopped(_)) {
        return by_threads(found);
    }
    let laid_out = if edges.is_none() { Edges::new(asked, candidates) } else { None };
    let counted = edges.or(laid_out.as_ref()).map(|edges| count_on(executor, asked, edges, None, control));
    match counted {
        Some(Ok(Some(done))) if !matches!(done.0, Found::GaveUp(_)) => done,
        Some(Err(_)) if control.is_stopped() => by_threads(Found::Stopped(0)),
        _ => by_threads(on_threads(control)),
    }
}

/// Searches on the CPU until a device is ready; [`Found::Stopped`] then.
fn until_ready(executor: &dyn Executor, control: &Control, search: impl FnOnce(&Control) -> Found) -> Found {
    if executor.is_ready_for_labelled(Duration::ZERO) {
        return Found::Stopped(0);
    }
    let (part, start) = (control.within(FOREVER), Instant::now());
    let (done, over) = channel::<()>();
    thread::scope(|scope| {
        let own = part.clone();
        scope.spawn(move || {
            while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if control.is_stopped() || executor.is_ready_for_labelled(start.elapsed()) {
                    return own.stop();
                }
            }
        });
        let found = search(&part);
        drop(done);
        found
    })
}
