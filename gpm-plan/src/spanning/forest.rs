//! All trees of a size, and what hangs below their vertices.

use std::collections::BTreeSet;
use std::fmt;

use super::pair;
use crate::pattern::Pattern;

/// What hangs below a vertex of a rooted tree: the numbers of the branches of its children, ascending. No children: a leaf.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branch {
    /// Branches of the children.
    pub children: Vec<usize>,
    /// Vertices, its own root included.
    pub size: usize,
}

/// A tree whose vertices are matched one after the other, each next to one that was matched before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// By vertex, the one that it hangs on; of the root, itself.
    pub parents: Vec<usize>,
    /// By vertex, the number of its branch.
    pub branches: Vec<usize>,
    /// Pairs of vertices that the tree does not join, the smaller first. A match says of each whether the graph joins it: its code has a bit
    /// for each, that of the first the lowest.
    pub free: Vec<(usize, usize)>,
}

/// All trees of a size.
#[derive(Clone, Debug)]
pub struct Forest {
    /// Vertices of each tree.
    pub size: usize,
    /// Below any vertex of any tree, each once, those of children before their own. The first is a leaf.
    pub branches: Vec<Branch>,
    /// The trees.
    pub trees: Vec<Tree>,
}

impl Forest {
    /// The trees of `size` vertices, one per isomorphism class: 1, 1, 2, 3, 6, 11, 23 for 2 to 8. They hang on a middle vertex, so that they have few
    /// branches in common with few children.
    ///
    /// # Panics
    /// For fewer than two vertices.
    pub fn new(size: usize) -> Forest {
        assert!(size >= 2, "a tree of a vertex joins nothing");
        let mut forest = Forest::empty(size);
        for shape in shapes(size) {
            forest.add(hung(&shape).0);
        }
        forest
    }

    /// One tree that spans a connected pattern of two vertices at least, and by its vertex the one of the pattern. Its vertices have few neighbors in it: trees
    /// with hubs of their own have most homomorphisms where the graph has hubs.
    pub fn spanning(pattern: &Pattern) -> (Forest, Vec<usize>) {
        let size = pattern.num_vertices();
        let most = |tree: &Pattern| (0..size).map(|v| tree.degree(v).pow(2)).sum::<usize>();
        let tree = (0..size).map(|root| deep(pattern, root)).min_by_key(most).expect("a pattern has vertices");
        let (parents, order) = hung(&tree);
        let mut forest = Forest::empty(size);
        forest.add(parents);
        (forest, order)
    }

    fn empty(size: usize) -> Forest {
        Forest { size, branches: vec![Branch { children: Vec::new(), size: 1 }], trees: Vec::new() }
    }

    /// Adds a tree whose vertices hang on those.
    fn add(&mut self, parents: Vec<usize>) {
        let size = self.size;
        let mut branches = vec![0; size];
        // Children come after their parents.
        for v in (0..size).rev() {
            let mut children: Vec<usize> = (v + 1..size).filter(|&c| parents[c] == v).map(|c| branches[c]).collect();
            children.sort_unstable();
            branches[v] = self.branch(children);
        }
        let is_free = |&(u, v): &(usize, usize)| parents[v] != u;
        let free = (1..size).flat_map(|v| (0..v).map(move |u| (u, v))).filter(is_free).collect();
        self.trees.push(Tree { parents, branches, free });
    }

    /// The number of the branch with these children.
    fn branch(&mut self, children: Vec<usize>) -> usize {
        self.branches.iter().position(|own| own.children == children).unwrap_or_else(|| {
            let size = 1 + children.iter().map(|&child| self.branches[child].size).sum::<usize>();
            self.branches.push(Branch { children, size });
            self.branches.len() - 1
        })
    }
}

impl Tree {
    /// How many codes there are.
    pub fn num_codes(&self) -> usize {
        1 << self.free.len()
    }

    /// The pairs that are joined where a match has this code, as bits by [`pair`].
    pub fn joined(&self, code: usize) -> u32 {
        let own = (1..self.parents.len()).map(|v| 1 << pair(self.parents[v], v)).sum::<u32>();
        let free = self.free.iter().enumerate().filter(|(place, _)| code >> place & 1 == 1);
        own | free.map(|(_, &(u, v))| 1u32 << pair(u, v)).sum::<u32>()
    }
}

impl fmt::Display for Tree {
    /// Its edges, in the order in which they are matched.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges = (1..self.parents.len()).map(|v| format!("{}-{v}", self.parents[v]));
        f.write_str(&edges.collect::<Vec<_>>().join(" "))
    }
}

