//! A term in gpm's language, with the conditions that the language has.

use std::fmt::Write;

use gpm::{Label, Pattern, PatternError};

use super::expressible::direct;
use super::merge::{Merged, MergedEdge, node_of};
use super::term::{Place, Term};
use crate::context::Context;
use crate::expression::{Expression, Node, Operator, Variable};
use crate::question::Reading;
use crate::value::Value;

/// What a condition comes to in a term.
enum Folded {
    Always,
    Never,
    Text(String),
}

/// The term of a choice; `None` if it has no match.
pub(super) fn term(
    reading: &Reading,
    merged: &Merged,
    (left, context): (&[usize], Context<'_>),
) -> Result<Option<Term>, PatternError> {
    let writer = Writer { reading, merged, context, names: names(reading, merged) };
    let Some(text) = writer.text(left) else { return Ok(None) };
    if merged.edges.is_empty() {
        let vertices = vec![0; reading.vertices.len()];
        return Ok(Some(Term { pattern: None, vertices, edges: vec![None; reading.edges.len()], is_negative: false }));
    }
    let pattern: Pattern = text.parse()?;
    let vertex = |class: usize| pattern.vertex_by_name(&writer.names[class]).expect("each class is in the text");
    let vertices = merged.class_of[..reading.vertices.len()].iter().map(|&class| vertex(class)).collect();
    let mut edges = vec![None; reading.edges.len()];
    for (number, edge) in merged.edges.iter().enumerate().filter(|(_, edge)| !edge.of.is_empty()) {
        let place = match context.graph.has_records() {
            true => Place::Record(pattern.vertex_by_name(&writer.record(number)).expect("each record is in the text")),
            false => Place::Arc(vertex(edge.from), vertex(edge.to)),
        };
        edge.of.iter().filter(|(_, is_whole)| *is_whole).for_each(|&(of, _)| edges[of] = Some(place));
    }
    Ok(Some(Term { pattern: Some(pattern), vertices, edges, is_negative: false }))
}

/// A name for each class: that of a node, if gpm's language takes it for one.
fn names(reading: &Reading, merged: &Merged) -> Vec<String> {
    let is_plain = |name: &&String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !WORDS.contains(&name.to_ascii_lowercase().as_str())
            && !is_made(name)
    };
    let of_class = |class: usize| {
        let mut nodes = reading.vertices.iter().enumerate().filter(|(node, _)| merged.class_of[*node] == class);
        let own = nodes.find_map(|(_, vertex)| vertex.name.as_ref().filter(is_plain));
        own.cloned().unwrap_or_else(|| format!("n{class}"))
    };
    (0..merged.labels.len()).map(of_class).collect()
}

/// Whether it is a name as they are made here.
fn is_made(name: &str) -> bool {
    name.strip_prefix(['n', 'r']).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Words of gpm's language, which are no names.
const WORDS: [&str; 26] = [
    "where",
    "in",
    "and",
    "or",
    "not",
    "is",
    "null",
    "has",
    "like",
    "between",
    "starts",
    "ends",
    "with",
    "contains",
    "order",
    "by",
    "within",
    "gap",
    "count",
    "sum",
    "min",
    "max",
    "avg",
    "date",
    "time",
    "timestamp",
];

/// Writes one term.
struct Writer<'a> {
    reading: &'a Reading,
    merged: &'a Merged,
    context: Context<'a>,
    names: Vec<String>,
}

