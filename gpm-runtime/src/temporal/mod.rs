//! A census of the temporal motifs of two and of three events on at most three vertices: how often each occurs, exactly.
//!
//! The definition is that of Paranjape, Benson and Leskovec (WSDM 2017, arXiv 1612.09259): a sequence of directed events, one
//! strictly after the other, the last no later than a window after the first. No sequence is enumerated, except inside triangles
//! that occur only a few times in one place. The 36 motifs of three events fall into three families:
//!
//! * [`pair`]: all three events join the same two vertices (4 motifs);
//! * [`star`]: all three have a vertex in common, the center, and reach two neighbors (24 motifs);
//! * [`triangle`]: each joins another two of three vertices (8 motifs).
//!
//! Stages: `ends`, `ranks` → [`clock`] (dense times, windows) → [`layout`] (events by center and by pair) → the three families,
//! as tasks that [`crew`] hands to the threads of rayon → [`tally`] (sums by motif).

mod brake;
mod clock;
mod crew;
mod layout;
mod motif;
mod pair;
mod star;
mod tally;
mod triangle;
mod window;

pub(crate) use motif::{first_two_index, motif_index};

use clock::Clock;
use crew::{Crew, Length};
use layout::Layout;
use tally::Tally;
use triangle::{Scene, Signatures};
use window::Window;

/// Events in the order of time. Loops (`from == to`) are already left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Events<'a> {
    /// The vertices that each event joins: from, to. Both are less than `num_vertices`.
    pub(crate) ends: &'a [(u32, u32)],
    /// How many vertices there are.
    pub(crate) num_vertices: usize,
    /// Ascending, one for each event. An event comes before another if its rank is less. Events of equal rank are in no order and
    /// occur in no motif together.
    pub(crate) ranks: &'a [u32],
}

/// Most events: a time and a direction share 32 bits.
pub(crate) const MOST_EVENTS: usize = 1 << 31;

/// Counts the sequences of three events i, j, k of strictly ascending ranks on at most three vertices, with `i >= starts[k]`.
/// A span is given by its starts: for each event, as the last of a sequence, the first event that may begin the sequence. They ascend, and
/// no entry exceeds its own index. Events of equal rank have the same start, and a start is the first event of its rank.
/// The result has one row for each span, and a row has one count for each motif, at [`motif_index`]; `None` if `stop` said so.
/// All threads of the current rayon pool work, and each asks `stop` every few milliseconds.
///
/// # Panics
/// If there are [`MOST_EVENTS`] or more.
pub(crate) fn triples(
    events: &Events<'_>,
    spans: &[Vec<u32>],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<[u128; 36]>> {
    Some(census(events, spans, stop, Length::Three)?.iter().map(Tally::triples).collect())
}

/// Counts the sequences of two events i, k of strictly ascending ranks that share a vertex, with `i >= starts[k]`.
/// The result has one row for each span, and a row has one count for each motif, at [`first_two_index`]; `None` if `stop` said so.
///
/// # Panics
/// As [`triples`].
pub(crate) fn pairs(
    events: &Events<'_>,
    spans: &[Vec<u32>],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<[u128; 6]>> {
    Some(census(events, spans, stop, Length::Two)?.iter().map(Tally::pairs).collect())
}

/// Lays the events out and has the crew count them: one tally for each span.
fn census(
    events: &Events<'_>,
    spans: &[Vec<u32>],
    stop: &(dyn Fn() -> bool + Sync),
    length: Length,
) -> Option<Vec<Tally>> {
    assert!(events.ends.len() < MOST_EVENTS, "fewer than 2^31 events");
    let clock = Clock::new(events.ranks);
    let windows: Vec<Window> = spans.iter().map(|starts| Window::new(&clock, starts)).collect();
    let layout = Layout::new(events, &clock);
    let signatures = Signatures::new(&layout, &windows);
    let scene = Scene { layout: &layout, windows: &windows, signatures: &signatures };
    Crew { scene, stop, length }.count().ok()
}

#[cfg(test)]
mod tests;
