//! Which conditions gpm's language has.

use std::collections::BTreeSet;

use super::merge::node_of;
use crate::context::Context;
use crate::expression::{Expression, Node, Operator, Variable};
use crate::question::{Reading, Subpattern};
use crate::value::{Kind, Value};

/// Whether gpm's language has a condition, so that the engine tests it.
pub(super) fn is_expressible(condition: &Expression, reading: &Reading, context: Context<'_>) -> bool {
    match &condition.node {
        Node::Not(inner) if matches!(inner.node, Node::Exists(_)) => {
            let Node::Exists(number) = inner.node else { return false };
            direct(&reading.subpatterns[number]).is_some_and(|own| own.types.is_empty())
        }
        Node::Exists(number) => direct(&reading.subpatterns[*number])
            .is_some_and(|own| own.types.is_empty() && (own.is_directed || !context.graph.is_directed())),
        _ => !reads_hidden_labels(condition, context) && is_condition(condition, reading, context),
    }
}

/// Whether a condition reads labels or types where a column is called so, which gpm's language would read.
fn reads_hidden_labels(condition: &Expression, Context { graph, .. }: Context<'_>) -> bool {
    let mut reads = false;
    condition.visit(&mut |own| reads |= matches!(own.node, Node::Type(_) | Node::LabelOf(_)));
    reads && graph.vertex_column_names().chain(graph.edge_column_names()).any(|name| name == "label")
}

/// Values of a list that the engine looks through. *guess*: its conditions have 1000 operands at most.
const MOST_LISTED: usize = 256;

fn is_condition(condition: &Expression, reading: &Reading, context: Context<'_>) -> bool {
    use Operator::{And, Contains, EndsWith, Equal, NotEqual, Or, StartsWith, Xor};
    let is_inner = |inner: &Expression| is_condition(inner, reading, context);
    let kind = |of: &Expression| of.kind(context).unwrap_or(Kind::Null);
    match &condition.node {
        Node::Not(inner) => is_inner(inner),
        Node::Binary(And | Or, left, right) => is_inner(left) && is_inner(right),
        Node::Binary(Xor, ..) => false,
        Node::Binary(StartsWith | EndsWith | Contains, of, part) => {
            is_attribute(of, reading) && matches!(part.node, Node::Literal(Value::Text(_)))
        }
        Node::Binary(operator, left, right) if !operator.is_arithmetic() => match (kind(left), kind(right)) {
            (Kind::Vertex, Kind::Vertex) => node_of(left).is_some() && node_of(right).is_some(),
            (Kind::Text, Kind::Text) => {
                let is_text = |of: &Expression| is_attribute(of, reading) || matches!(of.node, Node::Literal(_));
                matches!(operator, Equal | NotEqual)
                    && is_text(left)
                    && is_text(right)
                    && (is_attribute(left, reading) || is_attribute(right, reading))
            }
            (left_kind, right_kind) => {
                let is_plain = |kind: Kind| kind.is_number() || matches!(kind, Kind::Moment(_) | Kind::Text);
                let reads = |of: &Expression| {
                    let mut variables = Vec::new();
                    of.variables(&mut variables);
                    !variables.is_empty()
                };
                is_plain(left_kind)
                    && is_plain(right_kind)
                    && is_sum(left, reading)
                    && is_sum(right, reading)
                    && (reads(left) || reads(right))
            }
        },
        Node::IsNull(of) => matches!(of.node, Node::Property(..)) && is_attribute(of, reading) && !is_id(of, context),
        Node::In(of, list) => {
            let is_value = |one: &Expression| match &one.node {
                Node::Literal(value) => !matches!(value, Value::Null | Value::Boolean(_)),
                _ => false,
            };
            is_attribute(of, reading) && (1..=MOST_LISTED).contains(&list.len()) && list.iter().all(is_value)
        }
        _ => false,
    }
}

/// Whether a property without a column is the id of its owner.
fn is_id(of: &Expression, context: Context<'_>) -> bool {
    matches!(&of.node, Node::Property(variable, key) if context.column(*variable, key).is_ok_and(|column| column.is_none()))
}

/// Whether it is an attribute of a node or of one relationship.
fn is_attribute(of: &Expression, reading: &Reading) -> bool {
    let has_place = |variable: &Variable| match variable {
        Variable::Vertex(_) => true,
        Variable::Edge(edge) => reading.edges[*edge].length == (1, 1),
        Variable::Slot(_) | Variable::Optional(_) => false,
    };
    match &of.node {
        Node::Property(variable, _) | Node::Type(variable) | Node::LabelOf(variable) => has_place(variable),
        Node::Id(variable @ Variable::Vertex(_)) => has_place(variable),
        _ => false,
    }
}

/// Whether it is made of attributes and literals by arithmetic.
fn is_sum(of: &Expression, reading: &Reading) -> bool {
    match &of.node {
        Node::Literal(value) => !matches!(value, Value::Null | Value::Boolean(_)),
        Node::Negate(inner) => is_sum(inner, reading),
        Node::Binary(operator, left, right) => {
            operator.is_arithmetic() && is_sum(left, reading) && is_sum(right, reading)
        }
        _ => is_attribute(of, reading),
    }
}

/// A relationship between two nodes that are matched anyway.
pub(super) struct Direct<'a> {
    /// Nodes of the reading around.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_directed: bool,
    pub(super) types: &'a BTreeSet<String>,
}

/// The one relationship that a pattern in a condition is, if it says no more.
pub(super) fn direct(subpattern: &Subpattern) -> Option<Direct<'_>> {
    let Reading { vertices, edges, conditions, subpatterns, .. } = &subpattern.reading;
    let [edge] = &edges[..] else { return None };
    let is_plain = vertices.len() == 2
        && vertices.iter().all(|vertex| vertex.labels.is_any())
        && conditions.is_empty()
        && subpatterns.is_empty()
        && edge.properties.is_empty()
        && edge.length == (1, 1);
    let outer = |own: usize| subpattern.shared.iter().find(|pair| pair.0 == own).map(|pair| pair.1);
    let direct =
        Direct { from: outer(edge.from)?, to: outer(edge.to)?, is_directed: edge.is_directed, types: &edge.types };
    is_plain.then_some(direct)
}
