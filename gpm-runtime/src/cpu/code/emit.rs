//! The function and its loops: the part of code generation that is the same for lists and for bit matrices.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64, I128};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, Variable};
use gpm_plan::nest::{self, Level, LoopNest, Walk};
use gpm_plan::program::{Local, Program};

use super::context::Context;
use super::limits::Limits;
use super::primitives::Imports;
use crate::view::Filters;

/// State of code generation. Values are SSA: what an outer block defines may be used in every block inside it.
pub(super) struct Emitter<'a, 'b> {
    pub(super) code: FunctionBuilder<'b>,
    pub(super) nest: &'a LoopNest,
    pub(super) call: Imports,
    /// No set is larger, and no number of walks.
    pub(super) max_size: f64,
    /// An upper bound of what the entries of tables multiply a match by.
    pub(super) largest_entries: f64,
    /// What matched vertices must satisfy.
    pub(super) filters: &'a Filters<'a>,
    /// Whether roots are taken from a list: else they are all vertices.
    is_listed: bool,
    pub(super) context: Value,
    /// Where to go when the run must stop.
    stopped: ir::Block,
    /// One a part of the nest.
    pub(super) totals: Vec<Variable>,
    /// The data vertex of each bound level (`I32`).
    pub(super) matched: Vec<Option<Value>>,
    /// The entries of tables looked up so far, in the order of the nest's.
    pub(super) entries: Vec<Option<Value>>,
    /// The lists of the sets defined so far.
    pub(super) lists: Vec<Option<Elements>>,
    /// The numbers of walks that were looked up so far.
    pub(super) walks: Vec<(Walk, Value)>,
    /// Set while the search runs inside a local graph.
    pub(super) local: Option<LocalGraph>,
}

/// A list in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    pub(super) pointer: Value,
    /// How many.
    pub(super) len: Value,
}

/// The local graph of the current root.
pub(super) struct LocalGraph {
    /// The members: the root's (part of a) row.
    pub(super) members: Elements,
    /// Words from one row of the matrix to the next.
    pub(super) stride: Value,
    /// Words in which members have bits. Behind them a row of the matrix may have one without any, and a stored row anything.
    pub(super) words: Value,
    pub(super) rows: Value,
    /// Members smaller than the root.
    pub(super) split: Value,
    /// The place of the vertex at each level (`I64`).
    pub(super) place: Vec<Option<Value>>,
    /// By set, where its words are, and its size if that came of making it.
    pub(super) sets: Vec<(Option<Value>, Option<Value>)>,
}

