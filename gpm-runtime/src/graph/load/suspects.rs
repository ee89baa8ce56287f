//! Files of lines that look like edges and are something else: matrices, triples, DIMACS, tables of vertices, neighbor lists.

use super::fields::{Field, Records, filled};
use super::numbers::{is_number, is_plain_integer};
use super::sample::Sample;
use super::scan::{content_lines, count_lines};
use super::{Delimiter, Directions};
use crate::graph::GraphError;

/// What the columns may be, and what to do.
pub(super) struct Suspect {
    pub(super) what: &'static str,
    pub(super) remedy: &'static str,
}

const MATRIX: Suspect = Suspect {
    what: "as many columns as lines look like an adjacency matrix",
    remedy: "write one edge a line, or say `--columns 1,2` if these are edges",
};
const TRIPLES: Suspect = Suspect {
    what: "the second column may be the relation and the third the other end, as in SIF",
    remedy: "say `--columns 1,3,2` if it is, `--columns 1,2` if the first two columns are the ends",
};
const NUMBERED: Suspect = Suspect {
    what: "the first column may be the number of the line",
    remedy: "say `--columns 2,3` if it is, `--columns 1,2` if the first two columns are the ends of an edge",
};
const KEYED: Suspect = Suspect {
    what: "each line begins with the same letter, which may be a key word as in DIMACS",
    remedy: "say `--columns 2,3` if it is, `--columns 1,2` if the first two columns are the ends of an edge",
};
const NAMED_MATRIX: Suspect = Suspect {
    what: "the rows are called like the columns, as in an adjacency matrix",
    remedy: "write one edge a line (pandas: `m.stack()`), or say `--columns 1,2` if these are edges",
};
const VERTICES: Suspect = Suspect {
    what: "numbers of lines beside names look like a table of vertices",
    remedy: "give the table of edges, or say `--columns 1,2` if these are edges",
};

