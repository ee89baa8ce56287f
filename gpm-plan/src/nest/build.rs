//! From a matching order and restrictions to the naive nest: each level computes its own sets just before its loop.
//!
//! Reuse, bounds and counting shortcuts are made by passes, so that each has a name, an effect that can be measured and an
//! off switch.

pub use super::outline::Outline;
use super::{
    Block, Candidates, ClassId, Classes, Level, Levels, LoopNest, Membership, Per, SetDef, SetExpr, SetId, Source,
    Step, View, ViewId,
};
use crate::pattern::predicate::Condition;
use crate::pattern::{PairConstraint, Pattern, Semantics};

/// Makes the naive nest.
pub fn build(pattern: &Pattern, semantics: Semantics, outline: &Outline) -> LoopNest {
    let Classes { classes, of: class_of_vertex } = Classes::new(pattern, semantics, outline.filter);
    let mut nest = LoopNest {
        pattern: pattern.clone(),
        semantics,
        order: outline.order.clone(),
        tail: outline.tail,
        tail_may_coincide: outline.tail_may_coincide,
        entries: outline.entries.clone(),
        per: if outline.emit { Per::Total } else { Per::anchors(pattern) },
        credited: if outline.emit { Levels::NONE } else { outline.credited },
        restrictions: outline.restrictions.clone(),
        divisor: outline.divisor,
        classes,
        class_of: outline.order.iter().map(|&u| class_of_vertex[u]).collect(),
        views: Vec::new(),
        sets: Vec::new(),
        cuts: Vec::new(),
        root: Block::default(),
        local: None,
        both_ways: false,
        fused: Vec::new(),
    };
    let has_walks = !outline.walks.is_empty();
    let num_loops = nest.num_positions() - if has_walks { outline.tail } else { 0 };
    // Sets are created in level order, so that operands come before the sets built from them.
    let levels: Vec<Level> = (1..num_loops).map(|j| Level(j as u8)).collect();
    let drawn: Vec<(Level, Vec<SetId>, Candidates)> = levels
        .iter()
        .map(|&level| {
            let first = nest.sets.len();
            match level {
                Level(1) if has_walks => nest.define_reaches(outline),
                Level(1) if outline.reach => nest.define_reach(),
                _ => {}
            }
            let reach = if has_walks { nest.drawn_from(outline, level) } else { nest.reach_of(2) };
            let candidates = nest.candidates_from(reach, &[level], Levels::before(level));
            let defined = (first..nest.sets.len()).map(|id| SetId(id as u16)).collect();
            (level, defined, candidates)
        })
        .collect();
    let innermost = if outline.emit { Step::Emit } else { Step::Count(Vec::new()) };
    let mut body = match has_walks {
        true => nest.count_walks(outline),
        false => Block { steps: vec![innermost], ..Block::default() },
    };
    for (level, define, candidates) in drawn.into_iter().rev() {
        body.filter = nest.conditions_at(level);
        let loop_ = Step::For { level, from: Source::Set(candidates), body };
        body = Block { define, steps: vec![loop_], ..Block::default() };
    }
    body.filter = nest.conditions_at(Level(0));
    let root_class = nest.class_of[0];
    nest.root.steps.push(Step::For { level: Level(0), from: Source::Vertices(root_class), body });
    nest
}

impl LoopNest {
    /// Defines the set of vertices that could stand at all of `positions` at once (one position: its candidates) given
    /// the levels `earlier`, and the bounds and exceptions that go with it. Several positions are asked for by
    /// inclusion-exclusion, where they coincide.
    pub fn candidates_of(&mut self, positions: &[Level], earlier: Levels) -> Candidates {
        self.candidates_from(self.reach_of(2), positions, earlier)
    }

    /// The same, where positions without a neighbor before them are drawn from `reach`.
    fn candidates_from(&mut self, reach: Option<SetId>, positions: &[Level], earlier: Levels) -> Candidates {
        let operands = self.operands(positions, earlier);
        // Without candidates for one position there is no match; a meeting of several, or a row taken off, may be empty.
        let required = positions.len() == 1;
        let (mut set, rest) = match operands.split_first() {
            Some((first, rest)) if first.keeps => (self.neighbors(first, required), rest),
            _ => (reach.expect("a position without a neighbor before it is drawn from the reach"), &operands[..]),
        };
        for operand in rest {
            let row = self.neighbors(operand, required && operand.keeps);
            let expr = match operand.keeps {
                true => SetExpr::Intersect(set, row),
                false => SetExpr::Difference(set, row),
            };
            set = self.define(SetDef { required, ..SetDef::new(expr) });
        }
        let below = |a: Level| positions.iter().any(|&j| self.is_below(j, a));
        let above = |a: Level| positions.iter().any(|&j| self.is_below(a, j));
        let smaller: Levels = earlier.iter().filter(|&a| below(a)).collect();
        let larger: Levels = earlier.iter().filter(|&a| above(a)).collect();
        let except = match self.semantics {
            Semantics::Homomorphism => Levels::NONE,
            Semantics::EdgeInduced | Semantics::VertexInduced => {
                earlier.iter().filter(|&i| self.membership_at(i, positions, earlier) != Membership::Stranger).collect()
            }
        };
        Candidates { set, below: self.tightest_below(smaller), above: self.tightest_above(larger), except }
    }

