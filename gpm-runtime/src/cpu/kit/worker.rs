//! What emitted code sees of the world: tasks to take, memory to use, and where to put what it found.

use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::nest;

use super::{
    Brand, Buffer, Codegrees, EdgeColumn, LocalGraph, Marks, RootMarks, Set, Sets, Total, Vertex, VertexColumn, View,
    Walks, Words,
};
use crate::cpu::job::{BATCH, Job, Seat, Share};
use crate::cpu::share::Desk;
use crate::cpu::tasks;
use crate::graph::VertexId;
use crate::run::RunError;
use crate::set::kernels;
use crate::view::{Bound, Filters};

/// A [`Seat`] whose own lifetimes do not show.
trait Shared {
    fn next_task(&self) -> Option<tasks::Task>;
    fn finished(&self);
    fn desk(&self) -> &Desk<'_>;
    fn deliver(&self, matches: &[VertexId]) -> (u64, ControlFlow<()>);
}

impl Shared for Seat<'_, '_, '_> {
    fn next_task(&self) -> Option<tasks::Task> {
        Seat::next_task(self)
    }

    fn finished(&self) {
        Seat::finished(self);
    }

    fn desk(&self) -> &Desk<'_> {
        Seat::desk(self)
    }

    fn deliver(&self, matches: &[VertexId]) -> (u64, ControlFlow<()>) {
        Job::deliver(self, matches)
    }
}

/// One thread of a run.
pub struct Worker<'r> {
    job: &'r (dyn Shared + 'r),
    bound: &'r Bound<'r>,
    stop: &'r AtomicBool,
    /// Whether a task was taken and not finished. Emitted code leaves its loops for good with a task in hand only if the run must
    /// end.
    has_task: bool,
    /// Whether the consumer wanted no more.
    has_enough: bool,
    total: Total,
    /// Matches not yet handed over.
    matches: Vec<VertexId>,
    /// How many matches are handed over at a time.
    full: usize,
    delivered: u64,
    brand: Brand<'r>,
}

impl std::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl<'r> Worker<'r> {
    pub(super) fn new(job: &'r Seat<'_, '_, '_>, bound: &'r Bound<'r>) -> Self {
        Worker {
            job,
            bound,
            stop: job.stop_flag(),
            has_task: false,
            has_enough: false,
            total: Total::default(),
            matches: Vec::new(),
            full: 1,
            delivered: 0,
            brand: PhantomData,
        }
    }