/// All trees of a size: a leaf more at any vertex of a smaller one reaches each.
fn shapes(size: usize) -> BTreeSet<Pattern> {
    let mut shapes = BTreeSet::from([Pattern::from_edges(2, &[(0, 1)]).expect("an edge is a pattern")]);
    for size in 2..size {
        let grown = |smaller: &Pattern| {
            let edges: Vec<(usize, usize)> = smaller.edges().map(|edge| (edge.from, edge.to)).collect();
            let with_leaf = move |at: usize| {
                let edges = [edges.as_slice(), &[(at, size)]].concat();
                Pattern::from_edges(size + 1, &edges).expect("a leaf more keeps it connected").canonical()
            };
            (0..size).map(with_leaf).collect::<Vec<_>>()
        };
        shapes = shapes.iter().flat_map(grown).collect();
    }
    shapes
}

/// By vertex, the one that it hangs on, where the tree hangs on a vertex from which no other is far, and the vertices in the order in which they are
/// reached, of which these are the numbers.
fn hung(tree: &Pattern) -> (Vec<usize>, Vec<usize>) {
    let reached = |root: usize| {
        let (mut order, mut parents, mut depths) = (vec![root], vec![0], vec![0]);
        let mut at = 0;
        while at < order.len() {
            for v in tree.neighbors(order[at]) {
                if !order.contains(&v) {
                    order.push(v);
                    parents.push(at);
                    depths.push(depths[at] + 1);
                }
            }
            at += 1;
        }
        (depths[at - 1], (parents, order))
    };
    let all = (0..tree.num_vertices()).map(reached);
    all.min_by_key(|(depth, _)| *depth).map(|(_, hung)| hung).expect("a tree has vertices")
}

/// A spanning tree that goes on from the vertex reached last, to one that few others lead to.
fn deep(pattern: &Pattern, root: usize) -> Pattern {
    let (mut met, mut path, mut edges) = (1u32 << root, vec![root], Vec::new());
    while let Some(&u) = path.last() {
        let left = |v: usize| (pattern.neighbor_mask(v) & !met).count_ones();
        match pattern.neighbors(u).filter(|v| met >> v & 1 == 0).min_by_key(|&v| left(v)) {
            Some(v) => {
                met |= 1 << v;
                edges.push((u, v));
                path.push(v);
            }
            None => drop(path.pop()),
        }
    }
    Pattern::from_edges(pattern.num_vertices(), &edges).expect("it spans a connected pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_trees_as_are_known() {
        let numbers: Vec<usize> = (2..=8).map(|size| Forest::new(size).trees.len()).collect();
        assert_eq!(numbers, [1, 1, 2, 3, 6, 11, 23]);
        // What takes memory.
        let hang = |size: usize| {
            let Forest { branches, .. } = Forest::new(size);
            (1..branches.len()).filter(|own| branches.iter().any(|branch| branch.children.contains(own))).count()
        };
        assert_eq!((4..=8).map(hang).collect::<Vec<_>>(), [1, 1, 3, 4, 8]);
    }

    #[test]
    fn trees_of_five_vertices_have_one_branch_that_is_not_a_leaf() {
        let forest = Forest::new(5);
        let trees: Vec<String> = forest.trees.iter().map(Tree::to_string).collect();
        insta::assert_debug_snapshot!((trees, &forest.branches));
    }

    #[test]
    fn patterns_are_spanned_by_paths_where_they_can_be() {
        for (text, degrees) in [("clique:5", [1, 1, 2, 2, 2]), ("house", [1, 1, 2, 2, 2]), ("star:5", [1, 1, 1, 1, 4])]
        {
            let pattern: Pattern = text.parse().expect("a pattern");
            let (forest, order) = Forest::spanning(&pattern);
            let tree = &forest.trees[0];
            assert!((1..5).all(|v| pattern.are_adjacent(order[v], order[tree.parents[v]])), "{text}");
            let degree = |v: usize| (1..5).filter(|&c| tree.parents[c] == v).count() + usize::from(v > 0);
            let mut own: Vec<usize> = (0..5).map(degree).collect();
            own.sort_unstable();
            assert_eq!(own, degrees, "{text}");
        }
    }

    #[test]
    fn codes_are_of_the_pairs_that_a_tree_leaves_free() {
        for tree in Forest::new(6).trees {
            assert_eq!((tree.free.len(), tree.joined(0).count_ones()), (10, 5));
            assert_eq!(tree.joined(tree.num_codes() - 1), (1 << 15) - 1);
        }
    }
}
