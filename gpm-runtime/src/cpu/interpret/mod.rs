//! Running a lowered program as it is, operator by operator over the set primitives: what hosts without a code generator run on,
//! and what shows that lowering is right.
//!
//! Cost: some tens of nanoseconds an operator beside what its primitive takes.

mod bits;
mod lists;
mod sought;
mod visits;

use std::mem::take;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::nest::{Level, LocalGraph, LoopNest, Per, Polynomial, SetId};
use gpm_plan::program::{Counted, Loop, Member, Op, Program, Size};

use self::bits::BitSets;
use self::lists::ListSets;
use self::sought::Sought;
use self::visits::Visits;
use super::job::{Seat, Share};
use crate::graph::VertexId;
use crate::run::RunError;
use crate::set::kernels;
use crate::table::Ledger;
use crate::view::Bound;

pub(crate) use self::visits::Draws;
#[cfg(feature = "cuda")]
pub(crate) use self::visits::picked;

/// Searches tasks of `job`.
pub(super) fn work(nest: &LoopNest, bound: &Bound<'_>, job: &Seat<'_, '_, '_>) -> Share {
    let mut interpreter = Interpreter::new(nest, bound);
    (interpreter.ledger, interpreter.stop) = (job.ledger(), job.stop_flag());
    let mut delivered = 0i128;
    let mut emit = |found: &[VertexId]| {
        let (number, flow) = job.deliver(found);
        delivered += i128::from(number);
        flow
    };
    let mut complete = true;
    'tasks: while let Some(task) = job.next_task().filter(|_| complete) {
        for index in task.first..task.last {
            let root = bound.root(index as usize);
            if job.is_stopped() || interpreter.run_root(root, &mut emit).is_break() {
                complete = false;
                break 'tasks;
            }
        }
        job.finished();
    }
    let mut totals = interpreter.totals().ok_or(RunError::Overflow)?;
    if let Some(ledger) = interpreter.ledger {
        // Where matches are credited, the total is that of the table.
        totals = vec![ledger.close().ok_or(RunError::Overflow)?];
    }
    totals[0] += delivered;
    Ok((totals, complete))
}

/// Runs one nest over one bound graph, root by root.
#[derive(Debug)]
pub struct Interpreter<'a> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
    program: Arc<Program>,
    matched: Vec<VertexId>,
    lists: ListSets<'a>,
    bits: BitSets<'a>,
    /// By set, the size that came of making it.
    sizes: Vec<i64>,
    /// By level, how many walks of two and of three steps end at its vertex, where that was looked up.
    walks: Vec<[i64; 2]>,
    /// By level, what its loop ranges over: kept for its memory.
    drawn: Vec<Vec<u32>>,
    /// The sizes of a product.
    factors: Vec<i64>,
    /// Sums so far; `None` once one has left 128 bits.
    totals: Vec<Option<i128>>,
    /// Where the matches of each anchor are credited, if they are.
    ledger: Option<Ledger<'a>>,
    /// Where not all candidates are visited: which are.
    visits: Option<Visits>,
    /// Where not all matches are handed over: which are.
    sought: Option<Sought>,
    /// Set by whoever wants the run to end.
    stop: &'a AtomicBool,
}

/// Receives each match in pattern-vertex order.
pub(super) type Emit<'e> = dyn FnMut(&[VertexId]) -> ControlFlow<()> + 'e;

/// Why operators that follow are not run.
enum Exit {
    /// Nothing can be found for this candidate.
    Leave,
    /// The run must end.
    Stop,
}

