//! Events in the order of time → events by center and by pair, each list in the order of time.

use crate::temporal::{Events, clock::Clock};
use std::ops::Range;

/// The time of an event and its direction, seen from one of its ends or from a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(u32);

impl Moment {
    /// `is_inward`: to the center, or from the higher vertex of a pair to the lower one.
    fn new(time: u32, is_inward: bool) -> Moment {
        Moment(time << 1 | u32::from(is_inward))
    }

    /// The time of the event.
    #[inline]
    pub(crate) fn time(self) -> u32 {
        self.0 >> 1
    }

    /// 0: away from the center, or from the lower vertex of a pair to the higher one. 1: the other way.
    #[inline]
    pub(crate) fn direction(self) -> usize {
        (self.0 & 1) as usize
    }

    /// The same event, seen from its other end.
    fn reversed(self) -> Moment {
        Moment(self.0 ^ 1)
    }
}

/// An event, seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incidence {
    /// The other end.
    pub(crate) neighbor: u32,
    /// When, and whether outward or inward.
    pub(crate) moment: Moment,
}

/// Two vertices with at least one event between them. The lower vertex is known from the place of the pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The vertex of higher number.
    pub(crate) higher: u32,
    /// Where its events begin in [`Layout::moments`]. They end where those of the next pair begin.
    begin: u32,
}

/// The events by center and by pair. Vertices are numbered anew, by the number of their events, ascending: then a vertex has at
/// most `sqrt(2 * num_events)` neighbors of higher number, which bounds the search for triangles (Chiba and Nishizeki 1985).
pub(crate) struct Layout {
    /// `num_vertices + 1` entries: where the incidences of each vertex begin.
    offsets: Vec<u32>,
    /// Each event twice, once for each end; those of one vertex in the order of time.
    incidences: Vec<Incidence>,
    /// `num_vertices + 1` entries: where the pairs of each lower vertex begin.
    pair_offsets: Vec<u32>,
    /// Ascending by lower, then by higher vertex; one more entry marks the end.
    pairs: Vec<Pair>,
    /// Each event once; those of one pair together and in the order of time.
    moments: Vec<Moment>,
}

impl Layout {
    /// Sorts the events by center and by pair, with counting sorts alone. Cost: linear in events and vertices, but for the sort of
    /// the vertices.
    pub(crate) fn new(events: &Events<'_>, clock: &Clock) -> Layout {
        assert_eq!(events.ends.len(), events.ranks.len(), "each event has a rank");
        let mut degrees = vec![0_u32; events.num_vertices];
        for &(from, to) in events.ends {
            degrees[from as usize] += 1;
            degrees[to as usize] += 1;
        }
        let order = by_degree(&degrees);
        let mut labels = vec![0_u32; order.len()];
        for (label, &vertex) in order.iter().enumerate() {
            labels[vertex as usize] = label as u32;
        }
        let offsets = prefix_sums(order.iter().map(|&vertex| degrees[vertex as usize]));
        let incidences = incidences(events, clock, &labels, &offsets);
        let (pair_offsets, pairs, moments) = pairs(&offsets, &incidences);
        Layout { offsets, incidences, pair_offsets, pairs, moments }
    }

    /// How many vertices there are.
    pub(crate) fn num_vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many pairs of vertices have events.
    pub(crate) fn num_pairs(&self) -> usize {
        self.pairs.len() - 1
    }

    /// The events of one vertex, in the order of time.
    pub(crate) fn incidences(&self, vertex: usize) -> &[Incidence] {
        &self.incidences[self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize]
    }

    /// The pairs whose lower vertex is this one.
    #[inline]
    pub(crate) fn pairs_of(&self, lower: usize) -> Range<usize> {
        self.pair_offsets[lower] as usize..self.pair_offsets[lower + 1] as usize
    }

    /// The lower vertex of a pair.
    pub(crate) fn lower_of(&self, pair: usize) -> usize {
        self.pair_offsets.partition_point(|&begin| begin as usize <= pair) - 1
    }

    /// These pairs, one after the other.
    #[inline]
    pub(crate) fn pairs(&self, range: Range<usize>) -> &[Pair] {
        &self.pairs[range]
    }

