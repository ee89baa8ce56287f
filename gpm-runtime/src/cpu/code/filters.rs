//! Filters: tests on the columns of matched vertices, inline. What they mean is said in `gpm_plan::nest::arithmetic`.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F64, I8, I32, I64, I128};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value};
use gpm_plan::nest::{Kind, Level, NO_INTEGER, Number, Test};
use gpm_plan::pattern::predicate::{Comparison, Division, Owner};

use super::context::Context;
use super::emit::Emitter;

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

impl Emitter<'_, '_> {
    /// Goes on if what must hold once `level` is bound does, else jumps to `leave`.
    pub(super) fn filter(&mut self, level: Level, leave: ir::Block) {
        let filters = self.filters;
        for test in &filters.tests[level.index()] {
            let next = self.code.create_block();
            self.branch(test, next, leave);
            self.enter(next);
        }
    }

    /// Jumps to `yes` if the test holds, else to `no`.
    fn branch(&mut self, test: &Test, yes: ir::Block, no: ir::Block) {
        match test {
            Test::All(inner) => self.branch_chain(inner, |next| (next, no), (yes, no)),
            Test::Any(inner) => self.branch_chain(inner, |next| (yes, next), (yes, no)),
            Test::Compare(comparison, Kind::Integer, left, right) => {
                let (a, b) = (self.integer(left), self.integer(right));
                let condition = self.code.ins().icmp(integer_condition(*comparison), a, b);
                let condition = self.where_there(condition, left, a);
                let condition = self.where_there(condition, right, b);
                self.code.ins().brif(condition, yes, &[], no, &[]);
            }
            Test::Compare(comparison, Kind::Float, left, right) => {
                let (a, b) = (self.float(left), self.float(right));
                let condition = self.code.ins().fcmp(float_condition(*comparison), a, b);
                self.code.ins().brif(condition, yes, &[], no, &[]);
            }
            Test::Mixed { comparison, integer, float, is_turned } => {
                let (integer, float) = (self.integer(integer), self.float(float));
                let condition = self.mixed(*comparison, integer, float, *is_turned);
                self.code.ins().brif(condition, yes, &[], no, &[]);
            }
        }
    }

    /// Tests one after the other: all but the last go where `targets` says for the block of the next one, the last goes to `last`.
    fn branch_chain(
        &mut self,
        tests: &[Test],
        targets: impl Fn(ir::Block) -> (ir::Block, ir::Block),
        last: (ir::Block, ir::Block),
    ) {
        let (final_test, others) = tests.split_last().expect("normal form: at least two");
        for test in others {
            let next = self.code.create_block();
            let (yes, no) = targets(next);
            self.branch(test, yes, no);
            self.enter(next);
        }
        self.branch(final_test, last.0, last.1);
    }

    /// `condition`, and the integer `value` has a value. Numbers as written have.
    fn where_there(&mut self, condition: Value, number: &Number, value: Value) -> Value {
        if matches!(number, Number::Integer(_)) {
            return condition;
        }
        let is_there = self.code.ins().icmp_imm_s(IntCC::NotEqual, value, NO_INTEGER);
        self.code.ins().band(condition, is_there)
    }

    /// An integer compared with a float, exactly. Rounding the integer keeps the order but where it gives the float itself.
    fn mixed(&mut self, comparison: Comparison, integer: Value, float: Value, is_turned: bool) -> Value {
        let rounded = self.rounded(integer);
        let back = self.code.ins().fcvt_to_sint_sat(I64, float);
        let top = self.code.ins().f64const(TWO_TO_63);
        let is_top = self.code.ins().fcmp(FloatCC::Equal, float, top);
        let is_hidden = self.code.ins().fcmp(FloatCC::Equal, rounded, float);
        // Where the float is 2^63, all integers are smaller.
        let is_close = self.code.ins().band_not(is_hidden, is_top);
        let is_below_top = self.code.ins().band(is_hidden, is_top);
        let mut ordered = |float_order: FloatCC, integer_order: IntCC| {
            let far = self.code.ins().fcmp(float_order, rounded, float);
            let near = self.code.ins().icmp(integer_order, integer, back);
            let near = self.code.ins().band(is_close, near);
            self.code.ins().bor(far, near)
        };
        let below = ordered(FloatCC::LessThan, IntCC::SignedLessThan);
        let above = ordered(FloatCC::GreaterThan, IntCC::SignedGreaterThan);
        let below = self.code.ins().bor(below, is_below_top);
        let (less, greater) = if is_turned { (above, below) } else { (below, above) };
        let equal = self.code.ins().icmp(IntCC::Equal, integer, back);
        let equal = self.code.ins().band(is_close, equal);
        match comparison {
            Comparison::Equal => equal,
            Comparison::NotEqual => self.code.ins().bor(less, greater),
            Comparison::Less => less,
            Comparison::LessOrEqual => self.code.ins().bor(less, equal),
        }
    }

