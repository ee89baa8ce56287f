//! Which pattern some pairs of vertices are.

use std::collections::BTreeMap;

use super::pair;
use crate::mix::mixed;
use crate::pattern::Pattern;

/// All connected patterns of a size, by number.
#[derive(Debug)]
pub struct Classes {
    size: usize,
    /// By what does not depend on the order of vertices. Hardly any two have that in common.
    alike: BTreeMap<u64, Vec<usize>>,
    /// By canonical form.
    numbers: BTreeMap<Pattern, usize>,
}

impl Classes {
    /// Of [`all_connected`](crate::pattern::all_connected), numbered in their order.
    pub fn new(patterns: &[Pattern]) -> Classes {
        let size = patterns.first().map_or(0, Pattern::num_vertices);
        let mut classes = Classes { size, alike: BTreeMap::new(), numbers: BTreeMap::new() };
        for (number, pattern) in patterns.iter().enumerate() {
            let joined = pattern.edges().map(|edge| 1u32 << pair(edge.from.min(edge.to), edge.from.max(edge.to))).sum();
            classes.alike.entry(classes.invariant(joined)).or_default().push(number);
            classes.numbers.insert(pattern.canonical(), number);
        }
        classes
    }

    /// The number of what is joined, as bits by [`pair`].
    ///
    /// # Panics
    /// If it is not connected.
    pub fn of(&self, joined: u32) -> usize {
        match self.alike.get(&self.invariant(joined)).map(Vec::as_slice) {
            Some([only]) => *only,
            _ => self.by_form(joined),
        }
    }

    fn by_form(&self, joined: u32) -> usize {
        let edges: Vec<(usize, usize)> = (1..self.size)
            .flat_map(|v| (0..v).map(move |u| (u, v)))
            .filter(|&(u, v)| joined >> pair(u, v) & 1 == 1)
            .collect();
        let pattern = Pattern::from_edges(self.size, &edges).expect("it is connected");
        self.numbers[&pattern.canonical()]
    }

    /// Three rounds in which each vertex takes in what its neighbors are known by \[WeisfeilerLeman1968\].
    fn invariant(&self, joined: u32) -> u64 {
        let is_joined = |u: usize, v: usize| u != v && joined >> pair(u.min(v), u.max(v)) & 1 == 1;
        let mut colors = vec![1u64; self.size];
        for _ in 0..3 {
            let color = |v: usize| {
                let around = (0..self.size).filter(|&u| is_joined(u, v));
                let of_pair = |u: usize| {
                    let common = (0..self.size).filter(|&w| is_joined(u, w) && is_joined(v, w)).count() as u64;
                    mixed(colors[u].wrapping_mul(8).wrapping_add(common))
                };
                mixed(colors[v].wrapping_add(around.map(of_pair).fold(0, u64::wrapping_add)))
            };
            colors = (0..self.size).map(color).collect();
        }
        colors.into_iter().fold(0, u64::wrapping_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Semantics, all_connected};
    use crate::spanning::Forest;

    #[test]
    fn all_that_a_tree_spans_has_its_class() {
        for size in 2..=5 {
            let patterns = all_connected(size);
            let classes = Classes::new(&patterns);
            for tree in Forest::new(size).trees {
                for code in 0..tree.num_codes() {
                    let joined = tree.joined(code);
                    assert_eq!(classes.of(joined), classes.by_form(joined), "{tree}: {code}");
                }
            }
        }
    }

    #[test]
    fn a_class_has_as_many_codes_as_ways() {
        // Orders of the vertices that differ by an automorphism have one code.
        let patterns = all_connected(6);
        let (classes, forest) = (Classes::new(&patterns), Forest::new(6));
        for (at, tree) in forest.trees.iter().enumerate() {
            let mut codes = vec![0; patterns.len()];
            (0..tree.num_codes()).for_each(|code| codes[classes.of(tree.joined(code))] += 1);
            for (pattern, codes) in patterns.iter().zip(codes) {
                let symmetries = pattern.automorphisms(Semantics::EdgeInduced).order() as u64;
                assert_eq!(forest.ways(pattern)[at], codes * symmetries, "{tree} {pattern}");
            }
        }
    }
}
