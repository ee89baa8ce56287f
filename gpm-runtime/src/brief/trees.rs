//! A spanning tree of a labelled pattern with its homomorphisms, to be matched at random [FaSTest].

use gpm_plan::pattern::bits;

use super::candidates::{Candidates, candidates};
use super::ground::Ground;
use super::question::Question;
use crate::graph::VertexId;
use crate::spanning::{Drawn, Link, Pair, Trees};

/// Entries of rows that are worth being laid out for samples of trees: some tenths of a second, and twelve bytes each. *guess*
const MOST: usize = 1 << 26;

/// The tree, and the arrays that it is matched by.
#[derive(Debug)]
pub(crate) struct QueryTree {
    offsets: Vec<Vec<u64>>,
    targets: Vec<Vec<VertexId>>,
    sums: Vec<Vec<f64>>,
    drawn: Drawn,
}

impl QueryTree {
    /// For a connected pattern; `None` if its rows are too large. Cost: for each edge of the pattern the rows of the candidates of one of its ends.
    pub(crate) fn new(ground: &Ground, question: &Question) -> Option<QueryTree> {
        let candidates = candidates(ground, question);
        let above = tree(ground, question, &candidates)?;
        let order = order(question, &above);
        let first = |u: usize| ground.rows.class(question.labels[u]).start;
        // By pattern vertex, by place of a candidate, its homomorphisms of what is below it.
        let places = |u: usize| ground.rows.class(question.labels[u]).len();
        let mut ways: Vec<Vec<f64>> = (0..question.num_vertices).map(|u| vec![0.0; places(u)]).collect();
        candidates
            .iter()
            .zip(&mut ways)
            .for_each(|(own, ways)| own.vertices.iter().for_each(|&x| ways[own.place(x)] = 1.0));
        let graph = ground.rows.arrays();
        let (mut offsets, mut targets, mut sums) = (vec![graph.0], vec![graph.1], Vec::new());
        let mut links = Vec::new();
        for (at, &u) in order.iter().enumerate().skip(1).rev() {
            let over = above[u];
            let (mut own_offsets, mut own_targets, mut own_sums) = (vec![0], Vec::new(), Vec::new());
            for place in 0..places(over) {
                let x = first(over) + place as VertexId;
                let mut sum = 0.0;
                if ways[over][place] > 0.0 {
                    for &y in ground.row(x, question.labels[u]) {
                        let below = ways[u][candidates[u].place(y)];
                        if below > 0.0 {
                            sum += below;
                            own_targets.push(y);
                            own_sums.push(sum);
                        }
                    }
                }
                ways[over][place] *= sum;
                own_offsets.push(own_targets.len() as u64);
            }
            let parent = order[..at].iter().position(|&w| w == over).expect("it was drawn before");
            links.push(Link {
                parent,
                offsets: offsets.len(),
                targets: targets.len(),
                sums: Some(sums.len()),
                base: first(over),
            });
            offsets.push(own_offsets);
            targets.push(own_targets);
            sums.push(own_sums);
        }
        links.reverse();
        let mut sum = 0.0;
        let roots = sums.len();
        sums.push(ways[order[0]].iter().map(|own| (sum += own, sum).1).collect());
        let is_free = |pair: &Pair| {
            let (u, v) = (order[pair.first], order[pair.second]);
            question.neighbors[u] >> v & 1 == 1 && above[v] != u
        };
        let all = (1..order.len()).flat_map(|j| (0..j).map(move |i| Pair { first: i, second: j, is_joined: true }));
        let pairs = all.filter(is_free).collect();
        let drawn = Drawn { roots, base: first(order[0]), links, pairs, needs_all: true };
        Some(QueryTree { offsets, targets, sums, drawn })
    }

    /// The same, to be drawn from a seed.
    pub(crate) fn trees(&self, seed: u64) -> Trees<'_> {
        Trees {
            offsets: self.offsets.iter().map(Vec::as_slice).collect(),
            targets: self.targets.iter().map(Vec::as_slice).collect(),
            sums: self.sums.iter().map(Vec::as_slice).collect(),
            trees: vec![self.drawn.clone()],
            seed,
        }
    }
}

