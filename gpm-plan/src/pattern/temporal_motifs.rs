//! Temporal motifs \[TemporalMotifs\]: the sequences of directed events on a few vertices, one per class of sequences that differ in the names of
//! vertices only.
//!
//! An event is a record, so a temporal motif is a pattern of bound edges that stand in an order. The window is not part of it: whoever
//! counts says how far apart the first and the last event may be.

use std::collections::BTreeSet;
use std::fmt;

use super::Pattern;

/// A sequence of events, each from one vertex to another.
///
/// Vertices are numbered in the order in which the events name them, so the first event leads from 0 to 1. They are called `a`, `b`, `c` …,
/// and the events `e1`, `e2`, ….
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TemporalMotif {
    events: Vec<(usize, usize)>,
}

/// What the events of a temporal motif join, whatever their directions, their number and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TemporalClass {
    /// Two vertices.
    Pair,
    /// A vertex that all events have in common, and two others or more.
    Star,
    /// Three vertices, each of them joined to both others.
    Triangle,
    /// Four vertices or more in a row.
    Path,
    /// Anything else.
    Other,
}

impl TemporalMotif {
    /// The events in their order: each leads from the first vertex to the second.
    pub fn events(&self) -> &[(usize, usize)] {
        &self.events
    }

    /// How many vertices the events join.
    pub fn num_vertices(&self) -> usize {
        1 + self.events.iter().map(|&(from, to)| from.max(to)).max().unwrap_or(0)
    }

    /// What papers and other programs call it: the events in their order, as in `a>b,b>c,c>a`.
    pub fn title(&self) -> String {
        let events = self.events.iter().map(|&(from, to)| format!("{}>{}", name(from), name(to)));
        events.collect::<Vec<_>>().join(",")
    }

    /// What the events join.
    pub fn class(&self) -> TemporalClass {
        let n = self.num_vertices();
        let pairs: BTreeSet<(usize, usize)> =
            self.events.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
        let degree = |v: usize| pairs.iter().filter(|&&(one, other)| one == v || other == v).count();
        let most = (0..n).map(degree).max().unwrap_or(0);
        // A connected graph with one edge less than it has vertices is a tree.
        let is_tree = pairs.len() + 1 == n;
        match n {
            2 => TemporalClass::Pair,
            _ if is_tree && most + 1 == n => TemporalClass::Star,
            3 => TemporalClass::Triangle,
            _ if is_tree && most == 2 => TemporalClass::Path,
            _ => TemporalClass::Other,
        }
    }

    /// The motif as a user types it: bound edges and their order, such as `a-[e1:]->b, b-[e2:]->a in order e1, e2`. What the order goes by and
    /// the window may follow, as in `… by day, row within 7`.
    pub fn text(&self) -> String {
        let edge = |(i, &(from, to)): (usize, &(usize, usize))| format!("{}-[e{}:]->{}", name(from), i + 1, name(to));
        let edges: Vec<String> = self.events.iter().enumerate().map(edge).collect();
        let order: Vec<String> = (1..=self.events.len()).map(|i| format!("e{i}")).collect();
        format!("{} in order {}", edges.join(", "), order.join(", "))
    }

    /// The motif as a pattern, in which equal times are in no order and the window has no end.
    pub fn pattern(&self) -> Pattern {
        self.text().parse().expect("connected events with names of their own are a pattern")
    }
}

impl fmt::Display for TemporalClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pair => "pair",
            Self::Star => "star",
            Self::Triangle => "triangle",
            Self::Path => "path",
            Self::Other => "other",
        })
    }
}

/// All temporal motifs of so many events on at most so many vertices, in the order of their titles.
///
/// The events of a motif join its vertices to one connected whole; at an earlier time they need not have done so. No event leads from a vertex
/// to itself. Two motifs differ in more than the names of vertices. Fewer than two events give none, as they have no order. Numbers:
///
/// | events | on 2 vertices | on 2 or 3 | on 2 to 4 |
/// |--:|--:|--:|--:|
/// | 2 | 2 | 6 | 6 |
/// | 3 | 4 | 36 | 68 |
/// | 4 | 8 | 216 | 840 |
///
/// ```
/// use gpm::pattern::{TemporalClass, temporal_motifs};
///
/// let motifs = temporal_motifs(3, 3);
/// assert_eq!(motifs.len(), 36);
/// let ring = motifs.iter().find(|motif| motif.title() == "a>b,b>c,c>a").expect("it is one");
/// assert_eq!(ring.class(), TemporalClass::Triangle);
/// assert_eq!(ring.text(), "a-[e1:]->b, b-[e2:]->c, c-[e3:]->a in order e1, e2, e3");
/// // A pattern that may be asked for, once there is a window.
/// let within_a_day: gpm::Pattern = format!("{} within 1 day", ring.text()).parse()?;
/// assert!(within_a_day.has_records());
/// # Ok::<(), gpm::PatternError>(())
/// ```
pub fn temporal_motifs(events: usize, most_vertices: usize) -> Vec<TemporalMotif> {
    let mut found = Vec::new();
    if events >= 2 {
        extend(&mut Vec::new(), 0, (events, most_vertices), &mut found);
    }
    found
}

/// Finds all sequences that go on from some events, which name so many vertices.
fn extend(
    events: &mut Vec<(usize, usize)>,
    named: usize,
    (number, most_vertices): (usize, usize),
    found: &mut Vec<TemporalMotif>,
) {
    if events.len() == number {
        if is_connected(events, named) {
            found.push(TemporalMotif { events: events.clone() });
        }
        return;
    }
    // A vertex that is new has the next number, so that no two sequences differ in the names of vertices only.
    for from in 0..most_vertices.min(named + 1) {
        let known = named.max(from + 1);
        for to in (0..most_vertices.min(known + 1)).filter(|&to| to != from) {
            events.push((from, to));
            extend(events, known.max(to + 1), (number, most_vertices), found);
            events.pop();
        }
    }
}

