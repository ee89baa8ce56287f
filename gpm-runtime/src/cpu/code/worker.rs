//! A worker that runs compiled code: the memory it reads and writes, and what it may call back into.

use std::ffi::c_void;
use std::ops::ControlFlow;

use gpm_plan::nest::arithmetic::{product_of_floats, sum_of_floats};
use gpm_plan::nest::{LoopNest, Polynomial};
use gpm_plan::pattern::predicate::Division;
use gpm_plan::program::{Ends, Part};

use super::context::{Context, Memory, Search, halved, joined};
use crate::cpu::codegree::{Codegrees, EndsOf, Walks};
use crate::cpu::job::{BATCH, Seat, Share};
use crate::cpu::marked_row::MarkedRow;
use crate::cpu::rows::RowsIn;
use crate::cpu::share::Desk;
use crate::graph::VertexId;
use crate::run::RunError;
use crate::set::kernels;
use crate::table::Ledger;
use crate::view::{Bound, Rows};

/// Searches tasks of `job` with compiled code.
///
/// # Safety
/// `search` was compiled for this nest, and its program is still there.
pub(in crate::cpu) unsafe fn work(search: Search, nest: &LoopNest, bound: &Bound<'_>, job: &Seat<'_, '_, '_>) -> Share {
    let mut memory = Memory::new(nest, bound);
    let mut context = memory.context(bound, job.stop_flag());
    let mut worker = Worker {
        memory: &mut memory,
        desk: job.desk(),
        num_vertices: bound.num_vertices,
        views: &bound.views,
        products: nest.products().collect(),
        totals: nest.num_totals(),
        entries: nest.entries.len(),
        positions: nest.num_positions(),
        deliver: &|matches| job.deliver(matches),
        delivered: 0,
        ledger: job.ledger(),
    };
    context.gathered = worker.ledger.as_mut().map_or(std::ptr::null_mut(), Ledger::gathered);
    context.worker = (&raw mut worker).cast::<c_void>();
    let mut complete = true;
    while let Some(task) = job.next_task() {
        let desk = job.desk();
        (context.is_closed, (context.from, context.to)) = (desk.is_closed().into(), desk.range_so_far());
        // SAFETY: the program was compiled for this nest, whose rows, slots and bits the context points to; they live
        // in `bound` and `memory`. The worker is only reached through the context while the call lasts.
        let status = unsafe { search(&raw mut context, task.first, task.last) };
        if status != 0 {
            complete = false;
            break;
        }
        job.finished();
    }
    // SAFETY: `context` is ours and its batch pointer valid; no generated code runs any more.
    complete &= unsafe { flush(&raw mut context) } == 0;
    if context.overflow != 0 {
        return Err(RunError::Overflow);
    }
    let mut totals = context.totals(nest.num_totals()).ok_or(RunError::Overflow)?;
    if let Some(ledger) = worker.ledger {
        // Where matches are credited, the total is that of the table.
        totals = vec![ledger.close().ok_or(RunError::Overflow)?];
    }
    totals[0] += i128::from(worker.delivered);
    Ok((totals, complete))
}

/// Hands matches to the sink: how many it took, and whether to go on.
type Deliver<'a> = dyn Fn(&[VertexId]) -> (u64, ControlFlow<()>) + 'a;

/// What generated code may call back into.
struct Worker<'a> {
    memory: &'a mut Memory,
    /// What is shared with other workers.
    desk: &'a Desk<'a>,
    num_vertices: usize,
    views: &'a [Rows<'a>],
    products: Vec<&'a [Polynomial]>,
    /// How many totals there are: one, or one a product.
    totals: usize,
    /// How many entries of tables each is multiplied with.
    entries: usize,
    positions: usize,
    deliver: &'a Deliver<'a>,
    delivered: u64,
    ledger: Option<Ledger<'a>>,
}

