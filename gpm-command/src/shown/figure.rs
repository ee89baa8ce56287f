//! A pattern as a figure to draw.

use gpm::pattern::{EdgeKind, PatternEdge, is_record_label, own_label};
use gpm::{Label, Pattern};
use gpm_report::{Edge, Figure, Vertex};

/// The figure of a pattern: names unless they are mere numbers, labels, directions, edges that must be absent. A record is the edge that it binds.
pub(crate) fn figure(pattern: &Pattern) -> Figure {
    let records: Vec<Option<Edge>> = (0..pattern.num_vertices()).map(|u| bound_edge(pattern, u)).collect();
    // Places among those that are vertices of the figure.
    let place = |u: usize| records[..u].iter().filter(|record| record.is_none()).count();
    let is_drawn = |edge: &PatternEdge| records[edge.from].is_none() && records[edge.to].is_none();
    let drawn = |edge: PatternEdge, absent: bool| Edge {
        label: edge.label.as_ref().map(joined),
        absent,
        ..Edge::new(place(edge.from), place(edge.to), kind(edge.kind))
    };
    let bound =
        records.iter().flatten().map(|edge| Edge { from: place(edge.from), to: place(edge.to), ..edge.clone() });
    let edges = pattern.edges().filter(is_drawn).map(|edge| drawn(edge, false));
    let absent = pattern.anti_edges().filter(is_drawn).map(|edge| drawn(edge, true));
    let vertices = (0..pattern.num_vertices()).filter(|&u| records[u].is_none()).map(|u| {
        let name = pattern.vertex_name(u);
        let is_number = name.bytes().all(|digit| digit.is_ascii_digit());
        Vertex { name: if is_number { String::new() } else { name.to_owned() }, label: label_of(pattern, u) }
    });
    Figure { vertices: vertices.collect(), edges: edges.chain(bound).chain(absent).collect() }
}

/// What a pattern demands beyond what is drawn, a demand a line.
pub(crate) fn conditions(pattern: &Pattern) -> Vec<String> {
    let predicate = pattern.predicate();
    if predicate.is_empty() {
        return Vec::new();
    }
    lines(&predicate.display(&|u| pattern.vertex_name(u).to_owned()))
}

/// A conjunction cut where `and` joins its parts: not in quotes, nor in parentheses.
fn lines(text: &str) -> Vec<String> {
    let (mut lines, mut line, mut depth, mut is_quoted) = (Vec::new(), "where ".to_owned(), 0_i32, false);
    for word in text.split_inclusive(' ') {
        if word == "and " && depth == 0 && !is_quoted {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        for c in word.chars() {
            match c {
                '\'' => is_quoted = !is_quoted,
                '(' | '[' if !is_quoted => depth += 1,
                ')' | ']' if !is_quoted => depth -= 1,
                _ => {}
            }
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

fn kind(kind: EdgeKind) -> gpm_report::EdgeKind {
    match kind {
        EdgeKind::Directed => gpm_report::EdgeKind::Directed,
        EdgeKind::Undirected => gpm_report::EdgeKind::Undirected,
    }
}

/// The texts of a label, in words.
fn joined(label: &Label) -> String {
    label.texts().collect::<Vec<_>>().join(" or ")
}

/// The label of a vertex, unless it only says that it is no record.
fn label_of(pattern: &Pattern, u: usize) -> Option<String> {
    let texts: Vec<&str> = pattern.vertex_label(u)?.texts().filter(|text| *text != gpm::pattern::VERTEX).collect();
    (!texts.is_empty()).then(|| texts.join(" or "))
}

/// The edge that a record of the pattern is, if it is one between two vertices.
fn bound_edge(pattern: &Pattern, u: usize) -> Option<Edge> {
    if !pattern.is_record(u) {
        return None;
    }
    let at: Vec<PatternEdge> = pattern.edges().filter(|edge| edge.from == u || edge.to == u).collect();
    let [one, other] = &at[..] else { return None };
    let end = |edge: &PatternEdge| if edge.from == u { edge.to } else { edge.from };
    let (first, second) = if one.from == u { (other, one) } else { (one, other) };
    let own = pattern.vertex_label(u).into_iter().flat_map(Label::texts);
    let own: Vec<&str> =
        own.filter(|text| is_record_label(text)).map(own_label).filter(|text| !text.is_empty()).collect();
    let name = pattern.vertex_name(u);
    let label = if own.is_empty() { name.to_owned() } else { format!("{name}:{}", own.join(" or ")) };
    Some(Edge { label: Some(label), ..Edge::new(end(first), end(second), kind(one.kind)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_edges() {
        let pattern: Pattern =
            "a-[p:pays]->b-[q:]->c where p.day < q.day and (p.x = 1 or a.t = 'and ') and c.x > 0".parse().unwrap();
        let figure = figure(&pattern);
        let edge = |from, to, label: &str| Edge {
            label: Some(label.to_owned()),
            ..Edge::new(from, to, gpm_report::EdgeKind::Directed)
        };
        assert_eq!(figure.edges, [edge(0, 1, "p:pays"), edge(1, 2, "q")]);
        let names: Vec<(&str, Option<&str>)> =
            figure.vertices.iter().map(|vertex| (vertex.name.as_str(), vertex.label.as_deref())).collect();
        assert_eq!(names, [("a", None), ("b", None), ("c", None)]);
        assert_eq!(conditions(&pattern).len(), 3, "{:?}", conditions(&pattern));
    }

    #[test]
    fn numbers_are_no_names() {
        let drawn = figure(&"a:x|y - b, a!-c, b-c, 0-1-a".parse().unwrap());
        let names: Vec<&str> = drawn.vertices.iter().map(|vertex| vertex.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "", ""]);
        assert_eq!(drawn.vertices[0].label.as_deref(), Some("x or y"));
        assert_eq!(drawn.edges.iter().filter(|edge| edge.absent).count(), 1);
    }
}
