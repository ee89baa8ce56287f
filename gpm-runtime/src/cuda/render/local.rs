//! The search in a root's local graph: sets are rows of bits, given word by word as expressions of the word's index `i`.

use gpm_plan::exec::Execution;
use gpm_plan::nest::{
    Block, Candidates, Hold, Level, Levels, LoopNest, Polynomial, SetExpr, SetId, Size, Source, Step,
};

use super::count;
use super::credit::Credits;
use super::filters::Filters;
use super::lists;
use super::model::Statement;

/// Makes statements on bit rows.
pub(super) struct LocalSets<'a> {
    pub(super) nest: &'a LoopNest,
    pub(super) execution: &'a Execution,
    pub(super) max_size: u64,
    pub(super) filters: &'a Filters<'a>,
    /// Stored bit rows, by slot.
    pub(super) slots: Vec<SetId>,
    pub(super) lower_only: bool,
}

/// Levels that the places of a set lie below and above.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    below: Levels,
    above: Levels,
}

impl Bounds {
    const NONE: Bounds = Bounds { below: Levels::NONE, above: Levels::NONE };

    /// Both of these bounds.
    fn and(self, other: Bounds) -> Bounds {
        Bounds { below: self.below.union(other.below), above: self.above.union(other.above) }
    }
}

/// A word of a set, some of whose bounds are still to be put on.
struct Unbounded {
    /// `None` for all members.
    word: Option<String>,
    /// The set's bounds.
    needed: Bounds,
    /// Those that the word has.
    known: Bounds,
}

/// The sets that are stored as bit rows: all that are computed above the bodies of the leaf and not just counted.
pub(super) fn slots(nest: &LoopNest, execution: &Execution) -> Vec<SetId> {
    let blocks = nest.blocks();
    let outer = &blocks[..blocks.len() - execution.local_leaf];
    let is_stored = |id: &SetId| {
        let def = nest.set(*id);
        matches!(def.expr, SetExpr::Intersect(..) | SetExpr::Difference(..)) && def.hold != Hold::Size
    };
    outer.iter().flat_map(|(_, block)| &block.define).copied().filter(is_stored).collect()
}

