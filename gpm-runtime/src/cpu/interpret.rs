//! The reference semantics of a nest: a plain walk over the IR with the simplest set operations there are. Tests compare
//! compiled code with it, and hosts that the compiler does not know run on it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::nest::{Block, Candidates, Level, Levels, LoopNest, Per, Polynomial, SetExpr, SetId, Source, Step};

use super::job::{Seat, Share};
use super::run::RunError;
use crate::graph::VertexId;
use crate::table::Ledger;
use crate::view::Bound;

/// Searches tasks of `job`.
pub(super) fn work(nest: &LoopNest, bound: &Bound<'_>, job: &Seat<'_, '_, '_>) -> Share {
    let mut interpreter = Interpreter::new(nest, bound);
    (interpreter.ledger, interpreter.stop) = (job.ledger(), Some(job.stop_flag()));
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
    matched: Vec<VertexId>,
    sets: Vec<Vec<VertexId>>,
    /// Sums so far; `None` once one has left 128 bits.
    totals: Vec<Option<i128>>,
    /// Where the matches of each anchor are credited, if they are.
    ledger: Option<Ledger<'a>>,
    /// Set by whoever wants the run to end, if somebody may.
    stop: Option<&'a AtomicBool>,
}

/// Receives each match in pattern-vertex order.
pub(super) type Emit<'e> = dyn FnMut(&[VertexId]) -> ControlFlow<()> + 'e;

