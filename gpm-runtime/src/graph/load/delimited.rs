//! Records of any layout, parsed in parallel: quotes, names, any columns. Names are numbered in order of first mention; if all
//! are integers, they are the ids.

use std::borrow::Cow;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::dialect::{EDGE_LABEL, EDGE_LINE};
use super::directions::{DIRECTION, direction_of};
use super::fields::{Field, Records, filled, split};
use super::layout::{First, Layout, Width};
use super::listing::{ChunkLabels, Endpoints, Labelling, merge_labels};
use super::numbers::{is_digits, is_missing_id, is_number, is_odd_number, is_plain_integer};
use super::scan::{CHUNK_BYTES, MAX_ID, Refusal, ScanError, chunks, parse_name};
use crate::graph::LabelId;
use crate::graph::original::OriginalIds;

const EVEN: &str = "a line of as many fields as the first; lines of neighbors are no edge list: write one edge a line, \
    or give `--columns` if the columns behind the ids do not matter";
const HEAD_WIDTH: &str = "a line of as many fields as the head has: is a field to be quoted?";
const EMPTY_ID: &str = "an edge: one of its ids is empty";
const MISSING_ID: &str = "an id but a missing value: leave the line out, or quote it if it is a name";
const LINE_END: &str = "an id: a line end is in it, so a quote is not closed or stands at a wrong place";
const OTHER_DELIMITER: &str =
    "an id: another delimiter is in it; quote it, or give `--delimiter comma|semicolon|tab|bar|space`";
const FLOAT: &str =
    "an integer: other numbers are no ids, write them without decimals (pandas: `astype(int)`) or as names";
const TWO_FORMS: &str = "an id of one form: the file writes the same number without zeros or signs before it too";

/// Names in order of first mention, and their numbers.
#[derive(Default)]
struct NameTable<'a> {
    names: Vec<Cow<'a, str>>,
    numbers: FxHashMap<Cow<'a, str>, u32>,
}

impl<'a> NameTable<'a> {
    fn number(&mut self, name: Cow<'a, str>) -> u32 {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

/// What one chunk of text holds; edges by the chunk's own numbers.
#[derive(Default)]
struct Chunk<'a> {
    table: NameTable<'a>,
    edges: Vec<[u32; 2]>,
    labels: Option<ChunkLabels>,
    records: u64,
    /// Edges that the column of directions calls directed and undirected.
    directed: u64,
    undirected: u64,
    /// Whether a number that is no integer id stands there without quotes.
    has_bare_number: bool,
    comments: Comments,
}

/// Lines that begin like comments, and are passed over.
#[derive(Clone, Copy, Debug, Default)]
struct Comments {
    /// Above the first record.
    above: u64,
    below: u64,
}

/// All records of a text, by shared numbers of names.
pub(super) struct Parsed<'a> {
    names: Vec<Cow<'a, str>>,
    numbers: FxHashMap<Cow<'a, str>, u32>,
    chunks: Vec<Vec<[u32; 2]>>,
    pub(super) edge_labels: Option<Labelling<Vec<Vec<LabelId>>>>,
    pub(super) records: u64,
    pub(super) directed: u64,
    pub(super) undirected: u64,
    /// Comments below the first record, or below the head line.
    pub(super) comments: u64,
    has_bare_number: bool,
}

/// Reads the records of `text[from..]`. With `both_ways` an edge that the file calls undirected is listed in both directions.
pub(super) fn read<'a>(text: &'a [u8], from: usize, layout: &Layout, both_ways: bool) -> Result<Parsed<'a>, ScanError> {
    let parts: Vec<Result<Chunk<'a>, ScanError>> =
        cut(&text[from..], layout).into_par_iter().map(|chunk| Chunk::read(text, chunk, layout, both_ways)).collect();
    let mut parts: Vec<Chunk<'a>> = parts.into_iter().collect::<Result<_, _>>()?;
    let mut all = NameTable::default();
    let shared: Vec<Vec<u32>> = parts
        .iter_mut()
        .map(|part| std::mem::take(&mut part.table).names.into_iter().map(|name| all.number(name)).collect())
        .collect();
    parts.par_iter_mut().zip(&shared).for_each(|(part, shared)| {
        part.edges.iter_mut().for_each(|edge| *edge = edge.map(|number| shared[number as usize]));
    });
    let labels = parts.iter_mut().filter_map(|part| part.labels.take()).collect();
    Ok(Parsed {
        edge_labels: layout.label.map(|_| merge_labels(labels)),
        records: parts.iter().map(|part| part.records).sum(),
        directed: parts.iter().map(|part| part.directed).sum(),
        undirected: parts.iter().map(|part| part.undirected).sum(),
        comments: comments_below(parts.iter().map(|part| (part.comments, part.records)), has_head(layout)),
        has_bare_number: parts.iter().any(|part| part.has_bare_number),
        chunks: parts.into_iter().map(|part| part.edges).collect(),
        names: all.names,
        numbers: all.numbers,
    })
}

