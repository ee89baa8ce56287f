//! HOW: the loop nest over named sets, the one intermediate form that every back end prints.
//!
//! A nest binds data vertices `v0, v1, …` level by level. Each level draws from a vertex set, perhaps filtered; sets are built from
//! adjacency rows by intersection and difference and may be bounded by matched vertices. The innermost block counts (a
//! polynomial in set sizes) or emits the match. [`build`] makes the naive nest, `crate::opt` rewrites it, [`verify`] checks
//! it after every pass, [`print`] shows it.

pub mod arithmetic;
pub mod binding;
mod bounds;
pub mod build;
pub mod class;
mod cut;
pub mod filter;
pub mod fuse;
pub mod level;
pub mod polynomial;
pub mod types;
pub mod verify;
mod print;
mod entry;
mod expr;
mod outline;
mod local_graph;
mod per;
mod walk;
mod loops;
mod roots;
mod membership;

use std::collections::BTreeMap;
use std::fmt;

use crate::pattern::predicate::Condition;
use crate::pattern::{PairConstraint, Pattern, Semantics};

pub use binding::{Binding, RootCut};
pub use bounds::Bounds;
pub use class::{ClassId, Classes, Need, VertexClass};
pub use cut::{Cut, Side};
pub use entry::Entry;
pub use expr::SetExpr;
pub use filter::{Column, Kind, NO_INTEGER, Number, Scope, Test, Type, TypeError};
pub use level::{Level, Levels};
pub use local_graph::LocalGraph;
pub use membership::{Demands, Membership};
pub use outline::Walk;
pub use per::Per;
pub use polynomial::{Factor, Polynomial, Region, Scalar, Size, SizeId, Term, Walks, Without, is_size};

/// A vertex set of the nest. Prints as `s0`, `s1`, …, the name of the buffer in every back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u16);

impl SetId {
    /// The set's place in [`LoopNest::sets`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for SetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// Index into [`LoopNest::views`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(pub u16);

/// An adjacency relation with a target class: the row of `v` holds, ascending, the `w` of class `target` for which the
/// pair `(v, w)` satisfies `pair`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The relation; never satisfied by a pair without an edge.
    pub pair: PairConstraint,
    /// Which vertices the rows keep.
    pub target: ClassId,
}

/// How a set is kept while it is live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hold {
    /// An ascending list: part of an adjacency row, or a slot buffer.
    #[default]
    List,
    /// A list and, beside it, one bit a data vertex, so that later operations probe instead of merge.
    ListAndBits,
    /// Only its size is ever asked for.
    Size,
}

/// A named set: `expr`, restricted to vertices smaller than all of `below` and greater than all of `above`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDef {
    /// The row, or the operation on other sets, before bounds are applied.
    pub expr: SetExpr,
    /// Matched vertices that every element is smaller than.
    pub below: Levels,
    /// Matched vertices that every element is greater than.
    pub above: Levels,
    /// How it is kept.
    pub hold: Hold,
    /// If it is empty, nothing is counted below the block that defines it.
    pub required: bool,
}

impl SetDef {
    /// An unbounded list.
    pub fn new(expr: SetExpr) -> SetDef {
        SetDef { expr, below: Levels::NONE, above: Levels::NONE, hold: Hold::List, required: false }
    }

    /// Whether its members are written to a buffer of their own: rows are in the graph, and of some sets only the size is asked for.
    pub fn is_stored(&self) -> bool {
        self.expr.is_joined() && self.hold != Hold::Size
    }
}

/// A set as a consumer sees it: bounded, and without some matched vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidates {
    /// The set drawn from.
    pub set: SetId,
    /// Bounds that the set does not have already: smaller than these.
    pub below: Levels,
    /// Greater than these.
    pub above: Levels,
    /// Matched vertices to leave out (injectivity not implied by adjacency, bounds or labels).
    pub except: Levels,
}

/// Where a level draws its data vertex from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// All members of a class; the root of the nest.
    Vertices(ClassId),
    /// Part of a set.
    Set(Candidates),
}

/// What must hold of the vertices bound, sets that become computable here, then what to do with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Conditions that read the vertex bound on entry and others bound before it; their vertices are levels. Where one of them
    /// does not hold, nothing more is done.
    pub filter: Vec<Condition>,
    /// Sets computed on entry, in this order.
    pub define: Vec<SetId>,
    /// What follows.
    pub steps: Vec<Step>,
}

