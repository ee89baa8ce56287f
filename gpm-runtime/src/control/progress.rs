//! How far a run is, and how long the rest will take.
//!
//! A search on threads is known by strata of roots: in each what is done, and the time that it took. What is left of a stratum is expected
//! to take as long as what is done of it did, as far as that goes, and else in proportion to what a sample expects of it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use crate::lock::lock;

/// The progress of a run.
#[derive(Debug, Default)]
pub(super) struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Runs under way, one within another.
    runs: u32,
    /// When the first work began.
    began: Option<Instant>,
    /// What is under way, where that is a part of a search: from where to where, of how much. All zero for the whole.
    stretch: [u32; 3],
    /// The part that an earlier run did.
    resumed: f64,
    /// The search on threads that is under way, if that is what it is.
    roots: Option<Arc<RootsDone>>,
    /// What earlier searches of the same stretch took, in seconds of threads.
    before: f64,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A run begins, and lasts as long as what is given. The first one begins anew.
    pub(super) fn run(&self) -> Running<'_> {
        let mut state = self.state();
        if state.runs == 0 {
            *state = State::default();
            self.done.store(0, Ordering::Relaxed);
            self.total.store(0, Ordering::Relaxed);
        }
        state.runs += 1;
        Running(self)
    }

    pub(super) fn enter(&self, stretch: [u32; 3]) {
        let mut state = self.state();
        (state.stretch, state.roots, state.before) = (stretch, None, 0.0);
        self.total.store(0, Ordering::Relaxed);
    }

    pub(super) fn resume(&self, part: f64) {
        self.state().resumed = part;
    }

    pub(super) fn begin(&self, total: u64, now: Instant) {
        let mut state = self.state();
        state.began.get_or_insert(now);
        state.close();
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    pub(super) fn begin_roots(&self, roots: Arc<RootsDone>, now: Instant) {
        let mut state = self.state();
        state.began.get_or_insert(now);
        state.close();
        state.roots = Some(roots);
    }

    pub(super) fn advance(&self, weight: u64) {
        self.done.fetch_add(weight, Ordering::Relaxed);
    }

    pub(super) fn resumed(&self) -> f64 {
        self.state().resumed
    }

    /// From 0 to 1.
    pub(super) fn part(&self) -> f64 {
        self.part_of(&self.state())
    }

    fn part_of(&self, state: &State) -> f64 {
        let part = match &state.roots {
            Some(roots) => {
                let (spent, left) = roots.seconds();
                let done = state.before + spent;
                if done == 0.0 { 0.0 } else { done / (done + left) }
            }
            None => {
                let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
                if total == 0 { 0.0 } else { (done as f64 / total as f64).min(1.0) }
            }
        };
        match state.stretch.map(f64::from) {
            [_, _, 0.0] => part,
            [from, to, of] => ((from + (to - from) * part) / of).min(1.0),
        }
    }

    /// By what was done here since work began; nothing before a thousandth is.
    pub(super) fn time_left(&self, now: Instant) -> Option<Duration> {
        let state = self.state();
        let (began, part) = (state.began?, self.part_of(&state));
        let own = (part - state.resumed) / (1.0 - state.resumed);
        let elapsed = now.saturating_duration_since(began).as_secs_f64();
        (own >= 1e-3).then(|| Duration::try_from_secs_f64(elapsed * (1.0 - own).max(0.0) / own).ok())?
    }
}

/// A run that is under way.
pub(super) struct Running<'a>(&'a Progress);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.state().runs -= 1;
    }
}

impl State {
    /// The search that was under way is over.
    fn close(&mut self) {
        if let Some(roots) = self.roots.take() {
            self.before += roots.seconds().0;
        }
    }
}

/// What of a search below roots is done. The first root is a stratum, and each other one has twice as many as the one before it.
#[derive(Debug)]
pub(crate) struct RootsDone {
    strata: Vec<Stratum>,
    forecast: OnceLock<Forecast>,
}

/// Shares of the work are guesses from the rows of roots. What begins with a root of a stratum is of that stratum, also where it goes on beyond.
#[derive(Debug, Default)]
struct Stratum {
    share: u64,
    /// Roots that are searched with it, by the stratum that they lie in.
    roots: Vec<f64>,
    done: AtomicU64,
    nanoseconds: AtomicU64,
}

/// What a search is expected to cost, in any unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forecast {
    /// By stratum.
    pub(crate) strata: Vec<f64>,
    /// Searches that come after it.
    pub(crate) coming: f64,
}

impl RootsDone {
    /// Of parts of a search, each with its roots and its share of the work.
    pub(crate) fn new(parts: impl Iterator<Item = (Range<u64>, u64)>) -> RootsDone {
        let mut strata: Vec<Stratum> = Vec::new();
        for (roots, share) in parts.filter(|(roots, _)| !roots.is_empty()) {
            let (own, last) = (stratum(roots.start), stratum(roots.end - 1));
            if strata.len() <= last {
                strata.resize_with(last + 1, Stratum::default);
            }
            let begun = &mut strata[own];
            begun.share += share;
            begun.roots.resize(begun.roots.len().max(last + 1), 0.0);
            for at in own..=last {
                let within = roots.start.max((1 << at) - 1)..roots.end.min((2 << at) - 1);
                begun.roots[at] += (within.end - within.start) as f64;
            }
        }
        RootsDone { strata, forecast: OnceLock::new() }
    }

