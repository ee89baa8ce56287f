//! Entries of tables, looked up as soon as it is known whose: below one that is zero nothing is counted.

use std::mem::offset_of;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, Value};
use gpm_plan::nest::{Level, ViewId};

use super::context::{Context, ViewPointers};
use super::emit::Emitter;

impl Emitter<'_, '_> {
    /// Looks up the entries whose last vertex is that of `level`, and goes on at `next` if one is zero. `drawn` says in whose
    /// row the vertex was met, and at which address, if it was.
    pub(super) fn look_up(&mut self, level: Level, drawn: Option<(Level, Value)>, next: ir::Block) {
        let nest = self.nest;
        for (index, entry) in nest.entries.iter().enumerate().filter(|(_, entry)| entry.last() == level) {
            let place = match entry.at[..] {
                [from, to] => match drawn.filter(|&(owner, _)| to == level && owner == from) {
                    Some((_, at)) => self.entry_at(ViewId(0), at),
                    None => self.arc(from, to),
                },
                _ => {
                    let vertex = self.matched(level);
                    self.code.ins().uextend(I64, vertex)
                }
            };
            let table = self.pointer(offset_of!(Context, tables), index);
            let at = self.element(table, place, 3);
            let value = self.load(I64, at);
            self.proceed_if(value, next);
            self.entries[index] = Some(value);
        }
    }

    /// Which entry of the rows of a view lies at an address.
    pub(super) fn entry_at(&mut self, view: ViewId, at: Value) -> Value {
        let first = self.view(view, offset_of!(ViewPointers, neighbors));
        let bytes = self.code.ins().isub(at, first);
        let two = self.constant(2);
        self.code.ins().ushr(bytes, two)
    }

    /// Where the arc from the vertex at one level to that at another stands among the entries of all rows.
    fn arc(&mut self, from: Level, to: Level) -> Value {
        let (start, row, len) = self.whole_row(ViewId(0), from);
        let end = self.matched(to);
        let place = self.call_for(self.call.lower_bound, &[row, len, end]);
        self.code.ins().iadd(start, place)
    }
}
