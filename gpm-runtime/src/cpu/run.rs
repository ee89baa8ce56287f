//! The workers: each takes the biggest task left, runs it, and adds to its own total.

use std::ffi::c_void;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gpm_plan::nest::arithmetic::{product_of_floats, sum_of_floats};
use gpm_plan::nest::{LoopNest, Polynomial, Step};
use gpm_plan::pattern::predicate::Division;
use thiserror::Error;

use super::code::{CompileError, Program, Search};
use super::context::{Context, Memory};
use super::interpret::Interpreter;
use super::tasks::{Task, tasks};
use crate::control::Control;
use crate::graph::VertexId;
use crate::set::kernels;
use crate::view::{Bound, Rows};

/// How a nest is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Native code; the interpreter on hosts that the compiler does not know.
    Compiled,
    /// The interpreter, for tests.
    Interpreted,
}

/// Why a run gave no number.
#[derive(Debug, Error)]
pub enum RunError {
    /// A count left 128 bits.
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// The code generator made something invalid.
    #[error("internal error: {0}")]
    Internal(String),
}

/// Takes matches, in pattern-vertex order, one call each; `Break` ends the run.
pub type Sink<'s> = dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send + 's;

/// What a run found.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// Sum of what the innermost block counted; for listings, the number of matches handed over.
    pub total: i128,
    /// Whether every task ran to its end.
    pub complete: bool,
    /// Time to native code.
    pub compile: Duration,
}

/// Runs a nest on the threads of the current rayon pool.
///
/// # Errors
/// [`RunError::Overflow`] if a number left 128 bits.
pub fn run(
    nest: &LoopNest,
    bound: &Bound<'_>,
    backend: Backend,
    control: &Control,
    sink: Option<&mut Sink<'_>>,
) -> Result<Finding, RunError> {
    let start = std::time::Instant::now();
    let program = match backend {
        Backend::Interpreted => None,
        Backend::Compiled => match Program::compile(nest, bound, kernels()) {
            Ok(program) => Some(program),
            Err(CompileError::Host(reason)) => {
                log::warn!("no native code for this host ({reason}): interpreting");
                None
            }
            Err(error @ CompileError::Rejected(_)) => return Err(RunError::Internal(error.to_string())),
        },
    };
    let compile = start.elapsed();
    let threads = rayon::current_num_threads();
    let job = Job {
        nest,
        bound,
        search: program.as_ref().map(Program::search),
        control,
        sink: sink.map(Mutex::new),
        tasks: tasks(nest, bound, threads),
        next: AtomicUsize::new(0),
    };
    control.begin(job.tasks.iter().map(|task| task.weight).sum());
    let shares = rayon::broadcast(|_| job.work());
    let mut finding = Finding { total: 0, complete: true, compile };
    for share in shares {
        let (total, complete) = share?;
        finding.total = finding.total.checked_add(total).ok_or(RunError::Overflow)?;
        finding.complete &= complete;
    }
    Ok(finding)
}

struct Job<'a, 's> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
    /// The compiled nest; its program outlives the job.
    search: Option<Search>,
    control: &'a Control,
    sink: Option<Mutex<&'a mut Sink<'s>>>,
    tasks: Vec<Task>,
    next: AtomicUsize,
}

impl Job<'_, '_> {
    /// One worker: its total and whether it was left to finish.
    fn work(&self) -> Result<(i128, bool), RunError> {
        match self.search {
            Some(search) => self.work_compiled(search),
            None => self.work_interpreted(),
        }
    }

