//! Tasks, and the threads that take them.

use crate::temporal::brake::{Brake, Stopped};
use crate::temporal::layout::Incidence;
use crate::temporal::pair;
use crate::temporal::star::{self, StarCounter};
use crate::temporal::tally::Tally;
use crate::temporal::triangle::{Scene, TriangleCounter};
use crate::temporal::window::Window;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many events make a task. Smaller tasks balance better; to take one costs less than a microsecond. *guess*
const EVENTS_PER_TASK: usize = 1 << 13;

/// How many pairs make a task that looks for triangles. One pair may close many triangles, so these tasks are smaller. *guess*
const PAIRS_PER_TASK: usize = 1 << 8;

/// How many tasks are worth another thread: less is done before that thread has woken up. *guess*
const TASKS_PER_WORKER: usize = 4;

/// How many events a center needs for its stars to be split among threads. *guess*
const EVENTS_OF_A_HUB: usize = 1 << 17;

/// How many events of a hub make a share, at least. *guess*
const EVENTS_OF_A_SHARE: usize = EVENTS_OF_A_HUB / 2;

/// How many windows of a hub make a share, at least. A share costs two windows of extra reading: at most half as much again. *guess*
const WINDOWS_OF_A_SHARE: usize = 4;

/// How many events the sequences have that are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Two,
    Three,
}

/// A part of the work, for all windows.
enum Task {
    /// Triangles, by the pairs of their two lower vertices.
    Triangles(Range<usize>),
    /// Sequences within each of these pairs.
    Pairs(Range<usize>),
    /// Sequences around each of these centers.
    Centers(Range<usize>),
    /// A share of the sequences around a hub.
    Hub(usize, Range<usize>),
}

/// Everything that the threads share.
pub(crate) struct Crew<'a> {
    /// The events and the windows.
    pub(crate) scene: Scene<'a>,
    /// The caller's wish to stop.
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    /// Which sequences are counted.
    pub(crate) length: Length,
}

/// What a thread keeps from task to task.
struct Worker<'a> {
    stars: StarCounter,
    triangles: TriangleCounter,
    tallies: Vec<Tally>,
    brake: Brake<'a>,
}

