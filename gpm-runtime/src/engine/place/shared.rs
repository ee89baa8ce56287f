//! A search that the CPU and GPUs share: what of it is done, and what is whose.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::cost::Prices;

use super::executor::{Done, Search};
use crate::control::Control;
use crate::engine::error::EngineError;
use crate::graph::VertexId;
use crate::run::Sink;
use crate::sample::RootsWork;
use crate::sched::{Piece, Pool, Recall, Slices};

/// Seconds that a piece of the CPU takes at most: a GPU that joins finds the rest.
const LONGEST: f64 = 0.1;
/// Seconds after which it is seen how fast a GPU is.
const SEEN: f64 = 5e-3;

/// What both work at.
pub(super) struct Shared<'a, 's> {
    pub(super) search: Search<'a>,
    /// What is expected below the roots, if that is known.
    pub(super) profile: Option<&'a [RootsWork]>,
    /// Made when they are first needed: a GPU that has all of the search waits for none.
    pub(super) slices: OnceLock<Slices>,
    pub(super) pool: Pool,
    /// The run's, for pieces, which add to what is done.
    pub(super) control: Control,
    /// The same, whose progress nobody sees.
    pub(super) unwatched: Control,
    /// What was found until now.
    pub(super) found: Mutex<Result<Option<Done>, EngineError>>,
    /// Who takes matches; `None` in it once they want no more.
    pub(super) sink: Option<Mutex<Option<&'a mut Sink<'s>>>>,
    /// Slices a second that the GPU and the CPU are expected to search.
    pub(super) expected: [f64; 2],
    /// Seconds that the CPU takes at least for what is taken back.
    pub(super) least_piece: f64,
    pub(super) launch: Mutex<Launched>,
    pub(super) on_cpu: Mutex<OnCpu>,
    pub(super) start: Instant,
}

/// What a GPU is at.
#[derive(Debug, Default)]
pub(super) struct Launched {
    /// When it was first asked for roots, and what it had left then, in slices.
    first: Option<(Instant, f64)>,
    /// Roots that it gave back, and what they cost, in slices.
    given: Vec<VertexId>,
    cost: f64,
    /// When it began, and when it was done.
    began: Option<Instant>,
    ended: Option<Instant>,
}

/// What the CPU did of it.
#[derive(Debug, Default)]
pub(super) struct OnCpu {
    pieces: u32,
    cost: f64,
    longest: Duration,
    busy: Duration,
    /// When it had nothing left to do.
    ended: Option<Instant>,
}

impl Shared<'_, '_> {
    /// The slices that the roots lie in.
    pub(super) fn slices(&self) -> &Slices {
        let Search { nest, pool, .. } = self.search;
        self.slices.get_or_init(|| pool.install(|| Slices::new(nest.bound, self.profile, &Prices::GPU)))
    }

    /// A piece for the CPU: its roots, and what they cost in slices.
    pub(super) fn take(&self) -> Option<(Vec<VertexId>, f64)> {
        loop {
            match self.pool.take(LONGEST)? {
                Piece::Roots(roots, cost) => return Some((roots, cost)),
                Piece::Slices(range) => {
                    let cost = range.len() as f64;
                    let roots = self.slices().roots(range);
                    if !roots.is_empty() {
                        return Some((roots, cost));
                    }
                    // Slices without roots say nothing of how long others take.
                    self.pool.done(0.0, Duration::ZERO);
                }
            }
        }
    }

    /// All slices that are left, for a GPU; `None` if there are none.
    pub(super) fn take_all(&self) -> Option<Vec<Range<u32>>> {
        let ranges = self.pool.take_all()?;
        *self.launched() = Launched { began: Some(Instant::now()), ..Launched::default() };
        Some(ranges)
    }

    /// The roots of some slices, ascending.
    pub(super) fn roots(&self, ranges: &[Range<u32>]) -> Vec<VertexId> {
        let mut roots: Vec<VertexId> = ranges.iter().flat_map(|range| self.slices().roots(range.clone())).collect();
        roots.sort_unstable();
        roots
    }

    /// Gives the CPU what a GPU had and has not given back by itself.
    pub(super) fn give_back(&self, ranges: &[Range<u32>]) {
        let roots = self.roots(ranges);
        let mut given = std::mem::take(&mut self.launched().given);
        given.sort_unstable();
        let left: Vec<VertexId> = roots.into_iter().filter(|v| given.binary_search(v).is_err()).collect();
        if !left.is_empty() {
            let cost = self.slices().costs(&left).iter().sum();
            self.pool.give(left, cost);
        }
        self.pool.leave();
    }

