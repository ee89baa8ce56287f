//! The numbers of the motifs.
//!
//! Vertices are numbered in the order in which the events name them, so the first event is always 0>1. Each later event is one of
//! six on the vertices 0, 1 and 2. As the second event has at least one vertex in common with the first, all 6 · 6 choices occur.

/// The events on three vertices, in the order of their numbers.
const EVENTS: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];

/// Renames the vertices of a sequence in the order in which its events name them.
///
/// # Panics
/// If an event is a loop or if there are more than three vertices.
fn canonical<const LENGTH: usize>(events: [(usize, usize); LENGTH]) -> [usize; LENGTH] {
    let mut named: Vec<usize> = Vec::with_capacity(3);
    let mut number = |vertex: usize| {
        named.iter().position(|&other| other == vertex).unwrap_or_else(|| {
            named.push(vertex);
            named.len() - 1
        })
    };
    events.map(|(from, to)| {
        let event = (number(from), number(to));
        EVENTS.iter().position(|&other| other == event).expect("no loops, and at most three vertices")
    })
}

/// The number of a motif of three events, less than 36. The vertices may have any names.
///
/// # Panics
/// If an event is a loop or if there are more than three vertices.
pub(crate) fn motif_index(events: [(usize, usize); 3]) -> usize {
    let [_, second, third] = canonical(events);
    6 * second + third
}

/// The number of a motif of two events, less than 6. The vertices may have any names.
///
/// # Panics
/// If an event is a loop or if there are more than three vertices.
pub(crate) fn first_two_index(events: [(usize, usize); 2]) -> usize {
    let [_, second] = canonical(events);
    second
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_vertices_do_not_matter() {
        assert_eq!(motif_index([(7, 3), (3, 9), (9, 7)]), motif_index([(0, 1), (1, 2), (2, 0)]));
    }
}