    // ---- numbers ------------------------------------------------------------------------------------------------

    /// A vertex that stands in a column.
    pub(super) fn looked_up(&mut self, reading: &Number) -> Value {
        let word = self.integer(reading);
        self.code.ins().ireduce(I32, word)
    }

    fn integer(&mut self, number: &Number) -> Value {
        match number {
            Number::Read(column, owner) => {
                let at = self.column_word(*column, *owner);
                self.load(I64, at)
            }
            Number::Integer(value) => self.constant(*value),
            Number::Negative(_, inner) => {
                let inner = self.integer(inner);
                self.code.ins().ineg(inner)
            }
            Number::Sum(_, terms) => self.integer_sum(terms),
            Number::Product(_, factors) => self.integer_product(factors),
            Number::Divided(division, _, operands) => {
                let (a, b) = (self.integer(&operands[0]), self.integer(&operands[1]));
                self.integer_division(*division, a, b)
            }
            Number::Float(_) | Number::ToFloat(_) => unreachable!("typed: floats are not read as integers"),
        }
    }

    /// Integers with 1 where one of them has no value.
    fn integers(&mut self, numbers: &[Number]) -> (Vec<Value>, Value) {
        let values: Vec<Value> = numbers.iter().map(|number| self.integer(number)).collect();
        let mut is_none = self.code.ins().iconst(I8, 0);
        for &value in &values {
            let own = self.code.ins().icmp_imm_s(IntCC::Equal, value, NO_INTEGER);
            is_none = self.code.ins().bor(is_none, own);
        }
        (values, is_none)
    }

    /// In 128 bits, which partial sums do not leave.
    fn integer_sum(&mut self, terms: &[Number]) -> Value {
        let (values, is_none) = self.integers(terms);
        let wide: Vec<Value> = values.into_iter().map(|value| self.code.ins().sextend(I128, value)).collect();
        let sum = wide.into_iter().reduce(|sum, term| self.code.ins().iadd(sum, term)).expect("there are terms");
        let (low, high) = self.code.ins().isplit(sum);
        self.if_it_fits(low, high, is_none)
    }

    /// Factor by factor. Without a zero magnitudes only grow: what does not fit on the way does not fit at the end.
    fn integer_product(&mut self, factors: &[Number]) -> Value {
        let (values, has_none) = self.integers(factors);
        let mut is_zero = self.code.ins().icmp_imm_s(IntCC::Equal, values[0], 0);
        let (mut product, mut is_none) = (values[0], has_none);
        for &value in &values[1..] {
            let own = self.code.ins().icmp_imm_s(IntCC::Equal, value, 0);
            is_zero = self.code.ins().bor(is_zero, own);
            let low = self.code.ins().imul(product, value);
            let high = self.code.ins().smulhi(product, value);
            product = self.if_it_fits(low, high, is_none);
            is_none = self.code.ins().icmp_imm_s(IntCC::Equal, product, NO_INTEGER);
        }
        let (zero, none) = (self.constant(0), self.constant(NO_INTEGER));
        let product = self.code.ins().select(is_zero, zero, product);
        self.code.ins().select(has_none, none, product)
    }

    /// The low half of a 128-bit number, or the integer that stands for no value if the number does not fit in it.
    fn if_it_fits(&mut self, low: Value, high: Value, is_none: Value) -> Value {
        let none = self.constant(NO_INTEGER);
        let sign = self.code.ins().sshr_imm_u(low, 63);
        let is_outside = self.code.ins().icmp(IntCC::NotEqual, high, sign);
        let is_none = self.code.ins().bor(is_none, is_outside);
        self.code.ins().select(is_none, none, low)
    }

    fn integer_division(&mut self, division: Division, a: Value, b: Value) -> Value {
        let none = self.constant(NO_INTEGER);
        let a_is_none = self.code.ins().icmp(IntCC::Equal, a, none);
        let b_is_none = self.code.ins().icmp(IntCC::Equal, b, none);
        let is_zero = self.code.ins().icmp_imm_s(IntCC::Equal, b, 0);
        let is_none = self.code.ins().bor(a_is_none, b_is_none);
        let is_none = self.code.ins().bor(is_none, is_zero);
        // No division traps: not by zero, and none of the least integer but by one.
        let one = self.constant(1);
        let divisor = self.code.ins().select(is_none, one, b);
        let value = match division {
            Division::Quotient => self.code.ins().sdiv(a, divisor),
            Division::Remainder => self.code.ins().srem(a, divisor),
        };
        self.code.ins().select(is_none, none, value)
    }

