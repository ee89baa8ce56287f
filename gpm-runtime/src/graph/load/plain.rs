//! Lines of integers, parsed in parallel by a hand-written scanner: the common case of edge lists and matrices.
//!
//! It takes what has one reading only: ids without signs, quotes or zeros before them, and as many columns in every line. At
//! anything else it gives up, and `delimited` reads the file or says what is wrong with it.

use rayon::prelude::*;

use super::fields::{Delimiter, is_blank, line_end};
use super::listing::{ChunkLabels, Endpoints, Labelling, merge_labels};
use super::scan::{MAX_ID, chunks, parse_name};
use crate::graph::LabelId;

/// How lines must look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) delimiter: Delimiter,
    /// Columns of every line, the two ids included; `None` if those behind the ids do not matter.
    pub(super) columns: Option<usize>,
    /// Whether the third column is read as labels.
    pub(super) has_labels: bool,
    /// Whether lines that begin with `#` or `%` are comments for certain: not below a head line, where they may be data.
    pub(super) has_comments: bool,
}

/// What lines of integers hold.
pub(super) struct Plain {
    pub(super) endpoints: Endpoints,
    pub(super) edge_labels: Option<Labelling<Vec<Vec<LabelId>>>>,
    pub(super) edges_read: u64,
    /// Comments below the first edge.
    pub(super) comments: u64,
}

/// What one chunk of text holds.
#[derive(Default)]
struct Chunk {
    narrow: Vec<[u32; 2]>,
    /// All edges, as soon as one id needs more than 32 bits; `narrow` is empty then.
    wide: Vec<[u64; 2]>,
    labels: Option<ChunkLabels>,
    /// Comments before the first edge of the chunk, and after it.
    comments: [u64; 2],
}

/// Parses lines of two integers. `Err` is a byte of the first line that is not as the shape says.
pub(super) fn scan(text: &[u8], shape: Shape) -> Result<Plain, usize> {
    // Blanks have no sign of their own: 0 stands for them.
    let scan_chunk = match shape.delimiter {
        Delimiter::Space => Chunk::scan::<0>,
        Delimiter::Comma => Chunk::scan::<b','>,
        Delimiter::Semicolon => Chunk::scan::<b';'>,
        Delimiter::Tab => Chunk::scan::<b'\t'>,
        Delimiter::Bar => Chunk::scan::<b'|'>,
    };
    let place = |chunk: &[u8]| chunk.as_ptr() as usize - text.as_ptr() as usize;
    let parts: Vec<Result<Chunk, usize>> = chunks(text)
        .into_par_iter()
        .map(|chunk| scan_chunk(chunk, shape).map_err(|at| place(chunk) + at.min(chunk.len().saturating_sub(1))))
        .collect();
    let parts: Vec<Chunk> = parts.into_iter().collect::<Result<_, _>>()?;
    let edges_read = parts.iter().map(|part| (part.narrow.len() + part.wide.len()) as u64).sum();
    let first = parts.iter().position(|part| !part.is_empty()).unwrap_or(parts.len());
    let below =
        parts.iter().enumerate().map(|(i, part)| part.comments[1] + if i > first { part.comments[0] } else { 0 });
    let comments = below.sum();
    let (endpoints, labels) = join(parts);
    Ok(Plain { endpoints, edge_labels: shape.has_labels.then(|| merge_labels(labels)), edges_read, comments })
}