impl LocalSets<'_> {
    /// What follows the matrix.
    pub(super) fn below_root(&self, block: &Block) -> Vec<Statement> {
        let mut statements = self.block(block, 1, false, "break");
        statements.extend(self.credits().after(Level(0), || self.entry(Level(0))));
        statements
    }

    /// Who credits.
    pub(super) fn credits(&self) -> Credits<'_> {
        Credits { nest: self.nest, leaf: self.leaf_level() }
    }

    /// The entry of the vertex or arc bound at a level; places are entries of the root's row.
    fn entry(&self, level: Level) -> String {
        match self.nest.arcs() {
            Some(view) => format!("__ldg(launch.view[{}].offsets + v0) + {}", view.0, place(level)),
            None => vertex(level),
        }
    }

    fn block(&self, block: &Block, bound: usize, is_leaf: bool, leave: &'static str) -> Vec<Statement> {
        let defined = block.define.iter().flat_map(|&id| self.define(id, is_leaf, leave));
        let mut statements: Vec<Statement> = defined.collect();
        statements.extend(block.steps.iter().map(|step| self.step(step, bound, is_leaf)));
        statements
    }

    fn define(&self, id: SetId, is_leaf: bool, leave: &'static str) -> Vec<Statement> {
        let def = self.nest.set(id);
        let size = format!("n{}", id.0);
        let statement = match def.expr {
            SetExpr::Neighbors { of: Level(0), .. } => return Vec::new(),
            SetExpr::Neighbors { of, .. } => {
                return vec![Statement::LocalRow { name: format!("r{}", id.0), place: place(of) }];
            }
            SetExpr::Reach { .. } | SetExpr::Walks { .. } => unreachable!("a nest with a reach has no local graph"),
            SetExpr::Intersect(..) | SetExpr::Difference(..) if is_leaf => return Vec::new(),
            SetExpr::Intersect(..) | SetExpr::Difference(..) => match self.slots.iter().position(|&slot| slot == id) {
                Some(slot) => {
                    let until = self.execution.needed_until[id.index()];
                    let is_guarded = until < self.execution.max_prefix();
                    let guard = if is_guarded { format!("warp.depth > {until} ? 0 : ") } else { String::new() };
                    let name = format!("b{}", id.0);
                    Statement::LocalStore { name, size: size.clone(), guard, slot, word: self.computed(id) }
                }
                None => {
                    let (group, word, (first, end)) =
                        ("whole".to_owned(), self.computed(id), self.span(id, Bounds::NONE));
                    Statement::LocalSize { name: size.clone(), group, first, end, word }
                }
            },
        };
        let mut statements = vec![statement];
        if def.required {
            let until = self.execution.needed_until[id.index()];
            let needed = match until < self.execution.max_prefix() {
                true => format!("warp.depth <= {until} && "),
                false => String::new(),
            };
            statements.push(Statement::Skip {
                condition: format!("{needed}{}", lists::too_small(&size, self.execution.min_size[id.index()])),
                leave,
            });
        }
        statements
    }

    /// Word `i` of a set, with bounds beyond its own.
    fn word(&self, id: SetId, bounds: Bounds) -> String {
        let Unbounded { word, needed, known } = self.unbounded(id, true);
        self.ranged(word, known, needed.and(bounds))
    }

    /// The same for a set that is to be stored.
    fn computed(&self, id: SetId) -> String {
        let Unbounded { word, needed, known } = self.unbounded(id, false);
        self.ranged(word, known, needed)
    }

    /// Word `i` of a set before bounds are put on. What several operands are bounded by, and what one of them is stored with, is
    /// put on once, or not at all. The set is read from where it is stored, if that `is_made` already.
    fn unbounded(&self, id: SetId, is_made: bool) -> Unbounded {
        let def = self.nest.set(id);
        let own = Bounds { below: def.below, above: def.above };
        match def.expr {
            SetExpr::Neighbors { of: Level(0), .. } => Unbounded { word: None, needed: own, known: Bounds::NONE },
            SetExpr::Neighbors { of, .. } => {
                let below = if self.lower_only { Levels::from_iter([of]) } else { Levels::NONE };
                Unbounded { word: Some(format!("r{}[i]", id.0)), needed: own, known: Bounds { below, ..Bounds::NONE } }
            }
            _ if is_made && self.slots.contains(&id) => {
                Unbounded { word: Some(format!("b{}[i]", id.0)), needed: own, known: own }
            }
            SetExpr::Intersect(a, b) => {
                let (a, b) = (self.unbounded(a, true), self.unbounded(b, true));
                let word = match (a.word, b.word) {
                    (Some(a), Some(b)) => Some(format!("({a} & {b})")),
                    (a, b) => a.or(b),
                };
                Unbounded { word, needed: own.and(a.needed).and(b.needed), known: a.known.and(b.known) }
            }
            SetExpr::Difference(a, b) => {
                let a = self.unbounded(a, true);
                let (left, right) = (self.ranged(a.word, Bounds::NONE, Bounds::NONE), self.word(b, Bounds::NONE));
                Unbounded { word: Some(format!("({left} & ~({right}))")), needed: own.and(a.needed), known: a.known }
            }
            SetExpr::Reach { .. } | SetExpr::Walks { .. } => unreachable!("a nest with a reach has no local graph"),
        }
    }

    /// A word, or that of all members, within bounds beyond the known ones.
    fn ranged(&self, word: Option<String>, known: Bounds, needed: Bounds) -> String {
        let (low, high) = self.range(known, needed);
        let range = |low: Option<String>, high: Option<String>| {
            let (low, high) = (low.unwrap_or("0".into()), high.unwrap_or("graph.members.n".into()));
            format!("in_range(i, {low}, {high})")
        };
        match (word, low, high) {
            (None, low, high) => range(low, high),
            (Some(word), None, None) => word,
            (Some(word), low, high) => format!("({word} & {})", range(low, high)),
        }
    }

    /// The first of the words in which a set has members, within bounds beyond its own, and the end of them.
    fn span(&self, id: SetId, bounds: Bounds) -> (String, String) {
        let (low, high) = self.range(Bounds::NONE, self.unbounded(id, true).needed.and(bounds));
        let first = low.map_or("0".to_owned(), |low| format!("({low}) / 128"));
        (first, high.map_or("graph.words".to_owned(), |high| format!("({high} + 127) / 128")))
    }

    /// First place and end of the places within bounds, where bounds beyond the known ones cut them.
    fn range(&self, known: Bounds, bounds: Bounds) -> (Option<String>, Option<String>) {
        let below = self.nest.tightest_below(bounds.below.minus(self.nest.closed_below(known.below)));
        let above = self.nest.tightest_above(bounds.above.minus(self.nest.closed_above(known.above)));
        let split = || "graph.split".to_owned();
        let end = |level: Level| if level == Level(0) { split() } else { place(level) };
        let start = |level: Level| if level == Level(0) { split() } else { format!("{} + 1", place(level)) };
        let high = below.iter().map(end).reduce(|a, b| format!("min_of({a}, {b})"));
        let low = above.iter().map(start).reduce(|a, b| format!("max_of({a}, {b})"));
        (low, high)
    }

    /// The level whose candidates get lanes of their own.
    fn leaf_level(&self) -> usize {
        self.execution.num_loops - self.execution.local_leaf
    }

    fn emits(&self) -> bool {
        self.nest.blocks().iter().any(|(_, block)| block.steps.contains(&Step::Emit))
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    fn step(&self, step: &Step, bound: usize, is_leaf: bool) -> Statement {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.extend(*level, candidates, body),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => self.count(product, bound, is_leaf),
            Step::Emit => {
                let condition = if is_leaf { "is_candidate" } else { "warp.lane == 0" };
                Statement::Emit { condition: condition.to_owned(), vertices: super::vertices(self.nest, vertex) }
            }
        }
    }

    fn extend(&self, level: Level, candidates: &Candidates, body: &Block) -> Statement {
        let what = format!("for {level} in {candidates}");
        let bounds = Bounds { below: candidates.below, above: candidates.above };
        let word = self.word(candidates.set, bounds);
        // The root is no member of its own neighborhood.
        let excluded = candidates.except.iter().filter(|&level| level != Level(0)).map(place).collect();
        let leaf = self.leaf_level();
        let is_leaf = level.index() >= leaf;
        let leave = if is_leaf { "is_candidate = false" } else { "continue" };
        // In a walk the candidate is that of the loop around it, which goes on.
        let leave_filtered = if level.index() == leaf { leave } else { "continue" };
        let filter = self.filters.skip(level, &vertex, level.index() == leaf, leave_filtered);
        let body = self.block(body, level.index() + 1, is_leaf, leave);
        let credit = self.credits().after(level, || self.entry(level));
        let inner: Vec<Statement> = filter.into_iter().chain(body).chain(credit).collect();
        if !is_leaf {
            return Statement::LocalExtend { what, level: level.0, word, excluded, body: inner };
        }
        if level.index() > leaf {
            let (first, end) = self.span(candidates.set, bounds);
            return Statement::LocalWalk { what, level: level.0, first, end, word, excluded, body: inner };
        }
        let lanes = match self.execution.local_leaf {
            _ if self.emits() => "1".to_owned(),
            1 => "word_lanes(graph.words)".to_owned(),
            _ => format!("walk_lanes(m{}, graph.words)", level.0),
        };
        // A walk is long: pieces of few candidates spread it over the warps of a block.
        let walks = self.execution.local_leaf > 1;
        let piece = if walks { "SHORT_PIECE" } else { "PIECE" };
        let is_sum = count::is_sum(&inner)
            || matches!(&inner[..], [.., Statement::LocalWalk { body, .. }] if count::is_sum(body));
        Statement::LocalLeaf { what, level: level.0, word, excluded, lanes, piece, walks, is_sum, body: inner }
    }

    fn count(&self, product: &[Polynomial], bound: usize, is_leaf: bool) -> Statement {
        let group = if is_leaf { format!("group{}", self.leaf_level()) } else { "whole".to_owned() };
        let part = |size: &Size| {
            let (number, less) = self.size_terms(size, &group, true);
            count::sum_part(&group, &[("count_bits(", "(i64)count_part(")], number, less)
        };
        let entries = count::entries(self.nest, is_leaf);
        let level = Level(bound as u8 - 1);
        let credited = self.credits().of_candidate(level, || self.entry(level));
        if is_leaf
            && credited.is_none()
            && entries.is_empty()
            && let Some(sum) = count::sum(product, self.max_size, &group, part)
        {
            return Statement::Sum { level: self.leaf_level(), value: sum };
        }
        let condition = if is_leaf { "is_candidate".to_owned() } else { format!("warp.owns({bound})") };
        let is_conditional = is_leaf || bound <= self.execution.max_prefix();
        let adder = format!("{group}.lane == 0");
        let total = credited.map_or(count::Total::First, count::Total::Credited);
        count::count(product, entries, self.max_size, (is_conditional, condition), &adder, total, |size| {
            self.size(size, &group, is_leaf)
        })
    }

    fn size(&self, size: &Size, group: &str, is_leaf: bool) -> String {
        let (number, less) = self.size_terms(size, group, is_leaf);
        format!("(i64){number}{less}")
    }

    /// The number of members, and what is to be taken off for matched vertices among them.
    fn size_terms(&self, size: &Size, group: &str, is_leaf: bool) -> (String, String) {
        let id = size.of.set;
        let def = self.nest.set(id);
        let bounds = Bounds { below: size.of.below, above: size.of.above };
        let is_plain = self.range(Bounds { below: def.below, above: def.above }, bounds) == (None, None);
        let is_all = matches!(def.expr, SetExpr::Neighbors { of: Level(0), .. });
        let is_computed = matches!(def.expr, SetExpr::Intersect(..) | SetExpr::Difference(..));
        let is_inline = is_computed && !self.slots.contains(&id);
        let number = if is_plain && is_all {
            "graph.members.n".to_owned()
        } else if is_plain && is_computed && !(is_leaf && is_inline && self.is_innermost(id)) {
            format!("n{}", id.0)
        } else {
            let (first, end) = self.span(id, bounds);
            format!("count_bits({group}, {first}, {end}, [&](u32 i) {{ return {}; }})", self.word(id, bounds))
        };
        let others = size.of.except.iter().filter(|&level| level != Level(0));
        let found = others.map(|level| {
            format!(" - (i64)has_place({}, [&](u32 i) {{ return {}; }})", place(level), self.word(id, bounds))
        });
        let minus = (size.minus > 0).then(|| format!(" - {}", size.minus));
        (number, found.chain(minus).collect())
    }

    /// Whether a set is defined in the body of the innermost loop, where nothing is named.
    fn is_innermost(&self, id: SetId) -> bool {
        let blocks = self.nest.blocks();
        blocks.last().is_some_and(|(_, block)| block.define.contains(&id))
    }
}

/// The data vertex of a level.
fn vertex(level: Level) -> String {
    match level {
        Level(0) => level.to_string(),
        _ => format!("graph.members.at[{}]", place(level)),
    }
}

/// The name of the place of a level.
fn place(level: Level) -> String {
    format!("p{}", level.0)
}
