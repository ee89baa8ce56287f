//! Edge lists whose ids are names, parsed in parallel; names are numbered in order of first mention.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::edge_list::{EDGE_LABEL, EDGE_LINE, check_columns};
use super::listing::{ChunkLabels, Declared, Endpoints, Listing, merge_labels};
use super::scan::{Refusal, ScanError, chunks, content_lines, count_lines, parse_name, tokens};
use crate::graph::original::OriginalIds;

/// Names in order of first mention, and their numbers.
#[derive(Default)]
struct NameTable<'a> {
    names: Vec<&'a str>,
    numbers: FxHashMap<&'a str, u32>,
}

impl<'a> NameTable<'a> {
    fn number(&mut self, name: &'a str) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            (self.names.len() - 1) as u32
        })
    }
}

/// What one chunk of text holds; edges by the chunk's own numbers.
#[derive(Default)]
struct NamedChunk<'a> {
    table: NameTable<'a>,
    edges: Vec<[u32; 2]>,
    labels: Option<ChunkLabels>,
    lines: u64,
    ignored_columns: u64,
    columns_seen: u32,
}

/// Parses lines of two names.
pub(super) fn scan(text: &[u8], edge_labels: bool) -> Result<Listing, ScanError> {
    let mut parts: Vec<NamedChunk<'_>> = chunks(text)
        .into_par_iter()
        .map(|chunk| NamedChunk::scan(text, chunk, edge_labels))
        .collect::<Vec<_>>()
        .into_iter()
        .collect::<Result<_, _>>()?;
    check_columns(text, parts.iter().fold(0, |seen, part| seen | part.columns_seen))?;
    let mut all = NameTable::default();
    let shared: Vec<Vec<u32>> =
        parts.iter().map(|part| part.table.names.iter().map(|name| all.number(name)).collect()).collect();
    parts.par_iter_mut().zip(&shared).for_each(|(part, shared)| {
        part.edges.iter_mut().for_each(|edge| *edge = edge.map(|number| shared[number as usize]));
    });
    let labels = edge_labels.then(|| merge_labels(parts.iter_mut().filter_map(|part| part.labels.take()).collect()));
    Ok(Listing {
        lines: parts.iter().map(|part| part.lines).sum(),
        edges_read: parts.iter().map(|part| part.edges.len() as u64).sum(),
        ignored_columns: parts.iter().map(|part| part.ignored_columns).sum(),
        edge_labels: labels,
        declared: Declared::Mentioned,
        vertex_labels: None,
        header_skipped: false,
        endpoints: Endpoints::Named {
            num_names: all.names.len() as u64,
            names: OriginalIds::from_names(all.names),
            chunks: parts.into_iter().map(|part| part.edges).collect(),
        },
    })
}

impl<'a> NamedChunk<'a> {
    fn scan(text: &[u8], chunk: &'a [u8], edge_labels: bool) -> Result<Self, ScanError> {
        let mut part = Self { labels: edge_labels.then(ChunkLabels::default), ..Self::default() };
        for line in content_lines(chunk) {
            part.read_line(line, edge_labels).map_err(|refusal| ScanError::of(text, line.trim_ascii(), refusal))?;
        }
        part.lines = count_lines(chunk) + u64::from(chunk.last().is_some_and(|&byte| byte != b'\n'));
        Ok(part)
    }

    fn read_line(&mut self, line: &'a [u8], edge_labels: bool) -> Result<(), Refusal> {
        let mut columns = tokens(line);
        let (Some(u), Some(v)) = (columns.next(), columns.next()) else {
            // A lone token may be the debris of a binary file: say so rather than ask for a second id.
            parse_name(line.trim_ascii())?;
            return Err(Refusal::Expected(EDGE_LINE));
        };
        let (u, v) = (parse_name(u)?, parse_name(v)?);
        let label = columns.next();
        let num_columns = 2 + usize::from(label.is_some()) + columns.count();
        if num_columns > 4 {
            return Err(Refusal::Expected(EDGE_LINE));
        }
        if let Some(labels) = &mut self.labels {
            let label = parse_name(label.ok_or(Refusal::Expected(EDGE_LABEL))?)?;
            labels.ids.push(labels.collector.intern(label));
        }
        self.columns_seen |= 1 << num_columns;
        self.ignored_columns += u64::from(num_columns > if edge_labels { 3 } else { 2 });
        self.edges.push([self.table.number(u), self.table.number(v)]);
        Ok(())
    }
}
