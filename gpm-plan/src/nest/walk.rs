//! Walks from the root: how many lead to a vertex is looked up, where they go is never asked.
//!
//! A part of a pattern that leads from the root to another vertex along a path, with nothing else hanging on it, is counted by
//! the walks between the two where vertices may coincide. So is each of several such parts, and their numbers are multiplied:
//! a cycle of six is two walks of three steps each to the vertex opposite the root.

use super::outline::{Outline, Walk};
use super::{Block, Level, Levels, LoopNest, Polynomial, Scalar, SetDef, SetExpr, SetId, Size, Source, Step, Walks};

impl LoopNest {
    /// How many steps lead from the root to the members of a reach, or of its row.
    pub fn steps_to(&self, id: SetId) -> u8 {
        match self.set(id).expr {
            SetExpr::Reach { through, .. } => 1 + self.steps_to(through),
            SetExpr::Neighbors { .. } | SetExpr::Intersect(..) | SetExpr::Difference(..) => 1,
        }
    }

    /// The walks of which the number is looked up, the shorter ones first.
    pub fn walks(&self) -> Vec<Walk> {
        let mut walks: Vec<Walk> = self.sizes().filter_map(Size::walks).map(|walks| walks.walk).collect();
        walks.sort_unstable();
        walks.dedup();
        walks
    }

    /// Whether nothing is counted where there is no such walk: whatever is counted is a multiple of their number.
    pub fn needs(&self, walk: Walk) -> bool {
        let is_it = |polynomial: &Polynomial, size: usize| {
            polynomial.sizes.get(size).and_then(Size::walks).is_some_and(|walks| walks.walk == walk)
        };
        let is_multiple = |polynomial: &Polynomial| {
            polynomial.terms.iter().all(|term| term.factors.iter().any(|factor| is_it(polynomial, factor.size)))
        };
        self.products().all(|product| product.iter().any(is_multiple))
    }

    /// The level whose vertex's codegree with the root is the size of `id`: `id` is the row of the root, as bounded where the
    /// reach goes through it, intersected with that vertex's row in the relation of the reach.
    pub fn codegree_of(&self, id: SetId) -> Option<Level> {
        let def = self.set(id);
        let SetExpr::Intersect(a, b) = def.expr else { return None };
        let (SetExpr::Neighbors { of: Level(0), .. }, SetExpr::Neighbors { view, of }) =
            (self.set(a).expr, self.set(b).expr)
        else {
            return None;
        };
        let row = self.set(a);
        let bounds = |set: &SetDef| (self.closed_below(set.below), self.closed_above(set.above));
        let counts = self.sets.iter().any(|reach| match reach.expr {
            SetExpr::Reach { through, view: by, .. } => {
                let members = self.set(through);
                let inside = reach.below.iter().all(|bound| self.is_below(of, bound))
                    && reach.above.iter().all(|bound| self.is_below(bound, of));
                members.expr == row.expr
                    && by == view
                    && bounds(def) == bounds(members)
                    && bounds(def) == bounds(row)
                    && inside
            }
            SetExpr::Neighbors { .. } | SetExpr::Intersect(..) | SetExpr::Difference(..) => false,
        });
        counts.then_some(of)
    }

    /// The reach of so many steps.
    pub fn reach_of(&self, steps: u8) -> Option<SetId> {
        let mut reaches = self.set_ids().filter(|&id| self.set(id).expr.is_reach());
        reaches.find(|&id| self.steps_to(id) == steps)
    }

    /// How many loops, from the root on, go through candidates in an order that is the same whenever they are made: those before the
    /// first one over a reach.
    pub fn ordered_loops(&self) -> usize {
        let is_reach = |set: SetId| self.set(set).expr.is_reach();
        self.loops().take_while(|(_, from)| !matches!(from, Source::Set(of) if is_reach(of.set))).count()
    }

    /// An upper bound of all sizes, where no row is longer than `longest`: of walks, each step but the last has so many choices.
    pub fn largest_size(&self, longest: f64) -> f64 {
        if self.reach_of(3).is_some() { longest * longest } else { longest }
    }

    /// Defines the row of the root and the reaches that walks of an outline go through. Restrictions, if there are any, make the
    /// root the least vertex.
    pub(super) fn define_reaches(&mut self, outline: &Outline) {
        let root = Levels::before(Level(1));
        let above = if outline.restrictions.is_empty() { Levels::NONE } else { root };
        let first = (1..self.num_positions()).map(|i| Level(i as u8));
        let mut adjacent = first.filter(|&level| self.constraint(Level(0), level).is_positive());
        let neighbor = adjacent.next().expect("walks begin at a neighbor of the root");
        let row = self.candidates_of(&[neighbor], root).set;
        self.sets[row.index()].above = above;
        let SetExpr::Neighbors { view, .. } = self.set(row).expr else { unreachable!("one vertex is bound") };
        let most = outline.walks.iter().map(|walk| walk.steps).max().unwrap_or(1);
        (2..=most).fold(row, |through, _| {
            self.define(SetDef {
                above,
                required: true,
                ..SetDef::new(SetExpr::Reach { through, view, descends: false })
            })
        });
    }

    /// What is drawn for a level with walks to it: the reach of the shortest of them.
    pub(super) fn drawn_from(&self, outline: &Outline, level: Level) -> Option<SetId> {
        let walks = outline.walks.iter().filter(|walk| walk.to == level);
        walks.map(|walk| walk.steps).min().and_then(|steps| self.reach_of(steps))
    }

    /// The innermost block: the product of the numbers of all walks, and of the candidates of vertices that hang on one other.
    pub(super) fn count_walks(&mut self, outline: &Outline) -> Block {
        let first = self.sets.len();
        let number =
            |&walk: &Walk| Polynomial::size(Size { of: Scalar::Walks(Walks { walk, without: None }), minus: 0 });
        let mut product: Vec<Polynomial> = outline.walks.iter().map(number).collect();
        let loops = self.num_positions() - outline.tail;
        let leaves =
            (loops..self.num_positions()).filter(|&i| self.pattern.neighbor_mask(self.order[i]).is_power_of_two());
        for leaf in leaves.collect::<Vec<_>>() {
            let of = self.candidates_of(&[Level(leaf as u8)], Levels::before(Level(loops as u8)));
            product.push(Polynomial::size(Size::of_set(of)));
        }
        let define = (first..self.sets.len()).map(|id| SetId(id as u16)).collect();
        Block { define, steps: vec![Step::Count(product)], ..Block::default() }
    }
}
