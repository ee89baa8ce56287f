//! Matrix Market coordinate matrices: a stored entry `i j` is an edge, the dimension declares the vertices.
//!
//! As usual for graphs, an entry counts whatever its value is, an explicit zero too. A `symmetric`, `skew-symmetric` or
//! `hermitian` file stores one triangle only, so that with directions an entry is two arcs. The format asks for the lower
//! triangle; entries above the diagonal are read as their mirror images, which are the same edges.

use std::str::FromStr;

use super::edge_list::num_lines;
use super::fields::Delimiter;
use super::listed::{Listed, ListedEdge, ListedIds, Values};
use super::listing::{Declared, Directions, Endpoints, Listing, Notes};
use super::plain::{self, Plain, Shape};
use super::scan::{Refusal, ScanError, parse_id};
use super::{LoadOptions, fields};
use crate::graph::words::shorten;
use crate::graph::{Column, GraphError};

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
    /// Whether values are integers.
    is_integer: bool,
    mirror: Mirror,
}

/// What an entry says of its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mirror {
    /// Nothing: it is an entry of its own.
    Unsaid,
    Same,
    Negative,
    Conjugate,
}

/// Whether a text begins with a banner, or with one that lost a sign.
pub(super) fn has_banner(text: &[u8]) -> bool {
    let Some(banner) = text.strip_prefix(b"%") else { return false };
    let banner = banner.strip_prefix(b"%").unwrap_or(banner);
    banner.get(..12).is_some_and(|word| word.eq_ignore_ascii_case(b"MatrixMarket"))
}

/// Parses a square coordinate matrix. Values are ignored, or edge labels or attributes if these are asked for.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let banner = banner(name, text)?;
    let (order, entries, body) = size_line(name, text)?;
    let has_labels = options.edge_labels && banner.num_values > 0;
    let columns = Some(2 + banner.num_values);
    let shape = Shape { delimiter: Delimiter::Space, columns, has_labels, has_comments: true };
    let Plain { endpoints, edge_labels, edges_read, .. } = plain::scan(body, shape).map_err(|at| {
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
    let directions = (banner.mirror != Mirror::Unsaid).then_some(Directions::Undirected);
    let notes = Notes { directions, ..Notes::default() };
    let has_values = banner.num_values > 0;
    Ok(Listing {
        edge_labels,
        edges_read,
        ignored_columns: if has_values && !has_labels && !options.attributes { edges_read } else { 0 },
        listed: (options.attributes && has_values).then(|| banner.listed(order, &endpoints, body)),
        lines: num_lines(text),
        declared: Declared::Range { first: 1, count: order },
        notes,
        ..Listing::new(endpoints)
    })
}

impl Banner {
    /// The values of the entries as attributes: `value`, or `real` and `imaginary`. Cost: sequential.
    fn listed(&self, order: u64, endpoints: &Endpoints, body: &[u8]) -> Listed {
        let mut edges = Vec::new();
        let mut push = |ends: [u64; 2]| {
            let ends = ends.map(|id| (id - 1) as u32);
            let edge = ListedEdge { ends, is_both_ways: self.mirror == Mirror::Same };
            edges.push(edge);
            // A mirror image with other values is an edge of its own.
            if matches!(self.mirror, Mirror::Negative | Mirror::Conjugate) {
                edges.push(ListedEdge { ends: [ends[1], ends[0]], ..edge });
            }
        };
        match endpoints {
            Endpoints::Narrow(chunks) => chunks.iter().flatten().for_each(|ends| push(ends.map(u64::from))),
            Endpoints::Wide(chunks) => chunks.iter().flatten().for_each(|&ends| push(ends)),
            Endpoints::Named { .. } => {}
        }
        let names: &[&str] = if self.num_values == 1 { &["value"] } else { &["real", "imaginary"] };
        let (mut edge_columns, mut notes) = (Vec::new(), Vec::new());
        for (place, name) in names.iter().enumerate() {
            let is_negated = self.mirror == Mirror::Negative || self.mirror == Mirror::Conjugate && place == 1;
            match self.column(body, 2 + place, is_negated) {
                Ok(column) => edge_columns.push(((*name).to_owned(), column)),
                Err(token) => notes.push(format!("values of edges left out: `{token}` is no number that fits")),
            }
        }
        let ids = ListedIds::From(1, order);
        let (vertex_values, edge_values) = (Values::default(), Values::default());
        Listed { ids, edges, vertex_values, edge_values, edge_columns, notes }
    }

    /// The numbers at a place of all entries, each perhaps with that of its mirror image; or a text that is none.
    fn column(&self, body: &[u8], place: usize, is_negated: bool) -> Result<Column, String> {
        fn numbers<T: Copy + FromStr + std::ops::Neg<Output = T>>(
            body: &[u8],
            place: usize,
            mirror: Option<bool>,
        ) -> Result<Vec<T>, String> {
            let mut all = Vec::new();
            for line in fields::Records::new(body, Delimiter::Space) {
                let word = words(line).nth(place).unwrap_or_default();
                let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<T>().ok());
                let number = number.ok_or_else(|| shorten(word))?;
                all.push(number);
                all.extend(mirror.map(|is_negated| if is_negated { -number } else { number }));
            }
            Ok(all)
        }
        let is_own = matches!(self.mirror, Mirror::Negative | Mirror::Conjugate);
        let mirror = is_own.then_some(is_negated);
        match self.is_integer {
            // The least integer stands for a missing value, and has no negative.
            true => numbers::<i64>(body, place, None).and_then(|plain| match plain.contains(&i64::MIN) {
                true => Err(i64::MIN.to_string()),
                false => numbers::<i64>(body, place, mirror).map(Column::from),
            }),
            false => numbers::<f64>(body, place, mirror).map(Column::from),
        }
    }
}

/// Reads the first line.
fn banner(name: &str, text: &[u8]) -> Result<Banner, GraphError> {
    let unsupported = |what| Err(GraphError::Unsupported { path: name.to_owned(), what });
    let first_line = text.split(|&byte| byte == b'\n').next().unwrap_or(text);
    let refused = || Err(ScanError::of(text, first_line.trim_ascii(), Refusal::Expected(BANNER)).locate(name, text));
    let lower = String::from_utf8_lossy(first_line).to_ascii_lowercase();
    let words: Vec<&str> = lower.split_ascii_whitespace().collect();
    let ["%%matrixmarket" | "%matrixmarket", "matrix", layout, field, symmetry] = words.as_slice() else {
        return refused();
    };
    if *layout == "array" {
        return unsupported(
            "a dense matrix is no graph: write it in coordinate layout (SciPy: `mmwrite(f, coo_array(a))`)",
        );
    }
    let mirror = match *symmetry {
        "general" => Mirror::Unsaid,
        "symmetric" => Mirror::Same,
        "skew-symmetric" => Mirror::Negative,
        "hermitian" => Mirror::Conjugate,
        _ => return refused(),
    };
    let num_values = match *field {
        "pattern" => 0,
        "real" | "double" | "integer" => 1,
        "complex" => 2,
        _ => return refused(),
    };
    let is_integer = *field == "integer";
    if *layout != "coordinate" { refused() } else { Ok(Banner { num_values, is_integer, mirror }) }
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
