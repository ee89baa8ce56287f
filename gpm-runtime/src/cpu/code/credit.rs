//! Counts per vertex and per arc: what was counted below a credited level is credited to its entry of the table.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Value};
use gpm_plan::nest::{Level, Per};
use gpm_plan::program::Op;

use super::context::Context;
use super::emit::Emitter;
use crate::table::{GATHERED, Gathered};

impl Emitter<'_, '_> {
    /// The entry of the vertex of `level`, which was read at address `at` unless it is the root, if the level says whose matches
    /// are counted.
    pub(super) fn entry(&mut self, level: Level, at: Option<Value>) -> Option<Value> {
        match self.nest.per {
            Per::Total | Per::Matrix => None,
            Per::Vertex => self.nest.credited.contains(level).then(|| {
                let vertex = self.matched(level);
                self.code.ins().uextend(I64, vertex)
            }),
            Per::Edge => {
                let (view, at) = self.nest.arcs().filter(|_| level == Level(1)).zip(at)?;
                Some(self.entry_at(view, at))
            }
        }
    }

    /// Emits a body by `emit`, which ends by jumping to the block that it is given; what it counts is credited to `entry`, if there
    /// is one, before control goes on at `next`. Whether it `counts_one` match is known.
    pub(super) fn credited(
        &mut self,
        entry: Option<Value>,
        counts_one: bool,
        next: ir::Block,
        emit: impl FnOnce(&mut Self, ir::Block),
    ) {
        let Some(entry) = entry else { return emit(self, next) };
        let leave = self.code.create_block();
        let before = self.code.use_var(self.totals[0]);
        let all_fit = self.all_fit();
        let checked = if all_fit { [self.constant(0); 2] } else { self.checked() };
        emit(self, leave);
        self.enter(leave);
        let (low, high) = match counts_one {
            true => (self.constant(1), self.constant(0)),
            false => {
                let total = self.code.use_var(self.totals[0]);
                let counted = self.code.ins().isub(total, before);
                self.code.ins().isplit(counted)
            }
        };
        if all_fit {
            let either = self.code.ins().bor(low, high);
            self.proceed_if(either, next);
            self.gather(entry, low, high, next);
        }
        self.code.ins().call(self.call.credit, &[self.context, entry, low, high, checked[0], checked[1]]);
        self.code.ins().jump(next, &[]);
    }

    /// Whether operators count one match, whatever was matched.
    pub(super) fn counts_one<D, O>(&self, ops: &[Op<D, O>]) -> bool {
        self.nest.entries.is_empty() && matches!(ops, [Op::Count { product, .. }] if product.is_empty())
    }

    /// Adds an amount, given by its halves, to what is gathered for an entry and goes on at `next`; goes on here if something is
    /// gathered for another entry at its place, or 64 bits are too few.
    fn gather(&mut self, entry: Value, low: Value, high: Value, next: ir::Block) {
        let else_called = self.code.create_block();
        let gathered = self.field(offset_of!(Context, gathered));
        let mask = self.constant(GATHERED as i64 - 1);
        let place = self.code.ins().band(entry, mask);
        let place = self.element(gathered, place, size_of::<Gathered>().ilog2().into());
        let at = |offset: usize| (place, offset as i32);
        let (own, of_entry) = (at(offset_of!(Gathered, amount)), at(offset_of!(Gathered, entry)));
        let known = self.code.ins().load(I64, MemFlagsData::trusted(), of_entry.0, of_entry.1);
        let is_known = self.code.ins().icmp(IntCC::Equal, known, entry);
        let shift = self.constant(63);
        let sign = self.code.ins().sshr(low, shift);
        let is_small = self.code.ins().icmp(IntCC::Equal, sign, high);
        let is_simple = self.code.ins().band(is_known, is_small);
        self.proceed_if(is_simple, else_called);
        let before = self.code.ins().load(I64, MemFlagsData::trusted(), own.0, own.1);
        let (sum, overflows) = self.code.ins().sadd_overflow(before, low);
        let added = self.code.create_block();
        self.code.ins().brif(overflows, else_called, &[], added, &[]);
        self.enter(added);
        self.code.ins().store(MemFlagsData::trusted(), sum, own.0, own.1);
        self.code.ins().jump(next, &[]);
        self.enter(else_called);
    }

    /// The halves of what was added in checked arithmetic so far.
    fn checked(&mut self) -> [Value; 2] {
        [0, 8].map(|half| self.field(offset_of!(Context, checked) + half))
    }

    /// Whether everything that is counted is in the total, nothing beside it.
    fn all_fit(&self) -> bool {
        self.nest.products().all(|product| self.fits(product))
    }
}
