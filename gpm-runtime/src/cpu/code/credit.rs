//! Counts per vertex and per arc: what was counted below a credited level is credited to its entry of the table.

use std::mem::offset_of;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, Value};
use gpm_plan::nest::{Level, Per, Step};

use super::context::Context;
use super::emit::Emitter;

impl Emitter<'_, '_> {
    /// The entry of the vertex of `level`, which was read at address `at` unless it is the root, if the level says whose matches
    /// are counted.
    pub(super) fn entry(&mut self, level: Level, at: Option<Value>) -> Option<Value> {
        match self.nest.per {
            Per::Total => None,
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

    /// Emits `body`, which ends by jumping to the block it is given; what it counts is credited to `entry`, if there is one,
    /// before control goes on at `next`.
    pub(super) fn credited(&mut self, entry: Option<Value>, next: ir::Block, body: impl FnOnce(&mut Self, ir::Block)) {
        let Some(entry) = entry else { return body(self, next) };
        let leave = self.code.create_block();
        let before = self.code.use_var(self.total);
        let all_fit = self.all_fit();
        let checked = if all_fit { [self.constant(0); 2] } else { self.checked() };
        body(self, leave);
        self.enter(leave);
        let total = self.code.use_var(self.total);
        let counted = self.code.ins().isub(total, before);
        let (low, high) = self.code.ins().isplit(counted);
        if all_fit {
            let either = self.code.ins().bor(low, high);
            self.proceed_if(either, next);
        }
        self.code.ins().call(self.call.credit, &[self.context, entry, low, high, checked[0], checked[1]]);
        self.code.ins().jump(next, &[]);
    }

    /// The halves of what was added in checked arithmetic so far.
    fn checked(&mut self) -> [Value; 2] {
        [0, 8].map(|half| self.field(offset_of!(Context, checked) + half))
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
