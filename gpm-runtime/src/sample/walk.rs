//! The walk over a nest's search tree, or a part of it, and what is noted on the way.

mod leave;
mod paths;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::cost::{LevelWork, Loop, Operator, Prices};
use gpm_plan::exec::scanned_along;
use gpm_plan::forecast::of_product;
use gpm_plan::nest::{
    self, Block, Candidates, Hold, Level, LocalGraph, LoopNest, SetDef, SetExpr, SetId, Source, Step, ViewId,
};
use gpm_plan::program::Program;

use super::lists::{Paths, Way, distinct, within};
use super::pick::Starts;
use crate::graph::{VertexId, is_short_as_bits};
use crate::set::{Kernels, kernels};
use crate::view::{Bound, Rows};

/// What entering a candidate takes the walk, in elements. *guess*
const ENTER: f64 = 128.0;
/// What a round of a loop takes it, in elements. *guess*
const ROUND: f64 = 8.0;

/// How much of a search tree is walked.
#[derive(Clone, Copy)]
pub(super) struct Widths<'a> {
    /// Candidates of each level from the second on; one of those that are deeper.
    pub(super) candidates: &'a [usize],
    /// Rows that paths of two edges are looked for in.
    pub(super) rows: usize,
}

/// A nest, and where in its search tree the walk is.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    nest: &'a LoopNest,
    /// [`Program::counts_rows`].
    counts_rows: bool,
    /// Sets that a GPU counts along a row that it streams for another one.
    along: Vec<SetId>,
    /// Walks of which the number is looked up, and whether nothing is counted where there are none.
    walks: Vec<(nest::Walk, bool)>,
    bound: &'a Bound<'a>,
    /// Once it is set nothing below is walked any more.
    stop: &'a AtomicBool,
    kernels: &'static Kernels,
    matched: Vec<VertexId>,
    /// Whether the search below the root is in a bit matrix.
    is_local: bool,
    widths: Widths<'a>,
    /// Members of the sets that are lists.
    sets: Vec<Cow<'a, [VertexId]>>,
    pub(super) starts: Starts,
    /// By level, what the search does, each place weighted by how many it stands for.
    levels: Vec<LevelWork>,
    /// Elements that the walk itself has looked at.
    looked_at: f64,
    /// What a walk over everything would take, in elements.
    effort: f64,
}

impl<'a> Walk<'a> {
    pub(super) fn new(nest: &'a LoopNest, bound: &'a Bound<'a>, widths: Widths<'a>, stop: &'a AtomicBool) -> Self {
        Walk {
            stop,
            nest,
            counts_rows: Program::new(nest).counts_rows(),
            along: scanned_along(nest),
            walks: nest.walks().into_iter().map(|walk| (walk, nest.needs(walk))).collect(),
            bound,
            kernels: kernels(),
            matched: vec![0; nest.num_positions()],
            is_local: false,
            widths,
            sets: vec![Cow::Borrowed(&[]); nest.sets.len()],
            starts: Starts::default(),
            levels: vec![LevelWork::default(); nest.blocks().len() - 1],
            looked_at: 0.0,
            effort: 0.0,
        }
    }

    /// Elements that the walk has streamed or searched for.
    pub(super) fn looked_at(&self) -> f64 {
        self.looked_at
    }

    /// What was noted since it was last taken, by level.
    pub(super) fn take(&mut self) -> Vec<LevelWork> {
        let none = vec![LevelWork::default(); self.levels.len()];
        std::mem::replace(&mut self.levels, none)
    }

    /// What a walk over everything takes, in elements, as far as what was walked since it was last asked for stands for it.
    pub(super) fn take_effort(&mut self) -> f64 {
        std::mem::take(&mut self.effort)
    }

    /// Walks below a root that stands for `weight` roots.
    pub(super) fn below_root(&mut self, root: VertexId, weight: f64) {
        let nest = self.nest;
        let level = &mut self.levels[0];
        (level.candidates, level.matches) = (level.candidates + weight, level.matches + weight);
        self.note(Level(0), Operator::Root, weight);
        self.tables(Level(0), weight);
        self.matched[0] = root;
        for step in &nest.root.steps {
            if let Step::For { body, .. } = step {
                self.block(Level(0), body, weight);
            }
        }
    }

    /// Notes an operator that is run at a level so many times, and takes the walk nothing.
    fn note(&mut self, level: Level, operator: Operator, times: f64) {
        operator.add_to(&mut self.levels[level.index()].work, times);
    }

    /// Notes that the walk looks at so many elements for what stands for `weight` of its kind.
    fn look(&mut self, weight: f64, elements: f64) {
        self.looked_at += elements;
        self.effort += weight * elements;
    }

