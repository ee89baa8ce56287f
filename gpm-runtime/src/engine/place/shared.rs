//! A search that the CPU and GPUs share: which roots are done, and which device has the others.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use gpm_plan::cost::Prices;

use super::executor::{Done, Search};
use super::known::Case;
use crate::control::Control;
use crate::cpu::Rest;
use crate::engine::terms::EngineError;
use crate::graph::VertexId;
use crate::lock::lock;
use crate::on_demand::OnDemand;
use crate::run::Sink;
use crate::sched::{Piece, Pool, Recall, RootCosts};

/// Seconds of work that the CPU takes back at a time at most: how long it will need is a guess. *guess*
const LONGEST: f64 = 0.1;
/// Seconds after which it is seen how fast a GPU is. *guess*
const SEEN: f64 = 5e-3;

/// What both work at.
pub(super) struct Shared<'a, 's> {
    pub(super) search: Search<'a>,
    pub(super) case: &'a Case,
    /// Made when they are first needed, while others search.
    pub(super) costs: OnDemand<RootCosts>,
    pub(super) pool: Pool,
    /// What the CPU has not begun with.
    pub(super) rest: Rest,
    /// The run's, for pieces, which add to what is done.
    pub(super) control: Control,
    /// Stopped once the GPU is done: nobody asks then what roots cost.
    pub(super) looking: Control,
    /// What was found until now.
    pub(super) found: Mutex<Result<Option<Done>, EngineError>>,
    /// Who takes matches; `None` in it once they want no more.
    pub(super) sink: Option<Mutex<Option<&'a mut Sink<'s>>>>,
    /// Whether the CPU takes anything back from a GPU that has begun.
    pub(super) is_given_back: bool,
    /// Seconds that the CPU takes at least for what is taken back.
    pub(super) least_piece: f64,
    pub(super) launch: Mutex<Launched>,
    pub(super) on_cpu: Mutex<OnCpu>,
    pub(super) start: Instant,
}

/// What a GPU is at.
#[derive(Debug, Default)]
pub(super) struct Launched {
    /// When it was first asked for roots, and what it had left then, as a part of the whole.
    first: Option<(Instant, f64)>,
    /// Roots that it gave back, and what they cost, as a part of the whole.
    given: Vec<VertexId>,
    cost: f64,
    /// What it found left when it joined the CPU, until that is done with what it had begun.
    joined: Vec<VertexId>,
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
    /// What the roots cost. They are sampled for it while others search.
    pub(super) fn costs(&self) -> &RootCosts {
        let Search { nest, pool, .. } = self.search;
        let looked_at = || RootCosts::new(nest.bound, self.case.profile(nest, &self.looking), &Prices::GPU);
        self.costs.get_or_make(|| pool.install(looked_at))
    }

    /// A piece for the CPU: its roots, and what they cost if that is known.
    pub(super) fn take(&self) -> Option<(Vec<VertexId>, Option<f64>)> {
        Some(match self.pool.take()? {
            Piece::Roots(roots, cost) => (roots, Some(cost)),
            Piece::Whole => (self.all(), None),
        })
    }

    /// All roots, for a GPU that is ready; whether nobody has begun with them.
    pub(super) fn take_whole(&self) -> bool {
        let takes = self.pool.take_whole();
        if takes {
            *self.launched() = Launched { began: Some(Instant::now()), ..Launched::default() };
        }
        takes
    }

    /// What the CPU has not begun with, for a GPU that has joined it; nothing if it is at its last.
    pub(super) fn take_rest(&self) -> Option<Vec<VertexId>> {
        if !self.pool.join() {
            return None;
        }
        // The CPU asks what was taken once it is done.
        let mut launched = self.launched();
        let rest = self.not_begun();
        if rest.is_empty() {
            self.pool.leave();
            return None;
        }
        *launched = Launched { began: Some(Instant::now()), joined: rest.clone(), ..Launched::default() };
        Some(rest)
    }

    /// Has the CPU end what it is at, and begin with the rest of it again: with all of its threads, if some have left.
    pub(super) fn begin_again(&self) {
        // Until they are given, the CPU must not take all for done.
        if self.pool.join() {
            let rest = self.not_begun();
            if !rest.is_empty() {
                self.pool.give(rest, 0.0);
            }
            self.pool.leave();
        }
    }

