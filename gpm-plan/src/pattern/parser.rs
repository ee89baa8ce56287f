//! The pattern language: text -> statements.
//!
//! ```text
//! pattern = item { blank | "," item }
//! item    = vertex { link vertex }
//! vertex  = name [ ":" labels ] | "*"                           all vertices at that end of a set of records
//! link    = "-" | "->" | "<-" | "<->" | "!-" | "!->"            blanks may stand around it
//!         | "-[" edge "]-" | "-[" edge "]->" | "<-[" edge "]-" | "<-[" edge "]->"
//! edge    = labels | name ":" [ labels ]                        with a name the edge is bound: it stands for one record
//!         | name "*" [ ":" [ labels ] ]                         or, with a star, for the set of all of them
//! labels  = "*" | label { "|" label } | label { "&" label }     blanks may stand around the signs; `&` for vertices only
//! label   = letters, digits, "_" and "." | quoted string
//! ```
//! A vertex that stands alone only fixes the numbering or a label.

use std::ops::Range;

use super::builder::{EDGE_HELP, Link, no_edge};
use super::lexer::{EdgeName, Lexer};
use super::record::BoundEdge;
use super::set_edge::all_vertices;
use super::{Label, Pattern, PatternBuilder};
use crate::error::{PatternError, PatternErrorKind};

/// Parses pattern text; spans refer to `text`, which errors carry along.
pub(crate) fn parse_text(text: &str) -> Result<Pattern, PatternError> {
    statements(text).and_then(|builder| builder.build()).map_err(|error| error.in_text(text))
}

/// The statements of a pattern text, unchecked against each other; errors do not hold the text yet.
pub(crate) fn statements(text: &str) -> Result<PatternBuilder, PatternError> {
    let mut lexer = Lexer::new(text);
    let mut builder = PatternBuilder::default();
    lexer.skip_separators();
    while !lexer.is_at_end() {
        item(&mut lexer, &mut builder).map_err(|error| error.or_help(EDGE_HELP))?;
        lexer.skip_separators();
    }
    builder.place_records()?;
    if builder.has_statements() { Ok(builder) } else { Err(no_edge()) }
}

/// A vertex as mentioned: its number, or none for all vertices, and the bytes of the mention.
struct Mention {
    vertex: Option<usize>,
    start: usize,
    end: usize,
}

/// Reads a chain of vertices and the links between them.
fn item(lexer: &mut Lexer<'_>, builder: &mut PatternBuilder) -> Result<(), PatternError> {
    let mut left = vertex(lexer, builder, "a vertex name")?;
    loop {
        lexer.skip_blanks();
        let Some(arrow) = arrow(lexer)? else { break };
        lexer.skip_blanks();
        let right = vertex(lexer, builder, "a vertex name after the edge")?;
        let span = Some(left.start..right.end);
        if let Some(EdgeName { name, at, is_set }) = arrow.bound.clone() {
            let ends = if arrow.points_left { (right.vertex, left.vertex) } else { (left.vertex, right.vertex) };
            let is_directed = arrow.points_left || arrow.points_right;
            if arrow.points_left && arrow.points_right {
                return Err(one_direction(at));
            }
            builder.bind(BoundEdge { name, at, label: arrow.label, ends, is_directed, is_set, span });
            left = right;
            continue;
        }
        let (Some(left_vertex), Some(right_vertex)) = (left.vertex, right.vertex) else {
            return Err(all_vertices(left.start..right.end));
        };
        for (is_backward, link) in arrow.links() {
            let (from, to) = if is_backward { (right_vertex, left_vertex) } else { (left_vertex, right_vertex) };
            builder.state(from, to, link, span.clone());
        }
        left = right;
    }
    match lexer.peek() {
        Some(c) if c != ',' && lexer.position() == left.end => {
            Err(lexer.unexpected("an edge, a blank or a comma after a vertex"))
        }
        _ => Ok(()),
    }
}

fn vertex(
    lexer: &mut Lexer<'_>,
    builder: &mut PatternBuilder,
    expected: &'static str,
) -> Result<Mention, PatternError> {
    let start = lexer.position();
    if lexer.take("*") {
        return Ok(Mention { vertex: None, start, end: lexer.position() });
    }
    let (name, span) = lexer.name(expected)?;
    let vertex = builder.mention(name, Some(span.clone()));
    if lexer.take(":")
        && let (Some(label), label_span) = lexer.labels()?
    {
        match lexer.further_labels(&label)? {
            further if further.is_empty() => builder.label_at(vertex, label, Some(label_span)),
            further => builder.demand_labels(vertex, [label].into_iter().chain(further)),
        }
    }
    Ok(Mention { vertex: Some(vertex), start, end: lexer.position() })
}

/// What stands between two vertices.
struct Arrow {
    is_anti: bool,
    points_left: bool,
    points_right: bool,
    label: Option<Label>,
    /// The record that it stands for, or the set of them.
    bound: Option<EdgeName>,
}

fn arrow(lexer: &mut Lexer<'_>) -> Result<Option<Arrow>, PatternError> {
    if lexer.take("!") {
        lexer.demand("-", "`-` or `->` after `!`")?;
        return Ok(Some(Arrow {
            is_anti: true,
            points_left: false,
            points_right: lexer.take(">"),
            label: None,
            bound: None,
        }));
    }
    let points_left = lexer.take("<");
    if points_left {
        lexer.demand("-", "`-` after `<`")?;
    } else if !lexer.take("-") {
        return Ok(None);
    }
    let (mut label, mut bound) = (None, None);
    if lexer.take("[") {
        bound = lexer.binding();
        if !lexer.looks_at("]") || bound.is_none() {
            label = lexer.labels()?.0;
        }
        lexer.demand("]", "`]` after the label of an edge")?;
        lexer.demand("-", "`-` or `->` after the label of an edge")?;
    }
    Ok(Some(Arrow { is_anti: false, points_left, points_right: lexer.take(">"), label, bound }))
}

fn one_direction(at: Range<usize>) -> PatternError {
    let found = "an arrow both ways".to_owned();
    let error = PatternError::new(PatternErrorKind::Syntax { expected: "one direction, or none, of a record", found });
    error.at(Some(at)).or_help("a record leads one way: bind two, `a-[p:]->b, b-[q:]->a`")
}

impl Arrow {
    /// The links stated, each with whether it goes from right to left.
    fn links(self) -> Vec<(bool, Link)> {
        match (self.is_anti, self.points_left, self.points_right) {
            (true, _, false) => vec![(false, Link::AntiEdge)],
            (true, _, true) => vec![(false, Link::AntiArc)],
            (false, false, false) => vec![(false, Link::Edge(self.label))],
            (false, false, true) => vec![(false, Link::Arc(self.label))],
            (false, true, false) => vec![(true, Link::Arc(self.label))],
            (false, true, true) => vec![(false, Link::Arc(self.label.clone())), (true, Link::Arc(self.label))],
        }
    }
}
