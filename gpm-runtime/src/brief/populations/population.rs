//! One population: partial matches that go down together, level by level.

use super::spanning::{Spanning, Worth};
use crate::brief::candidates::Candidates;
use crate::brief::ground::Ground;
use crate::brief::question::{Asked, Question};
use crate::brief::search::{End, Search};
use crate::control::Control;
use crate::graph::VertexId;
use crate::set::{Kernels, kernels};

/// Children that are kept in memory at a time, at most but for those of [`FEWEST`] members. *guess*
const CHILDREN: usize = 1 << 24;
/// Members whose children are kept whatever there are. *guess*
const FEWEST: usize = 16;

/// What populations are drawn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) ground: &'a Ground,
    pub(super) question: &'a Question,
    pub(super) candidates: &'a [Candidates],
    pub(super) spanning: &'a Spanning,
}

/// What a population says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drawn {
    /// How many matches there are: right on average.
    pub(super) estimate: f64,
    /// Members that came to a match.
    pub(super) valid: u64,
    /// Elements of rows that were looked at.
    pub(super) visited: u64,
    /// Whether all partial matches were members.
    pub(super) is_whole: bool,
}

/// Partial matches of the same vertices.
#[derive(Debug, Default)]
struct Members {
    /// Of each, what the vertices are matched to in order.
    matched: Vec<VertexId>,
    /// How many partial matches each stands for.
    stands_for: Vec<f64>,
    /// What the vertices that it will go on with are worth.
    worth: Vec<f64>,
}

/// Children of all members, one after the other.
#[derive(Debug, Default)]
struct Children {
    matched: Vec<VertexId>,
    /// By member, where its children end, and how much they all stand for, each as often as it is worth.
    ends: Vec<usize>,
    weights: Vec<f64>,
}