/// Whether the first line names the columns.
pub(super) fn has_head(layout: &Layout) -> bool {
    matches!(layout.first, First::Head | First::HeadUnless(_))
}

/// Comments below the first record of all chunks, each with its number of records; all of them below a head line.
fn comments_below(chunks: impl Iterator<Item = (Comments, u64)>, has_head: bool) -> u64 {
    let (mut count, mut is_below) = (0, has_head);
    for (Comments { above, below }, records) in chunks {
        count += if is_below { above + below } else { below };
        is_below |= records > 0;
    }
    count
}

/// The records of edges. Below a head line what begins like a comment and has as many fields is data.
fn records<'a>(text: &'a [u8], layout: &Layout) -> Records<'a> {
    match (&layout.first, layout.width) {
        (First::Head | First::HeadUnless(_), Width::Head(width)) => {
            Records::below_head(text, layout.dialect.delimiter, width)
        }
        _ => Records::new(text, layout.dialect.delimiter),
    }
}

/// Cuts `text` where records end. Cost: sequential if it has quotes.
fn cut<'a>(text: &'a [u8], layout: &Layout) -> Vec<&'a [u8]> {
    if !text.contains(&b'"') {
        return chunks(text);
    }
    let (mut chunks, mut start) = (Vec::new(), 0);
    let mut records = records(text, layout);
    while records.next().is_some() {
        if records.offset() - start >= CHUNK_BYTES {
            chunks.push(&text[start..records.offset()]);
            start = records.offset();
        }
    }
    chunks.push(&text[start..]);
    chunks
}

impl<'a> Chunk<'a> {
    fn read(text: &[u8], chunk: &'a [u8], layout: &Layout, both_ways: bool) -> Result<Self, ScanError> {
        let mut part = Self { labels: layout.label.map(|_| ChunkLabels::default()), ..Self::default() };
        let mut fields = Vec::new();
        let mut records = records(chunk, layout);
        while let Some(record) = records.next() {
            if part.records == 0 {
                part.comments.above = records.comments();
            }
            let refused = |refusal| ScanError::of(text, record.trim_ascii(), refusal);
            split(record, layout.dialect.delimiter, &mut fields).map_err(refused)?;
            part.read_record(&mut fields, layout, both_ways).map_err(|(column, refusal)| {
                let field = column.and_then(|column| fields.get(column)).map(|field| &field.text);
                match field {
                    Some(Cow::Borrowed(token)) if !token.is_empty() => ScanError::of(text, token, refusal),
                    _ => refused(refusal),
                }
            })?;
        }
        match part.records {
            0 => part.comments.above = records.comments(),
            _ => part.comments.below = records.comments() - part.comments.above,
        }
        Ok(part)
    }

    /// Reads one record; a refusal comes with the column that it is about, if it is one.
    fn read_record(
        &mut self,
        fields: &mut [Field<'a>],
        layout: &Layout,
        both_ways: bool,
    ) -> Result<(), (Option<usize>, Refusal)> {
        check_width(fields, layout).map_err(|refusal| (None, refusal))?;
        let mut number = |column: usize| {
            let name = id(&fields[column], layout).map_err(|refusal| (Some(column), refusal))?;
            self.has_bare_number |= !fields[column].is_quoted && is_odd_number(&name);
            Ok(self.table.number(name))
        };
        let ends = [number(layout.from)?, number(layout.to)?];
        let is_directed = layout.direction.map(|column| {
            let said = fields.get(column).and_then(|field| direction_of(&field.text));
            said.ok_or((Some(column), Refusal::Expected(DIRECTION)))
        });
        let is_directed = is_directed.transpose()?;
        self.directed += u64::from(is_directed == Some(true));
        self.undirected += u64::from(is_directed == Some(false));
        let is_mirrored = both_ways && is_directed == Some(false) && ends[0] != ends[1];
        self.edges.push(ends);
        if is_mirrored {
            self.edges.push([ends[1], ends[0]]);
        }
        if let (Some(column), Some(labels)) = (layout.label, &mut self.labels) {
            let field = fields.get(column).filter(|field| !field.text.is_empty() || field.is_quoted);
            let field = field.ok_or((None, Refusal::Expected(EDGE_LABEL)))?;
            let label = parse_name(&field.text).map_err(|refusal| (Some(column), refusal))?;
            let label = labels.collector.intern(label);
            labels.ids.extend(std::iter::repeat_n(label, 1 + usize::from(is_mirrored)));
        }
        self.records += 1;
        Ok(())
    }
}

fn check_width(fields: &[Field<'_>], layout: &Layout) -> Result<(), Refusal> {
    let needed = 1 + layout.from.max(layout.to);
    let (refused, width) = (|expected| Err(Refusal::Expected(expected)), filled(fields));
    if fields.len() == 1 {
        // A lone token may be the debris of a binary file: say so rather than ask for a second id.
        parse_name(&fields[0].text)?;
    }
    match layout.width {
        Width::Head(head) if fields.len() < head || width > head => refused(HEAD_WIDTH),
        Width::Even(_) if fields.len() < 2 => refused(EDGE_LINE),
        Width::Even(even) if width != even => match (fields.len() == 2, layout.label) {
            (true, Some(_)) => refused(EDGE_LABEL),
            (true, None) if width < 2 => refused(EMPTY_ID),
            _ => refused(EVEN),
        },
        Width::Any if fields.len() < needed => refused(EDGE_LINE),
        Width::Head(_) | Width::Even(_) | Width::Any => Ok(()),
    }
}

/// The id that a field says.
fn id<'a>(field: &Field<'a>, layout: &Layout) -> Result<Cow<'a, str>, Refusal> {
    if field.text.is_empty() {
        return Err(Refusal::Expected(EMPTY_ID));
    }
    if !field.is_quoted && is_missing_id(&field.text) {
        return Err(Refusal::Expected(MISSING_ID));
    }
    if field.text.contains(&b'\n') {
        return Err(Refusal::Expected(LINE_END));
    }
    parse_name(&field.text)?;
    if layout.dialect.doubts(field) {
        return Err(Refusal::Expected(OTHER_DELIMITER));
    }
    match &field.text {
        Cow::Borrowed(text) => parse_name(text).map(Cow::Borrowed),
        Cow::Owned(text) => parse_name(text).map(|name| Cow::Owned(name.to_owned())),
    }
}

