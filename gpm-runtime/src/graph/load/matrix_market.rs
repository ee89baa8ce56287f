//! Matrix Market coordinate matrices: an entry `i j` is an edge, the dimension declares the vertices.

use super::edge_list;
use super::listing::{Declared, Endpoints, Listing};
use super::scan::{Refusal, ScanError, content_lines, count_lines, parse_id, tokens};
use crate::graph::GraphError;

const BANNER: &str = "a banner `%%MatrixMarket matrix coordinate pattern|real|integer general|symmetric`";
const SIZE_LINE: &str = "a size line: rows, columns, entries";
const ENTRY: &str = "an entry within the dimensions of the size line, counted from 1";

/// Parses a square coordinate matrix. Values are ignored, or edge labels if `edge_labels`.
pub(super) fn parse(name: &str, text: &[u8], edge_labels: bool) -> Result<Listing, GraphError> {
    let unsupported = |what| GraphError::Unsupported { path: name.to_owned(), what };
    let first_line = text.split(|&byte| byte == b'\n').next().unwrap_or(text);
    let words: Vec<String> =
        first_line.split(u8::is_ascii_whitespace).map(|w| String::from_utf8_lossy(w).to_ascii_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    let ["%%matrixmarket", "matrix", layout, field, symmetry] = words.as_slice() else {
        return Err(ScanError::of(text, first_line, Refusal::Expected(BANNER)).locate(name, text));
    };
    match (*layout, *field, *symmetry) {
        ("coordinate", "pattern" | "real" | "integer" | "double", "general" | "symmetric" | "skew-symmetric") => {}
        ("array", ..) => return Err(unsupported("a dense matrix is no graph: write it in coordinate layout")),
        ("coordinate", "complex", _) => return Err(unsupported("complex values: write the pattern only")),
        _ => return Err(ScanError::of(text, first_line, Refusal::Expected(BANNER)).locate(name, text)),
    }
    let (order, entries, body) = size_line(name, text)?;
    let shift = text.len() - body.len();
    let has_labels = edge_labels && *field != "pattern";
    let scanned = edge_list::scan(body, has_labels);
    let mut listing = scanned
        .map_err(|error| ScanError { at: error.at.start + shift..error.at.end + shift, ..error }.locate(name, text))?;
    if !is_within(&listing.endpoints, order) {
        let is_outside =
            |line: &&[u8]| tokens(line).take(2).any(|t| !matches!(parse_id(t), Ok(id) if (1..=order).contains(&id)));
        let line = content_lines(body).find(is_outside).unwrap_or(body);
        return Err(ScanError::of(text, line.trim_ascii(), Refusal::Expected(ENTRY)).locate(name, text));
    }
    if listing.edges_read != entries {
        let (path, found) = (name.to_owned(), listing.edges_read);
        return Err(GraphError::CountMismatch { path, what: "entries", declared: entries, found });
    }
    if *field != "pattern" && !has_labels {
        listing.ignored_columns = listing.edges_read;
    }
    listing.lines += count_lines(&text[..shift]);
    listing.declared = Declared::Range { first: 1, count: order };
    Ok(listing)
}

/// Dimension, number of entries, and the text after the size line.
fn size_line<'a>(name: &str, text: &'a [u8]) -> Result<(u64, u64, &'a [u8]), GraphError> {
    let line = content_lines(text).next().unwrap_or(b"");
    let refused = || ScanError::of(text, line.trim_ascii(), Refusal::Expected(SIZE_LINE)).locate(name, text);
    let sizes: Vec<u64> = tokens(line).map(parse_id).collect::<Result<_, _>>().map_err(|_| refused())?;
    let [rows, columns, entries] = sizes.as_slice() else {
        return Err(if line.is_empty() {
            GraphError::CountMismatch { path: name.to_owned(), what: "size lines", declared: 1, found: 0 }
        } else {
            refused()
        });
    };
    if rows != columns {
        let what = "the matrix is not square, so rows and columns are different vertices: give them different ids";
        return Err(GraphError::Unsupported { path: name.to_owned(), what });
    }
    if *rows >= u64::from(u32::MAX) {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices: *rows });
    }
    let end = line.as_ptr() as usize - text.as_ptr() as usize + line.len();
    Ok((*rows, *entries, &text[(end + 1).min(text.len())..]))
}

/// Whether all ids are in `1..=order`.
fn is_within(endpoints: &Endpoints, order: u64) -> bool {
    match endpoints {
        Endpoints::Narrow(chunks) => chunks.iter().flatten().flatten().all(|&id| (1..=order).contains(&u64::from(id))),
        Endpoints::Wide(chunks) => chunks.iter().flatten().flatten().all(|id| (1..=order).contains(id)),
        Endpoints::Named { .. } => false,
    }
}
