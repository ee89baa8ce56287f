//! Lowering to the bit matrix of a root's neighborhood: sets are rows of bits over ranges of places.

use super::{BitDef, BitOp, Bits, Counted, Loop, Member, Op, Range, Size, Source, Words};
use crate::nest::{self, Block, Hold, Level, Levels, LoopNest, SetExpr, SetId, Step};

/// What is done for a root.
pub(super) fn lower(nest: &LoopNest, body: &Block) -> Vec<BitOp> {
    Lowering { nest, sets: vec![None; nest.sets.len()] }.block(body)
}

/// What is known of a set.
#[derive(Clone, Copy, Debug)]
struct Known {
    source: Source,
    /// Bits at places above and below these only; outside, the words may hold anything.
    low: Levels,
    high: Levels,
    /// Whether the first and the last word of that range hold no bit outside of it.
    is_exact: bool,
    /// Where its size is known.
    count: Count,
    /// Bounds that its members have.
    below: Levels,
    above: Levels,
}

/// What is known of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Unknown,
    /// It is that of all members.
    All,
    /// It came of making this set.
    Of(SetId),
}

struct Lowering<'a> {
    nest: &'a LoopNest,
    sets: Vec<Option<Known>>,
}

impl Lowering<'_> {
    fn block(&mut self, block: &Block) -> Vec<BitOp> {
        let mut ops = Vec::new();
        for &id in &block.define {
            let (define, known) = self.define(id);
            ops.extend(define.map(Op::Define));
            self.sets[id.index()] = Some(known);
            let def = self.nest.set(id);
            if let (true, Count::Of(made)) = (def.required && def.hold != Hold::Size, known.count) {
                ops.push(Op::LeaveIfEmpty(made));
            }
        }
        ops.extend(block.steps.iter().enumerate().map(|(index, step)| self.step(index, step)));
        ops
    }

    fn known(&self, id: SetId) -> Known {
        self.sets[id.index()].expect("verified: sets are defined before use")
    }

    fn define(&self, id: SetId) -> (Option<BitDef>, Known) {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        let none = Levels::NONE;
        match def.expr {
            // The universe's own bounds hold for all members.
            SetExpr::Neighbors { of: Level(0), .. } => (
                None,
                Known { source: Source::All, low: none, high: none, is_exact: true, count: Count::All, below, above },
            ),
            SetExpr::Neighbors { of, .. } => {
                // A row of a lower triangle ends at its own vertex.
                let lower_only = self.nest.local.is_some_and(|local| local.lower_only);
                let end = if lower_only { Levels::from_iter([of]) } else { none };
                let (source, count) = (Source::Row(id), Count::Unknown);
                let whole = Known { source, low: none, high: end, is_exact: true, count, below: end, above: none };
                (Some(BitDef::Row { set: id, of }), self.narrowed(whole, below, above))
            }
            SetExpr::Intersect(a, b) => {
                let (first, second) = (self.known(a), self.known(b));
                // All members intersected with a set: the set.
                let within = |set: Known, all: Known| {
                    let known = Known { below: set.below.union(all.below), above: set.above.union(all.above), ..set };
                    (None, self.narrowed(known, below, above))
                };
                match (first.source, second.source) {
                    (Source::All, _) => within(second, first),
                    (_, Source::All) => within(first, second),
                    (Source::Row(a), Source::Row(b)) => self.join(id, Words::And(a, b), common(first, second)),
                }
            }
            SetExpr::Difference(a, b) => {
                let first = self.known(a);
                let Source::Row(taken) = self.known(b).source else {
                    unreachable!("taking off all members leaves nothing to plan")
                };
                match first.source {
                    Source::Row(row) => self.join(id, Words::AndNot(row, taken), first),
                    // Words of all members end in bits of none.
                    Source::All => self.join(id, Words::Not(taken), Known { is_exact: false, ..first }),
                }
            }
            SetExpr::Reach { .. } => unreachable!("a nest with a reach has no local graph"),
        }
    }

    fn join(&self, set: SetId, words: Words, range: Known) -> (Option<BitDef>, Known) {
        let def = self.nest.set(set);
        let made = self.narrowed(range, def.below, def.above);
        let is_stored = def.hold != Hold::Size;
        let define = BitDef::Join { set, words, range: self.range(&made), trim: !made.is_exact, is_stored };
        (Some(define), Known { source: Source::Row(set), is_exact: true, count: Count::Of(set), ..made })
    }

    /// A set cut to bounds that it does not have yet.
    fn narrowed(&self, mut set: Known, below: Levels, above: Levels) -> Known {
        let below = below.minus(self.nest.closed_below(set.below));
        let above = above.minus(self.nest.closed_above(set.above));
        if !below.union(above).is_empty() {
            (set.is_exact, set.count) = (false, Count::Unknown);
        }
        (set.high, set.below) = (set.high.union(below), set.below.union(below));
        (set.low, set.above) = (set.low.union(above), set.above.union(above));
        set
    }

    fn range(&self, set: &Known) -> Range {
        Range {
            above: self.nest.tightest_above(set.low).iter().collect(),
            below: self.nest.tightest_below(set.high).iter().collect(),
        }
    }

    fn bits(&self, set: &Known) -> Bits {
        Bits { source: set.source, range: self.range(set), trim: !set.is_exact }
    }

    fn step(&mut self, index: usize, step: &Step) -> BitOp {
        match step {
            Step::For { level, from: nest::Source::Set(candidates), body } => {
                let from = self.narrowed(self.known(candidates.set), candidates.below, candidates.above);
                Op::Loop(Loop {
                    level: *level,
                    from: self.bits(&from),
                    except: candidates.except.iter().filter(is_member).collect(),
                    filter: body.filter.clone(),
                    looks: body.has_loop(),
                    is_vertex_read: self.is_vertex_read(*level),
                    row_of: None,
                    body: self.block(body),
                })
            }
            Step::For { from: nest::Source::Vertices(_), .. } => {
                unreachable!("verified: only the root draws from a class")
            }
            Step::Count(product) => {
                let sizes = product.iter().flat_map(|polynomial| &polynomial.sizes).map(|size| self.size(size));
                Op::Count { total: index, sizes: sizes.collect(), product: product.clone() }
            }
            Step::Emit => Op::Emit,
        }
    }

    /// Whether matches are handed over, credited or looked up by the vertex of a level, or conditions read it.
    fn is_vertex_read(&self, level: Level) -> bool {
        let mut blocks = self.nest.blocks().into_iter().map(|(_, block)| block);
        let is_read_by = |block: &Block| {
            let reads = |condition: &crate::pattern::predicate::Condition| condition.vertices() >> level.0 & 1 == 1;
            block.filter.iter().any(reads) || block.steps.contains(&Step::Emit)
        };
        let is_entry = self.nest.entries.iter().any(|entry| entry.at.contains(&level));
        self.nest.credited.contains(level) || is_entry || blocks.any(is_read_by)
    }

    fn size(&self, size: &nest::Size) -> Size<Bits> {
        let counted = size.candidates().expect("a nest with a local graph counts no walks");
        let set = self.narrowed(self.known(counted.set), counted.below, counted.above);
        let bits = self.bits(&set);
        let except = counted.except.iter().filter(is_member).map(|level| (level, Member::In(bits.clone())));
        let except = except.collect();
        let of = match set.count {
            Count::Of(made) => Counted::Number(made),
            Count::All | Count::Unknown => Counted::Elements(bits),
        };
        Size { of, except, minus: size.minus }
    }
}

/// The root is no member of its own neighborhood.
fn is_member(level: &Level) -> bool {
    *level != Level(0)
}

/// What two sets have in common lies where both do.
fn common(a: Known, b: Known) -> Known {
    Known {
        source: a.source,
        low: a.low.union(b.low),
        high: a.high.union(b.high),
        is_exact: a.is_exact && b.is_exact,
        count: Count::Unknown,
        below: a.below.union(b.below),
        above: a.above.union(b.above),
    }
}