    /// A part with this first root is done, or some of it, after a thread worked on it for so long.
    pub(crate) fn add(&self, first: u64, share: u64, time: Duration) {
        if let Some(own) = self.strata.get(stratum(first)) {
            own.done.fetch_add(share, Ordering::Relaxed);
            own.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    /// This is expected, from now on.
    pub(crate) fn expect(&self, forecast: Forecast) {
        let of_root = |(at, cost): (usize, &f64)| {
            let roots: f64 = self.strata.iter().filter_map(|own| own.roots.get(at)).sum();
            if roots == 0.0 { 0.0 } else { cost / roots }
        };
        let each: Vec<f64> = forecast.strata.iter().enumerate().map(of_root).collect();
        let of_stratum = |own: &Stratum| own.roots.iter().zip(&each).map(|(roots, each)| roots * each).sum();
        let strata = self.strata.iter().map(of_stratum).collect();
        self.forecast.get_or_init(|| Forecast { strata, ..forecast });
    }

    /// Seconds of threads that were spent on what is done, and that what is left will take.
    pub(crate) fn seconds(&self) -> (f64, f64) {
        let known = self.forecast.get();
        let seen: Vec<Seen> = self.strata.iter().enumerate().map(|(at, own)| own.seen(known, at)).collect();
        let spent: f64 = seen.iter().map(|own| own.seconds).sum();
        let expected: f64 = seen.iter().map(|own| own.expected * own.part).sum();
        if expected == 0.0 {
            // Any unit is as good as another, as nothing is done.
            return (0.0, f64::INFINITY);
        }
        let rate = spent / expected;
        let left: f64 = seen.iter().map(|own| own.left(rate)).sum();
        (spent, left + known.map_or(0.0, |known| known.coming) * rate)
    }
}

/// What is known of a stratum.
struct Seen {
    part: f64,
    seconds: f64,
    expected: f64,
}

impl Seen {
    /// Seconds that the rest will take, if a unit of what is expected takes `rate`. The more is done the more that counts.
    fn left(&self, rate: f64) -> f64 {
        let rest = 1.0 - self.part;
        rest * (self.seconds + rest * self.expected * rate)
    }
}

impl Stratum {
    fn seen(&self, forecast: Option<&Forecast>, at: usize) -> Seen {
        let part = match self.share {
            0 => 1.0,
            share => (self.done.load(Ordering::Relaxed) as f64 / share as f64).min(1.0),
        };
        let expected = match forecast {
            Some(forecast) => forecast.strata.get(at).copied().unwrap_or(0.0),
            None => self.share as f64,
        };
        Seen { part, seconds: self.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9, expected }
    }
}

/// The stratum of a root.
fn stratum(root: u64) -> usize {
    (root + 1).ilog2() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strata_are_those_of_samples() {
        for (at, roots) in crate::sample::strata(1000).into_iter().enumerate() {
            assert!(roots.map(|root| stratum(root as u64)).all(|own| own == at));
        }
    }

    #[test]
    fn what_is_left_is_what_is_expected_of_it() {
        let roots = RootsDone::new((0..7).map(|root| (root..root + 1, 10)));
        assert_eq!(roots.seconds(), (0.0, f64::INFINITY));
        roots.add(0, 10, Duration::from_secs(6));
        assert_eq!(roots.seconds(), (6.0, 36.0), "by shares");
        roots.expect(Forecast { strata: vec![3.0, 2.0, 1.0], coming: 4.0 });
        assert_eq!(roots.seconds(), (6.0, 14.0), "by the forecast");
        roots.add(1, 10, Duration::from_secs(1));
        let (spent, left) = roots.seconds();
        // Four units took 7 seconds; of the second stratum one more took 1.
        assert!((spent - 7.0).abs() < 1e-9 && (left - (0.5 * 2.75 + 1.75 + 7.0)).abs() < 1e-9, "{left}");
    }

    /// Before, roots that were searched with those of an earlier stratum counted as done from the start.
    #[test]
    fn parts_may_lie_in_several_strata() {
        let roots = RootsDone::new([(0..1, 10), (1..7, 10)].into_iter());
        roots.expect(Forecast { strata: vec![3.0, 2.0, 1.0], coming: 0.0 });
        roots.add(0, 10, Duration::from_secs(6));
        assert_eq!(roots.seconds(), (6.0, 6.0));
        let roots = RootsDone::new([(0..2, 10), (2..7, 10)].into_iter());
        roots.expect(Forecast { strata: vec![3.0, 2.0, 4.0], coming: 0.0 });
        roots.add(0, 10, Duration::from_secs(4));
        assert_eq!(roots.seconds(), (4.0, 5.0), "half of the second stratum and all of the third are left");
    }

    #[test]
    fn time_is_told_by_what_was_done_here() {
        let (progress, began) = (Progress::default(), Instant::now());
        assert_eq!(progress.time_left(began), None);
        progress.resume(0.5);
        progress.enter([2, 4, 4]);
        progress.begin(10, began);
        assert_eq!((progress.part(), progress.time_left(began)), (0.5, None));
        progress.advance(5);
        assert_eq!(progress.part(), 0.75);
        assert_eq!(progress.time_left(began + Duration::from_secs(8)), Some(Duration::from_secs(8)));
        let roots = Arc::new(RootsDone::new([(0..1, 1), (1..3, 3)].into_iter()));
        progress.enter([0; 3]);
        progress.begin_roots(Arc::clone(&roots), began);
        assert_eq!(progress.part(), 0.0);
        roots.add(0, 1, Duration::from_secs(2));
        assert_eq!(progress.part(), 0.25);
        progress.begin_roots(Arc::new(RootsDone::new([(0..1, 1)].into_iter())), began);
        assert_eq!((progress.part(), progress.state().before), (0.0, 2.0));
    }
}
