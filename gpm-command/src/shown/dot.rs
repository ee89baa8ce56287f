//! A pattern as graphviz text.

use std::fmt::Write;

use gpm::pattern::EdgeKind;
use gpm::{Label, Pattern};

/// A digraph if the pattern is directed. Anti-edges are dashed; labels are shown beside names, the
/// predicate below.
pub(crate) fn dot(pattern: &Pattern) -> String {
    let mut text = String::from("digraph pattern {\n");
    for u in 0..pattern.num_vertices() {
        let name = pattern.vertex_name(u);
        let label =
            pattern.vertex_label(u).map_or_else(|| name.to_owned(), |label| format!("{name}:{}", joined(label)));
        line(&mut text, format_args!("  {} [label={}];", quoted(name), quoted(&label)));
    }
    let mut edge = |from: usize, to: usize, attributes: &[String]| {
        let (from, to) = (quoted(pattern.vertex_name(from)), quoted(pattern.vertex_name(to)));
        line(&mut text, format_args!("  {from} -> {to} [{}];", attributes.join(", ")));
    };
    for written in pattern.edges() {
        let mut attributes = vec![direction(written.kind)];
        attributes.extend(written.label.map(|label| format!("label={}", quoted(&joined(&label)))));
        edge(written.from, written.to, &attributes);
    }
    for written in pattern.anti_edges() {
        edge(written.from, written.to, &[direction(written.kind), "style=dashed".to_owned(), "color=red".to_owned()]);
    }
    let predicate = pattern.predicate();
    if !predicate.is_empty() {
        let conditions = predicate.display(&|u| pattern.vertex_name(u).to_owned());
        line(&mut text, format_args!("  label={};", quoted(&format!("where {conditions}"))));
    }
    text.push('}');
    text
}

/// The texts of a label as they are.
fn joined(label: &Label) -> String {
    label.texts().collect::<Vec<_>>().join("|")
}

fn direction(kind: EdgeKind) -> String {
    match kind {
        EdgeKind::Directed => "dir=forward".to_owned(),
        EdgeKind::Undirected => "dir=none".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A string takes every line.
fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}