    fn next_task(&self) -> Option<&Task> {
        self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn work_compiled(&self, search: Search) -> Result<(i128, bool), RunError> {
        let mut memory = Memory::new(self.nest, self.bound);
        let mut context = memory.context(self.bound, self.control.stop_flag());
        let mut worker = Worker {
            memory: &mut memory,
            views: &self.bound.views,
            products: products(self.nest),
            positions: self.nest.num_positions(),
            deliver: &|matches| self.deliver(matches),
            delivered: 0,
            checked_total: 0,
        };
        context.worker = (&raw mut worker).cast::<c_void>();
        let mut complete = true;
        while let Some(task) = self.next_task() {
            // SAFETY: the program was compiled for this nest, whose rows, slots and bits the context points to; they live
            // in `bound` and `memory`. The worker is only reached through the context while the call lasts.
            let status = unsafe { search(&raw mut context, task.first, task.last, task.from, task.to) };
            if status != 0 {
                complete = false;
                break;
            }
            self.control.advance(task.weight);
        }
        // SAFETY: `context` is ours and its batch pointer valid; no generated code runs any more.
        complete &= unsafe { flush(&raw mut context) } == 0;
        if context.overflow != 0 {
            return Err(RunError::Overflow);
        }
        let checked = worker.checked_total;
        let total = context.total().checked_add(checked).ok_or(RunError::Overflow)?;
        Ok((total + i128::from(worker.delivered), complete))
    }

    fn work_interpreted(&self) -> Result<(i128, bool), RunError> {
        let mut interpreter = Interpreter::new(self.nest, self.bound);
        let mut delivered = 0i128;
        let mut emit = |found: &[VertexId]| {
            let (number, flow) = self.deliver(found);
            delivered += i128::from(number);
            flow
        };
        let mut complete = true;
        'tasks: while let Some(task) = self.next_task().filter(|_| complete) {
            // The interpreter does not cut roots: the first piece stands for all.
            if task.from == 0 {
                for index in task.first..task.last {
                    let root = self.bound.root(index as usize);
                    if self.control.is_stopped() || interpreter.run_root(root, &mut emit).is_break() {
                        complete = false;
                        break 'tasks;
                    }
                }
            }
            self.control.advance(task.weight);
        }
        let counted = interpreter.total().ok_or(RunError::Overflow)?;
        Ok((counted + delivered, complete))
    }

    /// Hands matches to the sink; says how many it took and whether to go on.
    fn deliver(&self, matches: &[VertexId]) -> (u64, ControlFlow<()>) {
        let Some(sink) = &self.sink else { return (0, ControlFlow::Continue(())) };
        let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = 0;
        for found in matches.chunks_exact(self.nest.num_positions()) {
            if self.control.is_stopped() {
                return (taken, ControlFlow::Break(()));
            }
            taken += 1;
            if sink(found).is_break() {
                self.control.end();
                return (taken, ControlFlow::Break(()));
            }
        }
        (taken, ControlFlow::Continue(()))
    }
}

/// The products that generated code counts, in the order in which it numbers them.
fn products(nest: &LoopNest) -> Vec<&Vec<Polynomial>> {
    let blocks = nest.blocks();
    let steps = blocks.iter().flat_map(|(_, block)| &block.steps);
    steps
        .filter_map(|step| match step {
            Step::Count(product) => Some(product),
            Step::For { .. } | Step::Emit => None,
        })
        .collect()
}

/// Hands matches to the sink: how many it took, and whether to go on.
type Deliver<'a> = dyn Fn(&[VertexId]) -> (u64, ControlFlow<()>) + 'a;

/// What generated code may call back into.
struct Worker<'a> {
    memory: &'a mut Memory,
    views: &'a [Rows<'a>],
    products: Vec<&'a Vec<Polynomial>>,
    positions: usize,
    deliver: &'a Deliver<'a>,
    delivered: u64,
    checked_total: i128,
}

