//! First lines that are no edge: the sizes of the graph, and the delimiter as Excel writes it.

use std::borrow::Cow;

use rayon::prelude::*;

use super::fields::{Delimiter, line_end};
use super::layout::{First, Layout, Width};
use super::listing::{Endpoints, Listing};
use super::scan::count_lines;
use crate::graph::GraphError;

/// Edges from which on a fitting first line is the sizes for certain. *guess*
const CERTAIN: u64 = 16;

const HEADER: &str = "say `--header yes` if it is, `--header no` if it is an edge";

/// The text without a first line `sep=;`, which is blanked out so that lines keep their numbers, and the delimiter that it
/// names.
pub(super) fn without_separator(text: &[u8]) -> (Cow<'_, [u8]>, Option<Delimiter>) {
    let end = line_end(text, 0);
    let name = std::str::from_utf8(text[..end].trim_ascii_end()).ok().and_then(|line| line.strip_prefix("sep="));
    let tab = text[..end].starts_with(b"sep=\t").then_some(Delimiter::Tab);
    let Some(delimiter) = tab.or_else(|| name.and_then(Delimiter::from_name)) else {
        return (Cow::Borrowed(text), None);
    };
    let mut blanked = text.to_vec();
    blanked[..end].fill(b' ');
    (Cow::Owned(blanked), Some(delimiter))
}

/// Takes a first line `vertices edges` out of the edges, if it fits what follows: as many edges, whose ids are counted from 0
/// or from 1. Of few edges it may be one too.
///
/// # Errors
/// [`GraphError::Unclear`] for a first line that may be sizes or an edge.
pub(super) fn take_sizes(name: &str, text: &[u8], layout: &Layout, listing: &mut Listing) -> Result<(), GraphError> {
    let may_be = layout.first == First::Edge && layout.width == Width::Even(2) && layout.names.is_empty();
    let Some([vertices, edges]) = first_edge(&listing.endpoints) else { return Ok(()) };
    if !may_be || edges == 0 || listing.edges_read != edges + 1 || !fits(&listing.endpoints, vertices) {
        return Ok(());
    }
    if edges < CERTAIN {
        let what = format!("`{vertices} {edges}` may be the numbers of vertices and edges, which fit");
        let line = 1 + count_lines(&text[..layout.start]);
        return Err(GraphError::Unclear { path: name.to_owned(), line, what, remedy: HEADER });
    }
    match &mut listing.endpoints {
        Endpoints::Narrow(chunks) | Endpoints::Named { chunks, .. } => remove_first(chunks),
        Endpoints::Wide(chunks) => remove_first(chunks),
    }
    listing.edges_read = edges;
    listing.notes.further.push(format!("first line `{vertices} {edges}` read as the numbers of vertices and edges"));
    Ok(())
}

fn first_edge(endpoints: &Endpoints) -> Option<[u64; 2]> {
    match endpoints {
        Endpoints::Narrow(chunks) => chunks.iter().flatten().next().map(|edge| edge.map(u64::from)),
        Endpoints::Wide(chunks) => chunks.iter().flatten().next().copied(),
        Endpoints::Named { .. } => None,
    }
}

fn remove_first<T>(chunks: &mut [Vec<T>]) {
    if let Some(chunk) = chunks.iter_mut().find(|chunk| !chunk.is_empty()) {
        chunk.remove(0);
    }
}

/// Whether all edges but the first are between `vertices` ids counted from 0 or from 1.
fn fits(endpoints: &Endpoints, vertices: u64) -> bool {
    fn range<T: Copy + Into<u64> + Sync>(chunks: &[Vec<[T; 2]>]) -> (u64, u64) {
        let first = chunks.iter().position(|chunk| !chunk.is_empty());
        let ids = chunks.par_iter().enumerate().map(|(i, chunk)| {
            let edges = &chunk[usize::from(Some(i) == first)..];
            edges.iter().flatten().fold((u64::MAX, 0), |(least, most), &id| (least.min(id.into()), most.max(id.into())))
        });
        ids.reduce(|| (u64::MAX, 0), |a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
    let (least, most) = match endpoints {
        Endpoints::Narrow(chunks) => range(chunks),
        Endpoints::Wide(chunks) => range(chunks),
        Endpoints::Named { .. } => return false,
    };
    most < vertices || (most == vertices && least == 1)
}
