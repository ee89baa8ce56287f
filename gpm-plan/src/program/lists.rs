//! Lowering to lists: rows of the graph and results in buffers, cut to bounds as late as possible and once.

use super::{Base, CountRows, Counted, Ends, Join, List, ListDef, ListOp, Loop, Member, Op, Part, Probe, Size};
use crate::nest::{
    self, Block, Bounds, Candidates, Hold, Level, Levels, LoopNest, Scalar, SetExpr, SetId, Source, Step, ViewId, Walks,
};

/// What is done for a root; `joins_loops` allows one operator for an innermost loop and what it counts.
pub(super) fn lower(nest: &LoopNest, body: &Block, joins_loops: bool) -> Vec<ListOp> {
    Lists { nest, is_read: read_sets(nest), joins_loops }.block(Level(0), body)
}

/// The part of a row inside its bounds.
pub(crate) fn row(nest: &LoopNest, id: SetId) -> List {
    row_within(nest, id, nest.set(id).bounds())
}

/// The part of a row inside some of its bounds.
pub(crate) fn row_within(nest: &LoopNest, id: SetId, bounds: Bounds) -> List {
    let def = nest.set(id);
    let SetExpr::Neighbors { view, of } = def.expr else { unreachable!("the caller has a row") };
    part_of_row(nest, (view, of), bounds, Base::Row { view, of, part: Part::Whole })
}

/// The part of a row inside some bounds; `whole` is all of it.
fn part_of_row(nest: &LoopNest, (view, of): (ViewId, Level), bounds: Bounds, whole: Base) -> List {
    let (own, none) = (Levels::from_iter([of]), Bounds::NONE);
    match (bounds.below.contains(of), bounds.above.contains(of)) {
        (true, _) => cut(nest, Base::Row { view, of, part: Part::Below }, Bounds { below: own, ..none }, bounds),
        (false, true) => cut(nest, Base::Row { view, of, part: Part::Above }, Bounds { above: own, ..none }, bounds),
        (false, false) => cut(nest, whole, none, bounds),
    }
}

/// A list with the bounds that it does not have yet.
pub(crate) fn cut(nest: &LoopNest, base: Base, known: Bounds, wanted: Bounds) -> List {
    let Bounds { below, above } = nest.left_of(wanted, known);
    List { base, below: below.iter().collect(), above: above.iter().collect() }
}

/// Which sets are drawn from, counted, marked, or make others.
fn read_sets(nest: &LoopNest) -> Vec<bool> {
    let mut read: Vec<bool> = nest.sets.iter().map(|set| set.hold == Hold::ListAndBits).collect();
    let operands = nest.sets.iter().flat_map(|set| set.expr.operands());
    operands.chain(nest.read_by_steps()).for_each(|id| read[id.index()] = true);
    read
}

struct Lists<'a> {
    nest: &'a LoopNest,
    is_read: Vec<bool>,
    joins_loops: bool,
}

