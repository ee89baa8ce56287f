//! Matches as an iterator: a thread searches, the iterator takes what it finds, and a small buffer lies between them.

use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use gpm_plan::pattern::MAX_VERTICES;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::background::Background;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report, Threads};
use crate::graph::{Graph, VertexId};
use crate::lock::{lock, whole};
use crate::run::Sink;

/// Vertices of matches that wait in the buffer at most, but for one match more. The iterator holds as many that it took. *guess*
const WAITING: usize = 1 << 14;
/// Vertices of matches that are worth waking the thread of the iterator for. *guess*
const WORTH_WAKING: usize = WAITING / 4;
/// How long the iterator waits for as many, once there is one match. Waking a thread for each match takes longer than to find it. *guess*
const LINGER: Duration = Duration::from_millis(1);

/// One match: the data vertices, in the order in which the pattern numbers its own. Dereferences to a slice.
///
/// ```
/// use std::sync::Arc;
///
/// use gpm::{Engine, Graph};
///
/// let graph = Arc::new(Graph::from_edges(3, [(0, 1), (1, 2)])?);
/// let found = Engine::auto()?.matches(&graph, "end-middle-other")?.next().expect("there is one")?;
/// assert_eq!((found.len(), found[1]), (3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// Zeros from `len` on, so that equal matches are equal values.
    vertices: [VertexId; MAX_VERTICES],
    len: u8,
}

impl Match {
    fn new(found: &[VertexId]) -> Match {
        let mut vertices = [0; MAX_VERTICES];
        vertices[..found.len()].copy_from_slice(found);
        Match { vertices, len: found.len() as u8 }
    }
}

impl Deref for Match {
    type Target = [VertexId];

    fn deref(&self) -> &[VertexId] {
        &self.vertices[..usize::from(self.len)]
    }
}

impl AsRef<[VertexId]> for Match {
    fn as_ref(&self) -> &[VertexId] {
        self
    }
}

/// A sequence of vertices.
#[cfg(feature = "serde")]
impl serde::Serialize for Match {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&self[..], serializer)
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

/// The matches of a query, searched on the CPU by threads of their own while they are taken. Their order is not defined.
///
/// The search waits when a few thousand matches are not taken yet, so memory does not grow with their number. Dropping the
/// iterator ends the search and waits until it has ended. The engine answers other queries meanwhile.
///
/// An item is an error if the search failed; it is the last. A search that a [`Control`] stopped just ends: the
/// [`report`](Self::report) says that it is partial.
///
/// ```
/// use std::sync::Arc;
///
/// use gpm::{Engine, Graph};
///
/// let graph = Arc::new(Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?);
/// let engine = Engine::auto()?;
/// let mut matches = engine.matches(&graph, "triangle")?;
/// for found in &mut matches {
///     let corners = found?;
///     assert!(!corners.contains(&3));
/// }
/// let report = matches.report().expect("the search is over");
/// assert_eq!((report.count, report.partial), (1, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "the search ends when the iterator is dropped"]
pub struct Matches<M = Match, R = Report> {
    buffer: Arc<Buffer>,
    control: Control,
    /// Taken from the buffer, one match after the other.
    taken: Vec<VertexId>,
    /// Where in `taken` the next match begins.
    next: usize,
    /// Vertices of a match.
    size: usize,
    read: fn(&[VertexId]) -> M,
    search: Background<R>,
}

impl<M, R> fmt::Debug for Matches<M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches").field("is_over", &!self.search.is_running()).finish_non_exhaustive()
    }
}

impl<M, R: Send + 'static> Matches<M, R> {
    /// Begins a search for matches of `size` vertices, on a thread of its own.
    pub(in crate::engine) fn begin(
        (size, read): (usize, fn(&[VertexId]) -> M),
        control: &Control,
        search: impl FnOnce(&Control, &mut Sink<'_>) -> Result<R, EngineError> + Send + 'static,
    ) -> Result<Self, EngineError> {
        let buffer = Arc::new(Buffer::default());
        let control = control.part();
        let (source, handle) = (Arc::clone(&buffer), control.clone());
        let work = move || {
            let source = Ending(source);
            search(&handle, &mut |found| source.0.put(found))
        };
        let search = Background::begin("gpm-matches", work)?;
        Ok(Matches { buffer, control, taken: Vec::new(), next: 0, size, read, search })
    }
}

impl<M, R> Matches<M, R> {
    /// What came of the search, with the number of matches. `None` as long as the iterator has not ended, and if an item was an
    /// error.
    pub fn report(&self) -> Option<&R> {
        self.search.report()
    }
}

impl<M, R> Iterator for Matches<M, R> {
    type Item = Result<M, EngineError>;

    /// Waits until a match is found, or the search is over.
    ///
    /// # Panics
    /// If the search panicked: in a condition in Rust of a declared pattern.
    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.taken.len() {
            if let Some(error) = self.search.leave_to_parent() {
                return Some(Err(error));
            }
            if !self.search.is_running() {
                return None;
            }
            self.next = 0;
            self.buffer.take(&mut self.taken);
        }
        let end = self.next + self.size;
        let Some(found) = self.taken.get(self.next..end) else { return self.search.end().map(Err) };
        self.next = end;
        Some(Ok((self.read)(found)))
    }
}

