//! Blocks whose sets are ascending lists: rows of the graph, or results in slot buffers.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Value};
use gpm_plan::nest::{Block, Candidates, Hold, Level, Levels, SetExpr, SetId, Size, Source, Step, ViewId};

use super::context::{Context, ViewPointers};
use super::emit::Emitter;

/// A list in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub(super) pointer: Value,
    /// Elements.
    pub(super) len: Value,
    /// Whose whole row this is, if it is one: then the graph knows where it splits.
    row_of: Option<(ViewId, Level)>,
    below: Levels,
    above: Levels,
}

/// A list that is so many times longer than the other is searched instead of being streamed against the other's bits.
const GALLOP: i64 = 16;

impl Emitter<'_, '_> {
    /// Emits `block`, which ends by jumping to `next`.
    pub(super) fn list_block(&mut self, block: &Block, next: ir::Block) {
        let is_row = |id: &&SetId| matches!(self.nest.set(**id).expr, SetExpr::Neighbors { .. });
        let (rows, computed): (Vec<&SetId>, Vec<&SetId>) = block.define.iter().partition(is_row);
        for &&id in &rows {
            let row = self.row(id);
            self.lists[id.index()] = Some(row);
            self.skip_if_empty(id, row.len, next);
        }
        let marked: Vec<SetId> =
            rows.into_iter().copied().filter(|&id| self.nest.set(id).hold == Hold::ListAndBits).collect();
        // Marks of the root are shared by all who search it: they stay until it is left.
        let (of_root, marked): (Vec<SetId>, Vec<SetId>) =
            marked.into_iter().partition(|&id| self.nest.depth(id) == Level(0));
        for id in of_root {
            self.mark_root(id);
        }
        for &id in &marked {
            self.mark(id, self.call.mark);
        }
        // Everything from here on leaves through the block that clears the marks.
        let leave = if marked.is_empty() { next } else { self.code.create_block() };
        for &&id in &computed {
            let list = self.compute(id);
            self.lists[id.index()] = Some(list);
            self.skip_if_empty(id, list.len, leave);
        }
        for step in &block.steps {
            self.list_step(step);
        }
        self.code.ins().jump(leave, &[]);
        if !marked.is_empty() {
            self.enter(leave);
            for &id in &marked {
                self.mark(id, self.call.unmark);
            }
            self.code.ins().jump(next, &[]);
        }
    }

