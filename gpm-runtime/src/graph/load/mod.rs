//! Reading graphs: bytes of any known format → clean [`Graph`] and [`LoadReport`].
//!
//! The format is decided by content, then by file name; compressed files are seen by their first bytes. Known formats that are
//! not read are refused by name.

mod scan;
mod source;
mod detect;
mod listing;
mod edge_list;
mod fields;
mod options;
mod numbers;
mod dialect;
mod column_names;
mod edge_columns;
mod named_columns;
mod sample;
mod layout;
mod suspects;
mod plain;
mod delimited;
mod matrix_market;
mod labelled;
mod gather;
#[cfg(feature = "formats")]
mod graphml;
mod gml_tokens;
mod gml;
mod pajek;
mod metis;
#[cfg(feature = "parquet")]
mod parquet;
mod stem;
mod foreign;
mod unread;
mod vertex_labels;
mod intern;
mod assemble;
mod report;

#[cfg(test)]
mod mutations;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

pub use edge_columns::{BadColumns, ColumnRef, EdgeColumns};
pub use fields::Delimiter;
pub use listing::Directions;
pub use options::{Format, LoadOptions};
pub use report::{LoadReport, PhaseTimes};

use super::{Graph, GraphError, binary};
use listing::Listing;

pub(crate) use dialect::Dialect;
pub(crate) use fields::{Field, Records, split};
pub(crate) use named_columns::{NamedColumns, Undecided};
pub(crate) use numbers::is_missing;
pub(crate) use scan::{Refusal, parse_id};
pub(crate) use source::{Source, decompress};

#[cfg(not(feature = "parquet"))]
const NO_PARQUET: &str = "this build does not read Parquet: build with the feature `parquet`";

/// Loads the file `path`.
pub(super) fn load(path: &Path, options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
    in_pool(options.threads, || {
        let start = Instant::now();
        load_source(&path.display().to_string(), Source::open(path)?, options, start)
    })
}

/// Loads a graph from bytes as if they were a file called `name`. A `.gpm` image is copied and fully verified.
///
/// ```
/// use gpm::graph::load_bytes;
///
/// let (graph, _) = load_bytes("edges", b"1 2\n2 3\n", &gpm::LoadOptions::default())?;
/// assert_eq!(graph.num_edges(), 2);
/// # Ok::<(), gpm::GraphError>(())
/// ```
///
/// # Errors
/// See [`GraphError`]. No bytes make this panic.
pub fn load_bytes(name: &str, bytes: &[u8], options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
    in_pool(options.threads, || {
        let start = Instant::now();
        match container(bytes, options) {
            Some(_) => load_source(name, Source::Read(bytes.to_vec()), options, start),
            None => load_text(name, bytes, options, start),
        }
    })
}

/// The format, if it is none of text.
fn container(bytes: &[u8], options: &LoadOptions) -> Option<Format> {
    let seen = match () {
        () if binary::is_binary(bytes) => Some(Format::Binary),
        () if is_parquet(bytes) => Some(Format::Parquet),
        () => None,
    };
    options.format.or(seen).filter(|format| matches!(format, Format::Binary | Format::Parquet))
}

fn load_source(
    name: &str,
    source: Source,
    options: &LoadOptions,
    start: Instant,
) -> Result<(Graph, LoadReport), GraphError> {
    match container(source.bytes(), options) {
        Some(Format::Binary) if binary::is_binary(source.bytes()) => {
            refuse_labels(name, options)?;
            unread::refuse(name, Format::Binary, options)?;
            let graph = match source.into_map() {
                Ok(map) => binary::open(name, map, options.verify)?,
                Err(bytes) => binary::read_bytes(name, &bytes)?,
            };
            Ok(binary_report(graph, start))
        }
        Some(Format::Parquet) if is_parquet(source.bytes()) => {
            let bytes = source.bytes().len() as u64;
            let read = Phase { format: Format::Parquet, bytes, time: start.elapsed() };
            #[cfg(feature = "parquet")]
            return finish(name, read, options, || parquet::parse(name, source, options));
            #[cfg(not(feature = "parquet"))]
            finish(name, read, options, || Err(unsupported(name, NO_PARQUET)))
        }
        _ => load_text(name, source.bytes(), options, start),
    }
}

/// Loads text, or whatever is compressed in `raw`.
fn load_text(name: &str, raw: &[u8], options: &LoadOptions, start: Instant) -> Result<(Graph, LoadReport), GraphError> {
    let bytes = source::decompress(name, raw)?;
    let is_unpacked = matches!(bytes, Cow::Owned(_));
    if is_unpacked && (binary::is_binary(&bytes) || is_parquet(&bytes)) {
        return load_source(name, Source::Read(bytes.into_owned()), options, start);
    }
    foreign::check_bytes(name, &bytes)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    scan::check_text_start(name, text)?;
    let format = options.format.map_or_else(|| detect::detect(name, text), Ok)?;
    let read = Phase { format, bytes: text.len() as u64, time: start.elapsed() };
    finish(name, read, options, || parse(name, text, format, options))
}

fn parse(name: &str, text: &[u8], format: Format, options: &LoadOptions) -> Result<Listing, GraphError> {
    match format {
        Format::EdgeList => edge_list::parse(name, text, options),
        Format::MatrixMarket => matrix_market::parse(name, text, options),
        Format::Labelled => labelled::parse(name, text, options.edge_labels),
        #[cfg(feature = "formats")]
        Format::GraphMl => graphml::parse(name, text, options),
        #[cfg(not(feature = "formats"))]
        Format::GraphMl => Err(unsupported(name, "this build does not read GraphML: build with the feature `formats`")),
        Format::Gml => gml::parse(name, text, options),
        Format::Pajek => pajek::parse(name, text, options),
        Format::Metis => metis::parse(name, text, options),
        Format::Parquet => Err(unsupported(name, "not a Parquet file: it does not begin with PAR1")),
        Format::Binary => Err(binary::not_binary(name)),
    }
}

/// What was read, before it is parsed.
struct Phase {
    format: Format,
    bytes: u64,
    time: Duration,
}

/// Parses, and makes the graph.
fn finish(
    name: &str,
    read: Phase,
    options: &LoadOptions,
    parse: impl FnOnce() -> Result<Listing, GraphError>,
) -> Result<(Graph, LoadReport), GraphError> {
    unread::refuse(name, read.format, options)?;
    let parse_start = Instant::now();
    let listing = parse()?;
    let labels = options.labels.as_deref().map(vertex_labels::load).transpose()?;
    let mut report = LoadReport::new(read.format, read.bytes);
    report.times.read = read.time;
    report.times.parse = parse_start.elapsed();
    let graph = assemble::assemble(name, listing, labels, options, &mut report)?;
    Ok((graph, report))
}

/// Whether `bytes` begin like a Parquet file.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

fn unsupported(name: &str, what: &'static str) -> GraphError {
    GraphError::Unsupported { path: name.to_owned(), what }
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