/// All chunks in the narrowest width that fits all.
fn join(parts: Vec<Chunk>) -> (Endpoints, Vec<ChunkLabels>) {
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

impl Chunk {
    fn scan<const SIGN: u8>(chunk: &[u8], shape: Shape) -> Result<Self, usize> {
        let mut part = Self { labels: shape.has_labels.then(ChunkLabels::default), ..Self::default() };
        part.narrow.reserve(chunk.len() / 12);
        let has_tail = shape.has_labels || shape.columns != Some(2);
        let mut at = 0;
        while at < chunk.len() {
            let byte = chunk[at];
            if byte == b'\n' || is_blank(byte) {
                at += 1;
                continue;
            }
            if byte == b'#' || byte == b'%' {
                if !shape.has_comments {
                    return Err(at);
                }
                part.comments[usize::from(!part.is_empty())] += 1;
                at = line_end(chunk, at);
                continue;
            }
            let (u, after) = read_id::<SIGN>(chunk, at)?;
            let (v, after) = read_id::<SIGN>(chunk, skip_delimiter::<SIGN>(chunk, after)?)?;
            part.push(u, v);
            at = skip_padding::<SIGN>(chunk, after);
            if has_tail {
                at = part.read_tail::<SIGN>(chunk, at, shape)?;
            } else if !ends_line(chunk, at) {
                return Err(at);
            }
        }
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

    fn is_empty(&self) -> bool {
        self.narrow.is_empty() && self.wide.is_empty()
    }

    #[cold]
    fn widen(&mut self) {
        let narrow = std::mem::take(&mut self.narrow);
        self.wide.extend(narrow.into_iter().map(|[u, v]| [u64::from(u), u64::from(v)]));
    }

    /// Reads the columns behind the ids; returns where the line ends.
    fn read_tail<const SIGN: u8>(&mut self, chunk: &[u8], at: usize, shape: Shape) -> Result<usize, usize> {
        let end = line_end(chunk, at);
        let tail = &chunk[at..end];
        if tail.iter().any(|byte| matches!(byte, b'"' | b'{')) {
            return Err(at);
        }
        let (count, third) = tail_columns::<SIGN>(tail.trim_ascii_end()).ok_or(at)?;
        if shape.columns.is_some_and(|columns| columns != 2 + count) {
            return Err(at);
        }
        if let Some(labels) = &mut self.labels {
            let label = third.filter(|label| !label.is_empty()).ok_or(at)?;
            labels.ids.push(labels.collector.intern(parse_name(label).map_err(|_| at)?));
        }
        Ok(end)
    }
}

/// The number of columns in what follows the ids, and the first of them. `None` if the last is empty or the line goes on
/// without a delimiter.
fn tail_columns<const SIGN: u8>(tail: &[u8]) -> Option<(usize, Option<&[u8]>)> {
    if SIGN == 0 {
        let mut tokens = tail.split(|&byte| is_blank(byte)).filter(|token| !token.is_empty());
        let third = tokens.next();
        return Some((usize::from(third.is_some()) + tokens.count(), third));
    }
    let Some((&sign, tail)) = tail.split_first() else { return Some((0, None)) };
    let mut columns = tail.split(|&byte| byte == SIGN);
    let third = columns.next().map(<[u8]>::trim_ascii);
    let is_filled = sign == SIGN && tail.last().is_some_and(|&last| last != SIGN);
    is_filled.then(|| (1 + columns.count(), third))
}

/// Whether a line ends at `at`; the carriage return of a foreign line end is part of the end.
#[inline]
fn ends_line(chunk: &[u8], at: usize) -> bool {
    match chunk.get(at) {
        None | Some(b'\n') => true,
        Some(b'\r') => matches!(chunk.get(at + 1), None | Some(b'\n')),
        Some(_) => false,
    }
}

#[inline]
fn skip_padding<const SIGN: u8>(chunk: &[u8], mut at: usize) -> usize {
    while chunk.get(at).is_some_and(|&byte| byte != SIGN && byte != b'\r' && is_blank(byte)) {
        at += 1;
    }
    at
}

/// Where the field behind the delimiter begins.
#[inline]
fn skip_delimiter<const SIGN: u8>(chunk: &[u8], at: usize) -> Result<usize, usize> {
    let at = skip_padding::<SIGN>(chunk, at);
    if SIGN == 0 {
        return Ok(at);
    }
    if chunk.get(at) == Some(&SIGN) { Ok(skip_padding::<SIGN>(chunk, at + 1)) } else { Err(at) }
}

/// The id that starts at `at`, and where it ends.
#[inline]
fn read_id<const SIGN: u8>(chunk: &[u8], at: usize) -> Result<(u64, usize), usize> {
    let (mut value, mut end) = (0u64, at);
    while let Some(digit) = chunk.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    let is_whole = chunk.get(end).is_none_or(|&byte| byte == b'\n' || is_blank(byte) || byte == SIGN);
    let len = end - at;
    let has_zero = len > 1 && chunk[at] == b'0';
    let fits = len < 19 || (len == 19 && value <= MAX_ID);
    if is_whole && len > 0 && fits && !has_zero { Ok((value, end)) } else { Err(at) }
}
