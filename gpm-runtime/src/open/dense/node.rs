//! An open node of a search for dense sets, and what can be said of all that is below it.

use super::density::Density;
use super::local::Local;
use crate::open::width::{Width, common, has, insert, members, remove};

/// The sets that the search carries.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Two sets, one after the other: members that are chosen, and members that may follow.
    words: Vec<u64>,
    /// Places of other vertices that might be added to a set found below.
    pub(super) excluded: Vec<u32>,
    /// The member to choose, or to exclude, next.
    pub(super) next: Option<usize>,
    /// Members that may follow.
    pub(super) left: usize,
    /// The fewest vertices of a dense set below.
    least: usize,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    /// Nothing that is wanted.
    Nothing,
    /// All that is chosen or may follow is dense.
    All,
    /// It must be searched; the node knows what is next.
    Open,
}

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) density: Density,
    /// Smaller sets are not wanted.
    pub(super) min_size: usize,
}

/// What the members of a node miss.
struct Figures {
    /// Vertices that are chosen, and those that are chosen or may follow.
    chosen: usize,
    all: usize,
    /// The smallest degree among all, of those that are chosen and of any; the latter's member, one that is chosen if there is a choice.
    least_chosen: usize,
    least: usize,
    worst: usize,
    /// The most that one that is chosen misses among those, itself counted.
    most_missed: usize,
}

impl Node {
    /// Makes it a first node: some members are chosen, all others may follow.
    pub(super) fn begin(&mut self, local: &Local, chosen: impl Iterator<Item = usize>) {
        let words = local.words();
        self.words.clear();
        self.words.resize(2 * words, 0);
        (0..local.num_members()).for_each(|u| insert(&mut self.words[words..], u));
        for u in chosen {
            insert(&mut self.words, u);
            remove(&mut self.words[words..], u);
        }
        self.excluded.clear();
        self.excluded.extend(local.outsiders());
        self.least = 0;
    }

    /// Members that are chosen, and members that may follow.
    pub(super) fn sets(&self) -> (&[u64], &[u64]) {
        self.words.split_at(self.words.len() / 2)
    }

    fn sets_mut(&mut self) -> (&mut [u64], &mut [u64]) {
        let words = self.words.len() / 2;
        self.words.split_at_mut(words)
    }