    fn float(&mut self, number: &Number) -> Value {
        match number {
            Number::Read(column, owner) => {
                let at = self.column_word(*column, *owner);
                self.load(F64, at)
            }
            Number::Float(value) => self.code.ins().f64const(*value),
            Number::ToFloat(inner) => {
                let inner = self.integer(inner);
                self.rounded(inner)
            }
            Number::Negative(_, inner) => {
                let inner = self.float(inner);
                self.code.ins().fneg(inner)
            }
            Number::Sum(_, terms) => match terms[..] {
                [ref a, ref b] => {
                    let (a, b) = (self.float(a), self.float(b));
                    self.code.ins().fadd(a, b)
                }
                _ => self.in_order(terms, self.call.sum_of_floats),
            },
            Number::Product(_, factors) => match factors[..] {
                [ref a, ref b] => {
                    let (a, b) = (self.float(a), self.float(b));
                    self.code.ins().fmul(a, b)
                }
                _ => self.in_order(factors, self.call.product_of_floats),
            },
            Number::Divided(division, _, operands) => {
                let (a, b) = (self.float(&operands[0]), self.float(&operands[1]));
                match division {
                    Division::Quotient => self.code.ins().fdiv(a, b),
                    Division::Remainder => self.call_for(self.call.remainder, &[a, b]),
                }
            }
            Number::Integer(_) => unreachable!("typed: integers are converted to be read as floats"),
        }
    }

    /// Calls a function on more than two floats, whose order matters.
    fn in_order(&mut self, numbers: &[Number], function: ir::FuncRef) -> Value {
        let values: Vec<Value> = numbers.iter().map(|number| self.float(number)).collect();
        let bytes = 8 * values.len() as u32;
        let slot = self.code.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3));
        let at = self.code.ins().stack_addr(I64, slot, 0);
        for (i, &value) in values.iter().enumerate() {
            self.code.ins().store(MemFlagsData::trusted(), value, at, 8 * i as i32);
        }
        let number = self.constant(values.len() as i64);
        self.call_for(function, &[at, number])
    }

    fn rounded(&mut self, integer: Value) -> Value {
        let rounded = self.code.ins().fcvt_from_sint(F64, integer);
        let nothing = self.code.ins().f64const(f64::NAN);
        let is_none = self.code.ins().icmp_imm_s(IntCC::Equal, integer, NO_INTEGER);
        self.code.ins().select(is_none, nothing, rounded)
    }

    /// Where the value of a column for a vertex or an edge lies.
    fn column_word(&mut self, column: usize, owner: Owner) -> Value {
        let place = match owner {
            Owner::Vertex(level) => self.vertex_index(level),
            Owner::Edge(from, to) | Owner::Arc(from, to) => {
                let from = self.vertex_index(from);
                let offsets = self.field(offset_of!(Context, edge_offsets));
                let at = self.element(offsets, from, 3);
                let flags = MemFlagsData::trusted();
                let start = self.code.ins().load(I64, flags, at, 0);
                let end = self.code.ins().load(I64, flags, at, 8);
                let neighbors = self.field(offset_of!(Context, edge_neighbors));
                let row = self.element(neighbors, start, 2);
                let len = self.code.ins().isub(end, start);
                let to = self.matched(Level(to as u8));
                // The edge is part of the match: it is there.
                let place = self.call_for(self.call.lower_bound, &[row, len, to]);
                self.code.ins().iadd(start, place)
            }
        };
        let words = self.pointer(offset_of!(Context, columns), column);
        self.element(words, place, 3)
    }

    fn vertex_index(&mut self, level: usize) -> Value {
        let vertex = self.matched(Level(level as u8));
        self.code.ins().uextend(I64, vertex)
    }
}

fn integer_condition(comparison: Comparison) -> IntCC {
    match comparison {
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::LessOrEqual => IntCC::SignedLessThanOrEqual,
    }
}

/// None of them holds for not-a-number.
fn float_condition(comparison: Comparison) -> FloatCC {
    match comparison {
        Comparison::Equal => FloatCC::Equal,
        Comparison::NotEqual => FloatCC::OrderedNotEqual,
        Comparison::Less => FloatCC::LessThan,
        Comparison::LessOrEqual => FloatCC::LessThanOrEqual,
    }
}