/// The context and the worker behind it.
///
/// # Safety
/// `context` is the context of a running worker, and nothing else refers to either while the result lives.
unsafe fn halves<'c>(context: *mut Context) -> (&'c mut Context, &'c mut Worker<'c>) {
    // SAFETY: by contract.
    let context = unsafe { &mut *context };
    // SAFETY: the worker is no part of the context.
    let worker = unsafe { &mut *context.worker.cast::<Worker<'_>>() };
    (context, worker)
}

/// Builds the local bit matrix over `number` members and leaves it in the context.
///
/// # Safety
/// `context` is the context of a running worker whose nest has a local graph; `members` holds `number` vertex ids.
pub(super) unsafe extern "C" fn build_local(context: *mut Context, members: *const VertexId, number: usize) {
    // SAFETY: by contract; nothing else holds the context or the worker while generated code runs.
    let (context, worker) = unsafe { halves(context) };
    // SAFETY: by contract.
    let members = unsafe { std::slice::from_raw_parts(members, number) };
    let (Some(builder), Some(view)) = (&mut worker.memory.local, worker.views.first()) else {
        unreachable!("only nests with a local graph call this")
    };
    let (words, rows) = builder.build(members, view);
    context.local_words = words as u64;
    context.local_rows = rows;
}

/// Counts the codegrees of the root with the vertices at `low..high` through `number` members of its row, in the relation
/// number `view`, and leaves the reach in the context.
///
/// # Safety
/// `context` is the context of a running worker whose nest has a reach; `members` holds `number` vertex ids.
pub(super) unsafe extern "C" fn count_codegrees(
    context: *mut Context,
    members: *const VertexId,
    number: usize,
    view: u64,
    low: VertexId,
    high: VertexId,
) {
    // SAFETY: by contract.
    let (context, worker) = unsafe { halves(context) };
    // SAFETY: by contract.
    let members = unsafe { std::slice::from_raw_parts(members, number) };
    let Some(codegrees) = &mut worker.memory.codegrees else { unreachable!("only nests with a reach call this") };
    let reach = codegrees.count(members, &worker.views[view as usize], low, high);
    (context.reach, context.reached) = (reach.as_ptr(), reach.len() as u64);
}

/// Adds the product number `index`, for the sizes at `sizes`, in checked 128-bit arithmetic.
///
/// # Safety
/// `context` is the context of a running worker; `sizes` holds one number for each size of the product's factors.
pub(super) unsafe extern "C" fn add_checked(context: *mut Context, index: u64, sizes: *const i64) {
    // SAFETY: by contract.
    let (context, worker) = unsafe { halves(context) };
    let product = worker.products[index as usize];
    let number = product.iter().map(|polynomial| polynomial.sizes.len()).sum();
    // SAFETY: by contract.
    let sizes = unsafe { std::slice::from_raw_parts(sizes, number) };
    let mut taken = 0;
    let value = product.iter().try_fold(1i128, |value, polynomial| {
        let own = &sizes[taken..taken + polynomial.sizes.len()];
        taken += own.len();
        value.checked_mul(polynomial.value(own)?)
    });
    match value.and_then(|value| worker.checked_total.checked_add(value)) {
        Some(total) => worker.checked_total = total,
        None => context.overflow = 1,
    }
}

/// The remainder of a division of floats, with the sign of the first.
pub(super) extern "C" fn remainder(a: f64, b: f64) -> f64 {
    Division::Remainder.of_floats(a, b)
}

/// The sum of `number` floats.
///
/// # Safety
/// `floats` holds `number` floats, one at least, which may be written.
pub(super) unsafe extern "C" fn sum_of(floats: *mut f64, number: usize) -> f64 {
    // SAFETY: by contract.
    sum_of_floats(unsafe { std::slice::from_raw_parts_mut(floats, number) })
}

/// The product of `number` floats.
///
/// # Safety
/// As [`sum_of`].
pub(super) unsafe extern "C" fn product_of(floats: *mut f64, number: usize) -> f64 {
    // SAFETY: by contract.
    product_of_floats(unsafe { std::slice::from_raw_parts_mut(floats, number) })
}

/// Hands the batch of matches over; returns 1 if the run must stop.
///
/// # Safety
/// `context` is the context of a worker whose batch holds `emitted` matches.
pub(super) unsafe extern "C" fn flush(context: *mut Context) -> u64 {
    // SAFETY: by contract.
    let (context, worker) = unsafe { halves(context) };
    let emitted = std::mem::take(&mut context.emitted);
    if emitted == 0 {
        return 0;
    }
    // SAFETY: by contract; the batch is part of the worker's memory.
    let matches = unsafe { std::slice::from_raw_parts(context.matches, emitted as usize * worker.positions) };
    let (taken, flow) = (worker.deliver)(matches);
    worker.delivered += taken;
    u64::from(flow.is_break())
}