impl Parsed<'_> {
    /// Whether one of these names is an id.
    pub(super) fn mentions(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.numbers.contains_key(name.as_str()))
    }

    /// Whether an id of the first record occurs in another one. Names are numbered in order of mention: these are 0 and 1.
    pub(super) fn first_occurs_again(&self) -> bool {
        let last = self.chunks.iter().flatten().next().map_or(0, |first| first[0].max(first[1]));
        self.chunks.iter().flatten().skip(1).any(|edge| edge[0] <= last || edge[1] <= last)
    }

    /// The edges by id: integers if all ids are, or else names.
    ///
    /// # Errors
    /// Numbers of another form than integers from 0, unless there are words beside them or all of these numbers are quoted.
    pub(super) fn endpoints(self, text: &[u8]) -> Result<Endpoints, ScanError> {
        let is_numbers = !self.names.is_empty() && self.names.iter().all(|name| is_number(name));
        let has_odd = is_numbers && self.names.iter().any(|name| is_odd_number(name));
        if is_numbers && (self.has_bare_number || !has_odd) {
            if self.names.iter().all(|name| is_plain_integer(name)) {
                return self.integers(text);
            }
            self.check_numbers(text)?;
        }
        Ok(Endpoints::Named {
            num_names: self.names.len() as u64,
            names: OriginalIds::from_names(self.names.iter().map(AsRef::as_ref)),
            chunks: self.chunks,
        })
    }

    fn integers(&self, text: &[u8]) -> Result<Endpoints, ScanError> {
        let value = |name: &Cow<'_, str>| {
            let value = name.parse::<u64>().ok().filter(|&value| value <= MAX_ID);
            value.ok_or_else(|| ScanError::of(text, name.as_bytes(), Refusal::TooLarge))
        };
        let values: Vec<u64> = self.names.iter().map(value).collect::<Result<_, _>>()?;
        let edges =
            |chunk: &Vec<[u32; 2]>| chunk.iter().map(|edge| edge.map(|number| values[number as usize])).collect();
        if values.iter().any(|&value| value >> 32 != 0) {
            return Ok(Endpoints::Wide(self.chunks.par_iter().map(edges).collect()));
        }
        let narrow = |chunk: &Vec<[u32; 2]>| {
            chunk.iter().map(|edge| edge.map(|number| values[number as usize] as u32)).collect()
        };
        Ok(Endpoints::Narrow(self.chunks.par_iter().map(narrow).collect()))
    }

    /// Refuses negative numbers, floats, and numbers of two forms. Integers with zeros before them are names.
    fn check_numbers(&self, text: &[u8]) -> Result<(), ScanError> {
        let mut forms = FxHashMap::default();
        for name in &self.names {
            let refused = |refusal| Err(ScanError::of(text, name.as_bytes(), refusal));
            let digits = name.strip_prefix(['+', '-']).unwrap_or(name);
            if !is_digits(digits) {
                return refused(Refusal::Expected(FLOAT));
            }
            if name.starts_with('-') {
                return refused(Refusal::Negative);
            }
            if forms.insert(digits.trim_start_matches('0'), name).is_some() {
                return refused(Refusal::Expected(TWO_FORMS));
            }
        }
        Ok(())
    }
}