    /// The events of one pair, in the order of time.
    #[inline]
    pub(crate) fn moments(&self, pair: usize) -> &[Moment] {
        &self.moments[self.pairs[pair].begin as usize..self.pairs[pair + 1].begin as usize]
    }
}

/// The vertices by the number of their events, ascending; those of equal number by their own.
fn by_degree(degrees: &[u32]) -> Vec<u32> {
    let mut keys: Vec<u64> =
        degrees.iter().enumerate().map(|(vertex, &degree)| u64::from(degree) << 32 | vertex as u64).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32).collect()
}

/// 0, then the sums of the first one, two, ... sizes.
fn prefix_sums(sizes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sum = 0;
    let mut sums = vec![0];
    sums.extend(sizes.map(|size| {
        sum += size;
        sum
    }));
    sums
}

/// Gives each event to both of its ends.
fn incidences(events: &Events<'_>, clock: &Clock, labels: &[u32], offsets: &[u32]) -> Vec<Incidence> {
    let mut next = offsets.to_vec();
    let mut incidences = vec![Incidence { neighbor: 0, moment: Moment(0) }; 2 * events.ends.len()];
    let mut give = |center: u32, neighbor: u32, moment: Moment| {
        let place = &mut next[center as usize];
        incidences[*place as usize] = Incidence { neighbor, moment };
        *place += 1;
    };
    for (&(from, to), &time) in events.ends.iter().zip(&clock.times) {
        assert!(from != to, "loops are left out");
        let (from, to) = (labels[from as usize], labels[to as usize]);
        give(from, to, Moment::new(time, false));
        give(to, from, Moment::new(time, true));
    }
    incidences
}

/// Gives each event to its pair. Every vertex, in ascending order, hands its events to its lower neighbors: so those of a lower
/// vertex arrive by higher vertex, and those of one higher vertex in the order of time, without any further sorting.
fn pairs(offsets: &[u32], incidences: &[Incidence]) -> (Vec<u32>, Vec<Pair>, Vec<Moment>) {
    let num_vertices = offsets.len() - 1;
    let of = |vertex: usize| &incidences[offsets[vertex] as usize..offsets[vertex + 1] as usize];
    let num_higher = |lower: usize| of(lower).iter().filter(|incidence| incidence.neighbor as usize > lower).count();
    let event_offsets = prefix_sums((0..num_vertices).map(|lower| num_higher(lower) as u32));
    let mut next = event_offsets.clone();
    let mut events = vec![Incidence { neighbor: 0, moment: Moment(0) }; incidences.len() / 2];
    let mut to_lower = Vec::new();
    for higher in 0..num_vertices {
        let num_lower = select_lower(of(higher), higher, &mut to_lower);
        for incidence in &to_lower[..num_lower] {
            let place = &mut next[incidence.neighbor as usize];
            events[*place as usize] = Incidence { neighbor: higher as u32, moment: incidence.moment.reversed() };
            *place += 1;
        }
    }
    let mut pair_offsets = vec![0];
    let mut pairs = Vec::new();
    for ends in event_offsets.windows(2) {
        let mut begin = ends[0];
        let of_lower = &events[ends[0] as usize..ends[1] as usize];
        for run in of_lower.chunk_by(|one, next| one.neighbor == next.neighbor) {
            pairs.push(Pair { higher: run[0].neighbor, begin });
            begin += run.len() as u32;
        }
        pair_offsets.push(pairs.len() as u32);
    }
    pairs.push(Pair { higher: u32::MAX, begin: events.len() as u32 });
    (pair_offsets, pairs, events.into_iter().map(|event| event.moment).collect())
}

/// Moves the events with lower neighbors to the front of `selected` and returns how many there are. Every event is written and only
/// the count depends on the test, as a branch would be mispredicted half the time.
fn select_lower(incidences: &[Incidence], higher: usize, selected: &mut Vec<Incidence>) -> usize {
    if selected.len() < incidences.len() {
        selected.resize(incidences.len(), Incidence { neighbor: 0, moment: Moment(0) });
    }
    let mut num_lower = 0;
    for &incidence in incidences {
        selected[num_lower] = incidence;
        num_lower += usize::from((incidence.neighbor as usize) < higher);
    }
    num_lower
}
