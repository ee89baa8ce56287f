//! Edge lists with integer ids, parsed in parallel by a hand-written scanner; anything else goes to `named_edges`.

use rayon::prelude::*;

use super::listing::{ChunkLabels, Declared, Endpoints, Listing, merge_labels};
use super::named_edges;
use super::scan::{
    MAX_ID, Refusal, ScanError, chunks, content_lines, count_lines, is_separator, parse_id, parse_name, tokens,
};
use crate::graph::GraphError;

/// Says what a line of an edge list is.
pub(super) const EDGE_LINE: &str = "an edge: two ids, then at most two more columns";
/// Says what is wrong with a table of uneven lines.
pub(super) const EVEN_COLUMNS: &str = "an edge: lines of 4 columns beside shorter ones look like an adjacency list";
/// Says what is missing where edge labels are wanted.
pub(super) const EDGE_LABEL: &str = "a labelled edge: edge labels are asked for, so a third column must be there";

/// What one chunk of text holds.
#[derive(Default)]
pub(super) struct IntegerChunk {
    narrow: Vec<[u32; 2]>,
    /// All edges, as soon as one id needs more than 32 bits; `narrow` is empty then.
    wide: Vec<[u64; 2]>,
    labels: Option<ChunkLabels>,
    lines: u64,
    ignored_columns: u64,
    /// Bit k: a line of k columns was seen.
    columns_seen: u32,
}

/// Parses an edge list. If any id is no integer, all are names.
pub(super) fn parse(name: &str, text: &[u8], edge_labels: bool) -> Result<Listing, GraphError> {
    let body = &text[header_len(text)..];
    let header_skipped = body.len() < text.len();
    let listing = match scan(body, edge_labels) {
        Err(error) if error.refusal == Refusal::NotAnInteger => named_edges::scan(body, edge_labels),
        other => other,
    };
    match listing {
        Ok(mut listing) => {
            listing.header_skipped = header_skipped;
            listing.lines += u64::from(header_skipped);
            Ok(listing)
        }
        Err(error) => {
            let shift = text.len() - body.len();
            Err(ScanError { at: error.at.start + shift..error.at.end + shift, ..error }.locate(name, text))
        }
    }
}

/// Bytes up to the end of a line of column names: the first line is no edge of integers, the second one is,
/// or the first line has well-known column names.
fn header_len(text: &[u8]) -> usize {
    let is_integers = |line: &[u8]| {
        let mut ids = tokens(line).take(2);
        matches!((ids.next(), ids.next()), (Some(u), Some(v)) if parse_id(u).is_ok() && parse_id(v).is_ok())
    };
    let is_known = |line: &[u8]| {
        let words: Vec<Vec<u8>> = tokens(line).take(2).map(<[u8]>::to_ascii_lowercase).collect();
        let [from, to] = words.as_slice() else { return false };
        matches!((from.as_slice(), to.as_slice()), (b"source", b"target") | (b"src", b"dst") | (b"from", b"to"))
    };
    let mut lines = content_lines(text);
    let Some(first) = lines.next() else { return 0 };
    let any_sign = tokens(first).take(2).any(|token| matches!(parse_id(token), Err(Refusal::NotAnInteger)));
    let is_header = any_sign && (is_known(first) || lines.next().is_some_and(is_integers));
    if !is_header || is_integers(first) {
        return 0;
    }
    let end = first.as_ptr() as usize - text.as_ptr() as usize + first.len();
    (end + 1).min(text.len())
}

/// Parses lines of two integers, in parallel. The first error in text order wins, but [`Refusal::NotAnInteger`]
/// anywhere wins over all, as ids are names then.
pub(super) fn scan(text: &[u8], edge_labels: bool) -> Result<Listing, ScanError> {
    let results: Vec<Result<IntegerChunk, ScanError>> =
        chunks(text).into_par_iter().map(|chunk| IntegerChunk::scan(text, chunk, edge_labels)).collect();
    let name = results.iter().filter_map(|result| result.as_ref().err());
    if let Some(error) = name.clone().find(|error| error.refusal == Refusal::NotAnInteger) {
        return Err(error.clone());
    }
    let parts: Vec<IntegerChunk> = results.into_iter().collect::<Result<_, _>>()?;
    check_columns(text, parts.iter().fold(0, |seen, part| seen | part.columns_seen))?;
    let sum = |field: fn(&IntegerChunk) -> u64| parts.iter().map(field).sum::<u64>();
    let lines = sum(|part| part.lines);
    let edges_read = sum(|part| (part.narrow.len() + part.wide.len()) as u64);
    let ignored_columns = sum(|part| part.ignored_columns);
    let (endpoints, labels) = join(parts);
    let edge_labels = edge_labels.then(|| merge_labels(labels));
    let declared = Declared::Mentioned;
    Ok(Listing {
        endpoints,
        edge_labels,
        declared,
        vertex_labels: None,
        lines,
        edges_read,
        ignored_columns,
        header_skipped: false,
    })
}

/// Refuses lines of four columns beside lines of other lengths.
pub(super) fn check_columns(text: &[u8], seen: u32) -> Result<(), ScanError> {
    const FOUR: u32 = 1 << 4;
    if seen & FOUR == 0 || seen == FOUR {
        return Ok(());
    }
    let line = content_lines(text).find(|line| tokens(line).count() == 4).unwrap_or(text);
    Err(ScanError::of(text, line.trim_ascii(), Refusal::Expected(EVEN_COLUMNS)))
}

