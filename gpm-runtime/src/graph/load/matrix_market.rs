//! Matrix Market coordinate matrices: a stored entry `i j` is an edge, the dimension declares the vertices.
//!
//! As usual for graphs, an entry counts whatever its value is, an explicit zero too. A `symmetric`, `skew-symmetric` or
//! `hermitian` file stores one triangle only, so that with directions an entry is two arcs. The format asks for the lower
//! triangle; entries above the diagonal are read as their mirror images, which are the same edges.

use super::edge_list::num_lines;
use super::fields::Delimiter;
use super::listing::{Declared, Directions, Endpoints, Listing, Notes};
use super::plain::{self, Plain, Shape};
use super::scan::{Refusal, ScanError, parse_id};
use super::{LoadOptions, fields};
use crate::graph::GraphError;

const BANNER: &str = "a banner `%%MatrixMarket matrix coordinate pattern|real|integer|complex general|symmetric|\
    skew-symmetric|hermitian`";
const SIZE_LINE: &str = "a size line: rows, columns, entries";
const ENTRY: &str = "an entry within the dimensions of the size line, counted from 1";
const PATTERN: &str = "an entry of a `pattern` matrix: row and column, counted from 1, and no value";
const VALUE: &str = "an entry: row and column, counted from 1, and one value";
const COMPLEX: &str = "an entry of a `complex` matrix: row and column, counted from 1, and two values";

/// What a banner says.
struct Banner {
    /// Columns of values in an entry.
    num_values: usize,
    directions: Option<Directions>,
}

/// Parses a square coordinate matrix. Values are ignored, or edge labels if they are asked for.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let banner = banner(name, text)?;
    let (order, entries, body) = size_line(name, text)?;
    let has_labels = options.edge_labels && banner.num_values > 0;
    let columns = Some(2 + banner.num_values);
    let shape = Shape { delimiter: Delimiter::Space, columns, has_labels };
    let Plain { endpoints, edge_labels, edges_read } = plain::scan(body, shape).map_err(|at| {
        let expected = [PATTERN, VALUE, COMPLEX][banner.num_values];
        refused_entry(body, at, expected, name, text)
    })?;
    if !is_within(&endpoints, order) {
        let is_outside =
            |line: &&[u8]| words(line).take(2).any(|t| !matches!(parse_id(t), Ok(id) if (1..=order).contains(&id)));
        let line = fields::Records::new(body, Delimiter::Space).find(is_outside).unwrap_or(body);
        return Err(ScanError::of(text, line.trim_ascii(), Refusal::Expected(ENTRY)).locate(name, text));
    }
    if edges_read != entries {
        let path = name.to_owned();
        return Err(GraphError::CountMismatch { path, what: "entries", declared: entries, found: edges_read });
    }
    let notes = Notes { directions: banner.directions, ..Notes::default() };
    Ok(Listing {
        edge_labels,
        edges_read,
        ignored_columns: if banner.num_values > 0 && !has_labels { edges_read } else { 0 },
        lines: num_lines(text),
        declared: Declared::Range { first: 1, count: order },
        notes,
        ..Listing::new(endpoints)
    })
}

/// Reads the first line.
fn banner(name: &str, text: &[u8]) -> Result<Banner, GraphError> {
    let unsupported = |what| Err(GraphError::Unsupported { path: name.to_owned(), what });
    let first_line = text.split(|&byte| byte == b'\n').next().unwrap_or(text);
    let refused = || Err(ScanError::of(text, first_line.trim_ascii(), Refusal::Expected(BANNER)).locate(name, text));
    let lower = String::from_utf8_lossy(first_line).to_ascii_lowercase();
    let words: Vec<&str> = lower.split_ascii_whitespace().collect();
    let ["%%matrixmarket", "matrix", layout, field, symmetry] = words.as_slice() else { return refused() };
    if *layout == "array" {
        return unsupported(
            "a dense matrix is no graph: write it in coordinate layout (SciPy: `mmwrite(f, coo_array(a))`)",
        );
    }
    let num_values = match *field {
        "pattern" => 0,
        "real" | "double" | "integer" => 1,
        "complex" => 2,
        _ => return refused(),
    };
    let directions = match *symmetry {
        "general" => None,
        "symmetric" | "skew-symmetric" | "hermitian" => Some(Directions::Undirected),
        _ => return refused(),
    };
    if *layout != "coordinate" { refused() } else { Ok(Banner { num_values, directions }) }
}

/// The refusal of the line with byte `at` of `body`.
fn refused_entry(body: &[u8], at: usize, expected: &'static str, name: &str, text: &[u8]) -> GraphError {
    let at = at.min(body.len());
    let start = body[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1);
    let line = body[start..fields::line_end(body, start)].trim_ascii();
    let ids = words(line).take(2).map(parse_id).find_map(Result::err);
    let refusal = ids.filter(|&refusal| refusal != Refusal::NotAnInteger).unwrap_or(Refusal::Expected(expected));
    ScanError::of(text, line, refusal).locate(name, text)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Dimension, number of entries, and the text after the size line.
fn size_line<'a>(name: &str, text: &'a [u8]) -> Result<(u64, u64, &'a [u8]), GraphError> {
    let mut records = fields::Records::new(text, Delimiter::Space);
    let line = records.next().unwrap_or(b"");
    let refused = || ScanError::of(text, line.trim_ascii(), Refusal::Expected(SIZE_LINE)).locate(name, text);
    let sizes: Vec<u64> = words(line).map(parse_id).collect::<Result<_, _>>().map_err(|_| refused())?;
    let [rows, columns, entries] = sizes.as_slice() else {
        return Err(if line.is_empty() {
            GraphError::CountMismatch { path: name.to_owned(), what: "size lines", declared: 1, found: 0 }
        } else {
            refused()
        });
    };
    if rows != columns {
        let what = "the matrix is not square, so rows and columns are different vertices: \
            write an edge list in which they have different ids";
        return Err(GraphError::Unsupported { path: name.to_owned(), what });
    }
    if *rows >= u64::from(u32::MAX) {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices: *rows });
    }
    Ok((*rows, *entries, &text[records.offset()..]))
}

/// Whether all ids are in `1..=order`.
fn is_within(endpoints: &Endpoints, order: u64) -> bool {
    match endpoints {
        Endpoints::Narrow(chunks) => chunks.iter().flatten().flatten().all(|&id| (1..=order).contains(&u64::from(id))),
        Endpoints::Wide(chunks) => chunks.iter().flatten().flatten().all(|id| (1..=order).contains(id)),
        Endpoints::Named { .. } => false,
    }
}