    /// The CPU has searched a piece of so many slices.
    pub(super) fn done(&self, cost: f64, time: Duration) {
        {
            let mut own = self.on_cpu.lock().unwrap_or_else(PoisonError::into_inner);
            own.pieces += 1;
            own.cost += cost;
            own.busy += time;
            own.longest = own.longest.max(time);
            own.ended = Some(Instant::now());
        }
        self.pool.done(cost, time);
    }

    /// The GPU has searched what it had.
    pub(super) fn leave(&self) {
        self.launched().ended = Some(Instant::now());
        self.pool.leave();
    }

    /// Seconds that a GPU which had all of it from the beginning would have taken alone: those that it took for its part.
    pub(super) fn gpu_alone(&self) -> Option<f64> {
        let launched = self.launched();
        let seconds = launched.ended?.duration_since(launched.began?).as_secs_f64();
        let part = 1.0 - launched.cost / f64::from(Slices::NUMBER);
        (part > 0.5).then(|| seconds / part)
    }

    /// Who did what, for people.
    pub(super) fn summary(&self) -> String {
        let (launched, own) = (self.launched(), self.on_cpu.lock().unwrap_or_else(PoisonError::into_inner));
        let since = |at: Option<Instant>| at.map_or(0.0, |at| at.duration_since(self.start).as_secs_f64());
        let of_all = |cost: f64| 100.0 * cost / f64::from(Slices::NUMBER);
        format!(
            "shared: the CPU searched {:.1} % in {} pieces, the longest of {:.4} s, and was busy for {:.3} of {:.3} s; the GPU had \
             the rest from {:.3} to {:.3} s, and gave {:.1} % back",
            of_all(own.cost),
            own.pieces,
            own.longest.as_secs_f64(),
            own.busy.as_secs_f64(),
            since(own.ended),
            since(launched.began),
            since(launched.ended),
            of_all(launched.cost),
        )
    }

    /// What was found below some roots.
    pub(super) fn add(&self, done: Done) {
        let is_complete = done.finding.complete;
        {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let before = std::mem::replace(&mut *found, Ok(None));
            *found = before.and_then(|before| match before {
                Some(before) => Ok(Some(before.then(done)?)),
                None => Ok(Some(done)),
            });
        }
        if !is_complete {
            self.pool.close();
        }
    }

    /// Whatever else was found: the run has failed.
    pub(super) fn fail(&self, error: EngineError) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        self.pool.close();
    }

    pub(super) fn hand_over(&self, found: &[VertexId]) -> ControlFlow<()> {
        let Some(sink) = &self.sink else { return ControlFlow::Break(()) };
        // A sink that has panicked is not called again.
        let Ok(mut sink) = sink.lock() else { return ControlFlow::Break(()) };
        let Some(taker) = sink.as_mut() else { return ControlFlow::Break(()) };
        let flow = taker(found);
        if flow.is_break() {
            *sink = None;
        }
        flow
    }

    fn launched(&self) -> MutexGuard<'_, Launched> {
        self.launch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recall for Shared<'_, '_> {
    fn is_wanting(&self) -> bool {
        self.pool.is_wanting()
    }

    fn costs(&self, roots: &[VertexId]) -> Vec<f64> {
        self.slices().costs(roots)
    }

    /// Half of what the CPU would search of it until both are done, so that pieces become smaller towards the end
    /// [PolychronopoulosKuck1987].
    fn wanted(&self, left: f64) -> f64 {
        let mut launched = self.launched();
        let cpu = self.pool.speed().unwrap_or(self.expected[1]);
        let (start, first) = *launched.first.get_or_insert((Instant::now(), left));
        let (seconds, begun) = (start.elapsed().as_secs_f64(), first - left - launched.cost);
        let gpu = if seconds > SEEN && begun > 0.0 { begun / seconds } else { self.expected[0] };
        let wanted = (left * cpu / (cpu + gpu) / 2.0).min(cpu * LONGEST);
        if wanted >= cpu * self.least_piece { wanted } else { 0.0 }
    }

    fn take(&self, roots: Vec<VertexId>) {
        let cost = self.slices().costs(&roots).iter().sum::<f64>();
        let mut launched = self.launched();
        launched.cost += cost;
        launched.given.extend_from_slice(&roots);
        let mut roots = roots;
        roots.sort_unstable();
        self.pool.give(roots, cost);
    }
}