/// A set as operators read it.
trait Operand: Sized {
    /// Writes down the elements: vertices, or places in the local graph.
    fn draw(&self, of: &Interpreter<'_>, elements: &mut Vec<u32>);
    /// Whether an element is the vertex of a level.
    fn is(element: u32, level: Level, of: &Interpreter<'_>) -> bool;
    /// Binds the level of a loop to an element.
    fn bind(element: u32, to: &Loop<Self::Def, Self>, of: &mut Interpreter<'_>);
    /// How many elements there are.
    fn size(&self, of: &Interpreter<'_>) -> i64;
    /// Whether the vertex of a level is in it.
    fn has(&self, level: Level, of: &Interpreter<'_>) -> bool;

    /// What makes such sets.
    type Def: Definition;
}

/// What makes a set.
trait Definition: Sized {
    /// Makes it.
    fn make(&self, of: &mut Interpreter<'_>) -> Result<(), Exit>;
}

/// For runs that nobody stops.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Interpreter<'a> {
    /// An interpreter with nothing counted yet.
    pub fn new(nest: &'a LoopNest, bound: &'a Bound<'a>) -> Self {
        Interpreter::of(Program::new(nest), nest, bound)
    }

    /// An interpreter of one of the programs that a nest is lowered to.
    fn of(program: Program, nest: &'a LoopNest, bound: &'a Bound<'a>) -> Self {
        let program = Arc::new(program);
        debug_assert_eq!(program.verify(), Ok(()), "{nest}\n{program}");
        Interpreter {
            nest,
            bound,
            lists: ListSets::new(nest, bound, &program),
            bits: BitSets::new(bound, &program),
            program,
            matched: vec![0; nest.num_positions()],
            sizes: vec![0; nest.sets.len()],
            walks: vec![[0; 2]; nest.num_positions()],
            drawn: vec![Vec::new(); nest.num_positions()],
            factors: Vec::new(),
            totals: vec![Some(0); nest.num_totals()],
            ledger: None,
            visits: None,
            sought: None,
            stop: &NEVER,
        }
    }

    /// Sums of what the innermost block counted, one a part of the nest, or `None` if one left 128 bits.
    pub fn totals(&self) -> Option<Vec<i128>> {
        self.totals.iter().copied().collect()
    }

    /// Runs everything below one root, which must be a member of the root's class. Breaks if `emit` does, or the run must end.
    pub fn run_root(
        &mut self,
        root: VertexId,
        emit: &mut dyn FnMut(&[VertexId]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.matched[0] = root;
        let program = Arc::clone(&self.program);
        match self.credited(Level(0), |this| this.below_root(&program, emit)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Exit::Leave) => unreachable!("whoever credits goes on"),
            Err(Exit::Stop) => ControlFlow::Break(()),
        }
    }

    fn below_root(&mut self, program: &Program, emit: &mut Emit<'_>) -> Result<(), Exit> {
        let Some(local) = &program.local else { return self.run(&program.lists, emit) };
        let members = self.lists.row(&local.universe, &self.matched);
        match members.len() {
            // Every loop draws from the members, and neighbors among them.
            0 | 1 => Ok(()),
            2..=LocalGraph::LIMIT => {
                let split = kernels().num_below(members, self.matched[0]);
                self.bits.build(members, split, self.stop).ok_or(Exit::Stop)?;
                self.run(&local.ops, emit)
            }
            _ => self.run(&program.lists, emit),
        }
    }

    /// Runs `body` and credits what it counts to the entry that the level stands for, if it does.
    fn credited(&mut self, level: Level, body: impl FnOnce(&mut Self) -> Result<(), Exit>) -> Result<(), Exit> {
        let before = self.totals[0];
        if let Err(Exit::Stop) = body(self) {
            return Err(Exit::Stop);
        }
        let Some(entry) = self.entry(level) else { return Ok(()) };
        let counted = self.totals[0].zip(before).map(|(after, before)| after.checked_sub(before));
        if let (Some(ledger), Some(counted)) = (&mut self.ledger, counted) {
            match counted {
                Some(counted) => ledger.credit(entry, counted),
                None => self.totals[0] = None,
            }
        }
        Ok(())
    }

    /// The entry to which what is counted below a level is credited.
    fn entry(&self, level: Level) -> Option<usize> {
        match self.nest.per {
            Per::Total | Per::Matrix => None,
            Per::Vertex => self.nest.credited.contains(level).then(|| self.matched[level.index()] as usize),
            Per::Edge => {
                let view = self.nest.arcs().filter(|_| level == Level(1))?;
                self.bound.views[usize::from(view.0)].entry(self.matched[0], self.matched[1])
            }
        }
    }

    fn run<O: Operand>(&mut self, ops: &[Op<O::Def, O>], emit: &mut Emit<'_>) -> Result<(), Exit> {
        for (index, op) in ops.iter().enumerate() {
            match op {
                Op::Define(define) => define.make(self)?,
                Op::LeaveIfEmpty(set) if self.sizes[set.index()] == 0 => return Err(Exit::Leave),
                Op::LeaveIfEmpty(_) => {}
                Op::LookUp(walk) => {
                    self.walks[walk.to.index()][usize::from(walk.steps) - 2] = self.lists.look_up(*walk, &self.matched)
                }
                // This worker searches the root alone.
                Op::MarkRoot(sets) => return self.run_marked(sets, &ops[index + 1..], emit),
                Op::Mark { sets, body } => self.run_marked(sets, body, emit)?,
                Op::Loop(inner) => self.run_loop(inner, emit)?,
                Op::Count { total, product, sizes } => self.count(*total, product, sizes),
                Op::CountRows(rows) => self.count_rows(rows)?,
                Op::Emit if self.sought.as_mut().is_some_and(|sought| !sought.meets()) => {}
                Op::Emit => self.hand_over(emit)?,
            }
        }
        Ok(())
    }

    fn hand_over(&self, emit: &mut Emit<'_>) -> Result<(), Exit> {
        let mut found = vec![0; self.matched.len()];
        self.nest.order.iter().zip(&self.matched).for_each(|(&u, &v)| found[u] = v);
        if emit(&found).is_break() { Err(Exit::Stop) } else { Ok(()) }
    }

    fn run_marked<O: Operand>(
        &mut self,
        sets: &[SetId],
        ops: &[Op<O::Def, O>],
        emit: &mut Emit<'_>,
    ) -> Result<(), Exit> {
        sets.iter().for_each(|&set| self.lists.mark(set));
        self.run(ops, emit)
    }

    fn run_loop<O: Operand>(&mut self, inner: &Loop<O::Def, O>, emit: &mut Emit<'_>) -> Result<(), Exit> {
        let level = inner.level;
        let mut drawn = take(&mut self.drawn[level.index()]);
        drawn.clear();
        inner.from.draw(self, &mut drawn);
        if self.sought.is_some() && matches!(inner.body[..], [Op::Emit]) && inner.filter.is_empty() {
            let exit = self.hand_over_sought(inner, &mut drawn, emit);
            self.drawn[level.index()] = drawn;
            return exit;
        }
        let around = self.visits.as_mut().map(|visits| visits.enter(level, &mut drawn));
        let exit = drawn.iter().try_for_each(|&element| self.round(inner, element, emit));
        if let (Some(visits), Some(around)) = (&mut self.visits, around) {
            visits.leave(around);
        }
        self.drawn[level.index()] = drawn;
        exit
    }

    fn round<O: Operand>(&mut self, of: &Loop<O::Def, O>, element: u32, emit: &mut Emit<'_>) -> Result<(), Exit> {
        if of.looks && self.stop.load(Ordering::Relaxed) {
            return Err(Exit::Stop);
        }
        if of.except.iter().any(|&level| O::is(element, level, self)) {
            return Ok(());
        }
        O::bind(element, of, self);
        if !of.filter.is_empty() && !self.bound.filters.hold(of.level.index(), &self.matched) {
            return Ok(());
        }
        self.credited(of.level, |this| this.run(&of.body, emit))
    }

    fn count<O: Operand>(&mut self, total: usize, product: &[Polynomial], sizes: &[Size<O>]) {
        let mut factors = take(&mut self.factors);
        factors.clear();
        factors.extend(sizes.iter().map(|size| self.size(size)));
        let mut first = 0;
        let polynomials = product.iter().map(|polynomial| {
            let own = &factors[first..first + polynomial.sizes.len()];
            first += own.len();
            polynomial.value(own)
        });
        let entries = self.entries();
        let value = polynomials.chain(entries).try_fold(1i128, |value, factor| value.checked_mul(factor?));
        self.add(total, value);
        self.factors = factors;
    }

    /// Adds what was counted to a total, or to what samples stand for.
    fn add(&mut self, total: usize, value: Option<i128>) {
        match &mut self.visits {
            Some(visits) => visits.add(value),
            None => {
                let total = &mut self.totals[total];
                *total = total.zip(value).and_then(|(total, value)| total.checked_add(value));
            }
        }
    }

    fn size<O: Operand>(&self, size: &Size<O>) -> i64 {
        let counted = match &size.of {
            Counted::Elements(of) => of.size(self),
            Counted::Number(set) => self.sizes[set.index()],
            Counted::Walks(walk) => self.walks[walk.to.index()][usize::from(walk.steps) - 2],
        };
        let taken = size.except.iter().filter(|(level, member)| counted > 0 && self.is_member(*level, member)).count();
        counted - taken as i64 - i64::from(size.minus)
    }

    fn is_member<O: Operand>(&self, level: Level, member: &Member<O>) -> bool {
        match member {
            Member::Marked(set) => self.lists.is_marked(*set, self.matched[level.index()]),
            Member::In(of) => of.has(level, self),
            Member::Both(both) => both.iter().all(|member| self.is_member(level, member)),
        }
    }

    /// What each match counts by tables.
    fn entries(&self) -> impl Iterator<Item = Option<i128>> + use<'_, 'a> {
        let entries = self.nest.entries.iter().zip(&self.bound.tables);
        entries.map(|(entry, table)| {
            let place = match entry.at[..] {
                [level] => Some(self.matched[level.index()] as usize),
                [from, to] => self.bound.views[0].entry(self.matched[from.index()], self.matched[to.index()]),
                _ => None,
            };
            Some(table.values()[place?].into())
        })
    }

    fn keep_size(&mut self, set: SetId, size: usize) {
        self.sizes[set.index()] = size as i64;
    }
}