    /// The conditions that are not part of a class, of which the last vertex is bound at `level`.
    fn conditions_at(&self, level: Level) -> Vec<Condition> {
        let mut conditions = self.given_conditions();
        conditions.retain(|condition| condition.vertices().ilog2() as usize == level.index());
        conditions
    }

    /// The conditions of the pattern that are not part of a class, by levels.
    pub(super) fn given_conditions(&self) -> Vec<Condition> {
        let position = |u: usize| Level::of(u, &self.order).index();
        let conditions = self.pattern.predicate().conjuncts().iter();
        conditions.filter(|condition| !condition.is_of_class()).map(|condition| condition.mapped(&position)).collect()
    }

    /// The rows that make up the candidates, in the order that lets prefixes be shared: first a row to draw from, then
    /// the rest by level.
    fn operands(&mut self, positions: &[Level], earlier: Levels) -> Vec<Operand> {
        let mut operands: Vec<Operand> = Vec::new();
        for &position in positions {
            for of in earlier.iter() {
                let pair = self.constraint(of, position);
                if pair.is_free() {
                    continue;
                }
                let keeps = pair.is_positive();
                let target = self.class_of[position.index()];
                let view = self.view(if keeps { pair } else { negated(pair) }, target);
                let operand = Operand { of, keeps, view };
                if !operands.contains(&operand) {
                    operands.push(operand);
                }
            }
        }
        operands.sort_unstable();
        if let Some(first) = operands.iter().position(|operand| operand.keeps) {
            let first = operands.remove(first);
            operands.insert(0, first);
        }
        operands
    }

    /// Defines the vertices two hops from the root through candidates for the tail, all of which hang on the root. They
    /// carry the bounds that all levels hanging on the tail have with the root.
    fn define_reach(&mut self) {
        let root = Levels::before(Level(1));
        let tail: Vec<Level> =
            (self.num_positions() - self.tail..self.num_positions()).map(|i| Level(i as u8)).collect();
        let through = self.candidates_of(&tail[..1], root);
        (self.sets[through.set.index()].below, self.sets[through.set.index()].above) = (through.below, through.above);
        let ends: Vec<Level> = (1..self.num_positions() as u8)
            .map(Level)
            .filter(|&end| tail.iter().any(|&t| end != t && self.constraint(end, t).is_positive()))
            .collect();
        let hangs = ends.iter().copied().find(|&end| self.constraint(tail[0], end).is_positive());
        let partner = hangs.expect("each tail vertex has a second neighbor");
        let view = self.view(self.constraint(tail[0], partner), ClassId::ALL);
        let bounded =
            |holds: &dyn Fn(Level) -> bool| if ends.iter().all(|&end| holds(end)) { root } else { Levels::NONE };
        let below = bounded(&|end| self.is_below(end, Level(0)));
        let above = bounded(&|end| self.is_below(Level(0), end));
        let expr = SetExpr::Reach { through: through.set, view, descends: false };
        self.define(SetDef { below, above, required: true, ..SetDef::new(expr) });
    }

    fn view(&mut self, pair: PairConstraint, target: ClassId) -> ViewId {
        let view = View { pair, target };
        let known = self.views.iter().position(|other| *other == view);
        let index = known.unwrap_or_else(|| {
            self.views.push(view);
            self.views.len() - 1
        });
        ViewId(u16::try_from(index).expect("at most one view a pair of 32 vertices and one more a class"))
    }

    fn neighbors(&mut self, row: &Operand, required: bool) -> SetId {
        self.define(SetDef { required, ..SetDef::new(SetExpr::Neighbors { view: row.view, of: row.of }) })
    }
}

/// One row that candidates are kept by (or taken out by, if not `keeps`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Operand {
    of: Level,
    keeps: bool,
    view: ViewId,
}

fn negated(pair: PairConstraint) -> PairConstraint {
    PairConstraint { allowed: pair.allowed.complement(), ..pair }
}
