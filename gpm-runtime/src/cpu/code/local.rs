//! The search on the bit matrix of a root's neighborhood: intersection is AND, counting is a population count. Vertices are known
//! by their place in the neighborhood.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, Value};
use gpm_plan::nest::{Level, SetId};
use gpm_plan::program::{BitDef, BitOp, Bits, Counted, Loop, Member, Op, Range, Size, Source, Words};

use super::context::Context;
use super::emit::{Elements, Emitter, LocalGraph};
use super::words::Span;

impl Emitter<'_, '_> {
    /// Builds the matrix over `members` and switches to local sets.
    pub(super) fn enter_local_graph(&mut self, members: Elements) {
        let stop = self.call_for(self.call.build_local, &[self.context, members.pointer, members.len]);
        self.leave_if(stop);
        let stride = self.field(offset_of!(Context, local_words));
        let rounded = self.add(members.len, 63);
        let six = self.constant(6);
        let words = self.code.ins().ushr(rounded, six);
        let rows = self.field(offset_of!(Context, local_rows));
        let root = self.matched(Level(0));
        let split = self.call_for(self.call.lower_bound, &[members.pointer, members.len, root]);
        let place = vec![None; self.nest.num_positions()];
        let sets = vec![(None, None); self.nest.sets.len()];
        self.local = Some(LocalGraph { members, stride, words, rows, split, place, sets });
    }

    /// Emits operators and a jump to `next`, which is also where it goes on if nothing can be found for a candidate.
    pub(super) fn bit_ops(&mut self, ops: &[BitOp], next: ir::Block) {
        for op in ops {
            match op {
                Op::Define(define) => {
                    let made = self.make_bits(define);
                    self.graph().sets[define.set().index()] = made;
                }
                Op::LeaveIfEmpty(set) => {
                    let count = self.count_of(*set);
                    self.proceed_if(count, next);
                }
                Op::MarkRoot(_) | Op::Mark { .. } | Op::CountRows(_) => unreachable!("rows of bits are marks already"),
                Op::LookUp(_) => unreachable!("walks are counted on lists"),
                Op::Loop(inner) => self.bit_loop(inner),
                Op::Count { total, product, sizes } => {
                    let sizes = sizes.iter().map(|size| self.bit_size(size)).collect();
                    self.count(*total, product, sizes);
                }
                Op::Emit => self.emit_match(),
            }
        }
        self.code.ins().jump(next, &[]);
    }

    pub(super) fn graph(&mut self) -> &mut LocalGraph {
        self.local.as_mut().expect("local code is emitted inside a local graph")
    }

    fn place(&mut self, level: Level) -> Value {
        self.graph().place[level.index()].expect("verified: levels are bound before use")
    }

    fn row_of(&mut self, set: SetId) -> Value {
        self.graph().sets[set.index()].0.expect("verified: sets are made before they are read")
    }