impl Source<'_> {
    /// Draws a population of so many members at most, by a number from 0 to below 1 for each level.
    pub(super) fn draw(
        self,
        (worth, size): (&Worth, usize),
        mut number: impl FnMut() -> f64,
        control: &Control,
    ) -> Result<Drawn, End> {
        let Spanning { order, rest, .. } = self.spanning;
        let mut drawn = Drawn { estimate: 0.0, valid: 0, visited: 0, is_whole: true };
        let mut members = self.first((worth, self.most(1, size)), &mut number, &mut drawn);
        let mut children = Children::default();
        for level in 1..order.len() {
            if control.is_stopped() {
                return Err(End::Stopped);
            }
            self.breed(level, worth, &members, (&mut children, &mut drawn.visited));
            let size = self.most(level + 1, size);
            members = self.select(level, (worth, size), (&members, &children), &mut number, &mut drawn.is_whole);
        }
        let Source { ground, question, candidates, .. } = self;
        let mut search = Search::new(Asked { ground, question }, candidates, control, (u64::MAX, u128::MAX));
        for (matched, stands_for) in members.matched.chunks(order.len()).zip(&members.stands_for) {
            let matched = order.iter().copied().zip(matched.iter().copied());
            let count = match search.count_rest(matched, *rest) {
                Some(count) => count,
                None if control.is_stopped() => return Err(End::Stopped),
                None => return Err(End::GaveUp),
            };
            drawn.estimate += stands_for * count as f64;
            drawn.valid += u64::from(count > 0);
        }
        Ok(drawn)
    }

    /// How many members there may be that have children at a level.
    fn most(&self, level: usize, size: usize) -> usize {
        let longest = self.spanning.order.get(level).map_or(0, |&u| self.spanning.longest[u]);
        size.min((CHILDREN / longest.max(1)).max(FEWEST))
    }

    /// Members that match the first vertex.
    fn first(&self, (worth, size): (&Worth, usize), number: &mut impl FnMut() -> f64, drawn: &mut Drawn) -> Members {
        let u = self.spanning.order[0];
        let own = &self.candidates[u];
        let nobody = Members { matched: Vec::new(), stands_for: vec![1.0], worth: vec![1.0] };
        let each = |x: VertexId| worth.of_first(u, own.place(x));
        let matched: Vec<VertexId> = own.vertices.iter().copied().filter(|&x| each(x) > 0.0).collect();
        drawn.visited += matched.len() as u64;
        let children =
            Children { ends: vec![matched.len()], weights: vec![matched.iter().map(|&x| each(x)).sum()], matched };
        self.select(0, (worth, size), (&nobody, &children), number, &mut drawn.is_whole)
    }

    /// The children of all members at a level.
    fn breed(&self, level: usize, worth: &Worth, members: &Members, (children, visited): (&mut Children, &mut u64)) {
        children.matched.clear();
        children.ends.clear();
        children.weights.clear();
        let Spanning { order, above, .. } = self.spanning;
        let (u, kernels) = (order[level], kernels());
        let own = &self.candidates[u];
        let (alike, neighbors) = (self.question.alike[u], self.question.neighbors[u]);
        // By what they are among those that are matched.
        let rivals: Vec<usize> = (0..level).filter(|&at| alike & !neighbors & 1 << order[at] != 0).collect();
        let around: Vec<usize> = (0..level).filter(|&at| neighbors >> order[at] & 1 == 1).collect();
        let parent = order.iter().position(|&w| w == above[u]).expect("it is matched before");
        let mut spare = Vec::new();
        let all = members.matched.chunks(level).zip(&members.stands_for).zip(&members.worth);
        for ((matched, stands_for), all_worth) in all {
            let start = children.matched.len();
            *visited += self.common(matched, u, &around, (&mut children.matched, &mut spare), kernels);
            let place = self.candidates[above[u]].place(matched[parent]);
            let mut sum = 0.0;
            let mut kept = start;
            for at in start..children.matched.len() {
                let x = children.matched[at];
                let each = worth.of(u, own.place(x), place);
                if each > 0.0 && rivals.iter().all(|&rival| matched[rival] != x) {
                    children.matched[kept] = x;
                    kept += 1;
                    sum += each;
                }
            }
            children.matched.truncate(kept);
            children.ends.push(kept);
            children.weights.push(stands_for * all_worth * sum);
        }
    }

    /// Appends the candidates of `u` that are adjacent to what its neighbors are matched to. Returns how many elements of rows that took.
    fn common(
        &self,
        matched: &[VertexId],
        u: usize,
        around: &[usize],
        (out, spare): (&mut Vec<VertexId>, &mut Vec<VertexId>),
        kernels: &Kernels,
    ) -> u64 {
        let of = |at: usize| self.ground.row(matched[at], self.question.labels[u]);
        let shortest = around.iter().copied().min_by_key(|&at| of(at).len()).expect("a neighbor is matched");
        let start = out.len();
        out.extend(of(shortest).iter().filter(|&&y| self.candidates[u].contains(y)));
        let mut looked_at = of(shortest).len() as u64;
        for &at in around.iter().filter(|&&at| at != shortest) {
            looked_at += (out.len() - start) as u64;
            kernels.intersect_into(&out[start..], of(at), spare);
            out.truncate(start);
            out.extend_from_slice(spare);
        }
        looked_at
    }

    /// The children that become members: all of them, or so many as are drawn at equal distances [Kitagawa1996].
    fn select(
        &self,
        level: usize,
        (worth, size): (&Worth, usize),
        (members, children): (&Members, &Children),
        number: &mut impl FnMut() -> f64,
        is_whole: &mut bool,
    ) -> Members {
        let Spanning { order, above, .. } = self.spanning;
        let u = order[level];
        let parent = order.iter().position(|&w| w == above[u]).filter(|_| level > 0);
        let each = |matched: &[VertexId], x: VertexId| {
            let place = self.candidates[u].place(x);
            match parent {
                Some(parent) => worth.of(u, place, self.candidates[above[u]].place(matched[parent])),
                None => worth.of_first(u, place),
            }
        };
        let is_all = children.matched.len() <= size;
        *is_whole &= is_all;
        let step = children.weights.iter().sum::<f64>() / size as f64;
        let mut next = number() * step;
        let mut chosen = Members::default();
        let (mut start, mut before) = (0, 0.0);
        for (index, &end) in children.ends.iter().enumerate() {
            let all = before + children.weights[index];
            let matched = &members.matched[index * level..(index + 1) * level];
            let (stands_for, own) = (members.stands_for[index], members.worth[index]);
            let mut take = |x: VertexId, stands_for: f64, each: f64| {
                chosen.matched.extend_from_slice(matched);
                chosen.matched.push(x);
                chosen.stands_for.push(stands_for);
                chosen.worth.push(own * each);
            };
            if is_all {
                children.matched[start..end].iter().for_each(|&x| take(x, stands_for, each(matched, x)));
            } else if next < all {
                let mut sum = before;
                for (at, &x) in (start..end).zip(&children.matched[start..end]) {
                    let each = each(matched, x);
                    let weight = stands_for * own * each;
                    sum += weight;
                    // The last one ends where the next member begins, whatever was rounded.
                    let to = if at + 1 == end { all } else { sum.min(all) };
                    while next < to {
                        take(x, step / (own * each), each);
                        next += step;
                    }
                }
            }
            (start, before) = (end, all);
        }
        chosen
    }
}