/// Whether events lead from the first of so many vertices to all others, in either direction.
fn is_connected(events: &[(usize, usize)], num_vertices: usize) -> bool {
    let mut reached = BTreeSet::from([0]);
    for _ in events {
        for &(from, to) in events {
            if reached.contains(&from) || reached.contains(&to) {
                reached.extend([from, to]);
            }
        }
    }
    reached.len() == num_vertices
}

/// What a vertex is called: letters go further than the enumeration does.
fn name(vertex: usize) -> char {
    char::from(b'a' + vertex as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by the definition: all sequences of events, each named in all ways, of which the least stands for all.
    fn by_definition(number: usize, n: usize) -> BTreeSet<Vec<(usize, usize)>> {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).collect();
        let pairs: Vec<(usize, usize)> = pairs.into_iter().filter(|(u, v)| u != v).collect();
        let mut sequences: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for _ in 0..number {
            let longer = |known: &Vec<(usize, usize)>| {
                let known = known.clone();
                pairs.iter().map(move |&pair| [&known[..], &[pair]].concat()).collect::<Vec<_>>()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        let mut namings: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..n {
            let longer = |known: &Vec<usize>| {
                let known = known.clone();
                let free = (0..n).filter(|v| !known.contains(v)).collect::<Vec<_>>();
                free.into_iter().map(move |v| [&known[..], &[v]].concat()).collect::<Vec<_>>()
            };
            namings = namings.iter().flat_map(longer).collect();
        }
        let is_whole = |sequence: &Vec<(usize, usize)>| {
            let used: BTreeSet<usize> = sequence.iter().flat_map(|&(u, v)| [u, v]).collect();
            let mut part = BTreeSet::from([sequence[0].0]);
            while let Some(&(u, v)) = sequence.iter().find(|(u, v)| part.contains(u) != part.contains(v)) {
                part.extend([u, v]);
            }
            part == used
        };
        let named = |sequence: &Vec<(usize, usize)>, naming: &[usize]| {
            sequence.iter().map(|&(u, v)| (naming[u], naming[v])).collect::<Vec<_>>()
        };
        let least = |sequence: Vec<(usize, usize)>| namings.iter().map(|naming| named(&sequence, naming)).min();
        sequences.into_iter().filter(is_whole).filter_map(least).collect()
    }

    #[test]
    fn they_are_those_of_the_definition() {
        for (events, vertices, expected) in
            [(2, 2, 2), (2, 3, 6), (2, 4, 6), (3, 2, 4), (3, 3, 36), (3, 4, 68), (4, 2, 8), (4, 3, 216), (4, 4, 840)]
        {
            let motifs = temporal_motifs(events, vertices);
            let found: BTreeSet<Vec<(usize, usize)>> = motifs.iter().map(|motif| motif.events().to_vec()).collect();
            assert_eq!((motifs.len(), found.len()), (expected, expected), "{events} events on {vertices} vertices");
            assert_eq!(found, by_definition(events, vertices), "{events} events on {vertices} vertices");
            let titles: Vec<String> = motifs.iter().map(TemporalMotif::title).collect();
            assert!(titles.is_sorted(), "{titles:?}");
        }
        assert_eq!([(0, 3), (1, 3), (3, 0), (3, 1)].map(|(l, k)| temporal_motifs(l, k).len()), [0; 4]);
    }

    #[test]
    fn classes_are_those_of_the_grid() {
        let number = |events, vertices, class| {
            temporal_motifs(events, vertices).iter().filter(|motif| motif.class() == class).count()
        };
        use TemporalClass::{Other, Pair, Path, Star, Triangle};
        assert_eq!([Pair, Star, Triangle, Path, Other].map(|class| number(3, 3, class)), [4, 24, 8, 0, 0]);
        assert_eq!([Pair, Star, Triangle, Path, Other].map(|class| number(2, 3, class)), [2, 4, 0, 0, 0]);
        // Of the 16 trees on four vertices four are stars.
        assert_eq!([Pair, Star, Triangle, Path, Other].map(|class| number(3, 4, class)), [4, 24 + 8, 8, 24, 0]);
        // Four pairs of four vertices: 15 graphs, in 24 orders with 16 choices of directions, 24 names for each.
        assert_eq!(number(4, 4, Other), 15 * 24 * 16 / 24);
    }

    #[test]
    fn no_two_are_isomorphic_in_their_order() {
        for (events, vertices) in [(2, 3), (3, 3), (3, 4)] {
            let patterns = temporal_motifs(events, vertices);
            let forms: BTreeSet<Pattern> = patterns.iter().map(|motif| motif.pattern().canonical()).collect();
            assert_eq!(forms.len(), patterns.len(), "{events} events on {vertices} vertices");
        }
    }

    #[test]
    fn patterns_are_what_their_texts_say() {
        let motifs = temporal_motifs(3, 3);
        let titles: Vec<String> = motifs[..4].iter().map(TemporalMotif::title).collect();
        assert_eq!(titles, ["a>b,a>b,a>b", "a>b,a>b,a>c", "a>b,a>b,b>a", "a>b,a>b,b>c"]);
        let ring = motifs.iter().find(|motif| motif.title() == "a>b,b>c,c>a").expect("it is one");
        let written: Pattern =
            "a-[e1:]->b-[e2:]->c-[e3:]->a where e1.time < e2.time and e2.time < e3.time".parse().expect("a pattern");
        assert_eq!(ring.pattern(), written);
        assert_eq!((ring.num_vertices(), ring.class().to_string()), (3, "triangle".to_owned()));
    }
}