/// By pattern vertex, the one that it hangs on in a tree which few pairs of candidates match: its edges are those that join the fewest of the pairs
/// that they might [Prim1957]. The first vertex hangs on itself. `None` if there is too much to look at.
fn tree(ground: &Ground, question: &Question, candidates: &[Candidates]) -> Option<Vec<usize>> {
    let n = question.num_vertices;
    let mut left = MOST;
    // Logarithms of the part of pairs that are joined.
    let mut parts = vec![vec![f64::INFINITY; n]; n];
    for u in 0..n {
        for v in bits(question.neighbors[u]).filter(|&v| v > u) {
            let (from, to) = if candidates[u].vertices.len() <= candidates[v].vertices.len() { (u, v) } else { (v, u) };
            let mut joined = 0usize;
            for &x in &candidates[from].vertices {
                let row = ground.row(x, question.labels[to]);
                left = left.checked_sub(row.len())?;
                joined += row.iter().filter(|&&y| candidates[to].contains(y)).count();
            }
            let all = candidates[u].vertices.len() as f64 * candidates[v].vertices.len() as f64;
            parts[u][v] = (joined as f64 / all).ln();
            parts[v][u] = parts[u][v];
        }
    }
    let cores = question.cores();
    let first = (0..n).max_by_key(|&u| (cores[u], question.neighbors[u].count_ones()))?;
    let mut above = vec![first; n];
    let mut placed = 1u32 << first;
    while placed != question.all() {
        let ends = bits(placed).flat_map(|u| bits(question.neighbors[u] & !placed).map(move |v| (u, v)));
        let (u, v) = ends.min_by(|one, other| parts[one.0][one.1].total_cmp(&parts[other.0][other.1]))?;
        above[v] = u;
        placed |= 1 << v;
    }
    Some(above)
}

/// The vertices of a tree, each after the one that it hangs on, and those first that close most cycles.
fn order(question: &Question, above: &[usize]) -> Vec<usize> {
    let first = (0..above.len()).find(|&u| above[u] == u).expect("one hangs on itself");
    let (mut order, mut placed) = (vec![first], 1u32 << first);
    while placed != question.all() {
        let is_next = |&u: &usize| placed >> u & 1 == 0 && placed >> above[u] & 1 == 1;
        let closed = |&u: &usize| (question.neighbors[u] & placed).count_ones();
        let next = (0..above.len()).filter(is_next).max_by_key(closed).expect("a tree is connected");
        order.push(next);
        placed |= 1 << next;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief::tests::each_question;
    use crate::control::Control;
    use crate::estimate::Goal;
    use crate::spanning::{Census, OnThreads, Tally};

    #[test]
    fn hits_say_how_many_matches_there_are() {
        let goal = Goal { rel_error: 1e-9, confidence: 0.95, samples: 40_000 };
        let (mut held, mut all, mut far) = (0, 0, 0);
        each_question(|ground, question, count| {
            let tree = QueryTree::new(ground, question).expect("it is small");
            for seed in 0..5 {
                let trees = tree.trees(seed);
                if trees.total(0) == 0.0 {
                    assert_eq!(count, 0.0, "{question:?}");
                    return;
                }
                assert!(trees.total(0) >= count, "{question:?}");
                let mut census = Census::of_one(OnThreads(&trees), trees.total(0), goal, (1 << 20, 1));
                assert_eq!(census.run(&Control::new()), Ok(()));
                let Tally { mean, interval, samples, .. } = census.tally(0);
                // Each sample is a match with this chance.
                let part = count / trees.total(0);
                let error = trees.total(0) * (part * (1.0 - part) / samples as f64).sqrt();
                far += u32::from((mean - count).abs() > 3.0 * error + 1e-9);
                held += u32::from((interval.low..=interval.high).contains(&count));
                all += 1;
            }
        });
        assert!(all > 100 && far * 100 <= all && held * 100 >= all * 92, "{held} of {all} hold, {far} are far off");
    }
}
