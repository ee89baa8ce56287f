//! The search on lists: rows of the graph, or results in buffers.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Value};
use gpm_plan::cost::SEARCHED_BY_MARKS;
use gpm_plan::nest::{Level, SetId, ViewId, Walk};
use gpm_plan::program::{
    Base, CountRows, Counted, Ends, Join, List, ListDef, ListOp, Loop, Member, Op, Part, Probe, Size,
};

use super::context::{Context, ViewPointers};
use super::emit::{Elements, Emitter};

impl Emitter<'_, '_> {
    /// Emits operators and a jump to `next`, which is also where it goes on if nothing can be found for a candidate.
    pub(super) fn list_ops(&mut self, ops: &[ListOp], next: ir::Block) {
        for op in ops {
            match op {
                Op::Define(define) => {
                    let made = self.make(define);
                    self.lists[define.set().index()] = Some(made);
                }
                Op::LeaveIfEmpty(set) => {
                    let len = self.made(*set).len;
                    self.proceed_if(len, next);
                }
                Op::LookUp(walk) => {
                    let number = self.number_of(*walk);
                    self.walks.push((*walk, number));
                }
                Op::MarkRoot(sets) => sets.iter().for_each(|&set| self.mark_root(set)),
                Op::Mark { sets, body } => {
                    sets.iter().for_each(|&set| self.mark(set, self.call.mark));
                    // All leave through the block that takes the marks away.
                    let leave = self.code.create_block();
                    self.list_ops(body, leave);
                    self.enter(leave);
                    sets.iter().for_each(|&set| self.mark(set, self.call.unmark));
                }
                Op::Loop(inner) => self.list_loop(inner),
                Op::Count { total, product, sizes } => {
                    let sizes = sizes.iter().map(|size| self.list_size(size)).collect();
                    self.count(*total, product, sizes);
                }
                Op::CountRows(rows) => self.count_rows(rows),
                Op::Emit => self.emit_match(),
            }
        }
        self.code.ins().jump(next, &[]);
    }

    fn list_loop(&mut self, inner: &Loop<ListDef, List>) {
        let Loop { level, from, except, looks, body, .. } = inner;
        let list = self.list(from);
        let (zero, len) = (self.constant(0), list.len);
        let (start, end) = self.clip(*level, zero, len);
        let start = self.element(list.pointer, start, 2);
        let end = self.element(list.pointer, end, 2);
        self.count_up(start, end, 4, |this, at, next| {
            if *looks {
                this.check_stop();
            }
            let vertex = this.load(I32, at);
            for &taken in except {
                let other = this.matched(taken);
                let differs = this.code.ins().icmp(IntCC::NotEqual, vertex, other);
                this.proceed_if(differs, next);
            }
            this.matched[level.index()] = Some(vertex);
            this.filter(*level, next);
            this.look_up(*level, inner.row_of.map(|owner| (owner, at)), next);
            let entry = this.entry(*level, Some(at));
            this.credited(entry, this.counts_one(body) && inner.filter.is_empty(), next, |this, leave| {
                this.list_ops(body, leave);
            });
        });
    }

    /// One call for all rows, which says -1 if the run must stop.
    fn count_rows(&mut self, rows: &CountRows) {
        let (list, marked) = (self.list(&rows.from), self.made(rows.marked));
        let (zero, len) = (self.constant(0), list.len);
        let (start, end) = self.clip(rows.level, zero, len);
        let owners = self.element(list.pointer, start, 2);
        let number = self.code.ins().isub(end, start);
        let bits = self.pointer(offset_of!(Context, bits), rows.marked.index());
        let which = self.constant(i64::from(rows.view.0) << 2 | rows.part as i64);
        let low = match self.extreme(&rows.above, |code, a, b| code.umax(a, b)) {
            Some(bound) => {
                let one = self.code.ins().iconst(I32, 1);
                self.code.ins().iadd(bound, one)
            }
            None => self.code.ins().iconst(I32, 0),
        };
        let high = self.extreme(&rows.below, |code, a, b| code.umin(a, b));
        let high = high.unwrap_or_else(|| self.code.ins().iconst(I32, i64::from(u32::MAX)));
        let arguments = [self.context, owners, number, marked.pointer, marked.len, bits, which, low, high];
        let counted = self.call_for(self.call.count_rows, &arguments);
        let none = self.constant(-1);
        let stopped = self.code.ins().icmp(IntCC::Equal, counted, none);
        self.leave_if(stopped);
        self.accumulate(counted, self.totals[rows.total]);
    }

