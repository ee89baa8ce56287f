//! In how many ways trees span a pattern.

use super::Forest;
use crate::pattern::{Pattern, bits};

impl Forest {
    /// By tree, how many of its homomorphisms into a pattern of as many vertices meet each vertex once.
    ///
    /// Below a vertex, and for each set of vertices, the ways to match a branch onto it are counted once. Cost: O(3^n · n) for each branch.
    pub fn ways(&self, pattern: &Pattern) -> Vec<u64> {
        let size = self.size;
        let all = (1usize << size) - 1;
        let mut of_size = vec![Vec::new(); size + 1];
        (1..=all).for_each(|set| of_size[set.count_ones() as usize].push(set));
        // By branch, by vertex, by set.
        let mut below: Vec<Vec<Vec<u64>>> = Vec::with_capacity(self.branches.len());
        for branch in &self.branches {
            let at = |v: usize| {
                let mut ways = vec![0; all + 1];
                ways[1 << v] = 1;
                let (mut taken, neighbors) = (1, pattern.neighbors(v).collect::<Vec<_>>());
                for &child in &branch.children {
                    let mut next = vec![0; all + 1];
                    for &own in of_size[taken].iter().filter(|&&own| ways[own] > 0) {
                        for &set in of_size[self.branches[child].size].iter().filter(|&&set| set & own == 0) {
                            let of_child: u64 = neighbors.iter().map(|&u| below[child][u][set]).sum();
                            next[own | set] += ways[own] * of_child;
                        }
                    }
                    taken += self.branches[child].size;
                    ways = next;
                }
                ways
            };
            below.push((0..size).map(at).collect());
        }
        let spanning = |root: usize| bits(pattern.vertex_mask()).map(|v| below[root][v][all]).sum();
        self.trees.iter().map(|tree| spanning(tree.branches[0])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::all_connected;

    /// By trying all orders of the vertices.
    fn tried(parents: &[usize], pattern: &Pattern) -> u64 {
        fn extend(parents: &[usize], pattern: &Pattern, met: &mut Vec<usize>) -> u64 {
            if met.len() == parents.len() {
                return 1;
            }
            let parent = met[parents[met.len()]];
            let mut ways = 0;
            for v in pattern.neighbors(parent) {
                if !met.contains(&v) {
                    met.push(v);
                    ways += extend(parents, pattern, met);
                    met.pop();
                }
            }
            ways
        }
        (0..pattern.num_vertices()).map(|root| extend(parents, pattern, &mut vec![root])).sum()
    }

    #[test]
    fn as_many_as_there_are_orders() {
        for size in 2..=6 {
            let forest = Forest::new(size);
            for pattern in all_connected(size) {
                let known: Vec<u64> = forest.trees.iter().map(|tree| tried(&tree.parents, &pattern)).collect();
                assert_eq!(forest.ways(&pattern), known, "{pattern}");
                assert!(known.iter().any(|&ways| ways > 0), "{pattern}");
            }
        }
    }
}
