//! Lowering to lists: sets are rows, parts of rows, or slots.

use super::count::Counting;
use super::sharing::Sharing;
use super::{
    Arc, Entry, Exploration, Known, LaneSize, Lanes, Leaf, Leave, ListMember, ListOp, ListWork, Looks, Number,
    WarpLoop, WarpOp, Write, credits, scan,
};
use crate::nest::{
    self, Block, Bounds, Candidates, Hold, Level, Levels, LoopNest, Per, Polynomial, Scalar, SetExpr, SetId, Source,
    Step, Walk, Walks,
};
use crate::program::{Base, Join, List, ListDef, Probe, cut, row_of, row_within};

/// What is done for a root, beyond what its team prepares.
pub(super) fn lower(nest: &LoopNest, sharing: &Sharing, largest: u64, body: &Block) -> Vec<ListOp> {
    Lists { nest, sharing, largest }.below_root(body)
}

struct Lists<'a> {
    nest: &'a LoopNest,
    sharing: &'a Sharing,
    /// No set is larger.
    largest: u64,
}

/// Where an operator stands.
#[derive(Clone, Copy)]
struct Scope<'a> {
    /// Levels bound.
    bound: usize,
    /// The body of the leaf, inside it.
    leaf: Option<&'a Block>,
}

impl Lists<'_> {
    /// Whether several counts are made of the same sets.
    fn is_fused(&self) -> bool {
        self.nest.num_totals() > 1
    }

    fn below_root(&self, block: &Block) -> Vec<ListOp> {
        if let Some(pairs) = self.sharing.pairs {
            return vec![WarpOp::Pairs(pairs)];
        }
        let scope = Scope { bound: 1, leaf: None };
        let is_needed = |id: &&SetId| self.nest.set(**id).required && self.nest.set(**id).expr.is_reach();
        let reaches = block.define.iter().filter(is_needed);
        let mut ops: Vec<ListOp> =
            reaches.map(|&id| WarpOp::Leave(Leave { of: Known::Length(id), least: 1, until: None })).collect();
        let computed = block.define.iter().filter(|&&id| self.nest.set(id).expr.is_joined());
        ops.extend(computed.flat_map(|&id| self.define(id, scope)));
        ops.extend(block.steps.iter().enumerate().map(|(index, step)| self.step(index, step, scope)));
        ops.extend(self.credit(Level(0)));
        ops
    }

    /// What follows the body of a loop of whole warps.
    fn credit(&self, level: Level) -> Option<ListOp> {
        let credit = credits::after(self.nest, self.sharing.list_leaf(), level, || self.entry(level, Arc::Search));
        credit.map(WarpOp::Credit)
    }

    fn entry(&self, to: Level, by: Arc) -> Entry {
        self.nest.arcs().map_or(Entry::Vertex(to), |view| Entry::Arc { view, to, by })
    }

    // ---- operands -----------------------------------------------------------------------------------------------

    /// A set cut to bounds beyond its own.
    fn part(&self, id: SetId, bounds: Bounds) -> List {
        let def = self.nest.set(id);
        match self.open_row(id) {
            Some((_, below)) => {
                let own = Bounds { below: def.below, ..Bounds::NONE };
                cut(self.nest, Base::Set(id), Bounds { below, ..def.bounds() }, bounds.and(own))
            }
            None => cut(self.nest, Base::Set(id), def.bounds(), bounds),
        }
    }

    /// The row of a leaf's candidate, with the upper bounds of its set, if the row is not cut at them. Lanes that stream the row see where
    /// a bound is reached; to search for the place first would take longer than it saves.
    fn open_row(&self, id: SetId) -> Option<(List, Levels)> {
        let (_, _, body) = self.nest.innermost();
        let def = self.nest.set(id);
        let SetExpr::Neighbors { of, .. } = def.expr else { return None };
        if self.sharing.leaf.is_none() || def.below.is_empty() || !body.define.contains(&id) {
            return None;
        }
        let is_streamed = |joined: SetId| {
            let SetExpr::Intersect(a, b) = self.nest.set(joined).expr else { return false };
            body.define.contains(&joined) && [a, b].contains(&id)
        };
        let reads_it = |size: &nest::Size| match &size.of {
            Scalar::Members(of) => of.set == id,
            Scalar::Walks(walks) => walks.without.is_some_and(|without| without.rows.contains(&id)),
        };
        let makes = |other: SetId| self.nest.set(other).expr.operands().into_iter().any(|operand| operand == id);
        let all_stream = self.nest.set_ids().filter(|&other| makes(other)).all(is_streamed);
        if !all_stream || self.nest.sizes().any(reads_it) {
            return None;
        }
        // A smaller vertex than one before the owner is smaller than the owner.
        let known = Levels::from_iter(self.nest.closed_below(def.below).contains(of).then_some(of));
        Some((row_within(self.nest, id, Bounds { below: known, ..def.bounds() }), known))
    }

    fn candidates(&self, candidates: &Candidates) -> List {
        self.part(candidates.set, candidates.bounds())
    }

    /// A set to look vertices up in. What a warp marks for a leaf is marked inside it.
    fn probe(&self, id: SetId, bounds: Bounds, scope: Scope<'_>) -> Probe {
        let by_warp = scope.leaf.and(self.sharing.leaf_marked);
        match [self.sharing.marked, by_warp].contains(&Some(id)) {
            true => Probe::Marked(id),
            false => Probe::List(self.part(id, bounds)),
        }
    }

    /// The operands of an intersection, the one that is probed first.
    fn operands(&self, a: SetId, b: SetId) -> (SetId, SetId) {
        let is_marked = |id: SetId| self.sharing.marked == Some(id);
        let is_second = is_marked(b) || (!is_marked(a) && self.sharing.leaf_marked == Some(b));
        if is_second { (b, a) } else { (a, b) }
    }

    /// An intersection or difference within bounds.
    fn join(&self, id: SetId, bounds: Bounds, scope: Scope<'_>) -> Join {
        match self.nest.set(id).expr {
            SetExpr::Intersect(a, b) => {
                let (a, b) = self.operands(a, b);
                Join::Meet { with: self.probe(a, bounds, scope), list: self.part(b, bounds) }
            }
            SetExpr::Difference(a, b) => {
                Join::Subtract { list: self.part(a, bounds), without: self.probe(b, Bounds::NONE, scope) }
            }
            SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => unreachable!("rows and reaches are lists"),
        }
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    /// How a set is made, and the way out if it has too few elements.
    fn define(&self, set: SetId, scope: Scope<'_>) -> Vec<ListOp> {
        let def = self.nest.set(set);
        let needed = self.sharing.needed_until[set.index()];
        let until = (scope.leaf.is_none() && needed < self.sharing.max_prefix()).then_some(needed);
        let is_streamed = scope.leaf.is_some() || def.hold == Hold::Size;
        let (define, of) = match def.expr {
            SetExpr::Reach { .. } => unreachable!("the team prepares the reach"),
            SetExpr::Neighbors { .. } => {
                let list = self.open_row(set).map_or_else(|| row_of(self.nest, set), |(row, _)| row);
                (ListDef::Row { set, list }, Known::Length(set))
            }
            // Counted by the size that asks for it, as it is streamed.
            _ if scope.leaf.is_some() && !self.is_fused() => return Vec::new(),
            _ => {
                let join = self.join(set, def.bounds(), scope);
                let of = if is_streamed { Known::Number(set) } else { Known::Length(set) };
                (ListDef::Join { set, join, is_stored: !is_streamed }, of)
            }
        };
        // Numbers are made in any case: only what is stored, or leads to memory, is worth a look at the task.
        let made_until = until.filter(|_| matches!(of, Known::Length(_)));
        let mut ops = vec![WarpOp::Define { define, until: made_until }];
        if def.required {
            let least = self.sharing.min_size[set.index()].max(1);
            ops.push(WarpOp::Leave(Leave { of, least, until }));
        }
        ops
    }

    /// The numbers of walks to the vertex of a level, and the way out where there are none. There are if the vertex is drawn from
    /// the set of their ends.
    fn looked_up(&self, level: Level, drawn: SetId) -> Vec<ListOp> {
        let walks = self.nest.walks().into_iter().filter(|walk| walk.to == level);
        let leave = |walk: Walk| {
            let may_be_none = self.nest.reach_of(walk.steps) != Some(drawn) && self.nest.needs(walk);
            may_be_none.then_some(WarpOp::Leave(Leave { of: Known::Walks(walk), least: 1, until: None }))
        };
        walks.flat_map(|walk| [Some(WarpOp::LookUp(walk)), leave(walk)]).flatten().collect()
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    /// What a block does as its step number `index`.
    fn step(&self, index: usize, step: &Step, scope: Scope<'_>) -> ListOp {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.extend(*level, candidates, body),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) if self.nest.per == Per::Matrix => WarpOp::Write(self.row(product, scope)),
            Step::Count(product) => {
                let level = Level(scope.bound as u8 - 1);
                let in_leaf = scope.leaf.is_some();
                let is_credited = in_leaf && credits::is_by_candidates(self.nest, self.sharing.list_leaf(), level);
                let credited = is_credited.then(|| self.entry(level, Arc::Candidate));
                let Lists { nest, sharing, largest } = *self;
                let counting = Counting { nest, sharing, largest, bound: scope.bound, in_leaf, credited };
                counting.lower(index, product, |size| self.size(size, scope))
            }
            Step::Emit => WarpOp::Emit(self.nest.emitted()),
        }
    }

    /// The row of a matrix that is counted.
    fn row(&self, product: &[Polynomial], scope: Scope<'_>) -> Write<ListWork> {
        let counted = product.first().and_then(|polynomial| polynomial.sizes.first()?.candidates());
        let counted = counted.expect("verified: a matrix is made of a set that is counted");
        let def = self.nest.set(counted.set);
        Write { members: self.join(counted.set, def.bounds(), scope), owner: Level(1) }
    }

    fn extend(&self, level: Level, candidates: &Candidates, body: &Block) -> ListOp {
        let is_innermost = !body.steps.iter().any(|step| matches!(step, Step::For { .. }));
        let lanes = self.sharing.leaf.filter(|_| is_innermost);
        let scope = Scope { bound: level.index() + 1, leaf: lanes.map(|_| body) };
        let mut ops = self.looked_up(level, candidates.set);
        ops.extend(body.define.iter().flat_map(|&id| self.define(id, scope)));
        ops.extend(body.steps.iter().enumerate().map(|(index, step)| self.step(index, step, scope)));
        if scope.leaf.is_some() {
            scan::share(self.nest, self.sharing, &mut ops);
        }
        ops.extend(self.credit(level));
        let exploration = lanes.map_or(Exploration::Warp, |lanes| {
            let sums = ops.iter().any(WarpOp::is_sum);
            Exploration::Leaf(Leaf { lanes, sums, marks: self.sharing.leaf_marked })
        });
        let looks = match (self.sharing.last_cut, lanes) {
            // Lanes that look up are soon done.
            (last, Some(Lanes::One)) if last < Some(level) && self.sharing.reach.is_some() => Looks::Never,
            (Some(last), _) => Looks::Cut(last.min(level)),
            (None, _) => Looks::Stop,
        };
        WarpOp::Loop(WarpLoop {
            level,
            drawn: *candidates,
            from: self.candidates(candidates),
            except: candidates.except.iter().collect(),
            filter: body.filter.clone(),
            exploration,
            looks,
            body: ops,
        })
    }

    /// The number of elements, less matched vertices among them.
    fn size(&self, size: &nest::Size, scope: Scope<'_>) -> LaneSize<ListWork> {
        let (of, except) = match &size.of {
            Scalar::Members(of) => self.members(of, scope),
            Scalar::Walks(Walks { walk, without }) => {
                let except = without.iter().flat_map(|without| {
                    without.except.iter().map(|level| (level, self.common_neighbor(without.rows, level, scope)))
                });
                (Number::Walks(*walk), except.collect())
            }
        };
        LaneSize { of, except, minus: size.minus }
    }

    /// The number of candidates, and how matched vertices are found among them.
    fn members(&self, counted: &Candidates, scope: Scope<'_>) -> (Number<ListWork>, Vec<(Level, ListMember)>) {
        let set = counted.set;
        let def = self.nest.set(set);
        let own = def.bounds();
        let bounds = own.and(counted.bounds());
        let is_streamed = def.expr.is_joined() && scope.leaf.is_some_and(|body| body.define.contains(&set));
        let of = match def.hold {
            // Counted once, if several counts ask for it.
            _ if is_streamed && self.is_fused() && bounds == own => Number::Known(set),
            _ if is_streamed => Number::Counted(self.join(set, bounds, scope)),
            Hold::Size if def.expr.is_joined() => Number::Known(set),
            Hold::Size | Hold::List | Hold::ListAndBits => Number::Read(self.candidates(counted)),
        };
        let member = || match is_streamed {
            true => ListMember::Join(self.join(set, bounds, scope)),
            false if self.sharing.marked == Some(set) && bounds == own => ListMember::Probe(Probe::Marked(set)),
            false => ListMember::List(self.candidates(counted)),
        };
        (of, counted.except.iter().map(|level| (level, member())).collect())
    }

    /// How the vertex of a level is found in two rows; what follows from the pattern is not looked for.
    fn common_neighbor(&self, [a, b]: [SetId; 2], level: Level, scope: Scope<'_>) -> ListMember {
        let (probed, other) = self.operands(a, b);
        let with = self.probe(probed, Bounds::NONE, scope);
        match self.nest.set(other).expr {
            SetExpr::Neighbors { of, .. } if self.nest.constraint(of, level).is_positive() => ListMember::Probe(with),
            _ => ListMember::Join(Join::Meet { with, list: self.part(other, Bounds::NONE) }),
        }
    }
}