    /// The least or greatest vertex of some levels.
    fn extreme(
        &mut self,
        levels: &[Level],
        pick: impl Fn(cranelift_frontend::FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) -> Option<Value> {
        let vertices: Vec<Value> = levels.iter().map(|&level| self.bound(level)).collect();
        vertices.into_iter().reduce(|a, b| pick(self.code.ins(), a, b))
    }

    fn mark_root(&mut self, id: SetId) {
        let (list, set) = (self.made(id), self.constant(id.index() as i64));
        self.code.ins().call(self.call.mark_root, &[self.context, set, list.pointer, list.len]);
    }

    fn mark(&mut self, id: SetId, function: ir::FuncRef) {
        let list = self.made(id);
        let bits = self.pointer(offset_of!(Context, bits), id.index());
        self.code.ins().call(function, &[bits, list.pointer, list.len]);
    }

    /// A set made before.
    fn made(&self, id: SetId) -> Elements {
        self.lists[id.index()].expect("verified: sets are made before they are read")
    }

    /// A list within its bounds.
    pub(super) fn list(&mut self, of: &List) -> Elements {
        let mut list = match of.base {
            Base::Set(set) => self.made(set),
            Base::Row { view, of, part } => self.row(view, of, part),
        };
        let above = self.extreme(&of.above, |code, a, b| code.umax(a, b));
        if let Some(vertex) = above {
            let one = self.code.ins().iconst(I32, 1);
            let bound = self.code.ins().iadd(vertex, one);
            let skipped = self.call_for(self.call.lower_bound, &[list.pointer, list.len, bound]);
            list = self.behind(list, skipped);
        }
        if let Some(bound) = self.extreme(&of.below, |code, a, b| code.umin(a, b)) {
            // What is left behind a lower bound is short where both are the ends of a window.
            let search = if above.is_some() { self.call.lower_bound_near } else { self.call.lower_bound };
            list.len = self.call_for(search, &[list.pointer, list.len, bound]);
        }
        list
    }

    fn behind(&mut self, list: Elements, skipped: Value) -> Elements {
        let pointer = self.element(list.pointer, skipped, 2);
        Elements { pointer, len: self.code.ins().isub(list.len, skipped) }
    }

    /// A part of the row of the vertex at a level.
    fn row(&mut self, view: ViewId, of: Level, part: Part) -> Elements {
        let (_, pointer, len) = self.whole_row(view, of);
        let whole = Elements { pointer, len };
        if part == Part::Whole {
            return whole;
        }
        let vertex = self.matched(of);
        let vertex = self.code.ins().uextend(I64, vertex);
        let splits = self.view(view, offset_of!(ViewPointers, splits));
        let at = self.element(splits, vertex, 2);
        let split = self.load(I32, at);
        let split = self.code.ins().uextend(I64, split);
        if part == Part::Below { Elements { len: split, ..whole } } else { self.behind(whole, split) }
    }

    /// The row of the vertex at a level: where it starts among the entries of all rows, where it lies, and its length.
    pub(super) fn whole_row(&mut self, view: ViewId, of: Level) -> (Value, Value, Value) {
        let vertex = self.matched(of);
        let vertex = self.code.ins().uextend(I64, vertex);
        let offsets = self.view(view, offset_of!(ViewPointers, offsets));
        let at = self.element(offsets, vertex, 3);
        let flags = MemFlagsData::trusted();
        let start = self.code.ins().load(I64, flags, at, 0);
        let end = self.code.ins().load(I64, flags, at, 8);
        let neighbors = self.view(view, offset_of!(ViewPointers, neighbors));
        let pointer = self.element(neighbors, start, 2);
        let len = self.code.ins().isub(end, start);
        (start, pointer, len)
    }

    pub(super) fn view(&mut self, view: ViewId, field: usize) -> Value {
        let views = self.field(offset_of!(Context, views));
        let offset = usize::from(view.0) * size_of::<ViewPointers>() + field;
        self.code.ins().load(I64, MemFlagsData::trusted(), views, offset as i32)
    }

    fn make(&mut self, define: &ListDef) -> Elements {
        match define {
            ListDef::Row { list, .. } => self.list(list),
            ListDef::Join { set, join, is_stored } => {
                let out = self.buffer(*set, *is_stored);
                let len = self.join(join, out);
                Elements { pointer: out.unwrap_or(len), len }
            }
            ListDef::Reach { through, view, steps, ends, .. } => self.reach((*through, *view, *steps), *ends),
        }
    }

    /// Joins two lists; returns how many elements there are.
    fn join(&mut self, join: &Join, out: Option<Value>) -> Value {
        let (Join::Meet { list, .. } | Join::Subtract { list, .. }) = join;
        let list = self.list(list);
        match join {
            Join::Meet { with: Probe::Marked(marked), .. } => self.probe(*marked, list, out),
            Join::Meet { with: Probe::List(other), .. } => {
                let other = self.list(other);
                self.merge(other, list, out)
            }
            Join::Subtract { without: Probe::Marked(marked), .. } => {
                let bits = self.pointer(offset_of!(Context, bits), marked.index());
                let operands = [bits, list.pointer, list.len];
                self.with_out(self.call.probe_difference, self.call.probe_difference_count, &operands, out)
            }
            Join::Subtract { without: Probe::List(other), .. } => {
                let other = self.list(other);
                let operands = [list.pointer, list.len, other.pointer, other.len];
                self.with_out(self.call.difference, self.call.difference_count, &operands, out)
            }
        }
    }

    /// Where a set is stored, if it is.
    fn buffer(&mut self, set: SetId, is_stored: bool) -> Option<Value> {
        is_stored.then(|| self.pointer(offset_of!(Context, slots), set.index()))
    }

    /// A reach of the root, and with it its codegrees, or the numbers of its walks.
    fn reach(&mut self, (through, view, steps): (SetId, ViewId, u8), ends: Ends) -> Elements {
        let root = self.matched(Level(0));
        let ends = self.code.ins().iconst(I32, ends as i64);
        let view = self.constant(i64::from(view.0));
        let (pointer, len) = match steps {
            2 => {
                let members = self.made(through);
                let arguments = [self.context, members.pointer, members.len, view, ends, root];
                let stop = self.call_for(self.call.count_codegrees, &arguments);
                self.leave_if(stop);
                (offset_of!(Context, reach), offset_of!(Context, reached))
            }
            _ => {
                let stop = self.call_for(self.call.count_walks, &[self.context, view, ends, root]);
                self.leave_if(stop);
                (offset_of!(Context, walked), offset_of!(Context, num_walked))
            }
        };
        Elements { pointer: self.field(pointer), len: self.field(len) }
    }

    /// How many such walks there are, as it was looked up.
    fn walks(&self, walk: Walk) -> Value {
        let mut known = self.walks.iter().rev();
        known.find(|(other, _)| *other == walk).expect("verified: walks are looked up before they are read").1
    }

    /// Looks up how many such walks there are.
    fn number_of(&mut self, walk: Walk) -> Value {
        let vertex = self.matched(walk.to);
        let vertex = self.code.ins().uextend(I64, vertex);
        if walk.steps == 2 {
            let table = self.field(offset_of!(Context, codegrees));
            let at = self.element(table, vertex, 2);
            let codegree = self.load(I32, at);
            return self.code.ins().uextend(I64, codegree);
        }
        let table = self.field(offset_of!(Context, walks));
        let at = self.element(table, vertex, 3);
        self.load(I64, at)
    }

    /// The elements of a list that are marked: streamed against the marks, or a much shorter marked set is searched for in it.
    fn probe(&mut self, marked: SetId, list: Elements, out: Option<Value>) -> Value {
        let bits = self.pointer(offset_of!(Context, bits), marked.index());
        let (whole, many) = (self.made(marked), self.constant(SEARCHED_BY_MARKS as i64));
        let long = self.code.ins().imul(whole.len, many);
        let gallop = self.code.ins().icmp(IntCC::UnsignedGreaterThan, list.len, long);
        let [search, stream, done] = [(); 3].map(|()| self.code.create_block());
        self.code.append_block_param(done, I64);
        self.code.ins().brif(gallop, search, &[], stream, &[]);
        self.enter(search);
        let len = self.merge(whole, list, out);
        self.code.ins().jump(done, &[len.into()]);
        self.enter(stream);
        let len = self.with_out(self.call.probe, self.call.probe_count, &[bits, list.pointer, list.len], out);
        self.code.ins().jump(done, &[len.into()]);
        self.enter(done);
        self.code.block_params(done)[0]
    }

    fn merge(&mut self, a: Elements, b: Elements, out: Option<Value>) -> Value {
        let operands = [a.pointer, a.len, b.pointer, b.len];
        self.with_out(self.call.intersect, self.call.intersect_count, &operands, out)
    }

    /// Calls the storing or the counting form of a primitive.
    fn with_out(&mut self, store: ir::FuncRef, count: ir::FuncRef, operands: &[Value], out: Option<Value>) -> Value {
        match out {
            Some(out) => self.call_for(store, &[operands, &[out]].concat()),
            None => self.call_for(count, operands),
        }
    }

    /// The size of a set, less the matched vertices in it.
    fn list_size(&mut self, size: &Size<List>) -> Value {
        let (counted, mut count) = match &size.of {
            Counted::Number(set) => (None, self.made(*set).len),
            Counted::Walks(walk) => (None, self.walks(*walk)),
            Counted::Elements(of) => {
                let list = self.list(of);
                (Some((of, list)), list.len)
            }
        };
        if !size.except.is_empty() {
            // Where several sets meet there is often nothing, and then nothing to look up.
            let [look_up, done] = [(); 2].map(|()| self.code.create_block());
            self.code.append_block_param(done, I64);
            self.code.ins().brif(count, look_up, &[], done, &[count.into()]);
            self.enter(look_up);
            for (level, member) in &size.except {
                let found = self.is_in(member, *level, counted);
                count = self.code.ins().isub(count, found);
            }
            self.code.ins().jump(done, &[count.into()]);
            self.enter(done);
            count = self.code.block_params(done)[0];
        }
        if size.minus > 0 { self.add(count, -i64::from(size.minus)) } else { count }
    }

    /// 1 if the vertex of a level is in a set, else 0. One of the lists may be in registers already.
    fn is_in(&mut self, member: &Member<List>, level: Level, known: Option<(&List, Elements)>) -> Value {
        let vertex = self.matched(level);
        match member {
            Member::Marked(set) => {
                let bits = self.pointer(offset_of!(Context, bits), set.index());
                let vertex = self.code.ins().uextend(I64, vertex);
                let (six, one) = (self.constant(6), self.constant(1));
                let word = self.code.ins().ushr(vertex, six);
                let at = self.element(bits, word, 3);
                let word = self.load(I64, at);
                let bit = self.code.ins().ushr(word, vertex);
                self.code.ins().band(bit, one)
            }
            Member::In(of) => {
                let list = match known.filter(|(known, _)| *known == of) {
                    Some((_, list)) => list,
                    None => self.list(of),
                };
                self.call_for(self.call.contains, &[list.pointer, list.len, vertex])
            }
            Member::Both(both) => {
                let left = self.is_in(&both[0], level, known);
                let right = self.is_in(&both[1], level, known);
                self.code.ins().band(left, right)
            }
        }
    }
}
