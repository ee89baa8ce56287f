//! Brute force: backtracking over all maps of pattern vertices to data vertices, pair by pair from what the pattern demands.
//! Shares no code with the planner: no order search, no symmetry breaking, no sets of the nest, no group code.

use gpm_plan::pattern::{Label, PairConstraint, PairStates, Pattern, Semantics};

use crate::predicate_oracle;
use crate::sample::Sample;

/// Everything two graphs say about maps from one to the other. At most 64 targets, so a set of them is a `u64`.
pub(crate) struct Oracle {
    /// Connected order of the pattern's vertices, so that dead ends show early.
    order: Vec<usize>,
    /// Targets that fit each vertex by itself.
    targets: Vec<u64>,
    /// At `[u][v][x]`: targets that `v` may take once `u` has taken `x`.
    partners: Vec<Vec<Vec<u64>>>,
    is_injective: bool,
    /// What must hold of a whole map beside.
    keeps: Option<Box<Keeps>>,
}

/// A demand on a map, in the order of the pattern's vertices.
type Keeps = dyn Fn(&[usize]) -> bool;

impl Oracle {
    /// Matches of `pattern` in `sample`.
    pub(crate) fn new(sample: &Sample, pattern: &Pattern, semantics: Semantics) -> Self {
        let check = Check::new(sample, pattern, semantics);
        let is_injective = semantics != Semantics::Homomorphism;
        let pair_fits = |u, v, x, y| check.pair_fits(u, v, x, y);
        let all = Self::tabulate(pattern, sample.num_vertices, is_injective, |u, x| check.vertex_fits(u, x), pair_fits);
        let (sample, matrix, predicate) = (sample.clone(), sample.matrix(), pattern.predicate().clone());
        all.keeping(pattern, move |map| predicate_oracle::holds(&predicate, &sample, &matrix, map))
    }

    /// Automorphisms of `pattern`: its injective maps to itself that keep labels, what is demanded of each pair, and the
    /// predicate.
    pub(crate) fn automorphisms(pattern: &Pattern, semantics: Semantics) -> Self {
        let vertex_fits = |u, x| pattern.vertex_label(u) == pattern.vertex_label(x);
        let pair_fits = |u, v, x, y| pattern.constraint(u, v, semantics) == pattern.constraint(x, y, semantics);
        let all = Self::tabulate(pattern, pattern.num_vertices(), true, vertex_fits, pair_fits);
        let renamed = pattern.clone();
        all.keeping(pattern, move |map| renamed.permuted(map).predicate() == renamed.predicate())
    }

    /// The same maps that satisfy a demand too, if the pattern has a predicate.
    fn keeping(self, pattern: &Pattern, keeps: impl Fn(&[usize]) -> bool + 'static) -> Self {
        let keeps: Option<Box<Keeps>> = if pattern.predicate().is_empty() { None } else { Some(Box::new(keeps)) };
        Self { keeps, ..self }
    }

    fn tabulate(
        pattern: &Pattern,
        num_targets: usize,
        is_injective: bool,
        vertex_fits: impl Fn(usize, usize) -> bool,
        pair_fits: impl Fn(usize, usize, usize, usize) -> bool,
    ) -> Self {
        assert!(num_targets <= 64, "the oracle is for small graphs");
        let k = pattern.num_vertices();
        let mask = |fits: &dyn Fn(usize) -> bool| (0..num_targets).filter(|&y| fits(y)).fold(0, |set, y| set | 1 << y);
        let row = |u, v| (0..num_targets).map(|x| mask(&|y| pair_fits(u, v, x, y))).collect();
        let mut order = vec![0];
        while let Some(next) = (0..k).find(|v| !order.contains(v) && order.iter().any(|&u| pattern.are_adjacent(u, *v)))
        {
            order.push(next);
        }
        let targets = (0..k).map(|u| mask(&|x| vertex_fits(u, x))).collect();
        let partners = (0..k).map(|u| (0..k).map(|v| row(u, v)).collect()).collect();
        Self { order, targets, partners, is_injective, keeps: None }
    }

    /// Number of maps.
    pub(crate) fn count(&self) -> u128 {
        let mut total = 0;
        self.extend(&mut Vec::new(), &mut |_, last| total += u128::from(last.count_ones()));
        total
    }

    /// All maps, each in the order of the pattern's vertices.
    pub(crate) fn maps(&self) -> Vec<Vec<usize>> {
        let mut maps = Vec::new();
        self.extend(&mut Vec::new(), &mut |taken, last| {
            maps.extend(members(last).map(|x| self.map(taken, x)));
        });
        maps
    }