/// What the columns of a file without a head may be instead of `from to [weight]`.
pub(super) fn of_columns(sample: &Sample<'_>) -> Option<Suspect> {
    let rows: Vec<&[Field<'_>]> =
        std::iter::once(&sample.first).chain(&sample.rows).map(|row| &row[..filled(row)]).collect();
    if rows.iter().any(|row| row.len() != rows[0].len()) {
        return None;
    }
    if is_matrix(&rows) {
        return Some(MATRIX);
    }
    let column = |i: usize| rows.iter().map(move |row| row[i].text.as_ref());
    let is_numbers = |i: usize| column(i).all(|text| is_number(&String::from_utf8_lossy(text)));
    let is_words = |i: usize| column(i).all(|text| !is_number(&String::from_utf8_lossy(text)));
    let is_counting = rows.len() > 1 && is_counting(column(0));
    if rows[0].len() == 2 {
        return (is_counting && is_words(1)).then_some(VERTICES);
    }
    if rows[0].len() < 3 {
        return None;
    }
    let is_key = |key: &[u8]| column(0).all(|text| text == key);
    if (is_key(b"e") || is_key(b"a")) && is_numbers(1) && is_numbers(2) {
        return Some(KEYED);
    }
    // R quotes the names of rows, and not the numbers beside them.
    let is_quoted = |i: usize| rows.iter().all(|row| row[i].is_quoted);
    let is_row_name = is_counting && is_quoted(0) && !is_quoted(1);
    if is_row_name || is_counting && is_words(1) && is_words(2) {
        return Some(NUMBERED);
    }
    if is_numbers(2) && !is_numbers(0) || is_numbers(0) && is_numbers(1) {
        return None;
    }
    let ids = |i: usize| column(i).collect::<std::collections::BTreeSet<&[u8]>>();
    let (first, second, third) = (ids(0), ids(1), ids(2));
    // The ends of edges have vertices in common, and labels are none of them.
    let is_labelled = !first.is_disjoint(&second) && third.is_disjoint(&first) && third.is_disjoint(&second);
    (!is_labelled).then_some(TRIPLES)
}

/// Whether the rows are called like the columns of the first record, and hold numbers: a matrix with names.
pub(super) fn of_names(sample: &Sample<'_>) -> Option<Suspect> {
    let shown = |fields: &[Field<'_>]| fields.iter().map(Field::shown).collect::<Vec<_>>();
    let head = shown(&sample.first);
    let width = sample.rows.first()?.len();
    // R leaves out the name above the names of rows.
    let columns = head.get((head.len() + 1).checked_sub(width)?..)?;
    let is_row = |(row, name): (&Vec<Field<'_>>, &String)| {
        let is_value = |field: &Field<'_>| field.text.is_empty() || is_number(&field.shown());
        row.len() == width && row[0].shown() == *name && row[1..].iter().all(is_value)
    };
    // Columns without names of their own are counted, and so are rows.
    let is_unnamed = head.len() == width && head[0].is_empty() && !is_counting(columns.iter().map(String::as_bytes));
    let are_names = is_unnamed || columns.iter().any(|name| !is_number(name));
    let is_named = columns.len() > 1 && columns.len() >= sample.rows.len() && are_names;
    (is_named && sample.rows.len() > 1 && sample.rows.iter().zip(columns).all(is_row)).then_some(NAMED_MATRIX)
}

/// Whether texts count up from 0 or 1.
fn is_counting<'a>(texts: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut expected = None;
    for text in texts {
        let text = String::from_utf8_lossy(text);
        let Some(number) = text.parse::<u64>().ok().filter(|_| is_plain_integer(&text)) else { return false };
        if expected.is_none() && number > 1 || expected.is_some_and(|expected| expected != number) {
            return false;
        }
        expected = Some(number + 1);
    }
    true
}

/// Whether three or four lines of as many numbers are a matrix: of zeros and ones, or symmetric with an empty diagonal.
fn is_matrix(rows: &[&[Field<'_>]]) -> bool {
    let order = rows.len();
    if !(3..=4).contains(&order) || rows[0].len() != order {
        return false;
    }
    let value = |i: usize, j: usize| std::str::from_utf8(&rows[i][j].text).ok()?.parse::<f64>().ok();
    let mut places = (0..order).flat_map(|i| (0..order).map(move |j| (i, j)));
    let is_symmetric = (0..order).all(|i| value(i, i) == Some(0.0))
        && places.clone().all(|(i, j)| value(i, j).is_some() && value(i, j) == value(j, i));
    is_symmetric || places.all(|(i, j)| matches!(value(i, j), Some(0.0 | 1.0)))
}

/// Refuses lines in the notation of a program, whose signs would become parts of ids: `(0, 1)`, `a -> b;`, `0: 1 2`. A head
/// line may stand above them.
pub(super) fn check_notation(name: &str, text: &[u8]) -> Result<(), GraphError> {
    let lines: Vec<&[u8]> = content_lines(text).map(<[u8]>::trim_ascii).take(100).collect();
    let below = if lines.len() > 1 { &lines[1..] } else { &lines[..] };
    let Some((_, what, remedy)) =
        NOTATIONS.iter().find(|(is_of, ..)| !below.is_empty() && below.iter().all(|line| is_of(line)))
    else {
        return Ok(());
    };
    let line = 1 + count_lines(&text[..below[0].as_ptr() as usize - text.as_ptr() as usize]);
    Err(GraphError::Unclear { path: name.to_owned(), line, what: (*what).to_owned(), remedy })
}

/// Whether a line is of a notation, what it looks like, and what to do.
type Notation = (fn(&[u8]) -> bool, &'static str, &'static str);

const NOTATIONS: [Notation; 3] = [
    (
        is_bracketed,
        "the lines are pairs in brackets, as programs print them",
        "write the ids alone: `tr -d '()[]{}' < FILE | sed 's/[,;] *$//'`, or give `--delimiter comma` if the signs are part of names",
    ),
    (
        has_arrow,
        "`->` parts the ids",
        "write a delimiter there: `sed 's/ *-> */,/; s/; *$//' FILE`, or give `--delimiter tab` if it is part of names",
    ),
    (
        has_colon,
        "what stands before a colon may be a vertex and its neighbors behind it",
        "write one edge a line: `awk '{ sub(/:$/, \"\", $1); for (i = 2; i <= NF; i++) print $1, $i }' FILE`, or give `--delimiter space` if the colon is part of names",
    ),
];

/// `(0, 1)`, `[0, 1],`: the one pair of brackets holds all of the line.
fn is_bracketed(line: &[u8]) -> bool {
    let line = line.strip_suffix(b",").or_else(|| line.strip_suffix(b";")).unwrap_or(line).trim_ascii_end();
    let (Some(&open), Some(&close)) = (line.first(), line.last()) else { return false };
    let count = |sign: u8| line.iter().filter(|&&byte| byte == sign).count();
    [(b'(', b')'), (b'[', b']'), (b'{', b'}'), (b'<', b'>')].contains(&(open, close))
        && count(open) == 1
        && count(close) == 1
}

/// `a -> b;`: one arrow between two texts, and no tab, which would part names with arrows.
fn has_arrow(line: &[u8]) -> bool {
    let arrows = line.windows(2).filter(|part| part == b"->").count();
    arrows == 1 && !line.starts_with(b"->") && !line.ends_with(b"->") && !line.contains(&b'\t')
}

/// `0: 1 2`: a colon behind the first word only.
fn has_colon(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_key = words.next().is_some_and(|first| first.len() > 1 && first.ends_with(b":"));
    let mut others = words.peekable();
    is_key && others.peek().is_some() && others.all(|word| !word.ends_with(b":"))
}

/// What comments say about the directions of edges.
///
/// # Errors
/// A bipartite graph of Konect, whose two sides have the same ids, and the neighbor lists of LGL, whose comments are vertices.
pub(super) fn of_comments(name: &str, text: &[u8]) -> Result<Option<Directions>, GraphError> {
    let refused = |line: u64, what: &str, remedy| {
        Err(GraphError::Unclear { path: name.to_owned(), line, what: what.to_owned(), remedy })
    };
    let mut directions = None;
    let (mut is_lgl, mut has_rows) = (false, false);
    let start = &text[..text.len().min(1 << 16)];
    for (line, number) in start.split(|&byte| byte == b'\n').zip(1..) {
        let line = line.trim_ascii();
        let Some((b'#' | b'%', comment)) = line.split_first().map(|(&first, rest)| (first, rest)) else {
            has_rows |= !line.is_empty();
            continue;
        };
        let words: Vec<&[u8]> = comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        let is_single = line[0] == b'#' && words.len() == 1 && comment.first() == Some(&b' ');
        if is_lgl && has_rows && is_single {
            let remedy = "write one edge a line: two ids";
            return refused(number, "comments of one word between the lines look like the vertices of LGL", remedy);
        }
        is_lgl |= is_single && !has_rows && number == 1;
        if has_rows {
            continue;
        }
        match words.as_slice() {
            [b"bip", ..] if line[0] == b'%' => {
                let remedy = "give the right side ids of its own: `awk '!/^%/ { print \"u\" $1, \"v\" $2 }' FILE`";
                return refused(
                    number,
                    "the sides of a bipartite graph have the same ids for different vertices",
                    remedy,
                );
            }
            [b"sym", ..] if line[0] == b'%' => directions = Some(Directions::Undirected),
            [b"asym", ..] if line[0] == b'%' => directions = Some(Directions::Directed),
            [first, second, ..] if second.starts_with(b"graph") => {
                if first.eq_ignore_ascii_case(b"undirected") {
                    directions = Some(Directions::Undirected);
                } else if first.eq_ignore_ascii_case(b"directed") {
                    directions = Some(Directions::Directed);
                }
            }
            _ => {}
        }
    }
    Ok(directions)
}

/// Refuses the line ends of old Mac files, which would make one line of all.
pub(super) fn check_line_ends(name: &str, text: &[u8]) -> Result<(), GraphError> {
    let start = &text[..text.len().min(1 << 16)];
    let is_lone = |(i, &byte): (usize, &u8)| {
        byte == b'\r' && start.get(i + 1).is_some_and(|&next| next != b'\n' && next != b'\r')
    };
    match start.iter().enumerate().any(is_lone) && Records::new(start, Delimiter::Space).count() > 0 {
        true => Err(GraphError::Unclear {
            path: name.to_owned(),
            line: 1,
            what: "lines end with a carriage return only".to_owned(),
            remedy: "convert the file: `tr '\\r' '\\n'`",
        }),
        false => Ok(()),
    }
}