/// One step of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Binds `level` to each vertex of `from` in turn.
    For {
        /// The level that the loop binds.
        level: Level,
        /// What it ranges over.
        from: Source,
        /// What is done for each.
        body: Block,
    },
    /// Adds the product of polynomials in set sizes to the total.
    Count(Vec<Polynomial>),
    /// Hands the match to the consumer.
    Emit,
}

/// `smaller < larger` between the data vertices at two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Restriction {
    /// The position with the smaller data vertex.
    pub smaller: Level,
    /// The position with the larger one.
    pub larger: Level,
}

impl Restriction {
    /// What `(smaller, larger)` pairs of pattern vertices ask for in an order, ascending.
    pub fn all_in(order: &[usize], pairs: &[(usize, usize)]) -> Vec<Restriction> {
        let own =
            |&(smaller, larger)| Restriction { smaller: Level::of(smaller, order), larger: Level::of(larger, order) };
        let mut all: Vec<Restriction> = pairs.iter().map(own).collect();
        all.sort_unstable();
        all
    }
}

/// A loop nest for one pattern. Each match is met `divisor` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopNest {
    /// The pattern whose matches the nest meets: the query's own, or one that a rewrite made of it.
    pub pattern: Pattern,
    /// What a match is.
    pub semantics: Semantics,
    /// The pattern vertex at each position: first the loop levels, then the tail that is only counted.
    pub order: Vec<usize>,
    /// How many positions at the end are pairwise unconstrained (1 or 0 unless chosen for inclusion-exclusion).
    pub tail: usize,
    /// Whether tail vertices may coincide here, because another nest counts how often they do.
    pub tail_may_coincide: bool,
    /// Tables looked up: what each match counts is multiplied with their entries.
    pub entries: Vec<Entry>,
    /// What is counted for: all matches together, or those of each vertex or arc.
    pub per: Per,
    /// The levels that say whose matches are counted: the first two for an arc; for vertices any, to each of which a match is
    /// credited. Each stays a loop.
    pub credited: Levels,
    /// Symmetry-breaking restrictions between positions.
    pub restrictions: Vec<Restriction>,
    /// How often each match is met: the order of the symmetry left unbroken.
    pub divisor: u128,
    /// Candidate classes; the first is [`ClassId::ALL`].
    pub classes: Vec<VertexClass>,
    /// The class of each position.
    pub class_of: Vec<ClassId>,
    /// Adjacency relations asked for.
    pub views: Vec<View>,
    /// The named sets. Operands come before the sets built from them.
    pub sets: Vec<SetDef>,
    /// Bounds of sets that are no matched vertices. They go by the levels after those of the order.
    pub cuts: Vec<Cut>,
    /// The outermost block: one `for v0`.
    pub root: Block,
    /// Set when the search below the root runs on a local bit matrix.
    pub local: Option<LocalGraph>,
    /// Whether the vertices of levels 0 and 1 each stand for the other position too.
    pub both_ways: bool,
    /// The nests of the same loops that this one stands for, if there are several: it has a total for each (see [`fuse`]).
    pub fused: Vec<LoopNest>,
}

impl LoopNest {
    /// Number of pattern vertices.
    pub fn num_positions(&self) -> usize {
        self.order.len()
    }

    /// The constraint between the data vertices at positions `i` and `j`.
    pub fn constraint(&self, i: Level, j: Level) -> PairConstraint {
        self.pattern.constraint(self.order[i.index()], self.order[j.index()], self.semantics)
    }

    /// Whether another nest counts the same by the same search. Of a complete pattern it does not matter what a match is.
    pub fn is_same_search(&self, other: &LoopNest) -> bool {
        self == other
            || self.pattern == other.pattern && LoopNest { semantics: other.semantics, ..self.clone() } == *other
    }

    /// The names of all sets: operands come before the sets made from them.
    pub fn set_ids(&self) -> impl Iterator<Item = SetId> + use<> {
        (0..self.sets.len()).map(|id| SetId(id as u16))
    }

    /// The set's definition.
    pub fn set(&self, id: SetId) -> &SetDef {
        &self.sets[id.index()]
    }

    /// Whether `smaller < larger` follows from the restrictions (they are closed under transitivity).
    pub fn is_below(&self, smaller: Level, larger: Level) -> bool {
        self.restrictions.contains(&Restriction { smaller, larger })
    }

    /// Whether what lies below one bound lies below another one.
    fn implies_below(&self, tight: Level, loose: Level) -> bool {
        self.is_below(tight, loose) || self.cut_implies(tight, loose, Side::Below)
    }

    /// Whether what lies above one bound lies above another one.
    fn implies_above(&self, tight: Level, loose: Level) -> bool {
        self.is_below(loose, tight) || self.cut_implies(tight, loose, Side::Above)
    }

