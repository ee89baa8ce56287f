//! Nests of several patterns that have their loops in common become one nest with a total for each: what they intersect is
//! intersected once. Decided where it is known which nests are to be run, not pattern by pattern.

use std::collections::BTreeMap;

use super::{Block, Hold, LoopNest, Per, SetDef, SetId, Source, Step};

/// Nests that one stands for at most: each total takes registers of every thread (`RESIDENT` in `exec/footprint.rs`). *guess*
pub const MOST_FUSED: usize = 4;

impl LoopNest {
    /// How many numbers a search for it counts.
    pub fn num_totals(&self) -> usize {
        self.fused.len().max(1)
    }

    /// The nests whose totals a search for it gives, in order.
    pub fn parts(&self) -> &[LoopNest] {
        if self.fused.is_empty() { std::slice::from_ref(self) } else { &self.fused }
    }

    /// Joins nests, none of them fused, whose loops are those of one before them that has all of their sets. Returns what they
    /// became, each for two parts at least; a nest of other loops is in none.
    pub fn fuse<'a>(nests: impl IntoIterator<Item = &'a LoopNest>) -> Vec<LoopNest> {
        let mut all: Vec<LoopNest> = Vec::new();
        for nest in nests {
            let joined = all.iter_mut().find_map(|group| group.with(nest).map(|joined| *group = joined));
            if joined.is_none() {
                all.push(nest.clone());
            }
        }
        all.retain(|group| group.num_totals() > 1);
        all
    }

    /// This nest counting for `other` too; `None` if that one has other loops.
    fn with(&self, other: &LoopNest) -> Option<LoopNest> {
        let is_alike = self.semantics == other.semantics
            && self.classes == other.classes
            && self.views == other.views
            && self.cuts == other.cuts
            && [self, other].into_iter().all(LoopNest::only_counts);
        if !is_alike || self.num_totals() == MOST_FUSED {
            return None;
        }
        let (blocks, others) = (self.blocks(), other.blocks());
        let (mut names, mut holds) = (BTreeMap::new(), BTreeMap::new());
        for ((level, block), (_, other_block)) in blocks.iter().zip(&others) {
            let class = |nest: &LoopNest| level.map(|level| nest.class_of[level.index()]);
            if blocks.len() != others.len() || class(self) != class(other) {
                return None;
            }
            for &id in &other_block.define {
                let own = same_set(self, block, &renamed(other.set(id), &names)?)?;
                holds.insert(own, common_hold(self.set(own).hold, other.set(id).hold));
                names.insert(id, own);
            }
            if !is_same_loop(block, other_block, &names) {
                return None;
            }
        }
        let mut joined = self.clone();
        joined.fused = self.parts().iter().chain([other]).cloned().collect();
        // Where a set is empty for one, something may be counted for another.
        let required: Vec<SetId> =
            names.iter().filter(|(id, _)| other.set(**id).required).map(|(_, &own)| own).collect();
        for (id, def) in joined.sets.iter_mut().enumerate() {
            let id = SetId(id as u16);
            def.required &= required.contains(&id);
            def.hold = holds.get(&id).copied().unwrap_or(def.hold);
        }
        let (innermost, steps) = (blocks.last()?.0, others.last()?.1.steps.clone());
        let mut block = Block { steps, ..Block::default() };
        block.rename(&names);
        joined.root.visit_mut(None, &mut |level, own| {
            if level == innermost {
                own.steps.append(&mut block.steps);
            }
        });
        Some(joined)
    }

    /// Whether it does nothing but count all matches in its innermost block, on lists and without conditions.
    fn only_counts(&self) -> bool {
        let blocks = self.blocks();
        let is_plain = self.per == Per::Total && self.entries.is_empty() && self.local.is_none();
        let has_filter = blocks.iter().any(|(_, block)| !block.filter.is_empty());
        let is_count = |step: &Step| matches!(step, Step::Count(_));
        let inner = blocks.last().is_some_and(|(_, block)| block.steps.iter().all(is_count));
        is_plain && !has_filter && inner && blocks.iter().rev().skip(1).all(|(_, block)| block.steps.len() == 1)
    }
}

fn renamed(def: &SetDef, names: &BTreeMap<SetId, SetId>) -> Option<SetDef> {
    def.expr
        .operands()
        .all(|operand| names.contains_key(&operand))
        .then(|| SetDef { expr: def.expr.renamed(names), ..def.clone() })
}

/// The set of a block that has these members.
fn same_set(nest: &LoopNest, block: &Block, def: &SetDef) -> Option<SetId> {
    let is_same = |id: &&SetId| {
        let own = nest.set(**id);
        (own.expr, own.below, own.above) == (def.expr, def.below, def.above)
    };
    block.define.iter().find(is_same).copied()
}

/// How a set is kept that one nest keeps in this and one in that way.
fn common_hold(a: Hold, b: Hold) -> Hold {
    let strength = |hold: &Hold| [Hold::Size, Hold::List, Hold::ListAndBits].iter().position(|other| other == hold);
    if strength(&a) < strength(&b) { b } else { a }
}

fn is_same_loop(own: &Block, other: &Block, names: &BTreeMap<SetId, SetId>) -> bool {
    match (&own.steps[..], &other.steps[..]) {
        ([Step::For { level, from, .. }], [Step::For { level: other_level, from: other_from, .. }]) => {
            let same_source = match (from, other_from) {
                (Source::Vertices(class), Source::Vertices(other)) => class == other,
                (Source::Set(own), Source::Set(other)) => {
                    let same_bounds = (own.below, own.above, own.except) == (other.below, other.above, other.except);
                    names.get(&other.set) == Some(&own.set) && same_bounds
                }
                _ => false,
            };
            level == other_level && same_source
        }
        ([.., Step::Count(_)], [.., Step::Count(_)]) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::GraphStats;
    use crate::nest::Polynomial;
    use crate::pattern::Pattern;
    use crate::plan::Plan;
    use crate::query::Query;

    fn nest(pattern: &str) -> LoopNest {
        Plan::new(Query::from(pattern.parse::<Pattern>().unwrap()), &GraphStats::typical())
            .unwrap()
            .first_nest()
            .clone()
    }

    const PATH: &str = "a-b, b-c, c-d";
    const DIAMOND: &str = "a-b, b-c, c-d, d-a, a-c";

    #[test]
    fn nests_of_the_same_loops_are_fused() {
        let nests = [PATH, "clique:4", DIAMOND].map(nest);
        let fused = LoopNest::fuse(&nests);
        let [joined] = &fused[..] else { panic!("one pair has the same loops: {fused:?}") };
        assert_eq!(joined.parts(), [nests[0].clone(), nests[2].clone()]);
        joined.verify("fuse").unwrap();
        let count = |nest: &LoopNest| -> Vec<Vec<Polynomial>> { nest.products().map(<[_]>::to_vec).collect() };
        assert_eq!(count(joined), [count(&nests[0]), count(&nests[2])].concat());
        // Two paths may cross an edge of no triangle.
        assert!(nests[2].sets.iter().any(|set| set.required && set.hold == Hold::Size));
        assert!(joined.sets.iter().all(|set| !(set.required && set.hold == Hold::Size)));
    }

    #[test]
    fn other_loops_are_left_alone() {
        assert!(LoopNest::fuse(&["clique:4", "clique:5", "cycle:4"].map(nest)).is_empty());
    }
}
