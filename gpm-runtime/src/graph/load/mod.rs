//! Reading graphs: bytes of any known format → clean [`Graph`] and [`LoadReport`].
//!
//! The format is decided by content, then by file name; `.gz` and `.zst` are seen by their first bytes.

mod scan;
mod source;
mod detect;
mod listing;
mod edge_list;
mod fields;
mod numbers;
mod dialect;
mod column_names;
mod edge_columns;
mod sample;
mod layout;
mod suspects;
mod plain;
mod delimited;
mod matrix_market;
mod labelled;
mod vertex_labels;
mod intern;
mod assemble;
mod report;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use edge_columns::{BadColumns, ColumnRef, EdgeColumns};
pub use fields::Delimiter;
pub use listing::Directions;
pub use report::{LoadReport, PhaseTimes};

use super::{Graph, GraphError, VertexOrder, binary};
use listing::Listing;

pub(crate) use dialect::Dialect;
pub(crate) use fields::{Field, Records, split};
pub(crate) use numbers::is_missing;
pub(crate) use scan::{Refusal, parse_id};
pub(crate) use source::{Source, decompress};

/// How a graph is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// One edge a line: two ids, then perhaps a weight or label, or a table with a head line; one delimiter in the whole file.
    EdgeList,
    /// Matrix Market coordinate matrix.
    MatrixMarket,
    /// `t`/`v`/`e` lines (`.graph`, `.lg`).
    Labelled,
    /// Our own mapped file (`.gpm`).
    Binary,
}

impl Format {
    /// The format a user calls `name`: `edge-list`, `matrix-market`, `labelled` or `gpm`, and common extensions.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "edge-list" | "el" | "txt" | "csv" | "tsv" | "snap" => Some(Self::EdgeList),
            "matrix-market" | "mtx" => Some(Self::MatrixMarket),
            "labelled" | "labeled" | "graph" | "lg" | "tve" => Some(Self::Labelled),
            "gpm" | "binary" => Some(Self::Binary),
            _ => None,
        }
    }

    /// The name printed in reports; [`Format::from_name`] reads it back.
    pub fn name(self) -> &'static str {
        match self {
            Self::EdgeList => "edge-list",
            Self::MatrixMarket => "matrix-market",
            Self::Labelled => "labelled",
            Self::Binary => "gpm",
        }
    }
}

/// How to read a graph. The default: format by content, undirected, descending degree, no label file, all cores.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Overrides the format seen in the content.
    pub format: Option<Format>,
    /// Keep edge directions. A `.gpm` file knows its own.
    pub directed: bool,
    /// Order of internal ids. A `.gpm` file keeps the order it was saved in.
    pub order: VertexOrder,
    /// File of vertex labels: one a line in id order, or `id label` lines.
    pub labels: Option<PathBuf>,
    /// Read the third column as edge labels; without this it is ignored, and reported.
    pub edge_labels: bool,
    /// Whether the first line of an edge list names its columns; `None` is by evidence, and an error where that does not do.
    pub header: Option<bool>,
    /// The columns of an edge list that are the ends of an edge, and its label; `None` is by their names, or the first two.
    pub columns: Option<EdgeColumns>,
    /// What parts the fields of an edge list; `None` is what cuts all lines alike.
    pub delimiter: Option<Delimiter>,
    /// Check all checksums and the whole structure of a `.gpm` file, whatever its size.
    pub verify: bool,
    /// Threads to use; `None` is the current rayon pool.
    pub threads: Option<usize>,
}

/// Loads the file `path`.
pub(super) fn load(path: &Path, options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
    in_pool(options.threads, || {
        let start = Instant::now();
        let source = Source::open(path)?;
        let name = path.display().to_string();
        let is_binary = options.format.map_or(binary::is_binary(source.bytes()), |format| format == Format::Binary);
        if is_binary {
            refuse_labels(&name, options)?;
            let graph = match source.into_map() {
                Ok(map) => binary::open(&name, map, options.verify)?,
                Err(bytes) => binary::read_bytes(&name, &bytes)?,
            };
            return Ok(binary_report(graph, start));
        }
        load_text(&name, source.bytes(), options, start)
    })
}

/// Loads a graph from bytes as if they were a file called `name`. A `.gpm` image is copied and fully verified.
///
/// # Errors
/// See [`GraphError`]. No bytes make this panic.
pub fn load_bytes(name: &str, bytes: &[u8], options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
    in_pool(options.threads, || {
        let start = Instant::now();
        let is_binary = options.format.map_or(binary::is_binary(bytes), |format| format == Format::Binary);
        if is_binary {
            refuse_labels(name, options)?;
            return Ok(binary_report(binary::read_bytes(name, bytes)?, start));
        }
        load_text(name, bytes, options, start)
    })
}

fn load_text(name: &str, raw: &[u8], options: &LoadOptions, start: Instant) -> Result<(Graph, LoadReport), GraphError> {
    let bytes = source::decompress(name, raw)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    scan::check_text_start(name, text)?;
    let format = options.format.unwrap_or_else(|| detect::detect(name, text));
    let read = start.elapsed();
    let parse_start = Instant::now();
    let listing: Listing = match format {
        Format::EdgeList => edge_list::parse(name, text, options)?,
        Format::MatrixMarket => matrix_market::parse(name, text, options)?,
        Format::Labelled => labelled::parse(name, text, options.edge_labels)?,
        Format::Binary => return Err(binary::not_binary(name)),
    };
    let labels = options.labels.as_deref().map(vertex_labels::load).transpose()?;
    let mut report = LoadReport::new(format, text.len() as u64);
    report.times.read = read;
    report.times.parse = parse_start.elapsed();
    let graph = assemble::assemble(name, listing, labels, options, &mut report)?;
    Ok((graph, report))
}

fn refuse_labels(name: &str, options: &LoadOptions) -> Result<(), GraphError> {
    let what = "a .gpm file has its own labels: give the label file when converting";
    if options.labels.is_some() { Err(GraphError::Unsupported { path: name.to_owned(), what }) } else { Ok(()) }
}

fn binary_report(graph: Graph, start: Instant) -> (Graph, LoadReport) {
    let mut report = LoadReport::new(Format::Binary, 0);
    report.vertices = graph.num_vertices() as u64;
    report.edges = graph.num_edges();
    report.times.read = start.elapsed();
    (graph, report)
}

/// Runs `work` on `threads` threads, or on the current pool if that is `None` or no pool can be made.
fn in_pool<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build()) {
        Some(Ok(pool)) => pool.install(work),
        Some(Err(error)) => {
            log::warn!("no pool of {threads:?} threads ({error}); using the default one");
            work()
        }
        None => work(),
    }
}
