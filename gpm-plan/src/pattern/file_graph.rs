//! The `t/v/e` file format of labelled pattern graphs: `v id label [degree]` lines, then `e u v [label]` lines.

use super::PatternBuilder;
use super::builder::LinkOf;
use super::file_lines::{Line, Word, label_of};
use super::{PatternError, PatternErrorKind};

const LINES_HELP: &str = "lines are `t vertices edges`, `v id label [degree]` and `e u v [label]`";

/// What the `t` line announces.
struct Header<'a> {
    line: &'a Line<'a>,
    num_vertices: usize,
    num_edges: usize,
}

/// The statements of a `t/v/e` file. One file holds one pattern; a line `t # -1` ends it.
pub(crate) fn statements(lines: &[Line<'_>], link: LinkOf) -> Result<PatternBuilder, PatternError> {
    let mut builder = PatternBuilder::default();
    let mut header = None;
    let mut num_edges = 0;
    for (at, line) in lines.iter().enumerate() {
        match line.words[0].text {
            "t" if at == 0 => header = read_header(line)?,
            "t" if line.words.last().is_some_and(|word| word.text == "-1") => break,
            "t" => return Err(line.expected("one pattern in a file").or_help("put every pattern in its own file")),
            "v" => read_vertex(line, &mut builder)?,
            "e" => {
                read_edge(line, link, &mut builder)?;
                num_edges += 1;
            }
            _ => return Err(line.expected("a line that begins with `v` or `e`").or_help(LINES_HELP)),
        }
    }
    if let Some(header) = header {
        check_header(&header, builder.names().count(), num_edges)?;
    }
    Ok(builder)
}

fn read_header<'a>(line: &'a Line<'a>) -> Result<Option<Header<'a>>, PatternError> {
    match line.words[1..] {
        [Word { text: "#", .. }, ..] => Ok(None),
        [vertices, edges] => match (vertices.text.parse(), edges.text.parse()) {
            (Ok(num_vertices), Ok(num_edges)) => Ok(Some(Header { line, num_vertices, num_edges })),
            _ => Err(line.expected("two numbers after `t`").or_help(LINES_HELP)),
        },
        _ => Err(line.expected("`t vertices edges` or `t # id`").or_help(LINES_HELP)),
    }
}

fn check_header(header: &Header<'_>, num_vertices: usize, num_edges: usize) -> Result<(), PatternError> {
    let numbers = [("vertices", header.num_vertices, num_vertices), ("edges", header.num_edges, num_edges)];
    for (what, announced, found) in numbers {
        if announced != found {
            let error = PatternError::new(PatternErrorKind::Header { what, announced, found });
            return Err(error.at(header.line.span()).or_help("mend the header, or look for lines cut off"));
        }
    }
    Ok(())
}

fn read_vertex(line: &Line<'_>, builder: &mut PatternBuilder) -> Result<(), PatternError> {
    let (id, label) = match line.words[1..] {
        [id] => (id, None),
        [id, label] | [id, label, _] => (id, label_of(label).map(|known| (known, label.span()))),
        _ => return Err(line.expected("`v id label` or `v id label degree`").or_help(LINES_HELP)),
    };
    if builder.known(id.text).is_some() {
        let kind = PatternErrorKind::DuplicateVertex { vertex: id.text.to_owned() };
        return Err(PatternError::new(kind).at(line.span()).or_help("every vertex has one `v` line"));
    }
    let vertex = builder.mention(id.text, id.span());
    if let Some((label, span)) = label {
        builder.label_at(vertex, label, span);
    }
    Ok(())
}

fn read_edge(line: &Line<'_>, link: LinkOf, builder: &mut PatternBuilder) -> Result<(), PatternError> {
    let (from, to, label) = match line.words[1..] {
        [from, to] => (from, to, None),
        [from, to, label] => (from, to, label_of(label)),
        _ => return Err(line.expected("`e u v` or `e u v label`").or_help(LINES_HELP)),
    };
    let declared = |word: Word<'_>| {
        let kind = || PatternErrorKind::UndeclaredVertex { vertex: word.text.to_owned() };
        let undeclared = || PatternError::new(kind()).at(word.span()).or_help("write its `v` line before its edges");
        builder.known(word.text).ok_or_else(undeclared)
    };
    let (from, to) = (declared(from)?, declared(to)?);
    builder.state(from, to, link(label), line.span());
    Ok(())
}
