//! Reading graphs: bytes of any known format → clean [`Graph`] and [`LoadReport`].
//!
//! The format is decided by content, then by file name; compressed files are seen by their first bytes. Known formats that are
//! not read are refused by name.

mod scan;
mod source;
mod detect;
mod encoding;
mod listed;
mod listing;
mod edge_list;
mod fields;
mod options;
mod numbers;
mod dialect;
mod column_names;
mod directions;
mod edge_columns;
mod named_columns;
mod sample;
mod table_head;
mod first_line;
mod layout;
mod suspects;
mod plain;
mod delimited;
mod matrix_market;
mod label_file;
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
#[cfg(feature = "parquet")]
mod parquet_labels;
mod stem;
mod foreign;
mod unread;
mod vertex_labels;
mod intern;
mod parallel_labels;
mod assemble;
mod id_array;
mod arrays;
mod report;

#[cfg(test)]
mod mutations;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

pub use arrays::GraphArrays;
pub use edge_columns::{BadColumns, ColumnRef, EdgeColumns};
pub use fields::Delimiter;
pub use id_array::IdArray;
pub use listing::Directions;
pub use options::{Format, LoadOptions, ParallelLabels};
pub use report::{LoadReport, PhaseTimes};

use super::{Graph, GraphError, binary};
use crate::process::in_pool;
use listing::Listing;

pub(crate) use dialect::Dialect;
pub(crate) use directions::{DIRECTION, direction_of};
#[cfg(feature = "parquet")]
pub(crate) use directions::{are_directions, is_direction_column};
pub(crate) use fields::{Field, Records, filled, split};
pub(crate) use listed::{Listed, ListedColumn, ListedIds, ValueKind};
pub(crate) use named_columns::Undecided;
pub(crate) use numbers::{is_missing, is_mistaken, is_odd_number};
pub(crate) use report::{COMMENT, COMMENTS};
pub(crate) use scan::{Refusal, parse_id};
pub(crate) use source::{Source, decompress};
pub(crate) use table_head::{Evidence, Subject, TableHead, TableText};

const NO_DIRECTIONS: &str = "directions are asked for, and this .gpm file has none: convert the original with --directed, or leave --directed away";
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
            Some(_) => load_source(name, Source::Read(bytes.to_vec().into()), options, start),
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
            if options.directed && !graph.is_directed() {
                return Err(unsupported(name, NO_DIRECTIONS));
            }
            Ok(binary_report(graph, start))
        }
        Some(Format::Parquet) if is_parquet(source.bytes()) => {
            let bytes = source.bytes().len() as u64;
            let read = Phase { format: Format::Parquet, bytes, time: start.elapsed() };
            #[cfg(feature = "parquet")]
            return load_parquet(name, source, options, read);
            #[cfg(not(feature = "parquet"))]
            finish(name, read, options, || Err(unsupported(name, NO_PARQUET)))
        }
        _ => load_text(name, source.bytes(), options, start),
    }
}

/// Loads a table of edges, and its other columns if attributes are asked for.
#[cfg(feature = "parquet")]
fn load_parquet(
    name: &str,
    source: Source,
    options: &LoadOptions,
    read: Phase,
) -> Result<(Graph, LoadReport), GraphError> {
    let table = options.attributes.then(|| source.clone());
    let mut has_columns = false;
    let (mut graph, mut report) = finish(name, read, options, || {
        let (listing, columns) = parquet::parse(name, source, options)?;
        has_columns = columns > 0;
        Ok(listing)
    })?;
    let Some(table) = table.filter(|_| has_columns) else { return Ok((graph, report)) };
    report.notes.extend(graph.add_own_table(name, table, options.columns.clone())?);
    Ok((graph, report))
}

/// The attributes of a file in one of the formats that list vertices or edges with their data; `None` for any other file.
pub(crate) fn listed_in(name: &str, raw: &[u8], directed: bool) -> Result<Option<Listed>, GraphError> {
    let bytes = source::decompress(name, raw)?;
    let bytes = encoding::decode(name, &bytes)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let format = detect::by_start(text);
    let Some(format) = format.filter(|format| !matches!(format, Format::EdgeList | Format::Labelled)) else {
        return Ok(None);
    };
    let options = LoadOptions { directed, attributes: true, ..LoadOptions::default() };
    Ok(parse(name, text, format, &options)?.listed)
}

/// Loads text, or whatever is compressed in `raw`.
fn load_text(name: &str, raw: &[u8], options: &LoadOptions, start: Instant) -> Result<(Graph, LoadReport), GraphError> {
    let bytes = source::decompress(name, raw)?;
    let is_unpacked = matches!(bytes, Cow::Owned(_));
    if is_unpacked && (binary::is_binary(&bytes) || is_parquet(&bytes)) {
        return load_source(name, Source::Read(bytes.into_owned().into()), options, start);
    }
    let bytes = encoding::decode(name, &bytes)?;
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
        Format::Labelled => labelled::parse(name, text, options),
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
    let mut listing = parse()?;
    let listed = listing.listed.take();
    let labels = options.labels.as_deref().map(|path| vertex_labels::load(path, &listing)).transpose()?;
    let mut report = LoadReport::new(read.format, read.bytes);
    report.times.read = read.time;
    report.times.parse = parse_start.elapsed();
    let mut graph = assemble::assemble(name, listing, labels, options, &mut report)?;
    let Some(listed) = listed else { return Ok((graph, report)) };
    report.notes.extend(graph.add_listed(name, listed)?);
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