impl Crew<'_> {
    /// Counts with all threads of the pool. The sums do not depend on which thread takes which task.
    pub(crate) fn count(&self) -> Result<Vec<Tally>, Stopped> {
        let tasks = self.tasks();
        let num_workers = rayon::current_num_threads().min(tasks.len().div_ceil(TASKS_PER_WORKER));
        let next = AtomicUsize::new(0);
        let is_stopped = AtomicBool::new(false);
        let work = |_| self.work(&tasks, &next, &is_stopped);
        let found: Result<Vec<Vec<Tally>>, Stopped> =
            (0..num_workers).into_par_iter().with_max_len(1).map(work).collect();
        let mut sums = vec![Tally::new(); self.scene.windows.len()];
        for tallies in found? {
            for (sum, tally) in sums.iter_mut().zip(tallies) {
                sum.merge(tally);
            }
        }
        Ok(sums)
    }

    /// The tasks that take longest come first, so that the short ones level out when the threads finish.
    fn tasks(&self) -> Vec<Task> {
        let layout = self.scene.layout;
        let mut tasks = Vec::new();
        if self.length == Length::Three {
            tasks.extend(cut(0..layout.num_pairs(), |_| 1, PAIRS_PER_TASK).map(Task::Triangles));
        }
        // Vertices are in the order of their degrees: first those of no or one event, last the hubs.
        let degree = |vertex: usize| layout.incidences(vertex).len();
        let vertices: Vec<usize> = (0..layout.num_vertices()).collect();
        let first_center = vertices.partition_point(|&vertex| degree(vertex) < 2);
        let first_hub = vertices.partition_point(|&vertex| degree(vertex) < EVENTS_OF_A_HUB);
        for hub in first_hub..layout.num_vertices() {
            tasks.extend(
                shares_of_hub(layout.incidences(hub), self.scene.windows)
                    .into_iter()
                    .map(|share| Task::Hub(hub, share)),
            );
        }
        tasks.extend(cut(first_center..first_hub, degree, EVENTS_PER_TASK).map(Task::Centers));
        let num_events = |pair: usize| layout.moments(pair).len();
        tasks.extend(cut(0..layout.num_pairs(), num_events, EVENTS_PER_TASK).map(Task::Pairs));
        tasks
    }

    /// What one thread does: takes the next task until none is left.
    fn work(&self, tasks: &[Task], next: &AtomicUsize, is_stopped: &AtomicBool) -> Result<Vec<Tally>, Stopped> {
        let num_vertices = self.scene.layout.num_vertices();
        let mut worker = Worker {
            stars: StarCounter::new(num_vertices),
            triangles: TriangleCounter::new(num_vertices),
            tallies: vec![Tally::new(); self.scene.windows.len()],
            brake: Brake::new(self.stop, is_stopped),
        };
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            self.run(task, &mut worker)?;
        }
        Ok(worker.tallies)
    }

    /// Does one task.
    fn run(&self, task: &Task, worker: &mut Worker<'_>) -> Result<(), Stopped> {
        match task {
            Task::Triangles(pairs) => {
                worker.triangles.count(self.scene, pairs.clone(), &mut worker.brake, &mut worker.tallies)
            }
            Task::Pairs(pairs) => pairs.clone().try_for_each(|pair| self.count_pair(pair, worker)),
            Task::Centers(centers) => centers.clone().try_for_each(|center| {
                self.count_center(center, 0..self.scene.layout.incidences(center).len(), worker)
            }),
            Task::Hub(hub, share) => self.count_center(*hub, share.clone(), worker),
        }
    }

    /// Counts the sequences of one pair for each window.
    fn count_pair(&self, pair: usize, worker: &mut Worker<'_>) -> Result<(), Stopped> {
        let moments = self.scene.layout.moments(pair);
        for (window, tally) in self.scene.windows.iter().zip(&mut worker.tallies) {
            match self.length {
                Length::Three if moments.len() < 3 => {}
                Length::Three => pair::count_threes(moments, window, &mut worker.brake, tally)?,
                Length::Two => pair::count_twos(moments, window, &mut worker.brake, tally)?,
            }
        }
        Ok(())
    }

    /// Counts a share of the sequences around one center for each window.
    fn count_center(&self, center: usize, share: Range<usize>, worker: &mut Worker<'_>) -> Result<(), Stopped> {
        let incidences = self.scene.layout.incidences(center);
        for (window, tally) in self.scene.windows.iter().zip(&mut worker.tallies) {
            match self.length {
                Length::Three => {
                    worker.stars.count(incidences, share.clone(), window, &mut worker.brake, tally)?;
                }
                Length::Two => star::count_twos(incidences, share.clone(), window, &mut worker.brake, tally)?,
            }
        }
        Ok(())
    }
}

/// Cuts a range into parts of weight `enough`, or a little more.
fn cut(whole: Range<usize>, weight: impl Fn(usize) -> usize, enough: usize) -> impl Iterator<Item = Range<usize>> {
    let mut begin = whole.start;
    std::iter::from_fn(move || {
        let mut end = begin;
        let mut sum = 0;
        while end < whole.end && sum < enough {
            sum += weight(end);
            end += 1;
        }
        let part = begin..end;
        begin = end;
        (!part.is_empty()).then_some(part)
    })
}

/// Cuts the events of a hub into shares that split no time. A share also reads what is within a window of it, so the shares are large
/// as compared to windows.
fn shares_of_hub(incidences: &[Incidence], windows: &[Window]) -> Vec<Range<usize>> {
    let cuts = (0..incidences.len()).step_by(EVENTS_OF_A_SHARE);
    let reaches =
        cuts.flat_map(|place| windows.iter().map(move |window| place - star::window_begin(incidences, place, window)));
    let length = EVENTS_OF_A_SHARE.max(WINDOWS_OF_A_SHARE * reaches.max().unwrap_or(0));
    let mut shares = Vec::new();
    let mut begin = 0;
    while begin < incidences.len() {
        let end = star::group_end(incidences, (begin + length).min(incidences.len()) - 1);
        shares.push(begin..end);
        begin = end;
    }
    shares
}
