//! Which nodes, and which relationships, are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use gpm::Graph;

use super::expand::{Flat, FlatEdge};
use super::term::MOST_TERMS;
use crate::expression::{Expression, Node, Operator, Variable};
use crate::label_choices::Labels;
use crate::question::{Matching, Reading};

/// A choice of classes: nodes of different classes are different vertices, those of one are the same.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    /// The class of each node of the reading and of chains.
    pub(super) class_of: Vec<usize>,
    pub(super) labels: Vec<Labels>,
    pub(super) edges: Vec<MergedEdge>,
}

/// Relationships that are the same.
#[derive(Clone, Debug)]
pub(super) struct MergedEdge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) types: BTreeSet<String>,
    /// Those of the reading that it is, and whether it is all of each; none of one that is only there.
    pub(super) of: Vec<(usize, bool)>,
}

/// All choices that a match may be in, each match being in one, or so many that they are more than there may be.
pub(super) fn merged(reading: &Reading, flat: &Flat, graph: &Graph) -> Vec<Merged> {
    let mut rules = Rules { reading, flat, graph, equal: flat.same.clone(), differ: Vec::new() };
    reading.conditions.iter().for_each(|condition| rules.learn(condition));
    let mut found = Vec::new();
    let _ = rules.classes(&mut Vec::new(), &mut Vec::new(), &mut |class_of, labels| {
        found.extend(rules.edges(class_of, labels));
        if found.len() > MOST_TERMS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// What is known of which nodes are the same.
struct Rules<'a> {
    reading: &'a Reading,
    flat: &'a Flat,
    graph: &'a Graph,
    equal: Vec<(usize, usize)>,
    differ: Vec<(usize, usize)>,
}

impl Rules<'_> {
    /// What a condition says of nodes: `a <> b`, `a = b`.
    fn learn(&mut self, condition: &Expression) {
        let Node::Binary(operator, left, right) = &condition.node else { return };
        let (Some(left), Some(right)) = (node_of(left), node_of(right)) else { return };
        match operator {
            Operator::Equal => self.equal.push((left, right)),
            Operator::NotEqual => self.differ.push((left, right)),
            _ => {}
        }
    }

    /// The labels of a node.
    fn labels(&self, node: usize) -> Labels {
        self.reading.vertices.get(node).map(|vertex| vertex.labels.clone()).unwrap_or_default()
    }

    /// Gives the nodes classes, one after the other.
    fn classes(
        &self,
        class_of: &mut Vec<usize>,
        labels: &mut Vec<Labels>,
        found: &mut impl FnMut(&[usize], &[Labels]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let node = class_of.len();
        if node == self.flat.num_vertices {
            return found(class_of, labels);
        }
        let own = self.labels(node);
        for class in 0..=labels.len() {
            class_of.push(class);
            let is_new = class == labels.len();
            let before = (!is_new).then(|| labels[class].clone());
            match &before {
                None => labels.push(own.clone()),
                Some(before) => labels[class] = before.and(&own),
            }
            if self.may_be(class_of, node) && self.is_possible(&labels[class]) {
                self.classes(class_of, labels, found)?;
            }
            match before {
                None => drop(labels.pop()),
                Some(before) => labels[class] = before,
            }
            class_of.pop();
        }
        ControlFlow::Continue(())
    }

    /// Whether the class of the last node fits with what is demanded of it and those before.
    fn may_be(&self, class_of: &[usize], node: usize) -> bool {
        let known = |pair: &&(usize, usize)| pair.0.max(pair.1) == node;
        let is_same = |pair: &(usize, usize)| class_of[pair.0] == class_of[pair.1];
        let is_first = || class_of[..node].iter().all(|&class| class != class_of[node]);
        let merges_freely = self.reading.matching == Matching::DifferentNodes && !is_first();
        // Data graphs have no loops.
        let is_loop = |edge: &FlatEdge| edge.from.max(edge.to) == node && class_of[edge.from] == class_of[edge.to];
        self.equal.iter().filter(known).all(is_same)
            && !self.differ.iter().filter(known).any(is_same)
            && !merges_freely
            && !self.flat.edges.iter().any(is_loop)
    }

    /// Whether a vertex may have these labels.
    fn is_possible(&self, labels: &Labels) -> bool {
        labels.is_any() || labels.names(self.graph).next().is_some()
    }

    /// The choices of which relationships between the same nodes are the same.
    fn edges(&self, class_of: &[usize], labels: &[Labels]) -> Vec<Merged> {
        let mut groups: BTreeMap<(usize, usize), Vec<&FlatEdge>> = BTreeMap::new();
        for edge in &self.flat.edges {
            let (from, to) = (class_of[edge.from], class_of[edge.to]);
            let pair = if self.graph.is_directed() { (from, to) } else { (from.min(to), from.max(to)) };
            groups.entry(pair).or_default().push(edge);
        }
        let mut all = vec![Vec::new()];
        for ((from, to), group) in groups {
            let ways = self.ways(&group, self.graph.has_records());
            let mut next = Vec::new();
            for edges in &all {
                for way in &ways {
                    let own =
                        way.iter().map(|(types, of)| MergedEdge { from, to, types: types.clone(), of: of.clone() });
                    next.push(edges.iter().cloned().chain(own).collect::<Vec<MergedEdge>>());
                }
            }
            all = next;
            // Whoever asks refuses so many.
            all.truncate(MOST_TERMS + 1);
        }
        let merged = |edges| Merged { class_of: class_of.to_vec(), labels: labels.to_vec(), edges };
        all.into_iter().map(merged).collect()
    }

    /// The ways to share relationships between one pair of nodes out over edges of the graph: one, or as many records as one likes.
    fn ways(&self, group: &[&FlatEdge], are_records: bool) -> Vec<Vec<Block>> {
        let mut ways: Vec<Vec<(Block, BTreeSet<usize>)>> = vec![Vec::new()];
        for edge in group {
            let own = (edge.of, edge.is_whole);
            let mut next = Vec::new();
            for way in &ways {
                for (at, ((types, _), clauses)) in way.iter().enumerate() {
                    let is_free = self.reading.matching == Matching::Repeatable || !clauses.contains(&edge.clause);
                    let common = common_types(types, &edge.types).filter(|_| is_free);
                    if let Some(common) = common {
                        let mut way = way.clone();
                        way[at].0.0 = common;
                        way[at].0.1.push(own);
                        way[at].1.insert(edge.clause);
                        next.push(way);
                    }
                }
                if are_records || way.is_empty() {
                    let block = ((edge.types.clone(), vec![own]), BTreeSet::from([edge.clause]));
                    next.push(way.iter().cloned().chain([block]).collect());
                }
            }
            ways = next;
            ways.truncate(MOST_TERMS + 1);
        }
        ways.into_iter().map(|way| way.into_iter().map(|(block, _)| block).collect()).collect()
    }
}

/// The types, and the relationships of the reading, that one edge has.
type Block = (BTreeSet<String>, Vec<(usize, bool)>);

/// The types that are among both; no types are all. `None` if there is none.
pub(super) fn common_types(left: &BTreeSet<String>, right: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    match (left.is_empty(), right.is_empty()) {
        (true, _) => Some(right.clone()),
        (_, true) => Some(left.clone()),
        _ => Some(left & right).filter(|common| !common.is_empty()),
    }
}

/// The node that an expression is.
pub(super) fn node_of(expression: &Expression) -> Option<usize> {
    match expression.node {
        Node::Variable(Variable::Vertex(node)) | Node::Id(Variable::Vertex(node)) => Some(node),
        _ => None,
    }
}
