//! Loops whose sets lie in one word of a bit row: the lanes of a warp have a candidate each, with its sets in registers, and
//! deal what is below these candidates out among themselves.
//!
//! A warp that takes one candidate after the other waits for what it stores of each: some 3,000 cycles on an H200, whatever the candidate
//! has below it, and most have a handful. Here 32 candidates wait together. GPU joins call the dealing out *load-balanced expansion*
//! (Merrill et al., PPoPP 2012).

use super::bits::{Lowering, leaf_of};
use super::{BitOp, Exploration, Handed, Lanes, Looks, WarpOp, WordDef};
use crate::nest::{self, Bounds, Level, LoopNest, SetId, Source, Step};
use crate::program::Range;

/// Loops that lanes share at most: the candidates of the first, what is below these of the second, and each lane walks the third. Of more,
/// a warp would have too much to do before any of it can be given away. Four were not measured: *guess*
const MOST_LOOPS: usize = 3;

/// Whether lanes share this loop and those inside it, where its sets lie in one word: the innermost ones below a root, two at least, since one
/// alone is a leaf in any case. All that is done there is to count.
pub(super) fn begins_at(nest: &LoopNest, level: Level) -> bool {
    let blocks = nest.blocks();
    let below_root = blocks.len() - 2;
    let shared = below_root.min(MOST_LOOPS);
    let inside = &blocks[level.index() + 1..];
    let Some((innermost, others)) = inside.split_last() else { return false };
    let is_loop = |steps: &[Step]| matches!(steps, [Step::For { .. }]);
    shared >= 2
        && inside.len() == shared
        && nest.credited.is_empty()
        && others.iter().all(|(_, block)| is_loop(&block.steps))
        && innermost.1.steps.iter().all(|step| matches!(step, Step::Count(_)))
}

impl Lowering<'_> {
    /// Whether lanes share this loop and those inside it, where its sets lie in one word.
    pub(super) fn is_first_narrow(&self, level: Level) -> bool {
        begins_at(self.nest, level)
    }

    /// Who takes the candidates of a loop where all sets from level `first` on lie in one word.
    pub(super) fn narrow_exploration(&self, first: Level, level: Level, ops: &[BitOp]) -> (Exploration, Looks) {
        match level.index() - first.index() {
            0 => (Exploration::Leaf(leaf_of(Lanes::One, ops)), Looks::Cut(level)),
            1 => {
                let (_, around) = self.nest.blocks()[level.index()];
                let made: Vec<BitOp> = around.define.iter().flat_map(|&set| self.define(set, true)).collect();
                (Exploration::Deal(handed(first, &made)), Looks::Never)
            }
            _ => (Exploration::Walk, Looks::Never),
        }
    }

    /// Where all sets that are made, counted or gone through from a loop on end, as far as that is known before it.
    pub(super) fn ends(&self, first: Level) -> Vec<Range> {
        let blocks = self.nest.blocks();
        let is_made = |set: &SetId| !self.nest.set(*set).expr.is_row();
        let made = blocks[first.index() + 1..].iter().flat_map(|(_, block)| &block.define).copied().filter(is_made);
        let steps = blocks[first.index()..].iter().flat_map(|(_, block)| &block.steps);
        let drawn = steps.flat_map(|step| match step {
            Step::For { from: Source::Set(candidates), .. } => vec![candidates],
            Step::Count(product) => {
                product.iter().flat_map(|factor| &factor.sizes).filter_map(nest::Size::candidates).collect()
            }
            Step::For { from: Source::Vertices(_), .. } | Step::Emit => Vec::new(),
        });
        let drawn = drawn.map(|of| (of.set, of.bounds()));
        let mut ends = Vec::new();
        for (set, bounds) in made.map(|set| (set, Bounds::NONE)).chain(drawn) {
            let below = self.span(set, bounds).below;
            let end = Range { above: Vec::new(), below };
            // What lies below a place of these sets lies where they do.
            let is_known = end.below.iter().all(|level| level.index() < first.index());
            if is_known && !ends.contains(&end) {
                ends.push(end);
            }
        }
        ends
    }
}

/// All that is made for a candidate of a level.
fn handed(level: Level, ops: &[BitOp]) -> Handed {
    let mut handed = Handed { level, rows: Vec::new(), held: Vec::new(), numbers: Vec::new() };
    for op in ops {
        let WarpOp::Define { define, .. } = op else { continue };
        match define {
            WordDef::Row { set, .. } => handed.rows.push(*set),
            WordDef::Keep { set, .. } => handed.held.push(*set),
            WordDef::Count { set, .. } => handed.numbers.push(*set),
            WordDef::Store { .. } => unreachable!("lanes have no room to store sets"),
        }
    }
    handed
}