impl<'a> Interpreter<'a> {
    /// An interpreter with nothing counted yet.
    pub fn new(nest: &'a LoopNest, bound: &'a Bound<'a>) -> Self {
        let matched = vec![0; nest.num_positions()];
        let totals = vec![Some(0); nest.num_totals()];
        Interpreter { nest, bound, matched, sets: vec![Vec::new(); nest.sets.len()], totals, ledger: None, stop: None }
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
        let nest = self.nest;
        self.matched[0] = root;
        for step in &nest.root.steps {
            if let Step::For { level, body, .. } = step {
                self.credited(*level, body, emit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Runs the body of a level's loop and credits what it counts to the entry that the level stands for, if it does.
    fn credited(&mut self, level: Level, body: &'a Block, emit: &mut Emit<'_>) -> ControlFlow<()> {
        let before = self.totals[0];
        self.block(body, emit)?;
        let counted = self.totals[0].zip(before).map(|(after, before)| after.checked_sub(before));
        if let (Some(entry), Some(ledger), Some(counted)) = (self.entry(level), &mut self.ledger, counted) {
            match counted {
                Some(counted) => ledger.credit(entry, counted),
                None => self.totals[0] = None,
            }
        }
        ControlFlow::Continue(())
    }

    /// The entry to which what is counted below a level is credited.
    fn entry(&self, level: Level) -> Option<usize> {
        match self.nest.per {
            Per::Total => None,
            Per::Vertex => self.nest.credited.contains(level).then(|| self.matched[level.index()] as usize),
            Per::Edge => {
                let view = self.nest.arcs().filter(|_| level == Level(1))?;
                self.bound.views[usize::from(view.0)].entry(self.matched[0], self.matched[1])
            }
        }
    }

    fn block(&mut self, block: &'a Block, emit: &mut Emit<'_>) -> ControlFlow<()> {
        for &id in &block.define {
            let set = self.compute(id)?;
            if set.is_empty() && self.nest.set(id).required {
                return ControlFlow::Continue(());
            }
            self.sets[id.index()] = set;
        }
        for (index, step) in block.steps.iter().enumerate() {
            match step {
                Step::For { level, from: Source::Set(candidates), body } => {
                    for v in self.draw(candidates) {
                        self.check_stop()?;
                        self.matched[level.index()] = v;
                        if self.bound.filters.hold(level.index(), &self.matched) {
                            self.credited(*level, body, emit)?;
                        }
                    }
                }
                Step::For { from: Source::Vertices(_), .. } => unreachable!("only the root draws from a class"),
                Step::Count(product) => {
                    let factors = product.iter().map(|factor| self.value(factor));
                    let value =
                        factors.chain(self.entries()).try_fold(1i128, |value, factor| value.checked_mul(factor?));
                    // Only a fused nest counts several times, all in one block.
                    let total = &mut self.totals[index];
                    *total = total.zip(value).and_then(|(total, value)| total.checked_add(value));
                }
                Step::Emit => {
                    let mut found = vec![0; self.matched.len()];
                    self.nest.order.iter().zip(&self.matched).for_each(|(&u, &v)| found[u] = v);
                    emit(&found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What each match counts by tables.
    fn entries(&self) -> impl Iterator<Item = Option<i128>> {
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

    /// Breaks if the run must end.
    fn check_stop(&self) -> ControlFlow<()> {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The members of a set. Breaks if the run must end: what hubs reach takes long.
    fn compute(&self, id: SetId) -> ControlFlow<(), Vec<VertexId>> {
        let def = self.nest.set(id);
        let keep = |v: &VertexId| self.within(*v, def.below, def.above);
        let other = |b: SetId| &self.sets[b.index()];
        ControlFlow::Continue(match def.expr {
            SetExpr::Neighbors { view, of } => {
                let row = self.bound.views[usize::from(view.0)].row(self.matched[of.index()]);
                row.iter().copied().filter(keep).collect()
            }
            SetExpr::Intersect(a, b) => {
                other(a).iter().copied().filter(keep).filter(|v| other(b).binary_search(v).is_ok()).collect()
            }
            SetExpr::Reach { through, view } => {
                let rows = &self.bound.views[usize::from(view.0)];
                let mut union: Vec<VertexId> = Vec::new();
                for &w in other(through) {
                    self.check_stop()?;
                    union.extend(rows.row(w).iter().copied().filter(keep));
                    // Kept short: many paths lead to the same vertices.
                    if union.len() > 2 * self.bound.num_vertices {
                        union.sort_unstable();
                        union.dedup();
                    }
                }
                union.sort_unstable();
                union.dedup();
                union
            }
            // Each walk is there once, by its end.
            SetExpr::Walks { reach, to } => {
                let end = self.matched[to.index()];
                vec![end; self.walks(reach, end)?]
            }
            SetExpr::Difference(a, b) => {
                other(a).iter().copied().filter(keep).filter(|v| other(b).binary_search(v).is_err()).collect()
            }
        })
    }

    /// How many walks from the root through a reach end at `v`. Breaks if the run must end.
    fn walks(&self, reach: SetId, v: VertexId) -> ControlFlow<(), usize> {
        self.check_stop()?;
        let def = self.nest.set(reach);
        let SetExpr::Reach { through, view } = def.expr else { return ControlFlow::Continue(1) };
        let mut walks = 0;
        if self.within(v, def.below, def.above) {
            let rows = &self.bound.views[usize::from(view.0)];
            for &w in self.sets[through.index()].iter().filter(|&&w| rows.row(w).binary_search(&v).is_ok()) {
                walks += self.walks(through, w)?;
            }
        }
        ControlFlow::Continue(walks)
    }

    fn within(&self, v: VertexId, below: Levels, above: Levels) -> bool {
        let matched = |level: Level| self.matched[level.index()];
        below.iter().all(|level| v < matched(level)) && above.iter().all(|level| v > matched(level))
    }

    fn draw(&self, candidates: &Candidates) -> Vec<VertexId> {
        let taken = |v: VertexId| candidates.except.iter().any(|level| self.matched[level.index()] == v);
        let set = self.sets[candidates.set.index()].iter().copied();
        set.filter(|&v| self.within(v, candidates.below, candidates.above) && !taken(v)).collect()
    }

    fn value(&self, polynomial: &Polynomial) -> Option<i128> {
        let sizes: Vec<i64> =
            polynomial.sizes.iter().map(|size| self.draw(&size.of).len() as i64 - i64::from(size.minus)).collect();
        polynomial.value(&sizes)
    }
}
