//! Pass `count-last`: the innermost loop of a counting nest becomes the size of its candidates.

use super::inclusion_exclusion::settle;
use crate::nest::{Block, Level, Levels, LoopNest, Polynomial, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let last = Level((nest.num_positions() - 1) as u8);
    if nest.looped_levels().contains(last) {
        return;
    }
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |_, block| {
        for step in &mut block.steps {
            if let Step::For { level, from: Source::Set(candidates), body } = step
                && *level == last
                && counts_one(body)
            {
                let size = settle(nest, *candidates, &[last], Levels::before(last));
                *step = Step::Count(vec![Polynomial::size(size)]);
            }
        }
    });
    nest.root = root;
}

fn counts_one(block: &Block) -> bool {
    block.filter.is_empty() && block.define.is_empty() && block.steps == [Step::Count(Vec::new())]
}