    /// Takes what the CPU has not begun with of the whole search, which is its first piece, ascending.
    fn not_begun(&self) -> Vec<VertexId> {
        let mut ranges = self.rest.take();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.into_iter().flatten().map(|index| self.search.nest.bound.root(index as usize)).collect()
    }

    fn all(&self) -> Vec<VertexId> {
        let bound = self.search.nest.bound;
        (0..bound.num_roots()).map(|index| bound.root(index)).collect()
    }

    /// Gives the CPU what a GPU had, all or the rest, and has not given back by itself.
    pub(super) fn give_back(&self, rest: Option<Vec<VertexId>>) {
        let roots = rest.unwrap_or_else(|| self.all());
        let mut given = std::mem::take(&mut self.launched().given);
        given.sort_unstable();
        let left: Vec<VertexId> = roots.into_iter().filter(|v| given.binary_search(v).is_err()).collect();
        if !left.is_empty() {
            self.pool.give(left, 0.0);
        }
        self.pool.leave();
    }

    /// The CPU has searched a piece that costs so much: all but what a GPU has taken, if that is not known. Where the GPU is done with it,
    /// that is of no use any more.
    pub(super) fn done(&self, cost: Option<f64>, time: Duration) {
        let cost = cost.unwrap_or_else(|| {
            let joined = std::mem::take(&mut self.launched().joined);
            match joined.is_empty() {
                true => 1.0,
                false if self.looking.is_stopped() => 0.0,
                false => 1.0 - self.costs().of_all(&joined),
            }
        });
        {
            let mut own = lock(&self.on_cpu);
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
        self.looking.stop();
        self.pool.leave();
    }

    /// Seconds that a GPU which had all of it from the beginning would have taken alone: those that it took for its part.
    pub(super) fn gpu_alone(&self) -> Option<f64> {
        let launched = self.launched();
        let seconds = launched.ended?.duration_since(launched.began?).as_secs_f64();
        let part = 1.0 - launched.cost;
        (part > 0.5).then(|| seconds / part)
    }

    /// Who did what, for people.
    pub(super) fn summary(&self) -> String {
        let (launched, own) = (self.launched(), lock(&self.on_cpu));
        let since = |at: Option<Instant>| at.map_or(0.0, |at| at.duration_since(self.start).as_secs_f64());
        let of_all = |cost: f64| 100.0 * cost;
        let by_cpu = if own.cost > 0.0 { format!("{:.1} %", of_all(own.cost)) } else { "what it had begun".to_owned() };
        format!(
            "shared: the CPU searched {by_cpu} in {} pieces, the longest of {:.4} s, and was busy for {:.3} of {:.3} s; the GPU had \
             the rest from {:.3} to {:.3} s, and gave {:.1} % back",
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
            let mut found = lock(&self.found);
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
        *lock(&self.found) = Err(error);
        self.looking.stop();
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
        lock(&self.launch)
    }
}

impl Recall for Shared<'_, '_> {
    fn is_wanting(&self) -> bool {
        self.is_given_back && self.pool.is_wanting()
    }

    fn costs(&self, roots: &[VertexId]) -> Vec<f64> {
        let costs = self.costs();
        roots.iter().map(|&root| costs.of(root)).collect()
    }

    /// Half of what the CPU would search of it until both are done, so that pieces become smaller towards the end
    /// [PolychronopoulosKuck1987].
    fn wanted(&self, left: f64) -> f64 {
        let mut launched = self.launched();
        let [expected_of_gpu, expected_of_cpu] = self.case.expected.seconds.map(f64::recip);
        let cpu = self.pool.speed().unwrap_or(expected_of_cpu);
        let (start, first) = *launched.first.get_or_insert((Instant::now(), left));
        let (seconds, begun) = (start.elapsed().as_secs_f64(), first - left - launched.cost);
        let gpu = if seconds > SEEN && begun > 0.0 { begun / seconds } else { expected_of_gpu };
        let wanted = (left * cpu / (cpu + gpu) / 2.0).min(cpu * LONGEST);
        if wanted >= cpu * self.least_piece { wanted } else { 0.0 }
    }

    fn take(&self, roots: Vec<VertexId>) {
        let cost = self.costs().of_all(&roots);
        let mut launched = self.launched();
        launched.cost += cost;
        launched.given.extend_from_slice(&roots);
        let mut roots = roots;
        roots.sort_unstable();
        self.pool.give(roots, cost);
    }
}
