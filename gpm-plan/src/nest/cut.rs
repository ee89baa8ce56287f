//! Bounds that are no matched vertices. The ids of records ascend in the order of their times: those after a record, or within
//! seven days of it, are a range of ids, whose end is looked up for the record.

use std::fmt::{self, Display, Formatter};

use super::{Level, Levels, LoopNest};
use crate::pattern::predicate::Condition;

/// A bound that is looked up for a matched vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The level whose vertex it is looked up for.
    pub of: Level,
    /// Which vertices satisfy the condition: all whose ids are smaller, or greater, than the bound, and no others.
    pub side: Side,
    /// What they satisfy: vertex 0 is the one matched at `of`, vertex 1 theirs.
    pub condition: Condition,
    /// Other cuts on the same side that they satisfy as well, in each match.
    pub implies: Levels,
}

/// A side of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Smaller ids.
    Below,
    /// Greater ids.
    Above,
}

impl LoopNest {
    /// The level by which bounds name cut `index`: after those that are matched.
    pub fn level_of_cut(&self, index: usize) -> Level {
        Level((self.num_positions() + index) as u8)
    }

    /// The cut that a bound names; `None` for a matched vertex.
    pub fn cut(&self, level: Level) -> Option<&Cut> {
        level.index().checked_sub(self.num_positions()).map(|index| &self.cuts[index])
    }

    /// Each cut by the level that bounds name it by, with the level whose vertex it is looked up for.
    pub fn owners_of_cuts(&self) -> Vec<(Level, Level)> {
        (0..self.cuts.len()).map(|index| (self.level_of_cut(index), self.cuts[index].of)).collect()
    }

    /// The level that must be matched before a bound is known.
    pub fn known_at(&self, bound: Level) -> Level {
        self.cut(bound).map_or(bound, |cut| cut.of)
    }

    /// Some levels, and the cuts looked up for their vertices: the bounds that are known where these are matched.
    pub fn with_cuts(&self, levels: Levels) -> Levels {
        let cuts = (0..self.cuts.len()).filter(|&index| levels.contains(self.cuts[index].of));
        cuts.fold(levels, |all, index| all.with(self.level_of_cut(index)))
    }

    /// Whether the bound `tight` implies the bound `loose`, on one side, because both are cuts.
    pub(super) fn cut_implies(&self, tight: Level, loose: Level, side: Side) -> bool {
        self.cut(tight).is_some_and(|cut| cut.side == side && cut.implies.contains(loose))
    }

    /// The cuts that admit nothing that a cut does not: they ask for the same, and perhaps for more.
    pub(crate) fn cuts_within(&self, cut: &Cut) -> Vec<Level> {
        let is_within = |own: &Cut| {
            let asks = match &own.condition {
                Condition::All(inner) => inner.contains(&cut.condition),
                condition => *condition == cut.condition,
            };
            asks && (own.of, own.side) == (cut.of, cut.side)
        };
        let within = (0..self.cuts.len()).filter(|&index| is_within(&self.cuts[index]));
        within.map(|index| self.level_of_cut(index)).collect()
    }

    /// Says that what satisfies one cut satisfies another one, in each match.
    pub(crate) fn note_implied_cut(&mut self, tight: Level, loose: Level) {
        let index = tight.index() - self.num_positions();
        self.cuts[index].implies.insert(loose);
    }

    /// Leaves out cuts that bound nothing, and names the others by the levels that come then.
    pub(crate) fn sweep_cuts(&mut self) {
        let mut used = Levels::NONE;
        self.sets.iter().for_each(|def| used = used.union(def.below).union(def.above));
        let mut root = std::mem::take(&mut self.root);
        root.visit_candidates_mut(&mut |candidates| used = used.union(candidates.below).union(candidates.above));
        let positions = self.num_positions();
        let kept: Vec<usize> = (0..self.cuts.len()).filter(|&index| used.contains(self.level_of_cut(index))).collect();
        if kept.len() < self.cuts.len() {
            let named = |level: Level| match level.index().checked_sub(positions) {
                Some(index) => kept.iter().position(|&own| own == index).map(|new| Level((positions + new) as u8)),
                None => Some(level),
            };
            let renamed = |levels: Levels| levels.iter().filter_map(named).collect::<Levels>();
            self.cuts = kept.iter().map(|&index| self.cuts[index].clone()).collect();
            self.cuts.iter_mut().for_each(|cut| cut.implies = renamed(cut.implies));
            for def in &mut self.sets {
                (def.below, def.above) = (renamed(def.below), renamed(def.above));
            }
            root.visit_candidates_mut(&mut |candidates| {
                (candidates.below, candidates.above) = (renamed(candidates.below), renamed(candidates.above));
            });
        }
        self.root = root;
    }

    /// Adds a cut, or finds it; `None` where no level is left to name it by.
    pub(crate) fn define_cut(&mut self, cut: Cut) -> Option<Level> {
        let is_it = |own: &Cut| (own.of, own.side, &own.condition) == (cut.of, cut.side, &cut.condition);
        let known = self.cuts.iter().position(is_it);
        let index = known.unwrap_or(self.cuts.len());
        if self.num_positions() + index >= Levels::MOST {
            return None;
        }
        if known.is_none() {
            self.cuts.push(cut);
        }
        Some(self.level_of_cut(index))
    }
}

/// As a condition on `v`, which is what the bound is for.
impl Display for Cut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = |vertex: usize| if vertex == 0 { self.of.to_string() } else { "v".to_owned() };
        f.write_str(&self.condition.display(&name).to_string())
    }
}
