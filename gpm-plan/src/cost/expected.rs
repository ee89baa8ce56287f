//! What the model expects level by level: the parts that the cost of a prefix adds up.

use super::{Estimator, Kind, LevelWork, Prefix};

impl Estimator<'_> {
    /// What is expected of each level where pattern vertices are placed in this order.
    pub fn expected(&self, order: &[usize]) -> Vec<LevelWork> {
        let Some((&root, rest)) = order.split_first() else { return Vec::new() };
        let mut prefix = self.start(root);
        let mut first = LevelWork { candidates: prefix.rounds, matches: prefix.matches, ..LevelWork::default() };
        first.work.add(Kind::Root, prefix.rounds);
        self.add_sets(&prefix, &mut first);
        let mut levels = vec![first];
        for &u in rest {
            let next = self.extend(&prefix, u);
            let mut level = LevelWork { candidates: next.rounds, matches: next.matches, ..LevelWork::default() };
            if next.is_local && !prefix.is_local {
                // Matrices are made where the root is bound.
                let (rows, entries) = self.matrices(&prefix);
                levels[0].work.add(Kind::MatrixRow, rows);
                levels[0].work.add(Kind::MatrixEntry, entries);
            }
            level.work.add(self.round(&next), next.rounds);
            let is_whole = self.is_whole(&next);
            level.work.add_times(&self.tables.work(&next, u, is_whole), next.matches);
            self.add_sets(&next, &mut level);
            levels.push(level);
            prefix = next;
        }
        levels
    }

    /// Whether a prefix has all vertices.
    pub(super) fn is_whole(&self, prefix: &Prefix) -> bool {
        prefix.num_levels == self.constraints.len()
    }

    /// A round of the loop over the last placed vertex.
    pub(super) fn round(&self, prefix: &Prefix) -> Kind {
        match prefix.num_levels + self.looked_up.count_ones() as usize == self.constraints.len() {
            _ if prefix.is_local && prefix.num_levels > 2 => Kind::BitRound,
            true if self.looked_up != 0 => Kind::LookupRound,
            _ => Kind::Round,
        }
    }

    /// Adds the sets that the last placed vertex completes.
    fn add_sets(&self, prefix: &Prefix, level: &mut LevelWork) {
        self.joins(prefix, |join| {
            join.add_to(&mut level.work, prefix.matches);
            true
        });
    }
}
