//! Counts per vertex and per arc: what was counted below the anchors is credited to their entry of the table.

use std::mem::offset_of;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, Value};
use gpm_plan::nest::{Level, Per, Step};

use super::context::ViewPointers;
use super::emit::Emitter;

impl Emitter<'_, '_> {
    /// The entry of the root, if the nest counts per vertex.
    pub(super) fn vertex_entry(&mut self) -> Option<Value> {
        (self.nest.per == Per::Vertex).then(|| {
            let root = self.matched(Level(0));
            self.code.ins().uextend(I64, root)
        })
    }

    /// The entry of the arc to the vertex of `level`, which was read at address `at`, if the nest counts per arc.
    pub(super) fn arc_entry(&mut self, level: Level, at: Value) -> Option<Value> {
        let view = self.nest.arcs().filter(|_| level == Level(1))?;
        let first = self.view(view, offset_of!(ViewPointers, neighbors));
        let bytes = self.code.ins().isub(at, first);
        let two = self.constant(2);
        Some(self.code.ins().ushr(bytes, two))
    }

    /// Emits `body`, which ends by jumping to the block it is given; what it counts is credited to `entry`, if there is one,
    /// before control goes on at `next`.
    pub(super) fn credited(&mut self, entry: Option<Value>, next: ir::Block, body: impl FnOnce(&mut Self, ir::Block)) {
        let Some(entry) = entry else { return body(self, next) };
        let leave = self.code.create_block();
        body(self, leave);
        self.enter(leave);
        let total = self.code.use_var(self.total);
        let (low, high) = self.code.ins().isplit(total);
        if self.all_fit() {
            let either = self.code.ins().bor(low, high);
            self.proceed_if(either, next);
        }
        self.code.ins().call(self.call.credit, &[self.context, entry, low, high]);
        let zero = self.constant(0);
        self.set_total(zero, zero);
        self.code.ins().jump(next, &[]);
    }

    /// Whether everything that is counted is in the total, nothing beside it.
    fn all_fit(&self) -> bool {
        let blocks = self.nest.blocks();
        let mut steps = blocks.iter().flat_map(|(_, block)| &block.steps);
        steps.all(|step| match step {
            Step::Count(product) => self.fits(product),
            Step::For { .. } | Step::Emit => true,
        })
    }
}