    /// The members that are chosen or may follow, ascending.
    pub(super) fn members(&self, local: &Local) -> impl Iterator<Item = usize> + Clone + '_ {
        let (chosen, possible) = self.sets();
        (0..local.num_members()).filter(move |&u| has(chosen, u) || has(possible, u))
    }

    /// Makes `child` the node that chooses `u`, and takes `u` off this one.
    #[inline(always)]
    pub(super) fn split<W: Width>(&mut self, width: W, local: &Local, u: usize, goal: Goal, child: &mut Node) {
        child.words.clone_from(&self.words);
        child.excluded.clone_from(&self.excluded);
        let words = width.words();
        let (chosen, possible) = child.sets_mut();
        remove(possible, u);
        // Two vertices of a dense set have many neighbors in common.
        let row = local.row(words, u);
        let least = goal.density.common(self.least);
        for v in members(&self.words[words..]) {
            let other = local.row(words, v);
            let common: u32 =
                (0..words).map(|w| (row[w] & other[w] & (self.words[w] | self.words[words + w])).count_ones()).sum();
            if i64::from(common) < least + if has(row, v) { 0 } else { 2 } {
                remove(possible, v);
            }
        }
        insert(chosen, u);
        child.least = self.least;
        remove(self.sets_mut().1, u);
        self.excluded.push(u as u32);
    }

    /// Takes off what is in no dense set below, and says what is left. Bounds are those of \[Quick\], in terms of what vertices miss: a set below has
    /// at least as many vertices as let each chosen vertex miss what it misses already, at most as many as its neighbors allow, and
    /// each vertex in it misses at most what a set of that size may \[FastQC\].
    #[inline(always)]
    pub(super) fn settle<W: Width>(&mut self, width: W, local: &Local, goal: Goal) -> Below {
        let words = width.words();
        self.next = None;
        loop {
            let figures = self.figures(width, local);
            let Figures { chosen: size, all, least_chosen, least, .. } = figures;
            let density = goal.density;
            let most = all.min(density.most(least_chosen));
            let Some(fewest) = density.fewest(figures.most_missed) else { return Below::Nothing };
            self.least = fewest.max(size).max(goal.min_size);
            if most < self.least {
                return Below::Nothing;
            }
            if all - least <= density.misses(all) {
                return if self.is_extended(width, local, all, density.misses(all + 1)) {
                    Below::Nothing
                } else {
                    Below::All
                };
            }
            let (needed, missed) = (density.needs(self.least), density.misses(most));
            let (mut is_changed, mut left) = (false, 0);
            let before = self.words.clone();
            let (chosen_before, possible_before) = before.split_at(words);
            for u in members(chosen_before) {
                let row = local.row(words, u);
                if size - common(width, row, chosen_before) == missed {
                    self.sets_mut().1.iter_mut().zip(row).for_each(|(possible, row)| *possible &= row);
                }
            }
            for u in members(possible_before) {
                let (chosen, possible) = self.sets_mut();
                let row = local.row(words, u);
                let to_chosen = common(width, row, chosen_before);
                let degree = to_chosen + common(width, row, possible_before);
                if !has(possible, u) || degree < needed || size + 1 - to_chosen > missed {
                    remove(possible, u);
                    is_changed = true;
                } else if degree + 1 == all {
                    // Whatever is found below can have it too.
                    remove(possible, u);
                    insert(chosen, u);
                    is_changed = true;
                } else {
                    left += 1;
                }
            }
            if is_changed {
                continue;
            }
            self.left = left;
            let full: Vec<usize> = members(self.sets().0)
                .filter(|&u| size - common(width, local.row(words, u), self.sets().0) == missed)
                .collect();
            let mut excluded = std::mem::take(&mut self.excluded);
            excluded.retain(|&x| {
                let row = local.row(words, x as usize);
                size + 1 - common(width, row, self.sets().0) <= missed && full.iter().all(|&u| has(row, u))
            });
            self.excluded = excluded;
            if self.is_extended(width, local, all, density.misses(self.least + 1)) {
                return Below::Nothing;
            }
            self.next = self.branch(width, local, figures.worst);
            return Below::Open;
        }
    }

    #[inline(always)]
    fn figures<W: Width>(&self, width: W, local: &Local) -> Figures {
        let words = width.words();
        let (chosen, possible) = self.sets();
        let count = |set: &[u64]| set.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let (size, left) = (count(chosen), count(possible));
        let mut figures = Figures {
            chosen: size,
            all: size + left,
            least_chosen: usize::MAX,
            least: usize::MAX,
            worst: 0,
            most_missed: 0,
        };
        for u in members(chosen) {
            let row = local.row(words, u);
            let to_chosen = common(width, row, chosen);
            let degree = to_chosen + common(width, row, possible);
            figures.most_missed = figures.most_missed.max(size - to_chosen);
            if degree < figures.least {
                (figures.least, figures.worst) = (degree, u);
            }
        }
        figures.least_chosen = figures.least;
        for u in members(possible) {
            let row = local.row(words, u);
            let degree = common(width, row, chosen) + common(width, row, possible);
            if degree < figures.least {
                (figures.least, figures.worst) = (degree, u);
            }
        }
        figures
    }

    /// Whether some excluded vertex can be added to whatever dense set of `least` or more vertices is below, of which with it each may miss `missed`:
    /// neither it nor any vertex that it is not adjacent to misses more of `all` that are there.
    #[inline(always)]
    fn is_extended<W: Width>(&self, width: W, local: &Local, all: usize, missed: usize) -> bool {
        if self.excluded.is_empty() {
            return false;
        }
        let words = width.words();
        let (chosen, possible) = self.sets();
        let is_tight = |&u: &usize| {
            let row = local.row(words, u);
            all - common(width, row, chosen) - common(width, row, possible) >= missed
        };
        let mut tight = vec![0; words];
        members(chosen).chain(members(possible)).filter(is_tight).for_each(|u| insert(&mut tight, u));
        self.excluded.iter().any(|&x| {
            let row = local.row(words, x as usize);
            let away = (0..words).map(|w| (chosen[w] | possible[w]) & !row[w]);
            away.clone().zip(&tight).all(|(away, tight)| away & tight == 0)
                && away.map(|away| away.count_ones() as usize).sum::<usize>() < missed
        })
    }

    /// The member to go on with: the one that misses most, or if that is chosen, of those that it misses the one that misses most.
    #[inline(always)]
    fn branch<W: Width>(&self, width: W, local: &Local, worst: usize) -> Option<usize> {
        let (chosen, possible) = self.sets();
        if has(possible, worst) {
            return Some(worst);
        }
        let row = local.row(width.words(), worst);
        let degree = |&u: &usize| {
            let row = local.row(width.words(), u);
            common(width, row, chosen) + common(width, row, possible)
        };
        members(possible).filter(|&u| !has(row, u)).min_by_key(degree)
    }
}
