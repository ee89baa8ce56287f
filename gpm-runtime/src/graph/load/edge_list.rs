//! Edge lists: the dialect and the columns are decided, then lines of integers go to `plain`, all others to `delimited`.

use rayon::prelude::*;

use super::delimited::{self, Parsed, has_head};
use super::dialect::Dialect;
use super::layout::{self, First, Layout, Width};
use super::listing::{Directions, Listing, Notes};
use super::plain::{self, Plain, Shape};
use super::scan::{chunks, count_lines};
use super::{LoadOptions, first_line, suspects};
use crate::graph::GraphError;

/// Parses an edge list. If all ids are integers they are numbers, otherwise all are names.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    suspects::check_line_ends(name, text)?;
    let (text, separator) = first_line::without_separator(text);
    let (text, delimiter) = (text.as_ref(), options.delimiter.or(separator));
    if delimiter.is_none() && options.columns.is_none() {
        suspects::check_notation(name, text)?;
    }
    let directions = suspects::of_comments(name, text)?;
    let dialect = Dialect::of_edges(text, delimiter).map_err(|error| error.locate(name, text))?;
    let layout = layout::decide(name, text, dialect, options)?;
    let body = if matches!(layout.first, First::EdgeIf(_)) { layout.start } else { layout.body };
    let plain = shape(&layout).and_then(|shape| plain::scan(&text[body..], shape).ok());
    let mut listing = match plain {
        Some(Plain { endpoints, edge_labels, edges_read, comments }) => {
            let notes = Notes { comments, ..Notes::default() };
            Listing { edge_labels, edges_read, notes, ..Listing::new(endpoints) }
        }
        None => {
            let mut parsed =
                delimited::read(text, body, &layout, options.directed).map_err(|error| error.locate(name, text))?;
            check_first(name, text, &layout, &parsed)?;
            let (edges_read, comments) = (parsed.records, parsed.comments);
            let seen = Directions::of(parsed.directed, parsed.undirected);
            let edge_labels = parsed.edge_labels.take();
            let endpoints = parsed.endpoints(text).map_err(|error| error.locate(name, text))?;
            let is_mirrored = seen.is_some() && options.directed;
            let notes = Notes { directions: seen, is_mirrored, comments, ..Notes::default() };
            Listing { edge_labels, edges_read, notes, ..Listing::new(endpoints) }
        }
    };
    if options.header.is_none() {
        first_line::take_sizes(name, text, &layout, &mut listing)?;
    }
    listing.lines = num_lines(text);
    listing.header_skipped = has_head(&layout);
    listing.notes.directions = listing.notes.directions.or(directions);
    listing.notes.ignored = ignored(&layout);
    listing.ignored_columns = if listing.notes.ignored.is_empty() { 0 } else { listing.edges_read };
    if !layout.names.is_empty() {
        listing.notes.ends = Some([layout.from, layout.to].map(|column| layout.names[column].clone()));
    }
    Ok(listing)
}

/// The shape of lines of integers, if this layout has one.
fn shape(layout: &Layout) -> Option<Shape> {
    let is_common = (layout.from, layout.to) == (0, 1) && layout.direction.is_none();
    let columns = match layout.width {
        Width::Head(columns) | Width::Even(columns) => Some(columns),
        Width::Any => None,
    };
    let has_labels = layout.label.is_some();
    (is_common && layout.label.is_none_or(|label| label == 2)).then_some(Shape {
        delimiter: layout.dialect.delimiter,
        columns,
        has_labels,
        has_comments: !has_head(layout),
    })
}

/// Refuses a first record that may be a head or an edge, now that all ids are known.
fn check_first(name: &str, text: &[u8], layout: &Layout, parsed: &Parsed<'_>) -> Result<(), GraphError> {
    let is_unclear = match &layout.first {
        First::Edge | First::Head => false,
        First::HeadUnless(ids) => parsed.mentions(ids),
        First::EdgeIf(_) => !parsed.first_occurs_again(),
    };
    let record = || super::fields::Records::new(&text[layout.start..], layout.dialect.delimiter).next();
    match is_unclear {
        true => Err(layout::unclear_head(name, text, layout.start, record().unwrap_or_default())),
        false => Ok(()),
    }
}

/// Columns that are not read: by name, or by number counted from 1.
fn ignored(layout: &Layout) -> Vec<String> {
    let columns = match layout.width {
        Width::Head(columns) | Width::Even(columns) => columns,
        Width::Any => 0,
    };
    let read = [Some(layout.from), Some(layout.to), layout.label, layout.direction];
    let name = |column: usize| match layout.names.get(column) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => (column + 1).to_string(),
    };
    (0..columns).filter(|&column| !read.contains(&Some(column))).map(name).collect()
}

/// Lines of a text, the last one with or without a line end.
pub(super) fn num_lines(text: &[u8]) -> u64 {
    let ends: u64 = chunks(text).into_par_iter().map(count_lines).sum();
    ends + u64::from(text.last().is_some_and(|&byte| byte != b'\n'))
}