/// Emits the whole function and finishes it.
pub(super) fn function(
    mut code: FunctionBuilder<'_>,
    nest: &LoopNest,
    call: Imports,
    (limits, filters): (Limits, &Filters<'_>),
    target: TargetFrontendConfig,
) {
    let entry = code.create_block();
    code.append_block_params_for_function_params(entry);
    code.switch_to_block(entry);
    code.seal_block(entry);
    let &[context, first, last] = code.block_params(entry) else { unreachable!("the signature has three parameters") };
    let stopped = code.create_block();
    let totals = (0..nest.num_totals()).map(|_| code.declare_var(I128)).collect();
    let mut emitter = Emitter {
        code,
        nest,
        call,
        max_size: nest.largest_size(limits.longest_row as f64),
        largest_entries: limits.largest_entries,
        filters,
        is_listed: limits.is_listed,
        context,
        stopped,
        totals,
        matched: vec![None; nest.num_positions()],
        entries: vec![None; nest.entries.len()],
        lists: vec![None; nest.sets.len()],
        walks: Vec::new(),
        local: None,
    };
    emitter.clear_totals();
    emitter.roots(&Program::new(nest), first, last);
    emitter.finish(target);
}

impl Emitter<'_, '_> {
    // ---- small pieces -------------------------------------------------------------------------------------------

    pub(super) fn constant(&mut self, value: i64) -> Value {
        self.code.ins().iconst(I64, value)
    }

    /// Loads a field of the context.
    pub(super) fn field(&mut self, offset: usize) -> Value {
        self.code.ins().load(I64, MemFlagsData::trusted(), self.context, offset as i32)
    }

    fn set_field(&mut self, value: Value, offset: usize) {
        self.code.ins().store(MemFlagsData::trusted(), value, self.context, offset as i32);
    }

    pub(super) fn load(&mut self, kind: ir::Type, at: Value) -> Value {
        self.code.ins().load(kind, MemFlagsData::trusted(), at, 0)
    }

    /// The `index`-th pointer of an array of pointers that the context has at `offset`.
    pub(super) fn pointer(&mut self, offset: usize, index: usize) -> Value {
        let array = self.field(offset);
        self.code.ins().load(I64, MemFlagsData::trusted(), array, (8 * index) as i32)
    }

    /// The address of element `index` of an array of `1 << shift` byte elements.
    pub(super) fn element(&mut self, array: Value, index: Value, shift: i64) -> Value {
        let shift = self.constant(shift);
        let bytes = self.code.ins().ishl(index, shift);
        self.code.ins().iadd(array, bytes)
    }

    pub(super) fn add(&mut self, value: Value, amount: i64) -> Value {
        let amount = self.constant(amount);
        self.code.ins().iadd(value, amount)
    }

    pub(super) fn call_for(&mut self, function: ir::FuncRef, arguments: &[Value]) -> Value {
        let call = self.code.ins().call(function, arguments);
        self.code.inst_results(call)[0]
    }

    pub(super) fn matched(&self, level: Level) -> Value {
        self.matched[level.index()].expect("verified: levels are bound before use")
    }

    /// The vertex that a bound names: a matched one, or what is looked up for one.
    pub(super) fn bound(&mut self, level: Level) -> Value {
        match self.nest.reading_of_cut(level) {
            Some(reading) => self.looked_up(&reading),
            None => self.matched(level),
        }
    }

    /// Goes on in a new block if `condition` holds, else jumps to `otherwise`.
    pub(super) fn proceed_if(&mut self, condition: Value, otherwise: ir::Block) {
        let next = self.code.create_block();
        self.code.ins().brif(condition, next, &[], otherwise, &[]);
        self.enter(next);
    }

    /// Switches to a block all of whose predecessors are known.
    pub(super) fn enter(&mut self, block: ir::Block) {
        self.code.switch_to_block(block);
        self.code.seal_block(block);
    }

    /// `for i in start..end`, `step` at a time; the body gets `i` and the block to jump to for the next round.
    pub(super) fn count_up(
        &mut self,
        start: Value,
        end: Value,
        step: i64,
        body: impl FnOnce(&mut Self, Value, ir::Block),
    ) {
        let [head, inside, next, after] = [(); 4].map(|()| self.code.create_block());
        self.code.append_block_param(head, I64);
        self.code.ins().jump(head, &[start.into()]);
        self.code.switch_to_block(head);
        let i = self.code.block_params(head)[0];
        let more = self.code.ins().icmp(IntCC::UnsignedLessThan, i, end);
        self.code.ins().brif(more, inside, &[], after, &[]);
        self.enter(inside);
        body(self, i, next);
        self.enter(next);
        let following = self.add(i, step);
        self.code.ins().jump(head, &[following.into()]);
        self.code.seal_block(head);
        self.enter(after);
    }

    fn clear_totals(&mut self) {
        let zero = self.constant(0);
        let zero = self.code.ins().iconcat(zero, zero);
        for total in self.totals.clone() {
            self.code.def_var(total, zero);
        }
    }

    /// Adds a signed 64-bit value to a total. It cannot leave 128 bits: that would take 2^63 additions.
    pub(super) fn accumulate(&mut self, value: Value, total: Variable) {
        let wide = self.code.ins().sextend(I128, value);
        let before = self.code.use_var(total);
        let sum = self.code.ins().iadd(before, wide);
        self.code.def_var(total, sum);
    }

    // ---- the function -------------------------------------------------------------------------------------------

    fn roots(&mut self, program: &Program, first: Value, last: Value) {
        let root = Level(0);
        let is_listed = self.is_listed;
        self.count_up(first, last, 1, |this, index, next| {
            this.check_stop();
            let vertex = match is_listed {
                false => this.code.ins().ireduce(I32, index),
                true => {
                    let roots = this.field(offset_of!(Context, roots));
                    let at = this.element(roots, index, 2);
                    this.load(I32, at)
                }
            };
            this.matched[root.index()] = Some(vertex);
            this.look_up(root, None, next);
            let entry = this.entry(root, None);
            let counts_one = this.counts_one(&program.lists) && program.filter.is_empty();
            this.credited(entry, counts_one, next, |this, leave| match &program.local {
                Some(local) => this.root_with_local_graph(program, local, leave),
                None => this.list_ops(&program.lists, leave),
            });
        });
    }

    /// Tries the local graph first; neighborhoods too large for a bit matrix are searched in lists.
    fn root_with_local_graph(&mut self, program: &Program, local: &Local, next: ir::Block) {
        let universe = self.list(&local.universe);
        let limit = self.constant(nest::LocalGraph::LIMIT as i64);
        let fits = self.code.ins().icmp(IntCC::UnsignedLessThanOrEqual, universe.len, limit);
        let [small, large] = [(); 2].map(|()| self.code.create_block());
        self.code.ins().brif(fits, small, &[], large, &[]);
        self.enter(small);
        let two = self.constant(2);
        let enough = self.code.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, universe.len, two);
        self.proceed_if(enough, next);
        self.enter_local_graph(universe);
        self.bit_ops(&local.ops, next);
        self.local = None;
        self.enter(large);
        self.list_ops(&program.lists, next);
    }

    /// Leaves the function if the run must stop. Another thread writes the flag, so the load is atomic: the compiler may take an
    /// ordinary one out of a loop that writes nothing.
    pub(super) fn check_stop(&mut self) {
        let flag = self.field(offset_of!(Context, stop));
        let stop = self.code.ins().atomic_load(I8, MemFlagsData::trusted(), flag);
        self.leave_if(stop);
    }

    /// Leaves the function if `stop` is not zero.
    pub(super) fn leave_if(&mut self, stop: Value) {
        let next = self.code.create_block();
        self.code.ins().brif(stop, self.stopped, &[], next, &[]);
        self.enter(next);
    }

    /// The part of the candidates for level 1 that this call is for, of those at `start..end`. What the root needs is prepared.
    pub(super) fn clip(&mut self, level: Level, start: Value, end: Value) -> (Value, Value) {
        if level != Level(1) {
            return (start, end);
        }
        let limit = self.code.ins().isub(end, start);
        let is_closed = self.field(offset_of!(Context, is_closed));
        let [open, on] = [(); 2].map(|()| self.code.create_block());
        self.code.ins().brif(is_closed, open, &[], on, &[]);
        self.enter(open);
        self.code.ins().call(self.call.open_root, &[self.context, limit]);
        self.code.ins().jump(on, &[]);
        self.enter(on);
        let (from, to) = (self.field(offset_of!(Context, from)), self.field(offset_of!(Context, to)));
        let from = self.code.ins().iadd(start, from);
        let to = self.code.ins().umin(to, limit);
        let to = self.code.ins().iadd(start, to);
        (self.code.ins().umin(from, end), to)
    }

    /// Appends the match to the batch and hands a full batch over.
    pub(super) fn emit_match(&mut self) {
        let emitted = self.field(offset_of!(Context, emitted));
        let positions = self.nest.num_positions();
        let width = self.constant(4 * positions as i64);
        let offset = self.code.ins().imul(emitted, width);
        let batch = self.field(offset_of!(Context, matches));
        let at = self.code.ins().iadd(batch, offset);
        for (level, &u) in self.nest.order.iter().enumerate() {
            let vertex = self.matched(Level(level as u8));
            self.code.ins().store(MemFlagsData::trusted(), vertex, at, (4 * u) as i32);
        }
        let emitted = self.add(emitted, 1);
        self.set_field(emitted, offset_of!(Context, emitted));
        let limit = self.field(offset_of!(Context, full));
        let full = self.code.ins().icmp(IntCC::Equal, emitted, limit);
        let [hand_over, on] = [(); 2].map(|()| self.code.create_block());
        self.code.ins().brif(full, hand_over, &[], on, &[]);
        self.enter(hand_over);
        let stop = self.call_for(self.call.flush, &[self.context]);
        self.code.ins().brif(stop, self.stopped, &[], on, &[]);
        self.enter(on);
    }

    fn finish(mut self, target: TargetFrontendConfig) {
        let end = self.code.create_block();
        self.code.append_block_param(end, I32);
        let done = self.code.ins().iconst(I32, 0);
        self.code.ins().jump(end, &[done.into()]);
        self.enter(self.stopped);
        let stopped = self.code.ins().iconst(I32, 1);
        self.code.ins().jump(end, &[stopped.into()]);
        self.enter(end);
        let status = self.code.block_params(end)[0];
        for (index, total) in self.totals.clone().into_iter().enumerate() {
            let at = offset_of!(Context, totals) + index * size_of::<[u64; 2]>();
            let (old_low, old_high) = (self.field(at), self.field(at + 8));
            let old = self.code.ins().iconcat(old_low, old_high);
            let new = self.code.use_var(total);
            let sum = self.code.ins().iadd(old, new);
            let (low, high) = self.code.ins().isplit(sum);
            self.set_field(low, at);
            self.set_field(high, at + 8);
        }
        self.code.ins().return_(&[status]);
        self.code.finalize(target);
    }
}