    /// The map whose last vertex, in the order of the search, takes `last`.
    fn map(&self, taken: &[usize], last: usize) -> Vec<usize> {
        let mut map = vec![last; self.order.len()];
        taken.iter().zip(&self.order).for_each(|(&target, &u)| map[u] = target);
        map
    }

    /// Calls `found` with all vertices but the last placed, and the set that the last may take.
    fn extend(&self, taken: &mut Vec<usize>, found: &mut dyn FnMut(&[usize], u64)) {
        let v = self.order[taken.len()];
        let mut fitting = self.targets[v];
        for (&u, &x) in self.order.iter().zip(taken.iter()) {
            fitting &= self.partners[u][v][x];
            if self.is_injective {
                fitting &= !(1 << x);
            }
        }
        if taken.len() + 1 == self.order.len() {
            if let Some(keeps) = &self.keeps {
                fitting = members(fitting).filter(|&x| keeps(&self.map(taken, x))).fold(0, |set, x| set | 1 << x);
            }
            return found(taken, fitting);
        }
        for x in members(fitting) {
            taken.push(x);
            self.extend(taken, found);
            taken.pop();
        }
    }
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |x| set >> x & 1 == 1)
}

/// The definition of a match, read straight off the pattern and the edge list.
pub(crate) struct Check<'a> {
    sample: &'a Sample,
    matrix: Vec<Option<usize>>,
    labels: Vec<Option<&'a Label>>,
    constraints: Vec<Vec<PairConstraint>>,
    pattern: &'a Pattern,
}

impl<'a> Check<'a> {
    /// The demands of `pattern` on vertices and pairs of `sample`.
    pub(crate) fn new(sample: &'a Sample, pattern: &'a Pattern, semantics: Semantics) -> Self {
        let vertices = 0..pattern.num_vertices();
        let row = |u| vertices.clone().map(|v| pattern.constraint(u, v, semantics)).collect();
        let labels = vertices.clone().map(|u| pattern.vertex_label(u)).collect();
        let constraints = vertices.clone().map(row).collect();
        Self { sample, matrix: sample.matrix(), labels, constraints, pattern }
    }

    /// Whether data vertex `x` has the label that `u` asks for.
    pub(crate) fn vertex_fits(&self, u: usize, x: usize) -> bool {
        self.labels[u].is_none_or(|label| {
            self.sample.vertex_labels.get(x).is_some_and(|found| label.texts().any(|own| found == own))
        })
    }

    /// Whether `u` may be `x` while `v` is `y`, as far as edges between them go.
    pub(crate) fn pair_fits(&self, u: usize, v: usize, x: usize, y: usize) -> bool {
        let pair = &self.constraints[u][v];
        let forward = self.has_edge(x, y, pair.forward_label.as_ref());
        let backward = self.has_edge(y, x, pair.backward_label.as_ref());
        pair.allowed.contains(match (forward, backward) {
            (false, false) => PairStates::NONE,
            (true, false) => PairStates::FORWARD,
            (false, true) => PairStates::BACKWARD,
            (true, true) => PairStates::BOTH,
        })
    }

    /// Whether a map satisfies the predicate.
    pub(crate) fn predicate_holds(&self, map: &[usize]) -> bool {
        predicate_oracle::holds(self.pattern.predicate(), self.sample, &self.matrix, map)
    }

    fn has_edge(&self, x: usize, y: usize, label: Option<&Label>) -> bool {
        let Some(at) = self.matrix[x * self.sample.num_vertices + y] else { return false };
        label.is_none_or(|label| label.texts().any(|own| self.sample.edges[at].2.as_deref() == Some(own)))
    }
}

#[test]
fn brute_force_knows_the_square() {
    let square: Pattern = "a-b-c-d-a".parse().expect("a pattern");
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)].map(|(x, y)| (x, y, None)).to_vec();
    let order = gpm_runtime::graph::VertexOrder::Input;
    let diamond = Sample {
        name: "diamond",
        is_directed: false,
        num_vertices: 4,
        edges,
        vertex_labels: Vec::new(),
        order,
        vertex_columns: Default::default(),
        edge_columns: Default::default(),
    };
    let count = |semantics| Oracle::new(&diamond, &square, semantics).count();
    assert_eq!(count(Semantics::EdgeInduced), 8);
    assert_eq!(count(Semantics::VertexInduced), 0);
    // Closed walks of length 4: 8 for the one 4-cycle, 4 for each of 8 wedges, 2 for each of 5 edges.
    assert_eq!(count(Semantics::Homomorphism), 50);
    assert_eq!(Oracle::automorphisms(&square, Semantics::EdgeInduced).count(), 8);
}
