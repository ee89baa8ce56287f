//! The search on lists: sets are rows, parts of rows, or slots.

use gpm_plan::exec::{Execution, Leaf};
use gpm_plan::nest::{
    Block, Candidates, Hold, Level, Levels, LoopNest, Polynomial, SetExpr, SetId, Size, Source, Step,
};

use super::count::{self, Total};
use super::credit::Credits;
use super::filters::Filters;
use super::model::Statement;

/// Who computes: the lanes of a warp together, or each lane for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Warp,
    Lane,
}

/// Makes statements on lists.
pub(super) struct Lists<'a> {
    pub(super) nest: &'a LoopNest,
    pub(super) execution: &'a Execution,
    /// No set is larger.
    pub(super) max_size: u64,
    pub(super) filters: &'a Filters<'a>,
}

/// The lists around a statement.
#[derive(Clone, Copy)]
struct Scope<'a> {
    /// Levels bound.
    bound: usize,
    /// The body of the leaf, inside it.
    leaf: Option<&'a Block>,
    leave: &'static str,
}

impl Scope<'_> {
    fn by(&self) -> By {
        if self.leaf.is_some() { By::Lane } else { By::Warp }
    }

    fn group(&self) -> &'static str {
        if self.leaf.is_some() { "group" } else { "whole" }
    }
}