/// Calls `f` with the context and the worker behind it. Their lifetimes end with the call.
///
/// # Safety
/// `context` is the context of a running worker, and nothing else refers to either until this returns.
unsafe fn with_worker<R>(context: *mut Context, f: impl FnOnce(&mut Context, &mut Worker<'_>) -> R) -> R {
    // SAFETY: by contract.
    let context = unsafe { &mut *context };
    // SAFETY: by contract; the worker is no part of the context.
    let worker = unsafe { &mut *context.worker.cast::<Worker<'_>>() };
    f(context, worker)
}

/// Says in the context which of `number` candidates for level 1 are to be searched.
///
/// # Safety
/// `context` is the context of a running worker.
pub(super) unsafe extern "C" fn open_root(context: *mut Context, number: u64) {
    let open = |context: &mut Context, worker: &mut Worker<'_>| {
        (context.is_closed, (context.from, context.to)) = (0, worker.desk.range(number));
    };
    // SAFETY: by contract; nothing else holds the context or the worker while generated code runs.
    unsafe { with_worker(context, open) }
}

/// Marks the `number` members of a set that depends on the root alone, of which the context has the bits then.
///
/// # Safety
/// `context` is the context of a running worker whose nest marks that set; `members` holds `number` vertex ids.
pub(super) unsafe extern "C" fn mark_root(context: *mut Context, set: u64, members: *const VertexId, number: usize) {
    // SAFETY: by contract.
    let members = unsafe { std::slice::from_raw_parts(members, number) };
    let mark = |_: &mut Context, worker: &mut Worker<'_>| {
        let Memory { marked_rows, bit_pointers, .. } = &mut *worker.memory;
        let Some(row) = &mut marked_rows[set as usize] else {
            unreachable!("only sets of the root are marked by this")
        };
        let new = || MarkedRow::new(worker.num_vertices, kernels());
        let fill = |row: &mut MarkedRow| {
            row.mark(members);
            true
        };
        let marked = row.prepare(worker.desk, new, fill).expect("marking is not stopped");
        bit_pointers[set as usize] = marked.bits().words().as_ptr().cast_mut();
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, mark) }
}

/// Builds the local bit matrix over `number` members and leaves it in the context; returns 1 if the run must stop, and the matrix
/// is not whole.
///
/// # Safety
/// `context` is the context of a running worker whose nest has a local graph; `members` holds `number` vertex ids.
pub(super) unsafe extern "C" fn build_local(context: *mut Context, members: *const VertexId, number: usize) -> u64 {
    // SAFETY: by contract.
    let members = unsafe { std::slice::from_raw_parts(members, number) };
    let build = |context: &mut Context, worker: &mut Worker<'_>| {
        let (Some(builder), Some(view)) = (&mut worker.memory.local, worker.views.first()) else {
            unreachable!("only nests with a local graph call this")
        };
        let Some(matrix) = builder.of_root(worker.desk, members, view) else { return 1 };
        context.local_words = matrix.words() as u64;
        context.local_rows = matrix.rows().as_ptr();
        0
    };
    // SAFETY: by contract; nothing else holds the context or the worker while generated code runs.
    unsafe { with_worker(context, build) }
}

fn ends_of(number: u32, root: VertexId) -> EndsOf {
    EndsOf::new(Ends::ALL[number as usize], root)
}

/// Counts the codegrees of the root through `number` members of its row, in the relation number `view`, with the vertices where walks may
/// end by [`Ends`] number `ends`, and leaves the reach in the context; returns 1 if the run must stop, and not all of them are counted.
///
/// # Safety
/// `context` is the context of a running worker whose nest has a reach; `members` holds `number` vertex ids.
pub(super) unsafe extern "C" fn count_codegrees(
    context: *mut Context,
    members: *const VertexId,
    number: usize,
    view: u64,
    ends: u32,
    root: VertexId,
) -> u64 {
    // SAFETY: by contract.
    let members = unsafe { std::slice::from_raw_parts(members, number) };
    let count = |context: &mut Context, worker: &mut Worker<'_>| {
        let Some(codegrees) = &mut worker.memory.codegrees else { unreachable!("only nests with a reach call this") };
        let (rows, desk) = (&worker.views[view as usize], worker.desk);
        let fill = |codegrees: &mut Codegrees| codegrees.count(members, rows, &ends_of(ends, root), desk.stop());
        let Some(codegrees) = codegrees.prepare(desk, || Codegrees::new(worker.num_vertices), fill) else { return 1 };
        let reach = codegrees.reached();
        (context.reach, context.reached) = (reach.as_ptr(), reach.len() as u64);
        context.codegrees = codegrees.table();
        0
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, count) }
}

/// Counts the walks of three steps from the root, whose codegrees were counted before, in the relation number `view`, to the vertices where they
/// may end by [`Ends`] number `ends`, and leaves what they reach in the context; returns 1 if the run must stop, and not all are counted.
///
/// # Safety
/// `context` is the context of a running worker whose nest has a reach of three steps.
pub(super) unsafe extern "C" fn count_walks(context: *mut Context, view: u64, ends: u32, root: VertexId) -> u64 {
    let count = |context: &mut Context, worker: &mut Worker<'_>| {
        let (Some(before), Some(walks)) = (&worker.memory.codegrees, &mut worker.memory.walks) else {
            unreachable!("only nests with such a reach call this")
        };
        let (rows, desk) = (&worker.views[view as usize], worker.desk);
        let fill = |walks: &mut Walks| walks.count(before.get(), rows, &ends_of(ends, root), desk.stop());
        let Some(walks) = walks.prepare(desk, || Walks::new(worker.num_vertices), fill) else { return 1 };
        let reach = walks.reached();
        (context.walked, context.num_walked) = (reach.as_ptr(), reach.len() as u64);
        context.walks = walks.table();
        0
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, count) }
}

