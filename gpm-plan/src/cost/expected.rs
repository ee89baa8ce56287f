//! What the model expects level by level: the parts that the cost of a prefix adds up.

use super::{Estimator, LevelWork, Loop, Operator, Prefix};

impl Estimator<'_> {
    /// What is expected of each level where pattern vertices are placed in this order.
    pub fn expected(&self, order: &[usize]) -> Vec<LevelWork> {
        let Some((&root, rest)) = order.split_first() else { return Vec::new() };
        let mut prefix = self.start(root);
        let mut levels = vec![self.level(&prefix, Operator::Root)];
        for &u in rest {
            let next = self.extend(&prefix, u);
            if next.is_local && !prefix.is_local {
                // Matrices are made where the root is bound.
                self.matrices(&prefix).add_to(&mut levels[0].work, 1.0);
            }
            levels.push(self.level(&next, self.round(&next)));
            prefix = next;
        }
        levels
    }

    /// What is expected of the last level of a prefix, of whose loop each round is `round`.
    fn level(&self, prefix: &Prefix, round: Operator) -> LevelWork {
        let mut level = LevelWork { candidates: prefix.rounds, matches: prefix.matches, ..LevelWork::default() };
        round.add_to(&mut level.work, prefix.rounds);
        if self.is_outer(prefix) {
            Operator::OuterRound.add_to(&mut level.work, prefix.rounds);
        }
        self.entering(prefix, |operator| {
            operator.add_to(&mut level.work, prefix.matches);
            true
        });
        level
    }

    /// Whether a prefix has all vertices.
    pub(super) fn is_whole(&self, prefix: &Prefix) -> bool {
        prefix.num_levels == self.constraints.len()
    }

    /// Whether the loop over the last placed vertex is around another one, and below the root's.
    pub(super) fn is_outer(&self, prefix: &Prefix) -> bool {
        let num_loops = self.constraints.len() - (self.tail | self.looked_up).count_ones() as usize;
        (2..num_loops).contains(&prefix.num_levels)
    }

    /// A round of the loop over the last placed vertex.
    pub(super) fn round(&self, prefix: &Prefix) -> Operator {
        let is_last = prefix.num_levels + self.looked_up.count_ones() as usize == self.constraints.len();
        Operator::Round(match is_last && self.looked_up != 0 {
            _ if prefix.is_local && prefix.num_levels > 2 => Loop::Bits,
            true => Loop::Lookups,
            false => Loop::List,
        })
    }
}
