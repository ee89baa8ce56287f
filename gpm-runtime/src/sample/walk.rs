//! The walk over a part of a nest's search tree, and what is charged for it.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::cost::{Overheads, price};
use gpm_plan::nest::{
    Block, Candidates, Hold, Level, Levels, LoopNest, Polynomial, SetExpr, SetId, Source, Step, ViewId,
};

use super::pick::Starts;
use crate::graph::VertexId;
use crate::set::{Kernels, kernels};
use crate::view::{Bound, Rows};

/// A nest, and where in its search tree the walk is.
pub(super) struct Walk<'a> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
    /// Once it is set nothing below is walked any more.
    stop: &'a AtomicBool,
    kernels: &'static Kernels,
    matched: Vec<VertexId>,
    /// Candidates walked of each level from the second on; one of those that are deeper.
    widths: &'a [usize],
    overheads: Overheads,
    /// Members of the sets that are lists.
    sets: Vec<Cow<'a, [VertexId]>>,
    starts: Starts,
    /// What the search is charged for below the root, each place weighted by how many it stands for.
    cost: f64,
    /// The same of the walk itself.
    looked_at: f64,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        nest: &'a LoopNest,
        bound: &'a Bound<'a>,
        (widths, overheads): (&'a [usize], Overheads),
        stop: &'a AtomicBool,
    ) -> Self {
        Walk {
            stop,
            nest,
            bound,
            kernels: kernels(),
            matched: vec![0; nest.num_positions()],
            widths,
            overheads,
            sets: vec![Cow::Borrowed(&[]); nest.sets.len()],
            starts: Starts::default(),
            cost: 0.0,
            looked_at: 0.0,
        }
    }

    /// Elements that the walk has streamed or searched for.
    pub(super) fn looked_at(&self) -> f64 {
        self.looked_at
    }

    /// The cost of the search below a root that stands for `weight` roots.
    pub(super) fn below_root(&mut self, root: VertexId, weight: f64) -> f64 {
        let nest = self.nest;
        self.cost = weight * (1.0 + self.tables(Level(0)));
        self.matched[0] = root;
        for step in &nest.root.steps {
            if let Step::For { body, .. } = step {
                self.block(body, weight);
            }
        }
        self.cost
    }

    /// Charges for what stands for `weight` of its kind, and takes the walk `effort`.
    fn charge(&mut self, weight: f64, price: f64, effort: f64) {
        self.cost += weight * price;
        self.looked_at += effort;
    }

    fn block(&mut self, block: &'a Block, weight: f64) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        for &id in &block.define {
            let def = self.nest.set(id);
            self.define(id, weight);
            let is_list =
                matches!(def.hold, Hold::List | Hold::ListAndBits) && !matches!(def.expr, SetExpr::Reach { .. });
            if def.required && is_list && self.sets[id.index()].is_empty() {
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
                    let price = product.iter().map(|polynomial| self.polynomial(polynomial)).sum();
                    self.charge(weight, price, 1.0);
                }
                Step::Emit => self.charge(weight, price::STEP, 1.0),
            }
        }
    }

    /// Walks some candidates of a level.
    fn level(&mut self, level: Level, candidates: &Candidates, body: &'a Block, weight: f64) {
        let width = self.widths.get(level.index() - 1).copied().unwrap_or(1);
        let step = self.step(level, body);
        let price = step + self.tables(level);
        if let SetExpr::Reach { through, view } = self.nest.set(candidates.set).expr {
            for (v, share) in self.reached(candidates, through, view, width) {
                self.charge(weight * share, price, step);
                self.enter(level, v, candidates, body, weight * share);
            }
            return;
        }
        let all = within(&self.sets[candidates.set.index()], &self.matched, candidates.below, candidates.above);
        let len = all.len();
        let picked: Vec<VertexId> = self.starts.places(width, len).map(|place| all[place]).collect();
        self.charge(weight * len as f64, price, step * picked.len() as f64);
        let share = len as f64 / picked.len().max(1) as f64;
        for v in picked {
            self.enter(level, v, candidates, body, weight * share);
        }
    }

    fn enter(&mut self, level: Level, v: VertexId, candidates: &Candidates, body: &'a Block, weight: f64) {
        if candidates.except.iter().all(|taken| self.matched[taken.index()] != v) {
            self.matched[level.index()] = v;
            if self.bound.filters.hold(level.index(), &self.matched) {
                self.block(body, weight);
            }
        }
    }

    /// Price of what is done with tables for each vertex of a level.
    fn tables(&self, level: Level) -> f64 {
        let read = self.nest.entries.iter().filter(|entry| entry.last() == level);
        let credited = match self.nest.placed().contains(level) {
            true if level.index() + 1 == self.nest.num_positions() => self.overheads.last_credit,
            true => self.overheads.credit,
            false => 0.0,
        };
        credited + read.map(|entry| price::entry(entry.at.len())).sum::<f64>()
    }

    /// Price of a round of the loop that binds `level`.
    fn step(&self, level: Level, body: &Block) -> f64 {
        let is_last = body.steps.iter().all(|step| matches!(step, Step::Count(_)));
        let looks_up = self.nest.sets.iter().any(|def| def.hold == Hold::Codegree);
        match self.nest.local {
            Some(_) if level > Level(1) => price::BIT_STEP,
            _ if is_last && looks_up => price::LOOKUP_STEP,
            _ => price::STEP,
        }
    }

    /// Makes a set, if it is asked for more than its size, and charges for it.
    fn define(&mut self, id: SetId, weight: f64) {
        let (nest, def) = (self.nest, self.nest.set(id));
        let none = Cow::Borrowed(&[][..]);
        let (price, effort, members) = match def.expr {
            SetExpr::Neighbors { view, of } => {
                let row = within(self.row(view, self.matched[of.index()]), &self.matched, def.below, def.above);
                match nest.local {
                    Some(local) if local.universe == id => (self.matrix(row, view), row.len(), Cow::Borrowed(row)),
                    _ if def.hold == Hold::ListAndBits => (row.len() as f64, 1, Cow::Borrowed(row)),
                    _ => (0.0, 1, Cow::Borrowed(row)),
                }
            }
            SetExpr::Reach { through, view } => {
                let paths: usize = self.paths(through, view, def.below, def.above).map(<[_]>::len).sum();
                let price = price::PATH * paths as f64;
                let searched = self.searched(through);
                // Walks of three steps go on from what two reach.
                match nest.reach_of(3).is_some_and(|further| further != id) {
                    true => {
                        let rows = self.paths(through, view, def.below, def.above);
                        let mut members: Vec<VertexId> = rows.flatten().copied().collect();
                        members.sort_unstable();
                        members.dedup();
                        (price, paths, Cow::Owned(members))
                    }
                    false => (price, searched, none),
                }
            }
            SetExpr::Walks { .. } => (0.0, 0, none),
            SetExpr::Intersect(..) | SetExpr::Difference(..) if def.hold == Hold::Codegree => (0.0, 0, none),
            SetExpr::Intersect(a, b) => self.joined(id, a, b, Kernels::intersect_into),
            SetExpr::Difference(a, b) => self.joined(id, a, b, Kernels::difference_into),
        };
        self.charge(weight, price, effort as f64);
        self.sets[id.index()] = members;
    }

    /// Price of a set made from two, the elements that it takes to make it, and its members. Where only its size is wanted it is
    /// not made.
    fn joined(
        &self,
        id: SetId,
        a: SetId,
        b: SetId,
        join: fn(&Kernels, &[VertexId], &[VertexId], &mut Vec<VertexId>),
    ) -> (f64, usize, Cow<'a, [VertexId]>) {
        let def = self.nest.set(id);
        let cut = |set: SetId| within(&self.sets[set.index()], &self.matched, def.below, def.above);
        let (left, right) = (cut(a), cut(b));
        let price = match self.nest.local {
            Some(local) => self.joined_words(id, a, b, local.universe),
            None => self.joined_lists(id, a, b, left.len() as f64, right.len() as f64),
        };
        let mut members = Vec::new();
        if def.hold == Hold::Size {
            return (price, 0, Cow::Owned(members));
        }
        join(self.kernels, left, right, &mut members);
        (price, left.len() + right.len(), Cow::Owned(members))
    }

    /// Price of joining lists, one of which may be held as bits too.
    fn joined_lists(&self, id: SetId, a: SetId, b: SetId, left: f64, right: f64) -> f64 {
        let has_bits = |set: SetId| self.nest.set(set).hold == Hold::ListAndBits;
        let is_difference = matches!(self.nest.set(id).expr, SetExpr::Difference(..));
        let streamed = match (has_bits(a) && !is_difference, has_bits(b)) {
            (_, true) => left,
            (true, false) => right,
            (false, false) => left + right,
        };
        price::join(streamed, left.min(right))
    }

    /// Price of joining rows of a bit matrix: those of all members leave the other as it is.
    fn joined_words(&self, id: SetId, a: SetId, b: SetId, universe: SetId) -> f64 {
        let def = self.nest.set(id);
        let is_difference = matches!(def.expr, SetExpr::Difference(..));
        match b == universe || (a == universe && !is_difference) {
            true => 0.0,
            false => {
                let columns = within(&self.sets[universe.index()], &self.matched, def.below, def.above);
                price::join_bits(columns.len() as f64)
            }
        }
    }

    /// Price of a bit matrix over `members`: each entry below its owner is read.
    fn matrix(&self, members: &[VertexId], view: ViewId) -> f64 {
        let (price, splits) = (self.overheads.matrix, self.rows(view).splits());
        let row = |&v: &VertexId| price.row + price.entry * f64::from(splits[v as usize]);
        members.iter().map(row).sum()
    }

    /// Price of a product of set sizes: next to nothing for a single one.
    fn polynomial(&self, polynomial: &Polynomial) -> f64 {
        match polynomial.sizes.len() {
            0 | 1 => 0.0,
            sizes => {
                let parts: usize = polynomial.regions.iter().map(|region| region.parts.len()).sum();
                let factors: usize = polynomial.terms.iter().map(|term| term.factors.len()).sum();
                (sizes + parts + factors) as f64
            }
        }
    }

    /// Some of the vertices of a reach, with how many each stands for. A path is picked in proportion to those there
    /// are, so that its end stands for one part in as many as its codegree.
    fn reached(&mut self, candidates: &Candidates, through: SetId, view: ViewId, width: usize) -> Vec<(VertexId, f64)> {
        let def = self.nest.set(candidates.set);
        let (below, above) = (def.below.union(candidates.below), def.above.union(candidates.above));
        let rows: Vec<&[VertexId]> = self.paths(through, view, below, above).collect();
        self.looked_at += self.searched(through) as f64;
        let total: usize = rows.iter().map(|row| row.len()).sum();
        let mut places = self.starts.places(width, total).peekable();
        let (mut before, mut found) = (0, Vec::new());
        for row in rows {
            while let Some(place) = places.next_if(|&place| place < before + row.len()) {
                found.push(row[place - before]);
            }
            before += row.len();
        }
        let share = total as f64 / found.len().max(1) as f64;
        let codegree = |&v: &VertexId| self.kernels.count_intersect(&self.sets[through.index()], self.row(view, v));
        found.iter().map(|v| (*v, share / codegree(v).max(1) as f64)).collect()
    }

    /// What finding [`paths`](Self::paths) takes, in elements: a search in each row.
    fn searched(&self, of: SetId) -> usize {
        price::SEARCH as usize * self.sets[of.index()].len()
    }

    /// The rows of the members of a set, within bounds.
    fn paths(&self, of: SetId, view: ViewId, below: Levels, above: Levels) -> impl Iterator<Item = &'a [VertexId]> {
        self.sets[of.index()].iter().map(move |&w| within(self.row(view, w), &self.matched, below, above))
    }

    fn rows(&self, view: ViewId) -> &'a Rows<'a> {
        &self.bound.views[usize::from(view.0)]
    }

    fn row(&self, view: ViewId, v: VertexId) -> &'a [VertexId] {
        self.rows(view).row(v)
    }
}

/// The part of an ascending list between bounds.
fn within<'s>(list: &'s [VertexId], matched: &[VertexId], below: Levels, above: Levels) -> &'s [VertexId] {
    let bound = |level: Level| matched[level.index()];
    let end = below.iter().map(bound).min().map_or(list.len(), |high| list.partition_point(|&v| v < high));
    let start = above.iter().map(bound).max().map_or(0, |low| list.partition_point(|&v| v <= low));
    &list[start.min(end)..end]
}