/// Counts how many elements of the rows of `owners` at `low..high` are marked; `which` is the number of their relation, four times,
/// and the part of them. Returns the greatest number if the run must stop.
///
/// # Safety
/// `context` is the context of a running worker; `owners` and `marked` are `number` and `size` vertices, and `bits` those of the
/// marked ones, one a vertex.
pub(super) unsafe extern "C" fn count_rows(
    context: *mut Context,
    owners: *const VertexId,
    number: usize,
    marked: *const VertexId,
    size: usize,
    bits: *const u64,
    which: u64,
    low: VertexId,
    high: VertexId,
) -> u64 {
    let count = |_: &mut Context, worker: &mut Worker<'_>| {
        let rows = &worker.views[(which >> 2) as usize];
        let part = [Part::Whole, Part::Below, Part::Above][(which & 3) as usize];
        let words = rows.splits().len().div_ceil(64);
        // SAFETY: by contract.
        let (owners, marked, bits) = unsafe {
            use std::slice::from_raw_parts;
            (from_raw_parts(owners, number), from_raw_parts(marked, size), from_raw_parts(bits, words))
        };
        RowsIn { rows, part, marked, bits }.count(owners, &(low..high), worker.desk.stop()).unwrap_or(u64::MAX)
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, count) }
}

/// Adds the product number `index`, for the sizes at `sizes`, in checked 128-bit arithmetic.
///
/// # Safety
/// `context` is the context of a running worker; `sizes` holds one number for each size of the product's factors.
pub(super) unsafe extern "C" fn add_checked(context: *mut Context, index: u64, sizes: *const i64) {
    let add = |context: &mut Context, worker: &mut Worker<'_>| {
        let product = worker.products[index as usize];
        let number = product.iter().map(|polynomial| polynomial.sizes.len()).sum::<usize>() + worker.entries;
        // SAFETY: by contract.
        let sizes = unsafe { std::slice::from_raw_parts(sizes, number) };
        let mut taken = 0;
        let value = product.iter().try_fold(1i128, |value, polynomial| {
            let own = &sizes[taken..taken + polynomial.sizes.len()];
            taken += own.len();
            value.checked_mul(polynomial.value(own)?)
        });
        let mut entries = sizes[taken..].iter().copied();
        let value = value.and_then(|value| entries.try_fold(value, |value, entry| value.checked_mul(entry.into())));
        // Only of a fused nest each product has a total of its own.
        let checked = &mut context.checked[index as usize % worker.totals];
        match value.and_then(|value| joined(*checked).checked_add(value)) {
            Some(total) => *checked = halved(total),
            None => context.overflow = 1,
        }
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, add) }
}

/// Credits a number, given by its halves, and what [`add_checked`] has gathered since that was `before`, also by its halves, to an
/// entry of the table.
///
/// # Safety
/// `context` is the context of a running worker whose nest has anchors.
pub(super) unsafe extern "C" fn credit(
    context: *mut Context,
    entry: u64,
    low: u64,
    high: u64,
    before_low: u64,
    before_high: u64,
) {
    let credit = |context: &mut Context, worker: &mut Worker<'_>| {
        let Some(ledger) = &mut worker.ledger else { unreachable!("only nests with anchors call this") };
        let checked = joined(context.checked[0]).checked_sub(joined([before_low, before_high]));
        match checked.and_then(|checked| joined([low, high]).checked_add(checked)) {
            Some(amount) => ledger.credit(entry as usize, amount),
            None => context.overflow = 1,
        }
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, credit) }
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
    let hand_over = |context: &mut Context, worker: &mut Worker<'_>| {
        let emitted = std::mem::take(&mut context.emitted);
        context.full = (2 * context.full).min(BATCH as u64);
        if emitted == 0 {
            return 0;
        }
        // SAFETY: by contract; the batch is part of the worker's memory.
        let matches = unsafe { std::slice::from_raw_parts(context.matches, emitted as usize * worker.positions) };
        let (taken, flow) = (worker.deliver)(matches);
        worker.delivered += taken;
        u64::from(flow.is_break())
    };
    // SAFETY: by contract.
    unsafe { with_worker(context, hand_over) }
}