    /// A block that `level` enters.
    fn block(&mut self, level: Level, block: &'a Block, weight: f64) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let has_loop = block.steps.iter().any(|step| matches!(step, Step::For { .. }));
        for place in 0..self.walks.len() {
            let (walk, is_needed) = self.walks[place];
            if walk.to == level {
                self.note(level, Operator::LookUp, weight);
                if has_loop && is_needed && self.is_apart(walk, weight) {
                    return;
                }
            }
        }
        for &id in &block.define {
            self.define(level, id, weight);
            if self.nest.set(id).required && self.is_empty(id, has_loop, weight) {
                return;
            }
        }
        for step in &block.steps {
            match step {
                Step::For { level, from: Source::Set(candidates), body } => {
                    self.level(*level, candidates, body, weight)
                }
                Step::For { from: Source::Vertices(_), .. } => unreachable!("only the root draws from a class"),
                Step::Count(product) => {
                    for operator in of_product(self.nest, product) {
                        self.note(level, operator, weight);
                    }
                    self.look(weight, 1.0);
                }
                Step::Emit => {
                    self.note(level, Operator::Emit, weight);
                    self.look(weight, 1.0);
                }
            }
        }
    }

    /// Walks some candidates of a level.
    fn level(&mut self, level: Level, candidates: &Candidates, body: &'a Block, weight: f64) {
        let width = self.widths.candidates.get(level.index() - 1).copied().unwrap_or(1);
        let round = self.round(level, body);
        let (picked, len) = match self.nest.set(candidates.set).expr {
            SetExpr::Reach { through, view, descends } => {
                let way = Way { through, view, descends };
                let picked = self.reached(candidates, way, width, weight);
                let len = picked.iter().map(|(_, share)| share).sum();
                (picked, len)
            }
            _ => {
                let set = &self.sets[candidates.set.index()];
                let all = within(set, |level| self.bound_at(level), candidates.bounds());
                let share = all.len() as f64 / all.len().min(width).max(1) as f64;
                let picked = self.starts.places(width, all.len()).map(|place| (all[place], share));
                (picked.collect::<Vec<_>>(), all.len() as f64)
            }
        };
        self.levels[level.index()].candidates += weight * len;
        self.note(level, round, weight * len);
        if self.is_outer(level) {
            self.note(level, Operator::OuterRound, weight * len);
        }
        self.tables(level, weight * len);
        self.looked_at += ROUND * picked.len() as f64;
        self.effort += weight * ENTER * len;
        for (v, share) in picked {
            self.enter(level, v, candidates, body, weight * share);
        }
    }

    fn enter(&mut self, level: Level, v: VertexId, candidates: &Candidates, body: &'a Block, weight: f64) {
        if candidates.except.iter().all(|taken| self.matched[taken.index()] != v) {
            self.matched[level.index()] = v;
            if self.bound.filters.hold(level.index(), &self.matched) {
                self.levels[level.index()].matches += weight;
                self.block(level, body, weight);
            }
        }
    }

    /// Notes what is done with tables for so many vertices of a level.
    fn tables(&mut self, level: Level, rounds: f64) {
        let nest = self.nest;
        for entry in nest.entries.iter().filter(|entry| entry.last() == level) {
            self.note(level, Operator::ReadEntry(entry.at.len()), rounds);
        }
        if nest.placed().contains(level) {
            let is_last = level.index() + 1 == nest.num_positions();
            self.note(level, Operator::Credit { is_last }, rounds);
        }
    }

    /// Whether the loop that binds `level` is around another one, and below the root's.
    fn is_outer(&self, level: Level) -> bool {
        (1..self.levels.len() - 1).contains(&level.index())
    }

    /// A round of the loop that binds `level`.
    fn round(&self, level: Level, body: &Block) -> Operator {
        let is_last = body.steps.iter().all(|step| matches!(step, Step::Count(_)));
        Operator::Round(match level > Level(1) && self.is_local {
            true => Loop::Bits,
            false if is_last && !self.walks.is_empty() => Loop::Lookups,
            _ => Loop::List,
        })
    }

    /// Makes a set, if it is asked for more than its size, and notes what the search does for it.
    fn define(&mut self, level: Level, id: SetId, weight: f64) {
        let (nest, def) = (self.nest, self.nest.set(id));
        let none = Cow::Borrowed(&[][..]);
        let members = match def.expr {
            SetExpr::Neighbors { view, of } => {
                let row = self.row(view, self.matched[of.index()]);
                let row = within(row, |level| self.bound_at(level), def.bounds());
                if nest.local.is_some_and(|local| local.universe == id) {
                    self.is_local = row.len() <= LocalGraph::LIMIT;
                    if self.is_local {
                        self.matrix(level, row, view, weight);
                    }
                } else if def.hold == Hold::ListAndBits {
                    self.note(level, Operator::Mark(row.len() as f64), weight);
                }
                self.look(weight, 1.0);
                Cow::Borrowed(row)
            }
            SetExpr::Reach { through, view, descends } => {
                let way = Way { through, view, descends };
                let Paths { rows: some, share } = self.some_paths(way, def.bounds());
                let paths = share * some.iter().map(|row| row.len()).sum::<usize>() as f64;
                let (rows, steps) = (self.sets[through.index()].len() as f64, paths);
                let counted = match nest.steps_to(id) {
                    2 => Operator::Paths { rows, steps },
                    _ => Operator::LongPaths { rows, steps },
                };
                self.note(level, counted, weight);
                // Walks of three steps go on from what two reach.
                match nest.reach_of(3).is_some_and(|further| further != id) {
                    true => {
                        let rows = self.paths(way, def.bounds());
                        let all: Vec<VertexId> = rows.flatten().copied().collect();
                        self.look(weight, all.len() as f64);
                        Cow::Owned(distinct(all))
                    }
                    false => {
                        self.look_for_paths(weight, some.len(), share);
                        none
                    }
                }
            }
            SetExpr::Intersect(a, b) => self.joined((level, weight), id, (a, b), Kernels::intersect_into),
            SetExpr::Difference(a, b) => self.joined((level, weight), id, (a, b), Kernels::difference_into),
        };
        self.sets[id.index()] = members;
    }