impl Writer<'_> {
    fn record(&self, edge: usize) -> String {
        format!("r{edge}")
    }

    /// The text of the pattern and its conditions but for those that are `left`; `None` if one of them never holds.
    fn text(&self, left: &[usize]) -> Option<String> {
        let (mut items, mut conditions) = (Vec::new(), Vec::new());
        for (class, labels) in self.merged.labels.iter().enumerate().filter(|(_, labels)| !labels.is_any()) {
            items.push(format!("{}:{}", self.names[class], choice(labels.names(self.context.graph))));
        }
        for (number, edge) in self.merged.edges.iter().enumerate() {
            items.push(self.edge(number, edge));
            for (key, value) in edge.of.iter().flat_map(|&(of, _)| &self.reading.edges[of].properties) {
                let owner = self.owner_of_edge(number);
                let Node::Literal(value) = &value.node else { unreachable!("properties in patterns are literals") };
                conditions.push(format!("{owner}.{} = {}", self.key(Variable::Edge(0), key), literal(value)));
            }
        }
        for (_, condition) in self.reading.conditions.iter().enumerate().filter(|(number, _)| !left.contains(number)) {
            match self.demand(condition, &mut items)? {
                Folded::Always => {}
                Folded::Never => return None,
                Folded::Text(text) => conditions.push(text),
            }
        }
        let mut text = items.join(", ");
        if !conditions.is_empty() {
            let _ = write!(text, " where ({})", conditions.join(") and ("));
        }
        Some(text)
    }

    fn edge(&self, number: usize, edge: &MergedEdge) -> String {
        let (from, to) = (&self.names[edge.from], &self.names[edge.to]);
        let types = if edge.types.is_empty() { String::new() } else { choice(edge.types.iter().map(String::as_str)) };
        let inside = match self.context.graph.has_records() {
            true if !edge.of.is_empty() => format!("[{}:{types}]", self.record(number)),
            _ if types.is_empty() => String::new(),
            _ => format!("[{types}]"),
        };
        let arrow = if self.context.graph.is_directed() { ">" } else { "" };
        if inside.is_empty() { format!("{from} -{arrow} {to}") } else { format!("{from} -{inside}-{arrow} {to}") }
    }

    /// What a condition that must hold comes to; relationships that it demands are among the items then.
    fn demand(&self, condition: &Expression, items: &mut Vec<String>) -> Option<Folded> {
        let (is_there, number) = match &condition.node {
            Node::Exists(number) => (true, *number),
            Node::Not(inner) => match inner.node {
                Node::Exists(number) => (false, number),
                _ => return Some(self.folded(condition)),
            },
            _ => return Some(self.folded(condition)),
        };
        let own = direct(&self.reading.subpatterns[number]).expect("others are left to the rows");
        let class = |node: usize| self.merged.class_of[node];
        let (from, to) = (class(own.from), class(own.to));
        let leads = |edge: &MergedEdge, from: usize, to: usize| edge.from == from && edge.to == to;
        let is_either = !own.is_directed || !self.context.graph.is_directed();
        let has = self.merged.edges.iter().any(|edge| leads(edge, from, to) || is_either && leads(edge, to, from));
        if from == to || has {
            return Some(if has == is_there { Folded::Always } else { Folded::Never });
        }
        let (mark, arrow) = (if is_there { "" } else { "!" }, if is_either { "" } else { ">" });
        items.push(format!("{} {mark}-{arrow} {}", self.names[from], self.names[to]));
        Some(Folded::Always)
    }

    fn folded(&self, condition: &Expression) -> Folded {
        let known = |holds: bool| if holds { Folded::Always } else { Folded::Never };
        match &condition.node {
            Node::Not(inner) => match self.folded(inner) {
                Folded::Always => Folded::Never,
                Folded::Never => Folded::Always,
                Folded::Text(text) => Folded::Text(format!("not ({text})")),
            },
            Node::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let decides = *operator == Operator::Or;
                match (self.folded(left), self.folded(right)) {
                    (Folded::Always, _) | (_, Folded::Always) if decides => Folded::Always,
                    (Folded::Never, _) | (_, Folded::Never) if !decides => Folded::Never,
                    (Folded::Text(one), Folded::Text(other)) => {
                        let is_same = |of: &Expression| matches!(&of.node, Node::Binary(own, ..) if own == operator);
                        let inner =
                            |of: &Expression, text: String| if is_same(of) { text } else { format!("({text})") };
                        Folded::Text(format!("{} {} {}", inner(left, one), operator.text(), inner(right, other)))
                    }
                    (Folded::Text(one), _) | (_, Folded::Text(one)) => Folded::Text(one),
                    _ => known(!decides),
                }
            }
            Node::Binary(operator, left, right) => match (node_of(left), node_of(right)) {
                (Some(left), Some(right)) if matches!(operator, Operator::Equal | Operator::NotEqual) => {
                    let is_same = self.merged.class_of[left] == self.merged.class_of[right];
                    known(is_same == (*operator == Operator::Equal))
                }
                _ => Folded::Text(format!("{} {} {}", self.sum(left), operator.text(), self.sum(right))),
            },
            Node::IsNull(of) => Folded::Text(format!("{} is null", self.sum(of))),
            Node::In(of, list) => {
                let list: Vec<String> = list.iter().map(|one| self.sum(one)).collect();
                Folded::Text(format!("{} in ({})", self.sum(of), list.join(", ")))
            }
            _ => unreachable!("others are left to the rows"),
        }
    }

    fn owner_of_edge(&self, number: usize) -> String {
        let edge = &self.merged.edges[number];
        let arrow = if self.context.graph.is_directed() { "->" } else { "-" };
        match self.context.graph.has_records() {
            true => self.record(number),
            false => format!("({}{arrow}{})", self.names[edge.from], self.names[edge.to]),
        }
    }

    fn owner(&self, variable: Variable) -> String {
        match variable {
            Variable::Vertex(node) => self.names[self.merged.class_of[node]].clone(),
            Variable::Edge(of) => {
                let mut edges = self.merged.edges.iter();
                let number = edges.position(|edge| edge.of.contains(&(of, true)));
                self.owner_of_edge(number.expect("a relationship of one length is an edge of each term"))
            }
            Variable::Slot(_) | Variable::Optional(_) => unreachable!("conditions are on what is matched"),
        }
    }

    /// The name of a column, in quotes where it would be read as something else.
    fn key(&self, owner: Variable, key: &str) -> String {
        let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !["id", "label", "row", "from", "to"].contains(&key);
        let is_column = self.context.column(owner, key).is_ok_and(|column| column.is_some());
        if is_plain || !is_column {
            key.to_owned()
        } else {
            format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""))
        }
    }

    /// Arithmetic, as gpm's language writes it.
    fn sum(&self, of: &Expression) -> String {
        match &of.node {
            Node::Literal(value) => literal(value),
            Node::Negate(inner) => format!("(0 - {})", self.sum(inner)),
            Node::Binary(operator, left, right) => {
                format!("({} {} {})", self.sum(left), operator.text(), self.sum(right))
            }
            Node::Property(variable, key) => format!("{}.{}", self.owner(*variable), self.key(*variable, key)),
            Node::Id(variable) => format!("{}.id", self.owner(*variable)),
            Node::Type(variable) | Node::LabelOf(variable) => format!("{}.label", self.owner(*variable)),
            _ => unreachable!("others are left to the rows"),
        }
    }
}

/// A choice of labels.
fn choice<'l>(labels: impl Iterator<Item = &'l str>) -> String {
    labels.map(|label| Label::from(label).to_string()).collect::<Vec<_>>().join("|")
}

/// A literal.
fn literal(value: &Value) -> String {
    match value {
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Moment(calendar, value) => format!("{} '{}'", calendar.word(), calendar.text(*value)),
        _ => unreachable!("others are left to the rows"),
    }
}
