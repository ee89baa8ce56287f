//! Blocks inside a root's local graph: sets are bit rows over the root's neighborhood, intersection is AND, counting is a
//! population count. Vertices are known by their place in the neighborhood.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, Value};
use gpm_plan::nest::{Block, Candidates, Hold, Level, Levels, SetExpr, SetId, Size, Source, Step};

use super::context::Context;
use super::emit::{Emitter, has_loop};
use super::lists::List;

/// The local graph of the current root.
pub(super) struct LocalGraph {
    /// The members: the root's (part of a) row.
    members: List,
    /// Words per bit row.
    pub(super) words: Value,
    rows: Value,
    /// Members smaller than the root.
    split: Value,
    /// The place of the vertex at each level (`I64`).
    place: Vec<Option<Value>>,
    sets: Vec<Option<Bits>>,
}

/// A set of members.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    source: BitSource,
    /// Members at `low..high` only; outside, the words may hold anything.
    pub(super) low: Option<Value>,
    pub(super) high: Option<Value>,
    /// The first and the last word of that range hold no bit outside it.
    pub(super) is_exact: bool,
    /// Its size, where it is known.
    count: Option<Value>,
    below: Levels,
    above: Levels,
}

#[derive(Clone, Copy, Debug)]
enum BitSource {
    /// All members.
    All,
    /// A row of the matrix or a slot.
    At(Value),
}

/// How two bit rows are joined.
#[derive(Clone, Copy, Debug)]
enum Join {
    And,
    AndNot,
}

impl Emitter<'_, '_> {
    /// Builds the matrix over `members` and switches to local sets.
    pub(super) fn enter_local_graph(&mut self, members: List) {
        let stop = self.call_for(self.call.build_local, &[self.context, members.pointer, members.len]);
        self.leave_if(stop);
        let words = self.field(offset_of!(Context, local_words));
        let rows = self.field(offset_of!(Context, local_rows));
        let root = self.matched(Level(0));
        let split = self.call_for(self.call.lower_bound, &[members.pointer, members.len, root]);
        let place = vec![None; self.nest.num_positions()];
        let sets = vec![None; self.nest.sets.len()];
        self.local = Some(LocalGraph { members, words, rows, split, place, sets });
    }

    /// Emits `block`, which ends by jumping to `next`.
    pub(super) fn local_block(&mut self, block: &Block, next: ir::Block) {
        for &id in &block.define {
            let bits = self.local_set(id);
            let def = self.nest.set(id);
            if let (true, Some(count)) = (def.required && def.hold != Hold::Size, bits.count) {
                self.proceed_if(count, next);
            }
            self.graph().sets[id.index()] = Some(bits);
        }
        for step in &block.steps {
            match step {
                Step::For { level, from: Source::Set(candidates), body } => self.local_loop(*level, candidates, body),
                Step::For { from: Source::Vertices(_), .. } => {
                    unreachable!("verified: only the root draws from a class")
                }
                Step::Count(product) => self.count(product, Self::local_size),
                Step::Emit => self.emit_match(),
            }
        }
        self.code.ins().jump(next, &[]);
    }

    pub(super) fn graph(&mut self) -> &mut LocalGraph {
        self.local.as_mut().expect("local code is emitted inside a local graph")
    }

    fn bits(&mut self, id: SetId) -> Bits {
        self.graph().sets[id.index()].expect("verified: sets are defined before use")
    }