impl Lists<'_> {
    /// Whether several counts are made of the same sets.
    fn is_fused(&self) -> bool {
        self.nest.num_totals() > 1
    }

    /// What follows the rows of the root.
    pub(super) fn below_root(&self, block: &Block) -> Vec<Statement> {
        let scope = Scope { bound: 1, leaf: None, leave: "break" };
        let is_prepared =
            |id: SetId| matches!(self.nest.set(id).expr, SetExpr::Neighbors { .. } | SetExpr::Reach { .. });
        let computed = block.define.iter().filter(|&&id| !is_prepared(id));
        let mut statements: Vec<Statement> = computed.flat_map(|&id| self.define(id, scope)).collect();
        let reaches = block.define.iter().filter(|&&id| matches!(self.nest.set(id).expr, SetExpr::Reach { .. }));
        let skips = reaches.filter(|&&id| self.nest.set(id).required);
        statements.splice(0..0, skips.map(|id| Statement::Skip { condition: format!("{id}.n == 0"), leave: "break" }));
        statements.extend(block.steps.iter().enumerate().map(|(index, step)| self.step(index, step, scope)));
        statements.extend(self.credit(Level(0)));
        statements
    }

    /// Who credits.
    pub(super) fn credits(&self) -> Credits<'_> {
        let leaf = self.execution.num_loops - usize::from(self.execution.leaf.is_some());
        Credits { nest: self.nest, leaf }
    }

    /// What follows the body of a loop of whole warps.
    fn credit(&self, level: Level) -> Option<Statement> {
        self.credits().after(level, || match self.nest.arcs() {
            Some(view) => format!("arc_entry(warp, launch.view[{}], v0, {level})", view.0),
            None => level.to_string(),
        })
    }

    /// The entry of a leaf's candidate, if it is credited. Those of an arc are a whole row.
    fn candidate_entry(&self, level: Level) -> Option<String> {
        self.credits().of_candidate(level, || match self.nest.arcs() {
            Some(view) => {
                let Level(number) = level;
                format!("c{number}.at - launch.view[{}].neighbors + i{number} + group.index", view.0)
            }
            None => level.to_string(),
        })
    }

    /// A row, cut to its bounds.
    pub(super) fn row(&self, id: SetId, by: By) -> String {
        let def = self.nest.set(id);
        let SetExpr::Neighbors { view, of } = def.expr else { unreachable!("the caller has a row") };
        let (mut below, mut above) = (Levels::NONE, Levels::NONE);
        let whole = if self.nest.closed_below(def.below).contains(of) && def.below.contains(of) {
            below.insert(of);
            "row_below"
        } else if def.above.contains(of) {
            above.insert(of);
            "row_above"
        } else {
            "row"
        };
        let list = format!("{whole}(launch.view[{}], {of})", view.0);
        self.cut(list, (below, above), (def.below, def.above), by)
    }

    /// A list cut to bounds; `known` are those it has.
    fn cut(&self, list: String, known: (Levels, Levels), bounds: (Levels, Levels), by: By) -> String {
        let prefix = if by == By::Warp { "warp_" } else { "" };
        let first = if by == By::Warp { "warp.lane, " } else { "" };
        let below = self.nest.tightest_below(bounds.0.minus(self.nest.closed_below(known.0)));
        let above = self.nest.tightest_above(bounds.1.minus(self.nest.closed_above(known.1)));
        let mut list = list;
        if let Some(bound) = fold("min_of", below) {
            list = format!("{prefix}below({first}{list}, {bound})");
        }
        if let Some(bound) = fold("max_of", above) {
            list = format!("{prefix}above({first}{list}, {bound})");
        }
        list
    }

    /// A set cut to bounds beyond its own.
    fn part(&self, id: SetId, bounds: (Levels, Levels), by: By) -> String {
        let def = self.nest.set(id);
        self.cut(id.to_string(), (def.below, def.above), bounds, by)
    }

    fn candidates(&self, candidates: &Candidates, by: By) -> String {
        self.part(candidates.set, (candidates.below, candidates.above), by)
    }

    /// A set to look vertices up in.
    fn probed(&self, id: SetId, bounds: (Levels, Levels), by: By) -> String {
        if self.execution.marked == Some(id) {
            "marks".to_owned()
        } else if by == By::Lane && self.execution.leaf_marked == Some(id) {
            "leaf_marks".to_owned()
        } else {
            format!("unmarked({})", self.part(id, bounds, by))
        }
    }

    /// The operands of an intersection, the marked one first.
    fn operands(&self, a: SetId, b: SetId) -> (SetId, SetId) {
        let is_marked = |id: SetId| self.execution.marked == Some(id);
        let is_second = is_marked(b) || (!is_marked(a) && self.execution.leaf_marked == Some(b));
        if is_second { (b, a) } else { (a, b) }
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    fn define(&self, id: SetId, scope: Scope<'_>) -> Vec<Statement> {
        let def = self.nest.set(id);
        let by = scope.by();
        let bounds = (def.below, def.above);
        let until = self.execution.needed_until[id.index()];
        let is_guarded = scope.leaf.is_none() && until < self.execution.max_prefix();
        let guard = match scope.leaf {
            Some(_) => "!is_candidate ? List{nullptr, 0} : ".to_owned(),
            None if is_guarded => format!("warp.depth > {until} ? List{{nullptr, 0}} : "),
            None => String::new(),
        };
        let name = id.to_string();
        let slot = || self.execution.slots.iter().position(|&stored| stored == id).expect("stored sets have slots");
        let size = format!("n{}", id.0);
        let (statement, length) = match (def.expr, def.hold) {
            (SetExpr::Reach { .. }, _) => unreachable!("the team prepares the reach"),
            (SetExpr::Neighbors { .. }, _) => {
                (Statement::Neighbors { guard, list: self.row(id, by), name }, format!("{id}.n"))
            }
            (_, Hold::Codegree) => {
                let walks = self.nest.walks_of(id).expect("verified: the size is a number of walks");
                let (kind, table) = if walks.steps == 2 { ("u32", "codegrees") } else { ("u64", "walks") };
                let lookup = format!("{table}.of({})", walks.to);
                let value = if scope.leaf.is_some() { format!("is_candidate ? {lookup} : 0") } else { lookup };
                (Statement::SetSize { kind, name: size.clone(), value }, size)
            }
            (SetExpr::Walks { .. }, _) => unreachable!("verified: walks are looked up"),
            // Counted as it is streamed: once, if several counts ask for it, else by the size that does.
            _ if scope.leaf.is_some() && self.is_fused() => {
                let value = format!("is_candidate ? {} : 0", self.streamed(id, bounds, scope));
                (Statement::SetSize { kind: "u32", name: size.clone(), value }, size)
            }
            _ if scope.leaf.is_some() => return Vec::new(),
            (_, Hold::Size) => {
                let value = self.streamed(id, bounds, scope);
                (Statement::SetSize { kind: "u32", name: size.clone(), value }, size)
            }
            (SetExpr::Intersect(a, b), _) => {
                let (a, b) = self.operands(a, b);
                let (probed, list) = (self.probed(a, bounds, by), self.part(b, bounds, by));
                (Statement::Intersect { name, guard, slot: slot(), probed, list }, format!("{id}.n"))
            }
            (SetExpr::Difference(a, b), _) => {
                let none = (Levels::NONE, Levels::NONE);
                let (list, removed) = (self.part(a, bounds, by), self.probed(b, none, by));
                (Statement::Difference { name, guard, slot: slot(), list, removed }, format!("{id}.n"))
            }
        };
        let mut statements = vec![statement];
        if def.required {
            let needed = if is_guarded { format!("warp.depth <= {until} && ") } else { String::new() };
            statements.push(Statement::Skip {
                condition: format!("{needed}{}", too_small(&length, self.execution.min_size[id.index()])),
                leave: scope.leave,
            });
        }
        statements
    }

    /// The size of an intersection or difference within bounds, without storing it.
    fn streamed(&self, id: SetId, bounds: (Levels, Levels), scope: Scope<'_>) -> String {
        let (by, group) = (scope.by(), scope.group());
        match self.nest.set(id).expr {
            SetExpr::Intersect(a, b) => {
                let (a, b) = self.operands(a, b);
                format!("count_common({group}, {}, {})", self.probed(a, bounds, by), self.part(b, bounds, by))
            }
            SetExpr::Difference(a, b) => {
                let removed = self.probed(b, (Levels::NONE, Levels::NONE), by);
                format!("count_difference({group}, {}, {removed})", self.part(a, bounds, by))
            }
            SetExpr::Neighbors { .. } | SetExpr::Reach { .. } | SetExpr::Walks { .. } => {
                unreachable!("rows and reaches are lists, and walks are looked up")
            }
        }
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    /// What a block does as its step number `index`.
    fn step(&self, index: usize, step: &Step, scope: Scope<'_>) -> Statement {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.extend(*level, candidates, body),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => self.count(product, scope, index),
            Step::Emit => {
                let condition = if scope.leaf.is_some() { "is_candidate" } else { "warp.lane == 0" };
                Statement::Emit {
                    condition: condition.to_owned(),
                    vertices: super::vertices(self.nest, |level| level.to_string()),
                }
            }
        }
    }

    fn extend(&self, level: Level, candidates: &Candidates, body: &Block) -> Statement {
        let what = format!("for {level} in {candidates}");
        let is_innermost = !body.steps.iter().any(|step| matches!(step, Step::For { .. }));
        let is_leaf = is_innermost && self.execution.leaf.is_some();
        let bound = level.index() + 1;
        let scope = match is_leaf {
            true => Scope { bound, leaf: Some(body), leave: "is_candidate = false" },
            false => Scope { bound, leaf: None, leave: "continue" },
        };
        let filter = self.filters.skip(level, &|level| level.to_string(), is_leaf, scope.leave);
        let defined = body.define.iter().flat_map(|&id| self.define(id, scope));
        let mut inner: Vec<Statement> = filter.into_iter().chain(defined).collect();
        inner.extend(body.steps.iter().enumerate().map(|(index, step)| self.step(index, step, scope)));
        inner.extend(self.credit(level));
        let excluded = candidates.except.iter().map(|level| level.to_string()).collect();
        let (list, can_cut, level) = (self.candidates(candidates, By::Warp), self.execution.can_cut, level.0);
        match is_leaf {
            true => {
                let is_sum = count::is_sum(&inner);
                Statement::Leaf {
                    what,
                    level,
                    candidates: list,
                    excluded,
                    can_cut,
                    streams: !can_cut && self.execution.leaf == Some(Leaf::Lanes),
                    is_sum,
                    has_marks: self.execution.leaf_marked.is_some(),
                    marked: self.execution.leaf_marked.map_or_else(String::new, |id| id.to_string()),
                    body: inner,
                }
            }
            false => Statement::Extend { what, level, candidates: list, excluded, can_cut, body: inner },
        }
    }

    fn count(&self, product: &[Polynomial], scope: Scope<'_>, index: usize) -> Statement {
        let is_leaf = scope.leaf.is_some();
        let entries = count::entries(self.nest, is_leaf);
        let part = |size: &Size| self.size_part(size, scope);
        let credited = scope.leaf.and_then(|_| self.candidate_entry(Level(scope.bound as u8 - 1)));
        if is_leaf
            && credited.is_none()
            && entries.is_empty()
            && !self.is_fused()
            && let Some(sum) = count::sum(product, self.max_size, "group", part)
        {
            return Statement::Sum { level: scope.bound - 1, value: sum };
        }
        let condition = if is_leaf { "is_candidate".to_owned() } else { format!("warp.owns({})", scope.bound) };
        let is_conditional = is_leaf || scope.bound <= self.execution.max_prefix();
        let adder = if is_leaf { "group.lane == 0" } else { "warp.lane == 0" };
        let total = match (credited, index) {
            (Some(entry), _) => Total::Credited(entry),
            (None, index) if self.is_fused() && index > 0 => Total::Further(index - 1),
            (None, _) => Total::First,
        };
        count::count(product, entries, self.max_size, (is_conditional, condition), adder, total, |size| {
            self.size(size, scope)
        })
    }

    /// A lane's part of a size: what lanes stream together adds up; all else the first lane has.
    fn size_part(&self, size: &Size, scope: Scope<'_>) -> String {
        let (number, less) = self.size_terms(size, scope);
        count::sum_part(
            "group",
            &[("count_common(", "(i64)common_part("), ("count_difference(", "difference_part(")],
            number,
            less,
        )
    }

    fn size(&self, size: &Size, scope: Scope<'_>) -> String {
        let (number, less) = self.size_terms(size, scope);
        format!("(i64){number}{less}")
    }

    /// The number of elements, and what is to be taken off for matched vertices among them.
    fn size_terms(&self, size: &Size, scope: Scope<'_>) -> (String, String) {
        let (id, by) = (size.of.set, scope.by());
        let def = self.nest.set(id);
        let bounds = (def.below.union(size.of.below), def.above.union(size.of.above));
        let is_streamed = scope.leaf.is_some_and(|body| body.define.contains(&id))
            && matches!(def.expr, SetExpr::Intersect(..) | SetExpr::Difference(..))
            && def.hold != Hold::Codegree;
        let is_row = matches!(def.expr, SetExpr::Neighbors { .. } | SetExpr::Reach { .. });
        let number = match def.hold {
            _ if is_streamed && !(self.is_fused() && bounds == (def.below, def.above)) => {
                self.streamed(id, bounds, scope)
            }
            _ if is_streamed => format!("n{}", id.0),
            Hold::Codegree => format!("n{}", id.0),
            Hold::Size if !is_row => format!("n{}", id.0),
            Hold::Size | Hold::List | Hold::ListAndBits => format!("{}.n", self.candidates(&size.of, by)),
        };
        let found =
            size.of.except.iter().map(|level| format!(" - (i64){}", self.contains(size, level, is_streamed, by)));
        let minus = (size.minus > 0).then(|| format!(" - {}", size.minus));
        (number, found.chain(minus).collect())
    }

    /// Whether the vertex at `level` is among the counted.
    fn contains(&self, size: &Size, level: Level, is_streamed: bool, by: By) -> String {
        let id = size.of.set;
        let def = self.nest.set(id);
        let bounds = (def.below.union(size.of.below), def.above.union(size.of.above));
        match def.expr {
            SetExpr::Intersect(a, b) if is_streamed || def.hold == Hold::Codegree => {
                let (a, b) = self.operands(a, b);
                let first = format!("{}.has({level})", self.probed(a, bounds, by));
                match self.nest.set(b).expr {
                    SetExpr::Neighbors { of, .. }
                        if def.hold == Hold::Codegree && self.nest.constraint(of, level).is_positive() =>
                    {
                        first
                    }
                    _ => format!("({first} && contains({}, {level}))", self.part(b, bounds, By::Lane)),
                }
            }
            SetExpr::Difference(a, b) if is_streamed => {
                let removed = self.probed(b, (Levels::NONE, Levels::NONE), by);
                format!("(contains({}, {level}) && !{removed}.has({level}))", self.part(a, bounds, By::Lane))
            }
            _ if self.execution.marked == Some(id) && bounds == (def.below, def.above) => format!("marks.has({level})"),
            _ => format!("contains({}, {level})", self.candidates(&size.of, by)),
        }
    }
}

/// Whether a set has too few elements.
pub(super) fn too_small(size: &str, least: usize) -> String {
    if least <= 1 { format!("{size} == 0") } else { format!("{size} < {least}") }
}

/// Levels as one bound.
fn fold(function: &str, levels: Levels) -> Option<String> {
    levels.iter().map(|level| level.to_string()).reduce(|bound, level| format!("{function}({bound}, {level})"))
}