    /// The rows of relation number `index`.
    pub fn view(&self, index: usize) -> View<'r> {
        View::new(&self.bound.views[index], self.bound.num_vertices)
    }

    /// The column of vertices that filters count as number `index`.
    pub fn vertex_column(&self, index: usize) -> VertexColumn<'r> {
        VertexColumn::new(&self.bound.filters.columns[index], self.bound.num_vertices)
    }

    /// The column of edges that filters count as number `index`.
    pub fn edge_column(&self, index: usize) -> EdgeColumn<'r> {
        let Filters { columns, edges, .. } = &self.bound.filters;
        let rows = edges.as_ref().expect("a column of edges comes with their rows");
        EdgeColumn::new(&columns[index], rows, self.bound.num_vertices, self.sets())
    }

    /// The set primitives.
    pub fn sets(&self) -> Sets<'r> {
        Sets::new(kernels())
    }

    /// Memory for a list. It holds the longest row of any view, since every computed set is part of a row.
    pub fn buffer(&self) -> Buffer<'r> {
        Buffer::new(self.bound.max_row())
    }

    /// Memory for a list as bits.
    pub fn marks(&self) -> Marks<'r> {
        Marks::new(self.bound.num_vertices, kernels())
    }

    /// Memory for the set of this number as bits, which depends on the root alone.
    pub fn root_marks(&self, set: usize) -> RootMarks<'r> {
        RootMarks::new(set, self.bound.num_vertices, self.job.desk())
    }

    /// Memory for codegrees.
    pub fn codegrees(&self) -> Codegrees<'r> {
        Codegrees::new(self.bound.num_vertices, self.job.desk())
    }

    /// Memory for numbers of walks.
    pub fn walks(&self) -> Walks<'r> {
        Walks::new(self.bound.num_vertices, self.job.desk())
    }

    /// Memory for bit matrices.
    pub fn local_graph(&self, lower_only: bool) -> LocalGraph<'r> {
        LocalGraph::new(self.bound.num_vertices, lower_only, self.job.desk())
    }

    /// Memory for a set inside a bit matrix.
    pub fn words(&self) -> Words {
        Words::new(self.bound.max_row().min(nest::LocalGraph::LIMIT) / 64 + 1)
    }

    /// The next task; asking for it says that the one before was searched to its end.
    pub fn next_task(&mut self) -> Option<Task<'r>> {
        if std::mem::take(&mut self.has_task) {
            self.job.finished();
        }
        let task = self.job.next_task()?;
        self.has_task = true;
        let (desk, listed) = (self.job.desk(), self.bound.roots.as_deref());
        Some(Task { task, desk, listed, num_vertices: self.bound.num_vertices, brand: PhantomData })
    }

    /// Whether the run must end. Cheap enough for all loops but the innermost.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Set when the run must end.
    pub(super) fn stop(&self) -> &AtomicBool {
        self.stop
    }

    /// Keeps a match, in pattern-vertex order; says whether the run must end.
    #[inline(always)]
    pub fn emit<const N: usize>(&mut self, found: [Vertex<'r>; N]) -> bool {
        self.matches.extend_from_slice(&found.map(Vertex::id));
        self.matches.len() >= self.full * N && self.flush()
    }

    #[inline(never)]
    fn flush(&mut self) -> bool {
        if self.matches.is_empty() {
            return false;
        }
        let (taken, flow) = self.job.deliver(&self.matches);
        self.matches.clear();
        self.full = (2 * self.full).min(BATCH);
        self.delivered += taken;
        self.has_enough |= flow.is_break();
        flow.is_break()
    }

    /// Hands the worker's total in.
    pub fn finish(&mut self, total: Total) {
        self.total = total;
    }

    pub(super) fn share(mut self) -> Share {
        self.flush();
        let counted = self.total.sum().ok_or(RunError::Overflow)?;
        Ok((vec![counted + i128::from(self.delivered)], !self.has_task && !self.has_enough))
    }
}

/// A piece of the search: some roots, or some root edges of one root.
#[derive(Clone, Copy, Debug)]
pub struct Task<'r> {
    task: tasks::Task,
    /// Says which candidates for level 1 it is for.
    desk: &'r Desk<'r>,
    /// The roots, if not every vertex is one.
    listed: Option<&'r [VertexId]>,
    num_vertices: usize,
    brand: Brand<'r>,
}

impl<'r> Task<'r> {
    /// The roots.
    #[inline(always)]
    pub fn roots(self) -> impl Iterator<Item = Vertex<'r>> + use<'r> {
        debug_assert!(self.task.last as usize <= self.listed.map_or(self.num_vertices, <[VertexId]>::len));
        (self.task.first..self.task.last)
            .map(move |index| Vertex::new(self.listed.map_or(index as VertexId, |roots| roots[index as usize])))
    }

    /// The part of the candidates for level 1 that this task is for. What the search below the root needs is prepared.
    #[inline(always)]
    pub fn part<'a>(self, candidates: Set<'a, 'r>) -> Set<'a, 'r> {
        let range = self.range(candidates.len());
        candidates.part(range.start, range.end)
    }

    /// As [`Task::part`], of candidates known by their places.
    #[inline(always)]
    pub fn part_of(self, places: Range<usize>) -> Range<usize> {
        let len = places.end.saturating_sub(places.start);
        let range = self.range(len);
        let end = places.start + range.end.min(len);
        (places.start + range.start).min(end)..end
    }

    /// Which of so many candidates it is for.
    #[inline(always)]
    fn range(self, number: usize) -> Range<usize> {
        let (from, to) = self.desk.range(number as u64);
        from as usize..usize::try_from(to).unwrap_or(usize::MAX)
    }
}