    /// Adds a definition and returns its name.
    pub fn define(&mut self, def: SetDef) -> SetId {
        let id = SetId(u16::try_from(self.sets.len()).expect("a nest of 32 levels has fewer than 65536 sets"));
        self.sets.push(def);
        id
    }

    /// The deepest level whose vertex must be bound before `id` can be computed.
    pub fn depth(&self, id: SetId) -> Level {
        let def = self.set(id);
        let operands = def.expr.operands().map(|operand| self.depth(operand)).max();
        let bounds = def.below.union(def.above).iter().map(|bound| self.known_at(bound)).max();
        def.expr.row_of().into_iter().chain(operands).chain(bounds).max().expect("one at least")
    }

    /// Drops sets that no block defines and numbers the rest in the order of their definition.
    pub fn sweep(&mut self) {
        let order: Vec<SetId> = self.blocks().iter().flat_map(|(_, block)| block.define.iter().copied()).collect();
        let names: BTreeMap<SetId, SetId> =
            order.iter().enumerate().map(|(new, &old)| (old, SetId(new as u16))).collect();
        let named = |&old: &SetId| SetDef { expr: self.set(old).expr.renamed(&names), ..self.set(old).clone() };
        self.sets = order.iter().map(named).collect();
        self.root.visit_mut(None, &mut |_, block| block.define.iter_mut().for_each(|id| *id = names[id]));
        self.root.rename(&names);
    }

    /// The bounds `levels` and all that they imply through the restrictions: smaller than `v` is smaller than all above it.
    pub fn closed_below(&self, levels: Levels) -> Levels {
        let all = Levels::before(self.level_of_cut(self.cuts.len()));
        all.iter().filter(|&a| levels.contains(a) || levels.iter().any(|b| self.implies_below(b, a))).collect()
    }

    /// As [`LoopNest::closed_below`], for lower bounds.
    pub fn closed_above(&self, levels: Levels) -> Levels {
        let all = Levels::before(self.level_of_cut(self.cuts.len()));
        all.iter().filter(|&a| levels.contains(a) || levels.iter().any(|b| self.implies_above(b, a))).collect()
    }

    /// The upper bounds among `levels` that no other one implies.
    pub fn tightest_below(&self, levels: Levels) -> Levels {
        levels.iter().filter(|&a| !levels.iter().any(|b| self.implies_below(b, a))).collect()
    }

    /// The lower bounds among `levels` that no other one implies.
    pub fn tightest_above(&self, levels: Levels) -> Levels {
        levels.iter().filter(|&a| !levels.iter().any(|b| self.implies_above(b, a))).collect()
    }
}

impl Block {
    /// Calls `f` on this block and every nested one, outermost first, with the level bound on entry.
    pub fn visit_mut(&mut self, entry: Option<Level>, f: &mut impl FnMut(Option<Level>, &mut Block)) {
        f(entry, self);
        for step in &mut self.steps {
            if let Step::For { level, body, .. } = step {
                body.visit_mut(Some(*level), f);
            }
        }
    }

    /// Calls `f` on every candidate set read by this block's steps, nested ones included.
    pub fn visit_candidates_mut(&mut self, f: &mut impl FnMut(&mut Candidates)) {
        for step in &mut self.steps {
            match step {
                Step::For { from, body, .. } => {
                    if let Source::Set(candidates) = from {
                        f(candidates);
                    }
                    body.visit_candidates_mut(f);
                }
                Step::Count(product) => {
                    for size in product.iter_mut().flat_map(|polynomial| &mut polynomial.sizes) {
                        if let Scalar::Members(candidates) = &mut size.of {
                            f(candidates);
                        }
                    }
                }
                Step::Emit => {}
            }
        }
    }

    /// Calls the sets that are read by this block's steps, nested ones included, otherwise. Each must have a new name.
    pub fn rename(&mut self, names: &BTreeMap<SetId, SetId>) {
        self.visit_candidates_mut(&mut |candidates| candidates.set = names[&candidates.set]);
        self.visit_mut(None, &mut |_, block| {
            let products = block.steps.iter_mut().filter_map(|step| match step {
                Step::Count(product) => Some(product),
                Step::For { .. } | Step::Emit => None,
            });
            for size in products.flatten().flat_map(|polynomial| &mut polynomial.sizes) {
                if let Scalar::Walks(Walks { without: Some(without), .. }) = &mut size.of {
                    without.rows = without.rows.map(|row| names[&row]);
                }
            }
        });
    }
}