impl<M, R> std::iter::FusedIterator for Matches<M, R> {}

impl<M, R> Drop for Matches<M, R> {
    fn drop(&mut self) {
        if self.search.leave_to_parent().is_some() || !self.search.is_running() {
            return;
        }
        self.control.end();
        self.buffer.leave();
        self.search.wait();
    }
}

/// What lies between search and iterator.
#[derive(Default)]
struct Buffer {
    state: Mutex<State>,
    /// There is something to take, or the search is over.
    filled: Condvar,
    /// There is room, or nobody takes any more.
    emptied: Condvar,
}

#[derive(Default)]
struct State {
    found: Vec<VertexId>,
    is_over: bool,
    is_left: bool,
}

impl Buffer {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Adds a match, once there is room.
    fn put(&self, found: &[VertexId]) -> ControlFlow<()> {
        let is_full = |state: &mut State| state.found.len() >= WAITING && !state.is_left;
        let mut state = whole(self.emptied.wait_while(self.state(), is_full));
        if state.is_left {
            return ControlFlow::Break(());
        }
        let before = state.found.len();
        state.found.extend_from_slice(found);
        let is_worth_it = before == 0 || (before < WORTH_WAKING && state.found.len() >= WORTH_WAKING);
        drop(state);
        if is_worth_it {
            self.filled.notify_one();
        }
        ControlFlow::Continue(())
    }

    /// Exchanges what was read for what is there, once there is something; for nothing if the search is over.
    fn take(&self, read: &mut Vec<VertexId>) {
        read.clear();
        let is_empty = |state: &mut State| state.found.is_empty() && !state.is_over;
        let state = whole(self.filled.wait_while(self.state(), is_empty));
        let is_little = |state: &mut State| state.found.len() < WORTH_WAKING && !state.is_over;
        let mut state = whole(self.filled.wait_timeout_while(state, LINGER, is_little)).0;
        std::mem::swap(&mut state.found, read);
        drop(state);
        self.emptied.notify_one();
    }

    /// Says that nobody takes any more.
    fn leave(&self) {
        self.state().is_left = true;
        self.emptied.notify_one();
    }
}

/// Says when it is dropped that the search is over, even if it panicked.
struct Ending(Arc<Buffer>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.filled.notify_one();
    }
}

/// A search for matches, with the engine that runs it.
pub(super) struct SearchApart {
    engine: Engine,
    graph: Arc<Graph>,
    plan: Plan,
    start: Instant,
}

impl SearchApart {
    /// How many vertices a match has.
    pub(super) fn width(&self) -> usize {
        self.plan.query.pattern.num_vertices()
    }

    /// Runs it, until the sink has enough.
    pub(in crate::engine) fn run(self, control: &Control, sink: &mut Sink<'_>) -> Result<Report, EngineError> {
        let SearchApart { engine, graph, plan, start } = self;
        let mut session = Session::with_stats(&graph, &plan.stats);
        engine.in_run(control, |control| engine.answer(&mut session, plan, start, control, Some(sink)))
    }
}

impl Engine {
    /// The matches of a query as an iterator, in no particular order. The search runs on the CPU while matches are taken, with
    /// as many threads as the engine has, but not its own: the engine may be used while the iterator lives.
    ///
    /// The graph is shared with the search. [`Engine::list_with`] takes a plain reference, and runs on GPUs as well.
    /// Cost: the plan and starting the threads, before it returns; then some ten nanoseconds a match beside the search.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use gpm::{Engine, Graph};
    ///
    /// let graph = Arc::new(Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])?);
    /// let engine = Engine::auto()?;
    /// for found in engine.matches(&graph, "a-b-c")?.take(2) {
    ///     println!("{:?}", found?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::plan`]; [`EngineError::NoIterator`] if the engine may use GPUs only; [`EngineError::Threads`].
    pub fn matches(
        &self,
        graph: &Arc<Graph>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<Matches, EngineError> {
        self.matches_with(graph, query, &Control::new())
    }

    /// As [`Engine::matches`], under a handle that may stop the search. Time counts while the search waits for the
    /// iterator, too.
    ///
    /// # Errors
    /// As [`Engine::matches`].
    pub fn matches_with(
        &self,
        graph: &Arc<Graph>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Matches, EngineError> {
        let search = self.search_apart(graph, query)?;
        let size = search.width();
        Matches::begin((size, Match::new), control, move |control, sink| search.run(control, sink))
    }

    /// A search for the matches of a query that an engine of its own runs.
    pub(super) fn search_apart(
        &self,
        graph: &Arc<Graph>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<SearchApart, EngineError> {
        let start = Instant::now();
        let engine = self.apart()?;
        let plan = engine.plan(graph, asked(graph, query)?.list())?;
        Ok(SearchApart { engine, graph: Arc::clone(graph), plan, start })
    }

    /// An engine of as many threads, on the CPU, that neither waits for this one nor keeps it waiting.
    pub(super) fn apart(&self) -> Result<Engine, EngineError> {
        self.pool.ready()?;
        let engine = self.on_cpu().ok_or(EngineError::NoIterator)?;
        Ok(Engine { pool: Arc::new(Threads::new(self.pool.current_num_threads())?), ..engine })
    }
}