    fn list_step(&mut self, step: &Step) {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.list_loop(*level, candidates, body),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => self.count(product, Self::list_size),
            Step::Emit => self.emit_match(),
        }
    }

    fn list_loop(&mut self, level: Level, candidates: &Candidates, body: &Block) {
        let list = self.candidates(candidates);
        let (zero, len) = (self.constant(0), list.len);
        let (start, end) = self.clip(level, zero, len);
        let start = self.element(list.pointer, start, 2);
        let end = self.element(list.pointer, end, 2);
        self.count_up(start, end, 4, |this, at, next| {
            if this.is_long(body) {
                this.check_stop();
            }
            let vertex = this.load(I32, at);
            for taken in candidates.except.iter() {
                let other = this.matched(taken);
                let differs = this.code.ins().icmp(IntCC::NotEqual, vertex, other);
                this.proceed_if(differs, next);
            }
            this.matched[level.index()] = Some(vertex);
            this.filter(level, next);
            this.look_up(level, Some((candidates.set, at)), next);
            let entry = this.entry(level, Some(at));
            this.credited(entry, body, next, Self::list_block);
        });
    }

    fn skip_if_empty(&mut self, id: SetId, len: Value, leave: ir::Block) {
        let def = self.nest.set(id);
        if def.required && matches!(def.hold, Hold::List | Hold::ListAndBits) {
            self.proceed_if(len, leave);
        }
    }

    fn mark_root(&mut self, id: SetId) {
        let (list, set) = (self.list(id), self.constant(id.index() as i64));
        self.code.ins().call(self.call.mark_root, &[self.context, set, list.pointer, list.len]);
    }

    fn mark(&mut self, id: SetId, function: ir::FuncRef) {
        let list = self.list(id);
        let bits = self.pointer(offset_of!(Context, bits), id.index());
        self.code.ins().call(function, &[bits, list.pointer, list.len]);
    }

    pub(super) fn list(&self, id: SetId) -> List {
        self.lists[id.index()].expect("verified: sets are defined before use")
    }

    /// A `Neighbors` set: where its row lies, cut to its bounds.
    pub(super) fn row(&mut self, id: SetId) -> List {
        let def = self.nest.set(id);
        let SetExpr::Neighbors { view, of } = def.expr else { unreachable!("the caller has a row") };
        let (below, above) = (def.below, def.above);
        let (_, pointer, len) = self.whole_row(view, of);
        let whole = List { pointer, len, row_of: Some((view, of)), below: Levels::NONE, above: Levels::NONE };
        self.cut(whole, below, above)
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

    /// Cuts a list to the bounds that it does not have yet.
    fn cut(&mut self, list: List, below: Levels, above: Levels) -> List {
        let mut list = list;
        for level in below.minus(self.nest.closed_below(list.below)).iter() {
            list.len = self.position(&list, level, false);
            list.below.insert(level);
        }
        for level in above.minus(self.nest.closed_above(list.above)).iter() {
            let skipped = self.position(&list, level, true);
            list.pointer = self.element(list.pointer, skipped, 2);
            list.len = self.code.ins().isub(list.len, skipped);
            list.above.insert(level);
            list.row_of = None;
        }
        if !list.below.is_empty() {
            list.row_of = None;
        }
        list
    }

    /// How many elements are smaller than the vertex at `level` (or not larger, if `inclusive`).
    fn position(&mut self, list: &List, level: Level, inclusive: bool) -> Value {
        let vertex = self.matched(level);
        if let Some((view, of)) = list.row_of
            && of == level
            && list.below.is_empty()
        {
            // A vertex is not in its own row: both counts are the split.
            let splits = self.view(view, offset_of!(ViewPointers, splits));
            let vertex = self.code.ins().uextend(I64, vertex);
            let at = self.element(splits, vertex, 2);
            let split = self.load(I32, at);
            return self.code.ins().uextend(I64, split);
        }
        let bound = if inclusive {
            let one = self.code.ins().iconst(I32, 1);
            self.code.ins().iadd(vertex, one)
        } else {
            vertex
        };
        self.call_for(self.call.lower_bound, &[list.pointer, list.len, bound])
    }

    fn candidates(&mut self, candidates: &Candidates) -> List {
        let list = self.list(candidates.set);
        self.cut(list, candidates.below, candidates.above)
    }

    /// An intersection or difference: a call, or a choice between two.
    fn compute(&mut self, id: SetId) -> List {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        if def.hold == Hold::Codegree {
            return self.looked_up(id);
        }
        let out = match def.hold {
            Hold::Size | Hold::Codegree => None,
            Hold::List | Hold::ListAndBits => Some(self.pointer(offset_of!(Context, slots), id.index())),
        };
        let len = match def.expr {
            SetExpr::Neighbors { .. } => unreachable!("rows are not computed"),
            SetExpr::Intersect(a, b) => self.intersect(a, b, below, above, out),
            SetExpr::Difference(a, b) => self.difference(a, b, below, above, out),
            SetExpr::Reach { through, view } => return self.reach(through, view, below, above),
            SetExpr::Walks { .. } => unreachable!("verified: walks are looked up"),
        };
        let pointer = out.unwrap_or(len);
        List { pointer, len, row_of: None, below, above }
    }

    /// A reach of the root, and with it its codegrees, or the numbers of its walks.
    fn reach(&mut self, through: SetId, view: ViewId, below: Levels, above: Levels) -> List {
        let members = self.list(through);
        // The only vertex bound here is the root.
        let low = match above.is_empty() {
            true => self.code.ins().iconst(I32, 0),
            false => {
                let (root, one) = (self.matched(Level(0)), self.code.ins().iconst(I32, 1));
                self.code.ins().iadd(root, one)
            }
        };
        let high = match below.is_empty() {
            true => self.code.ins().iconst(I32, i64::from(u32::MAX)),
            false => self.matched(Level(0)),
        };
        let view = self.constant(i64::from(view.0));
        let (pointer, len) = match self.nest.steps_to(through) {
            1 => {
                let arguments = [self.context, members.pointer, members.len, view, low, high];
                let stop = self.call_for(self.call.count_codegrees, &arguments);
                self.leave_if(stop);
                (offset_of!(Context, reach), offset_of!(Context, reached))
            }
            _ => {
                let stop = self.call_for(self.call.count_walks, &[self.context, view, low, high]);
                self.leave_if(stop);
                (offset_of!(Context, walked), offset_of!(Context, num_walked))
            }
        };
        let (pointer, len) = (self.field(pointer), self.field(len));
        List { pointer, len, row_of: None, below, above }
    }

    /// A size that is looked up; there is no list.
    fn looked_up(&mut self, id: SetId) -> List {
        let walks = self.nest.walks_of(id).expect("verified: the size is a number of walks");
        let vertex = self.matched(walks.to);
        let vertex = self.code.ins().uextend(I64, vertex);
        let len = match walks.steps {
            2 => {
                let table = self.field(offset_of!(Context, codegrees));
                let at = self.element(table, vertex, 2);
                let codegree = self.load(I32, at);
                self.code.ins().uextend(I64, codegree)
            }
            _ => {
                let table = self.field(offset_of!(Context, walks));
                let at = self.element(table, vertex, 3);
                self.load(I64, at)
            }
        };
        let def = self.nest.set(id);
        List { pointer: len, len, row_of: None, below: def.below, above: def.above }
    }

    /// 1 if the vertex at `level` is in a set, else 0. A set that is not stored is looked up in its operands.
    fn contains(&mut self, id: SetId, list: List, level: Level) -> Value {
        let def = self.nest.set(id);
        let vertex = self.matched(level);
        match (def.hold, def.expr) {
            (Hold::Codegree, SetExpr::Intersect(a, b)) => {
                let left = self.contains(a, self.list(a), level);
                match self.nest.set(b).expr {
                    SetExpr::Neighbors { of, .. } if self.nest.constraint(of, level).is_positive() => left,
                    _ => {
                        let right = self.contains(b, self.list(b), level);
                        self.code.ins().band(left, right)
                    }
                }
            }
            (Hold::ListAndBits, _) if (list.below, list.above) == (def.below, def.above) => {
                let bits = self.pointer(offset_of!(Context, bits), id.index());
                let vertex = self.code.ins().uextend(I64, vertex);
                let (six, one) = (self.constant(6), self.constant(1));
                let word = self.code.ins().ushr(vertex, six);
                let at = self.element(bits, word, 3);
                let word = self.load(I64, at);
                let bit = self.code.ins().ushr(word, vertex);
                self.code.ins().band(bit, one)
            }
            _ => self.call_for(self.call.contains, &[list.pointer, list.len, vertex]),
        }
    }

    fn intersect(&mut self, a: SetId, b: SetId, below: Levels, above: Levels, out: Option<Value>) -> Value {
        let has_bits = |id: SetId| self.nest.set(id).hold == Hold::ListAndBits;
        // The marked operand, if any, comes first.
        let (a, b) = if has_bits(b) && !has_bits(a) { (b, a) } else { (a, b) };
        let marked = has_bits(a).then(|| self.pointer(offset_of!(Context, bits), a.index()));
        let (first, second) = (self.list(a), self.list(b));
        let second = self.cut(second, below, above);
        let Some(bits) = marked else {
            // One bounded operand bounds the result; a lower bound also saves the other's head.
            let first = self.cut(first, Levels::NONE, above);
            return self.merge(first, second, out);
        };
        let many = self.constant(GALLOP);
        let long = self.code.ins().imul(first.len, many);
        let gallop = self.code.ins().icmp(IntCC::UnsignedGreaterThan, second.len, long);
        let [search, stream, done] = [(); 3].map(|()| self.code.create_block());
        self.code.append_block_param(done, I64);
        self.code.ins().brif(gallop, search, &[], stream, &[]);
        self.enter(search);
        let len = self.merge(first, second, out);
        self.code.ins().jump(done, &[len.into()]);
        self.enter(stream);
        let len = self.with_out(self.call.probe, self.call.probe_count, &[bits, second.pointer, second.len], out);
        self.code.ins().jump(done, &[len.into()]);
        self.enter(done);
        self.code.block_params(done)[0]
    }

    fn merge(&mut self, a: List, b: List, out: Option<Value>) -> Value {
        let operands = [a.pointer, a.len, b.pointer, b.len];
        self.with_out(self.call.intersect, self.call.intersect_count, &operands, out)
    }

    fn difference(&mut self, a: SetId, b: SetId, below: Levels, above: Levels, out: Option<Value>) -> Value {
        let first = self.list(a);
        let first = self.cut(first, below, above);
        if self.nest.set(b).hold == Hold::ListAndBits {
            let bits = self.pointer(offset_of!(Context, bits), b.index());
            let operands = [bits, first.pointer, first.len];
            return self.with_out(self.call.probe_difference, self.call.probe_difference_count, &operands, out);
        }
        let second = self.list(b);
        let operands = [first.pointer, first.len, second.pointer, second.len];
        self.with_out(self.call.difference, self.call.difference_count, &operands, out)
    }

    /// Calls the storing or the counting form of a primitive.
    fn with_out(&mut self, store: ir::FuncRef, count: ir::FuncRef, operands: &[Value], out: Option<Value>) -> Value {
        match out {
            Some(out) => self.call_for(store, &[operands, &[out]].concat()),
            None => self.call_for(count, operands),
        }
    }

    /// The size of a candidate list, less the matched vertices in it.
    fn list_size(&mut self, size: &Size) -> Value {
        let list = self.candidates(&size.of);
        let mut count = list.len;
        if !size.of.except.is_empty() {
            // Where several sets meet there is often nothing, and then nothing to look up.
            let [look_up, done] = [(); 2].map(|()| self.code.create_block());
            self.code.append_block_param(done, I64);
            self.code.ins().brif(count, look_up, &[], done, &[count.into()]);
            self.enter(look_up);
            for level in size.of.except.iter() {
                let found = self.contains(size.of.set, list, level);
                count = self.code.ins().isub(count, found);
            }
            self.code.ins().jump(done, &[count.into()]);
            self.enter(done);
            count = self.code.block_params(done)[0];
        }
        if size.minus > 0 { self.add(count, -i64::from(size.minus)) } else { count }
    }
}