    /// The members of a set made from two. Where only its size is wanted it is not made.
    fn joined(
        &mut self,
        (level, weight): (Level, f64),
        id: SetId,
        (a, b): (SetId, SetId),
        join: fn(&Kernels, &[VertexId], &[VertexId], &mut Vec<VertexId>),
    ) -> Cow<'a, [VertexId]> {
        let def = self.nest.set(id);
        let (left, right) = (self.cut(def, a), self.cut(def, b));
        let lens = (left.len() as f64, right.len() as f64);
        let how = match self.nest.local.filter(|_| self.is_local) {
            Some(local) => self.joined_words(id, (a, b), local.universe),
            None => Some(self.joined_lists(id, (a, b), lens)),
        };
        let mut members = Vec::new();
        if def.hold != Hold::Size {
            join(self.kernels, left, right, &mut members);
            self.look(weight, lens.0 + lens.1);
        }
        if let Some(how) = how {
            let is_along = !self.is_local && self.along.contains(&id);
            let how = if is_along { Operator::Along(how.cost(&Prices::CPU)) } else { how };
            self.note(level, how, weight);
        }
        if self.is_outer(level) && !self.is_local {
            self.note(level, Operator::OuterJoin, weight);
        }
        Cow::Owned(members)
    }

    /// A set within the bounds of one that is made from it.
    fn cut(&self, def: &SetDef, of: SetId) -> &[VertexId] {
        within(&self.sets[of.index()], |level| self.bound_at(level), def.bounds())
    }

    /// The vertex that a bound names.
    fn bound_at(&self, bound: Level) -> VertexId {
        self.bound.filters.bound(bound, &self.matched)
    }

    /// How lists are joined, one of which may be held as bits too.
    fn joined_lists(&self, id: SetId, (a, b): (SetId, SetId), (left, right): (f64, f64)) -> Operator {
        let has_bits = |set: SetId| self.nest.set(set).hold == Hold::ListAndBits;
        let is_difference = matches!(self.nest.set(id).expr, SetExpr::Difference(..));
        match (has_bits(a) && !is_difference, has_bits(b)) {
            (_, true) => Operator::Probe { list: left, dense: self.dense(id, a, left), marked: right },
            (true, false) => Operator::Probe { list: right, dense: self.dense(id, b, right), marked: left },
            (false, false) => Operator::Merge(left, right),
        }
    }

    /// How many of so many elements of a set, counted in another one, are of a row that may be held as bits.
    fn dense(&self, counted: SetId, id: SetId, elements: f64) -> f64 {
        match self.nest.set(id).expr {
            SetExpr::Neighbors { view, of } if self.counts_rows && self.nest.set(counted).above.is_empty() => {
                let owner = self.matched[of.index()] as usize;
                let smaller = self.rows(view).splits()[owner] as usize;
                if is_short_as_bits(owner, smaller) { elements } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    /// How rows of a bit matrix are joined: those of all members leave the other as it is.
    fn joined_words(&self, id: SetId, (a, b): (SetId, SetId), universe: SetId) -> Option<Operator> {
        let def = self.nest.set(id);
        let is_difference = matches!(def.expr, SetExpr::Difference(..));
        let is_made = b != universe && (a != universe || is_difference);
        is_made.then(|| Operator::Bits(self.cut(def, universe).len() as f64))
    }

    /// Notes a bit matrix over `members`: each entry below its owner is read.
    fn matrix(&mut self, level: Level, members: &[VertexId], view: ViewId, weight: f64) {
        let splits = self.rows(view).splits();
        let rows = members.len() as f64;
        let entries = members.iter().map(|&v| f64::from(splits[v as usize])).sum();
        self.note(level, Operator::Matrix { rows, entries, bits: rows * rows }, weight);
        self.look(weight, rows);
    }

    fn rows(&self, view: ViewId) -> &'a Rows<'a> {
        &self.bound.views[usize::from(view.0)]
    }

    fn row(&self, view: ViewId, v: VertexId) -> &'a [VertexId] {
        self.rows(view).row(v)
    }
}
