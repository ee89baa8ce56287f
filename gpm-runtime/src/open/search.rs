//! The search: workers walk the trees of a problem depth first, and give open nodes away where others have nothing to do.

use std::sync::Arc;

use super::findings::{Findings, Found, Outlet};
use super::pool::{Giving, Pool, Subtree, Work};
use super::problem::Problem;
use crate::control::Control;
use crate::cpu::on_own;
use crate::run::{RunError, Sink};

/// How a problem is to be searched, and what is to be done with its answers.
pub(crate) struct Job<'a, 's> {
    /// Stops the search. Its time limit is the caller's to keep.
    pub(crate) control: &'a Control,
    /// Threads of the search's own: a problem and a sink may wait for whatever they like.
    pub(crate) threads: usize,
    pub(crate) giving: Giving,
    /// Takes the answers one by one, if they are wanted.
    pub(crate) sink: Option<&'a mut Sink<'s>>,
    /// Vertices of the graph, if answers are counted for each of them.
    pub(crate) per_vertex: Option<usize>,
}

/// Searches below all roots; with what was found, whether that is all.
///
/// # Errors
/// [`RunError::Overflow`] if a number left 128 bits.
///
/// # Panics
/// If the problem or the sink does, with its panic.
pub(crate) fn search<P: Problem>(problem: &P, job: Job<'_, '_>) -> Result<(Found, bool), RunError> {
    let Job { control, threads, giving, sink, per_vertex } = job;
    let roots = problem.num_roots();
    control.begin((0..roots).map(|at| problem.weight(at)).sum());
    let outlet = sink.map(|sink| Outlet::new(sink, control));
    let workers = threads.max(1);
    let pool = Pool::new(roots, workers, giving);
    let all = on_own(workers, |_| {
        let found = Findings::new(per_vertex, outlet.as_ref());
        Worker { problem, pool: &pool, control, found, stack: Vec::new() }.run()
    });
    let mut found = Findings::new(per_vertex, None);
    all.into_iter().for_each(|own| found.merge(own));
    Ok((found.into_found().ok_or(RunError::Overflow)?, !control.is_stopped()))
}

/// One thread of a search.
struct Worker<'a, P: Problem> {
    problem: &'a P,
    pool: &'a Pool<P>,
    control: &'a Control,
    found: Findings<'a>,
    /// The open nodes from the root down; those behind the one that is searched are memory for the next ones.
    stack: Vec<P::Node>,
}

/// Keeps the other workers from waiting for one that panicked.
struct Attendance<'a, P: Problem>(&'a Pool<P>, &'a Control);

impl<P: Problem> Drop for Attendance<'_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.1.end();
            self.0.abandon();
        }
    }
}

impl<'a, P: Problem> Worker<'a, P> {
    fn run(mut self) -> Findings<'a> {
        self.pool.enter();
        let _attendance = Attendance(self.pool, self.control);
        self.stack.resize_with(2, P::Node::default);
        let mut memory = Arc::new(P::Root::default());
        while let Some(work) = self.pool.take() {
            match work {
                Work::Subtree(Subtree { root, node }) => {
                    self.stack[0] = node;
                    self.walk(&root);
                }
                Work::Roots(roots) => {
                    for at in roots {
                        self.below(at, &mut memory);
                    }
                }
            }
        }
        self.found.flush();
        self.found
    }

    /// Searches below a root.
    fn below(&mut self, at: usize, memory: &mut Arc<P::Root>) {
        if self.control.is_stopped() {
            return;
        }
        // Others may still search below the last root.
        if Arc::get_mut(memory).is_none() {
            *memory = Arc::default();
        }
        let root = Arc::get_mut(memory).expect("nobody else has it");
        if self.problem.begin(at, root, &mut self.stack[0], &mut self.found) {
            self.walk(memory);
        }
        self.control.advance(self.problem.weight(at));
    }

    /// Searches what is below the first node of the stack.
    fn walk(&mut self, root: &Arc<P::Root>) {
        let mut top = 0;
        while !self.control.is_stopped() {
            if top + 1 == self.stack.len() {
                self.stack.push(P::Node::default());
            }
            let (above, below) = self.stack.split_at_mut(top + 1);
            let (node, child) = (&mut above[top], &mut below[0]);
            match self.problem.candidate(root, node) {
                Some(candidate) => {
                    top += usize::from(self.problem.extend(root, node, candidate, child, &mut self.found));
                    // Not before: who takes a subtree searches some of it before giving it away again.
                    if self.pool.is_hungry() {
                        self.give_away(root, top);
                    }
                }
                None if top > 0 => top -= 1,
                None => return,
            }
        }
    }

    /// Gives the highest open node away, below which most is left.
    fn give_away(&mut self, root: &Arc<P::Root>, top: usize) {
        let open = &mut self.stack[..=top];
        if let Some(node) = open.iter_mut().find(|node| self.problem.is_large(root, node)) {
            self.pool.give(Subtree { root: Arc::clone(root), node: std::mem::take(node) });
        }
    }
}