/// All chunks in the narrowest width that fits all.
fn join(parts: Vec<IntegerChunk>) -> (Endpoints, Vec<ChunkLabels>) {
    let is_wide = parts.iter().any(|part| !part.wide.is_empty());
    let (mut narrow, mut wide, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for mut part in parts {
        if is_wide {
            part.widen();
            wide.push(part.wide);
        } else {
            narrow.push(part.narrow);
        }
        labels.extend(part.labels);
    }
    (if is_wide { Endpoints::Wide(wide) } else { Endpoints::Narrow(narrow) }, labels)
}

impl IntegerChunk {
    /// Parses `chunk`, a part of `text`.
    fn scan(text: &[u8], chunk: &[u8], edge_labels: bool) -> Result<Self, ScanError> {
        let mut part = Self { labels: edge_labels.then(ChunkLabels::default), ..Self::default() };
        part.narrow.reserve(chunk.len() / 12);
        let mut at = 0;
        while at < chunk.len() {
            let byte = chunk[at];
            if byte == b'\n' || is_separator(byte) {
                at += 1;
                continue;
            }
            if byte == b'#' || byte == b'%' {
                at = line_end(chunk, at);
                continue;
            }
            let (u, after) = read_id(text, chunk, at)?;
            let (v, after) = read_id(text, chunk, skip_separators(chunk, after))?;
            part.push(u, v);
            at = skip_separators(chunk, after);
            if edge_labels || chunk.get(at).is_some_and(|&byte| byte != b'\n') {
                at = part.read_tail(text, chunk, at)?;
            } else {
                part.columns_seen |= 1 << 2;
            }
        }
        part.lines = count_lines(chunk) + u64::from(chunk.last().is_some_and(|&byte| byte != b'\n'));
        Ok(part)
    }

    #[inline]
    fn push(&mut self, u: u64, v: u64) {
        if (u | v) >> 32 == 0 && self.wide.is_empty() {
            self.narrow.push([u as u32, v as u32]);
        } else {
            self.widen();
            self.wide.push([u, v]);
        }
    }

    #[cold]
    fn widen(&mut self) {
        let narrow = std::mem::take(&mut self.narrow);
        self.wide.extend(narrow.into_iter().map(|[u, v]| [u64::from(u), u64::from(v)]));
    }

    /// Reads the columns after the ids; returns where the line ends.
    #[cold]
    fn read_tail(&mut self, text: &[u8], chunk: &[u8], at: usize) -> Result<usize, ScanError> {
        let end = line_end(chunk, at);
        let tail = &chunk[at..end];
        let columns = 2 + tokens(tail).count();
        let refuse = |refusal| Err(ScanError::of(text, whole_line(chunk, at, end), refusal));
        if columns > 4 {
            return refuse(Refusal::Expected(EDGE_LINE));
        }
        self.columns_seen |= 1 << columns;
        let Some(labels) = &mut self.labels else {
            self.ignored_columns += 1;
            return Ok(end);
        };
        match tokens(tail).next().map(parse_name) {
            Some(Ok(label)) => labels.ids.push(labels.collector.intern(label)),
            Some(Err(refusal)) => return refuse(refusal),
            None => return refuse(Refusal::Expected(EDGE_LABEL)),
        }
        self.ignored_columns += u64::from(columns > 3);
        Ok(end)
    }
}

/// The first line end at or after `at`, or the end of the chunk.
fn line_end(chunk: &[u8], at: usize) -> usize {
    chunk[at..].iter().position(|&byte| byte == b'\n').map_or(chunk.len(), |len| at + len)
}

/// The line with `at..end`, without blanks around it.
fn whole_line(chunk: &[u8], at: usize, end: usize) -> &[u8] {
    let start = chunk[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1);
    chunk[start..end].trim_ascii()
}

#[inline]
fn skip_separators(chunk: &[u8], mut at: usize) -> usize {
    while at < chunk.len() && is_separator(chunk[at]) {
        at += 1;
    }
    at
}

/// The id that starts at `at`, and where it ends.
#[inline]
fn read_id(text: &[u8], chunk: &[u8], at: usize) -> Result<(u64, usize), ScanError> {
    let (mut value, mut end) = (0u64, at);
    while let Some(digit) = chunk.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    let is_whole = chunk.get(end).is_none_or(|&byte| byte == b'\n' || is_separator(byte));
    if is_whole && end > at && (end - at < 19 || (end - at == 19 && value <= MAX_ID)) {
        return Ok((value, end));
    }
    read_odd_id(text, chunk, at)
}

/// An id that is missing, signed, very long or no integer.
#[cold]
fn read_odd_id(text: &[u8], chunk: &[u8], at: usize) -> Result<(u64, usize), ScanError> {
    let len = chunk[at..].iter().position(|&byte| byte == b'\n' || is_separator(byte)).unwrap_or(chunk.len() - at);
    let token = &chunk[at..at + len];
    if token.is_empty() {
        let line = whole_line(chunk, at, at);
        return Err(ScanError::of(text, line, Refusal::Expected(EDGE_LINE)));
    }
    match parse_id(token) {
        Ok(value) => Ok((value, at + len)),
        Err(refusal) => Err(ScanError::of(text, token, refusal)),
    }
}