    fn count_of(&mut self, set: SetId) -> Value {
        self.graph().sets[set.index()].1.expect("verified: sets are counted before their sizes are read")
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    /// Where the words of a set are, and its size if that is known then.
    fn make_bits(&mut self, define: &BitDef) -> (Option<Value>, Option<Value>) {
        match define {
            BitDef::Row { of, .. } => {
                let place = self.place(*of);
                let (stride, rows) = (self.graph().stride, self.graph().rows);
                let offset = self.code.ins().imul(place, stride);
                (Some(self.element(rows, offset, 3)), None)
            }
            BitDef::Join { set, words, range, trim, is_stored } => {
                let out = is_stored.then(|| self.pointer(offset_of!(Context, local_slots), set.index()));
                let mut span = self.span(range, *trim);
                if let Words::Not(_) = words {
                    // Rows have no bits behind the last member, but what is none has.
                    span.high = span.high.or(Some(self.graph().members.len));
                }
                let rows = match words {
                    Words::And(a, b) | Words::AndNot(a, b) => (self.row_of(*a), Some(self.row_of(*b))),
                    Words::Not(a) => (self.row_of(*a), None),
                };
                let count = self.scan(span, |this, word| {
                    let first = this.word(rows.0, word);
                    let second = rows.1.map(|row| this.word(row, word));
                    let joined = match (words, second) {
                        (Words::And(..), Some(second)) => this.code.ins().band(first, second),
                        (Words::AndNot(..), Some(second)) => this.code.ins().band_not(first, second),
                        (Words::Not(_), _) | (_, None) => this.code.ins().bnot(first),
                    };
                    (joined, out)
                });
                (out, Some(count))
            }
        }
    }

    /// Places of a range, in registers.
    fn span(&mut self, range: &Range, trim: bool) -> Span {
        let mut span = Span { low: None, high: None, trim };
        for &level in &range.below {
            let place = if level == Level(0) { self.graph().split } else { self.place(level) };
            span.high = Some(span.high.map_or(place, |high| self.code.ins().umin(high, place)));
        }
        for &level in &range.above {
            let first = match level {
                Level(0) => self.graph().split,
                _ => {
                    let place = self.place(level);
                    self.add(place, 1)
                }
            };
            span.low = Some(span.low.map_or(first, |low| self.code.ins().umax(low, first)));
        }
        span
    }

    /// Its first place and its end, no smaller.
    fn ends(&mut self, range: &Range) -> (Value, Value) {
        let Span { low, high, .. } = self.span(range, false);
        let start = low.unwrap_or_else(|| self.constant(0));
        let end = high.unwrap_or_else(|| self.graph().members.len);
        (self.code.ins().umin(start, end), end)
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    fn bit_loop(&mut self, inner: &Loop<BitDef, Bits>) {
        let Bits { source, range, trim } = &inner.from;
        let Source::Row(set) = source else {
            let (start, end) = self.ends(range);
            let (start, end) = self.clip(inner.level, start, end);
            self.count_up(start, end, 1, |this, place, next| this.round(inner, place, next));
            return;
        };
        debug_assert!(inner.level > Level(1), "level 1 draws from the whole neighborhood");
        let (row, span) = (self.row_of(*set), self.span(range, *trim));
        let (start, end) = self.words(span);
        self.count_up(start, end, 1, |this, word, next_word| {
            let value = this.word(row, word);
            let value = this.trim(span, word, value);
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
            this.round(inner, place, next);
            this.enter(next);
            this.code.ins().jump(head, &[rest.into()]);
            this.code.seal_block(head);
        });
    }

    fn round(&mut self, inner: &Loop<BitDef, Bits>, place: Value, next: ir::Block) {
        if inner.looks {
            self.check_stop();
        }
        for &taken in &inner.except {
            let other = self.place(taken);
            let differs = self.code.ins().icmp(IntCC::NotEqual, place, other);
            self.proceed_if(differs, next);
        }
        let level = inner.level;
        self.graph().place[level.index()] = Some(place);
        let members = self.graph().members.pointer;
        let at = self.element(members, place, 2);
        if inner.is_vertex_read {
            self.matched[level.index()] = Some(self.load(I32, at));
        }
        self.filter(level, next);
        let entry = self.entry(level, Some(at));
        let counts_one = self.counts_one(&inner.body) && inner.filter.is_empty();
        self.credited(entry, counts_one, next, |this, leave| this.bit_ops(&inner.body, leave));
    }

    fn bit_size(&mut self, size: &Size<Bits>) -> Value {
        let mut count = match &size.of {
            Counted::Number(set) => self.count_of(*set),
            Counted::Walks(_) => unreachable!("walks are counted on lists"),
            Counted::Elements(Bits { source: Source::All, range, .. }) => {
                let (start, end) = self.ends(range);
                self.code.ins().isub(end, start)
            }
            Counted::Elements(Bits { source: Source::Row(set), range, trim }) => {
                let (row, span) = (self.row_of(*set), self.span(range, *trim));
                self.scan(span, |this, word| (this.word(row, word), None))
            }
        };
        for (level, member) in &size.except {
            let found = self.has_place(member, *level);
            count = self.code.ins().isub(count, found);
        }
        if size.minus > 0 { self.add(count, -i64::from(size.minus)) } else { count }
    }

    /// 1 if the vertex of a level is in a set, else 0.
    fn has_place(&mut self, member: &Member<Bits>, level: Level) -> Value {
        let Member::In(Bits { source, range, .. }) = member else {
            unreachable!("rows of bits are looked up as they are")
        };
        let place = self.place(level);
        let mut found = match source {
            Source::All => self.constant(1),
            Source::Row(set) => {
                let (row, six) = (self.row_of(*set), self.constant(6));
                let word = self.code.ins().ushr(place, six);
                let word = self.word(row, word);
                let bit = self.code.ins().ushr(word, place);
                let one = self.constant(1);
                self.code.ins().band(bit, one)
            }
        };
        let Span { low, high, .. } = self.span(range, false);
        let bounds = [(IntCC::UnsignedGreaterThanOrEqual, low), (IntCC::UnsignedLessThan, high)];
        for (condition, bound) in bounds.into_iter().filter_map(|(condition, bound)| Some((condition, bound?))) {
            let inside = self.code.ins().icmp(condition, place, bound);
            let inside = self.code.ins().uextend(I64, inside);
            found = self.code.ins().band(found, inside);
        }
        found
    }
}