    fn place(&mut self, level: Level) -> Value {
        self.graph().place[level.index()].expect("verified: levels are bound before use")
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    fn local_set(&mut self, id: SetId) -> Bits {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        match def.expr {
            SetExpr::Neighbors { of: Level(0), .. } => {
                let count = self.graph().members.len;
                let all = Bits {
                    source: BitSource::All,
                    low: None,
                    high: Some(count),
                    is_exact: false,
                    count: Some(count),
                    below: Levels::NONE,
                    above: Levels::NONE,
                };
                // The universe's own bounds hold for all members.
                Bits { below, above, ..all }
            }
            SetExpr::Neighbors { of, .. } => {
                let place = self.place(of);
                let (words, rows) = (self.graph().words, self.graph().rows);
                let offset = self.code.ins().imul(place, words);
                let row = self.element(rows, offset, 3);
                // A row of a lower triangle ends at its own vertex.
                let lower_only = self.nest.local.is_some_and(|local| local.lower_only);
                let mut own = Levels::NONE;
                if lower_only {
                    own.insert(of);
                }
                let whole = Bits {
                    source: BitSource::At(row),
                    low: None,
                    high: lower_only.then_some(place),
                    is_exact: true,
                    count: None,
                    below: own,
                    above: Levels::NONE,
                };
                self.restrict(whole, below, above)
            }
            SetExpr::Intersect(a, b) => self.local_join(id, a, b, Join::And),
            SetExpr::Difference(a, b) => self.local_join(id, a, b, Join::AndNot),
            SetExpr::Reach { .. } | SetExpr::Walks { .. } => unreachable!("a nest with a reach has no local graph"),
        }
    }

    /// Narrows the range of a set to bounds that it does not have yet.
    fn restrict(&mut self, bits: Bits, below: Levels, above: Levels) -> Bits {
        let mut bits = bits;
        for level in below.minus(self.nest.closed_below(bits.below)).iter() {
            let place = if level == Level(0) { self.graph().split } else { self.place(level) };
            bits.high = Some(bits.high.map_or(place, |high| self.code.ins().umin(high, place)));
            bits.below.insert(level);
            (bits.is_exact, bits.count) = (false, None);
        }
        for level in above.minus(self.nest.closed_above(bits.above)).iter() {
            let first = if level == Level(0) {
                self.graph().split
            } else {
                let place = self.place(level);
                self.add(place, 1)
            };
            bits.low = Some(bits.low.map_or(first, |low| self.code.ins().umax(low, first)));
            bits.above.insert(level);
            (bits.is_exact, bits.count) = (false, None);
        }
        bits
    }

    fn local_join(&mut self, id: SetId, a: SetId, b: SetId, join: Join) -> Bits {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        let (first, second) = (self.bits(a), self.bits(b));
        if let (Join::And, BitSource::All) = (join, first.source) {
            return self.narrowed(second, first, below, above);
        }
        if let (Join::And, BitSource::All) = (join, second.source) {
            return self.narrowed(first, second, below, above);
        }
        let mut result = match join {
            Join::And => self.common_range(first, second),
            Join::AndNot => first,
        };
        result.is_exact &= !matches!(first.source, BitSource::All);
        result = self.restrict(result, below, above);
        let out = (def.hold != Hold::Size).then(|| self.pointer(offset_of!(Context, local_slots), id.index()));
        let BitSource::At(taken) = second.source else { unreachable!("taking off all members leaves nothing to plan") };
        let count = self.scan(result, |this, word| {
            let right = this.word(taken, word);
            let joined = match (first.source, join) {
                (BitSource::At(at), Join::And) => {
                    let left = this.word(at, word);
                    this.code.ins().band(left, right)
                }
                (BitSource::At(at), Join::AndNot) => {
                    let left = this.word(at, word);
                    this.code.ins().band_not(left, right)
                }
                (BitSource::All, _) => this.code.ins().bnot(right),
            };
            (joined, out)
        });
        Bits { source: BitSource::At(out.unwrap_or(taken)), is_exact: true, count: Some(count), ..result }
    }

    /// All members intersected with a set: the set.
    fn narrowed(&mut self, bits: Bits, all: Bits, below: Levels, above: Levels) -> Bits {
        let known = Bits { below: bits.below.union(all.below), above: bits.above.union(all.above), ..bits };
        self.restrict(known, below, above)
    }

    fn common_range(&mut self, a: Bits, b: Bits) -> Bits {
        let either = |x: Option<Value>, y: Option<Value>, this: &mut Self, smallest: bool| match (x, y) {
            (Some(x), Some(y)) if smallest => Some(this.code.ins().umin(x, y)),
            (Some(x), Some(y)) => Some(this.code.ins().umax(x, y)),
            (one, other) => one.or(other),
        };
        Bits {
            source: a.source,
            low: either(a.low, b.low, self, false),
            high: either(a.high, b.high, self, true),
            is_exact: a.is_exact && b.is_exact,
            count: None,
            below: a.below.union(b.below),
            above: a.above.union(b.above),
        }
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    fn local_loop(&mut self, level: Level, candidates: &Candidates, body: &Block) {
        let bits = self.bits(candidates.set);
        let bits = self.restrict(bits, candidates.below, candidates.above);
        let BitSource::At(row) = bits.source else {
            let start = bits.low.unwrap_or_else(|| self.constant(0));
            let end = bits.high.unwrap_or_else(|| self.graph().members.len);
            let start = self.code.ins().umin(start, end);
            let (start, end) = self.clip(level, start, end);
            self.count_up(start, end, 1, |this, place, next| this.local_body(level, candidates, body, place, next));
            return;
        };
        debug_assert!(level > Level(1), "level 1 draws from the whole neighborhood");
        let (start, end) = self.words(bits);
        self.count_up(start, end, 1, |this, word, next_word| {
            let value = this.word(row, word);
            let value = this.trim(bits, word, value);
            let head = this.code.create_block();
            this.code.append_block_param(head, I64);
            this.code.ins().jump(head, &[value.into()]);
            this.code.switch_to_block(head);
            let left = this.code.block_params(head)[0];
            this.proceed_if(left, next_word);
            let bit = this.code.ins().ctz(left);
            let six = this.constant(6);
            let base = this.code.ins().ishl(word, six);
            let place = this.code.ins().bor(base, bit);
            let lower = this.add(left, -1);
            let rest = this.code.ins().band(left, lower);
            let next = this.code.create_block();
            this.local_body(level, candidates, body, place, next);
            this.enter(next);
            this.code.ins().jump(head, &[rest.into()]);
            this.code.seal_block(head);
        });
    }

    fn local_body(&mut self, level: Level, candidates: &Candidates, body: &Block, place: Value, next: ir::Block) {
        if has_loop(body) {
            self.check_stop();
        }
        // The root is no member of its own neighborhood.
        for taken in candidates.except.iter().filter(|&taken| taken != Level(0)) {
            let other = self.place(taken);
            let differs = self.code.ins().icmp(IntCC::NotEqual, place, other);
            self.proceed_if(differs, next);
        }
        self.graph().place[level.index()] = Some(place);
        let members = self.graph().members.pointer;
        let at = self.element(members, place, 2);
        self.matched[level.index()] = Some(self.load(I32, at));
        self.filter(level, next);
        let entry = self.entry(level, Some(at));
        self.credited(entry, body, next, Self::local_block);
    }

    fn local_size(&mut self, size: &Size) -> Value {
        let bits = self.bits(size.of.set);
        let bits = self.restrict(bits, size.of.below, size.of.above);
        let mut count = match (bits.count, bits.source) {
            (Some(count), _) => count,
            (None, BitSource::At(row)) => self.scan(bits, |this, word| (this.word(row, word), None)),
            (None, BitSource::All) => {
                let start = bits.low.unwrap_or_else(|| self.constant(0));
                let end = bits.high.unwrap_or_else(|| self.graph().members.len);
                let start = self.code.ins().umin(start, end);
                self.code.ins().isub(end, start)
            }
        };
        for taken in size.of.except.iter().filter(|&taken| taken != Level(0)) {
            let found = self.local_contains(bits, taken);
            count = self.code.ins().isub(count, found);
        }
        if size.minus > 0 { self.add(count, -i64::from(size.minus)) } else { count }
    }

    /// 1 if the vertex at `level` is in the set, else 0.
    fn local_contains(&mut self, bits: Bits, level: Level) -> Value {
        let place = self.place(level);
        let mut found = match bits.source {
            BitSource::All => self.constant(1),
            BitSource::At(row) => {
                let six = self.constant(6);
                let word = self.code.ins().ushr(place, six);
                let word = self.word(row, word);
                let bit = self.code.ins().ushr(word, place);
                let one = self.constant(1);
                self.code.ins().band(bit, one)
            }
        };
        if let Some(low) = bits.low {
            let inside = self.code.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, place, low);
            let inside = self.code.ins().uextend(I64, inside);
            found = self.code.ins().band(found, inside);
        }
        if let Some(high) = bits.high {
            let inside = self.code.ins().icmp(IntCC::UnsignedLessThan, place, high);
            let inside = self.code.ins().uextend(I64, inside);
            found = self.code.ins().band(found, inside);
        }
        found
    }
}