impl Lists<'_> {
    /// What a block does on entry of a candidate of a level.
    fn block(&self, level: Level, block: &Block) -> Vec<ListOp> {
        let is_row = |id: &SetId| self.nest.set(*id).expr.is_row();
        let (mut rows, computed): (Vec<SetId>, Vec<SetId>) = block.define.iter().copied().partition(is_row);
        rows.retain(|id| self.is_read[id.index()]);
        let row = |&set: &SetId| self.with_leave(ListDef::Row { set, list: row(self.nest, set) });
        let mut ops: Vec<ListOp> = rows.iter().flat_map(row).collect();
        let made = computed.iter().flat_map(|&id| self.with_leave(self.made(id)));
        let steps = block.steps.iter().enumerate().map(|(index, step)| self.step(index, step));
        let looked_up = self.nest.walks().into_iter().filter(|walk| walk.to == level).map(Op::LookUp);
        let rest: Vec<ListOp> = looked_up.chain(made).chain(steps).collect();
        let marked: Vec<SetId> = rows.into_iter().filter(|&id| self.has_marks(id)).collect();
        let (of_root, marked): (Vec<SetId>, Vec<SetId>) = marked.into_iter().partition(|&id| self.nest.is_of_root(id));
        ops.extend((!of_root.is_empty()).then_some(Op::MarkRoot(of_root)));
        match marked.is_empty() {
            true => ops.extend(rest),
            false => ops.push(Op::Mark { sets: marked, body: rest }),
        }
        ops
    }

    /// A definition, and the way out if nothing can be found without elements of it.
    fn with_leave(&self, define: ListDef) -> impl Iterator<Item = ListOp> + use<> {
        let set = define.set();
        let def = self.nest.set(set);
        let leaves = def.required && matches!(def.hold, Hold::List | Hold::ListAndBits);
        [Some(Op::Define(define)), leaves.then_some(Op::LeaveIfEmpty(set))].into_iter().flatten()
    }

    fn has_marks(&self, id: SetId) -> bool {
        self.nest.set(id).hold == Hold::ListAndBits
    }

    /// A set made before, cut to bounds beyond its own. A whole row is not searched for where it splits: the graph knows.
    fn part(&self, id: SetId, bounds: Bounds) -> List {
        let def = self.nest.set(id);
        match def.expr {
            SetExpr::Neighbors { view, of } if def.bounds().is_empty() => {
                part_of_row(self.nest, (view, of), bounds, Base::Set(id))
            }
            _ => cut(self.nest, Base::Set(id), def.bounds(), bounds),
        }
    }

    fn candidates(&self, candidates: &Candidates) -> List {
        self.part(candidates.set, candidates.bounds())
    }

    /// How a set is made that is no row.
    fn made(&self, set: SetId) -> ListDef {
        let def = self.nest.set(set);
        let bounds = def.bounds();
        let is_stored = matches!(def.hold, Hold::List | Hold::ListAndBits);
        match def.expr {
            SetExpr::Intersect(a, b) => {
                // The marked operand, if any, is probed.
                let (a, b) = if self.has_marks(b) && !self.has_marks(a) { (b, a) } else { (a, b) };
                let with = match self.has_marks(a) {
                    true => Probe::Marked(a),
                    // One bounded operand bounds the result; a lower bound also saves the other's head.
                    false => Probe::List(self.part(a, Bounds { below: Levels::NONE, ..bounds })),
                };
                ListDef::Join { set, join: Join::Meet { with, list: self.part(b, bounds) }, is_stored }
            }
            SetExpr::Difference(a, b) => {
                let without = match self.has_marks(b) {
                    true => Probe::Marked(b),
                    false => Probe::List(self.part(b, Bounds::NONE)),
                };
                ListDef::Join { set, join: Join::Subtract { list: self.part(a, bounds), without }, is_stored }
            }
            SetExpr::Reach { through, view, .. } => {
                let steps = self.nest.steps_to(set);
                ListDef::Reach { set, through, view, steps, ends: Ends::of(self.nest, set) }
            }
            SetExpr::Neighbors { .. } => unreachable!("the caller has no row"),
        }
    }

    fn step(&self, index: usize, step: &Step) -> ListOp {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => {
                let inner = Loop {
                    level: *level,
                    from: self.candidates(candidates),
                    except: candidates.except.iter().collect(),
                    filter: body.filter.clone(),
                    looks: body.has_loop() || body.define.iter().any(|&id| self.nest.set(id).expr.is_joined()),
                    is_vertex_read: true,
                    row_of: self.nest.set(candidates.set).expr.row_of(),
                    body: self.block(*level, body),
                };
                let is_read = self.nest.credited.contains(*level) || !self.nest.entries.is_empty();
                let rows = if is_read || !self.joins_loops { None } else { count_rows(&inner) };
                rows.map_or_else(|| Op::Loop(inner), Op::CountRows)
            }
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => {
                let sizes = product.iter().flat_map(|polynomial| &polynomial.sizes).map(|size| self.size(size));
                Op::Count { total: index, sizes: sizes.collect(), product: product.clone() }
            }
            Step::Emit => Op::Emit,
        }
    }

    /// Whether the set is stored as a list, and not only counted. Rows and reaches are lists in any case.
    fn is_list(&self, id: SetId) -> bool {
        let def = self.nest.set(id);
        !def.expr.is_joined() || def.is_stored()
    }

    fn size(&self, size: &nest::Size) -> Size<List> {
        let nest::Size { of, minus } = size;
        let (of, except) = match of {
            Scalar::Members(of) => {
                let list = self.candidates(of);
                let except = of.except.iter().map(|level| (level, self.member(of.set, &list))).collect();
                let of = if self.is_list(of.set) { Counted::Elements(list) } else { Counted::Number(of.set) };
                (of, except)
            }
            Scalar::Walks(Walks { walk, without }) => {
                let except = without.iter().flat_map(|without| {
                    without.except.iter().map(|level| (level, self.common_neighbor(without.rows, level)))
                });
                (Counted::Walks(*walk), except.collect())
            }
        };
        Size { of, except, minus: *minus }
    }

    /// How a vertex is found in a set, of which `list` is meant.
    fn member(&self, id: SetId, list: &List) -> Member<List> {
        let is_marked = self.has_marks(id) && list.below.is_empty() && list.above.is_empty();
        if is_marked { Member::Marked(id) } else { Member::In(list.clone()) }
    }

    /// How the vertex of a level is found in two rows; what follows from the pattern is not looked for.
    fn common_neighbor(&self, rows: [SetId; 2], level: Level) -> Member<List> {
        let [first, second] = rows.map(|row| self.member(row, &self.part(row, Bounds::NONE)));
        match self.nest.set(rows[1]).expr {
            SetExpr::Neighbors { of, .. } if self.nest.constraint(of, level).is_positive() => first,
            _ => Member::Both(Box::new([first, second])),
        }
    }
}

/// The loop as one operator, if all that it counts is how many elements of each vertex's row are marked.
fn count_rows(of: &Loop<ListDef, List>) -> Option<CountRows> {
    if !of.except.is_empty() || !of.filter.is_empty() {
        return None;
    }
    let (define, count) = match &of.body[..] {
        [Op::Define(row), Op::Define(meet), count] => ([row, meet], count),
        [Op::Define(row), Op::LeaveIfEmpty(_), Op::Define(meet), count] => ([row, meet], count),
        _ => return None,
    };
    let [ListDef::Row { set: row, list: whole }, ListDef::Join { set, join, is_stored: false }] = define else {
        return None;
    };
    let Join::Meet { with, list } = join else { return None };
    let (Base::Row { view, of: owner, part }, Probe::Marked(marked)) = (whole.base, with) else { return None };
    let Op::Count { total, product, sizes } = count else { return None };
    let [Size { of: Counted::Number(counted), except, minus: 0 }] = &sizes[..] else { return None };
    let bounds = |pick: fn(&List) -> &Vec<Level>| [pick(whole).clone(), pick(list).clone()].concat();
    let (below, above) = (bounds(|list| &list.below), bounds(|list| &list.above));
    let is_it = owner == of.level
        && list.base == Base::Set(*row)
        && counted == set
        && except.is_empty()
        && nest::is_size(product)
        && !below.contains(&owner)
        && !above.contains(&owner);
    let from = of.from.clone();
    is_it.then_some(CountRows { total: *total, level: of.level, from, view, part, below, above, marked: *marked })
}
