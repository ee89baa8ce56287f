//! Running over the words of a local bit row: the range that a set lies in, trimmed at its edges.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};

use super::emit::Emitter;

/// Places of members, in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: Option<Value>,
    pub(super) high: Option<Value>,
    /// Whether the first and the last word may hold bits outside of it.
    pub(super) trim: bool,
}

impl Emitter<'_, '_> {
    pub(super) fn word(&mut self, row: Value, word: Value) -> Value {
        let at = self.element(row, word, 3);
        self.load(I64, at)
    }

    /// The words that a span touches: `start..end`.
    pub(super) fn words(&mut self, span: Span) -> (Value, Value) {
        let six = self.constant(6);
        let start = match span.low {
            Some(low) => self.code.ins().ushr(low, six),
            None => self.constant(0),
        };
        let end = match span.high {
            Some(high) => {
                let rounded = self.add(high, 63);
                self.code.ins().ushr(rounded, six)
            }
            None => self.graph().words,
        };
        (start, end)
    }

    /// Clears the bits of word number `word` that lie outside of a span, if there may be any.
    pub(super) fn trim(&mut self, span: Span, word: Value, value: Value) -> Value {
        if !span.trim {
            return value;
        }
        let (six, all) = (self.constant(6), self.constant(-1));
        let mut value = value;
        if let Some(low) = span.low {
            // Shifts take the bit number modulo 64.
            let mask = self.code.ins().ishl(all, low);
            let edge = self.code.ins().ushr(low, six);
            value = self.masked_at(word, edge, mask, value);
        }
        if let Some(high) = span.high {
            let outside = self.code.ins().ishl(all, high);
            let mask = self.code.ins().bnot(outside);
            let edge = self.code.ins().ushr(high, six);
            value = self.masked_at(word, edge, mask, value);
        }
        value
    }

    fn masked_at(&mut self, word: Value, edge: Value, mask: Value, value: Value) -> Value {
        let is_edge = self.code.ins().icmp(IntCC::Equal, word, edge);
        let masked = self.code.ins().band(value, mask);
        self.code.ins().select(is_edge, masked, value)
    }

    /// Runs over the words of a span, trims what `make` gives, stores it where `make` says, and returns the number of bits.
    pub(super) fn scan(
        &mut self,
        span: Span,
        mut make: impl FnMut(&mut Self, Value) -> (Value, Option<Value>),
    ) -> Value {
        let (start, end) = self.words(span);
        let [head, inside, after] = [(); 3].map(|()| self.code.create_block());
        self.code.append_block_param(head, I64);
        self.code.append_block_param(head, I64);
        let zero = self.constant(0);
        self.code.ins().jump(head, &[start.into(), zero.into()]);
        self.code.switch_to_block(head);
        let &[word, count] = self.code.block_params(head) else { unreachable!("two parameters") };
        let more = self.code.ins().icmp(IntCC::UnsignedLessThan, word, end);
        self.code.ins().brif(more, inside, &[], after, &[]);
        self.enter(inside);
        let (value, out) = make(self, word);
        let value = self.trim(span, word, value);
        if let Some(out) = out {
            let at = self.element(out, word, 3);
            self.code.ins().store(MemFlagsData::trusted(), value, at, 0);
        }
        let ones = self.code.ins().popcnt(value);
        let count = self.code.ins().iadd(count, ones);
        let next = self.add(word, 1);
        self.code.ins().jump(head, &[next.into(), count.into()]);
        self.code.seal_block(head);
        self.enter(after);
        self.code.block_params(head)[1]
    }
}
