//! Pass `implied-bounds`: what follows from several conditions together is asked as soon as it is known.

use crate::nest::LoopNest;
use crate::pattern::predicate::Implied;

pub(super) fn run(nest: &mut LoopNest) {
    let Some(implied) = Implied::new(nest.pattern.predicate()) else { return };
    let order = nest.order.clone();
    let position = |u: usize| order.iter().position(|&w| w == u).expect("the order has every vertex");
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |entry, block| {
        if let Some(level) = entry {
            let bound = order[..=level.index()].iter().fold(0, |mask, &u| mask | 1 << u);
            let more = implied.at(bound, order[level.index()]);
            block.filter.extend(more.iter().map(|condition| condition.mapped(&position)));
        }
    });
    nest.root = root;
}
