//! Random small multigraphs, with many ties, against a count of all sequences one by one; and a center with so many events that its stars
//! are split among threads.

use super::{Events, first_two_index, motif_index, pairs, triples};

/// Numbers that look random, the same in each run (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// A random case: events in the order of time, and windows.
struct Case {
    ends: Vec<(u32, u32)>,
    num_vertices: usize,
    ranks: Vec<u32>,
    spans: Vec<Vec<u32>>,
}

impl Case {
    fn new(random: &mut Random) -> Case {
        let num_vertices = 2 + random.below(5);
        let num_events = random.below(40) as usize;
        let num_times = 1 + random.below(60);
        let mut times: Vec<u64> = (0..num_events).map(|_| random.below(num_times)).collect();
        times.sort_unstable();
        let ends = (0..num_events)
            .map(|_| {
                let from = random.below(num_vertices);
                let to = (from + 1 + random.below(num_vertices - 1)) % num_vertices;
                (from as u32, to as u32)
            })
            .collect();
        let is_strict = random.below(3) > 0;
        let rank_of = |event: usize| if is_strict { 3 * times[event] as u32 } else { event as u32 };
        let ranks = (0..num_events).map(rank_of).collect();
        let spans = [0, 1, random.below(10), random.below(60), u64::MAX].map(|span| starts(&times, span)).to_vec();
        Case { ends, num_vertices: num_vertices as usize, ranks, spans }
    }

    fn can_precede(&self, first: usize, second: usize) -> bool {
        self.ranks[first] < self.ranks[second]
    }

    fn events<const LENGTH: usize>(&self, events: [usize; LENGTH]) -> Option<[(usize, usize); LENGTH]> {
        let ends = events.map(|event| (self.ends[event].0 as usize, self.ends[event].1 as usize));
        let names: std::collections::BTreeSet<usize> = ends.iter().flat_map(|&(from, to)| [from, to]).collect();
        (names.len() <= 3).then_some(ends)
    }

    fn triples(&self, starts: &[u32]) -> [u128; 36] {
        let mut counts = [0; 36];
        for (last, &start) in starts.iter().enumerate() {
            for first in start as usize..last {
                for middle in first + 1..last {
                    if self.can_precede(first, middle)
                        && self.can_precede(middle, last)
                        && let Some(events) = self.events([first, middle, last])
                    {
                        counts[motif_index(events)] += 1;
                    }
                }
            }
        }
        counts
    }

    fn pairs(&self, starts: &[u32]) -> [u128; 6] {
        let mut counts = [0; 6];
        for (last, &start) in starts.iter().enumerate() {
            for first in start as usize..last {
                if self.can_precede(first, last)
                    && let Some(events) = self.events([first, last])
                {
                    counts[first_two_index(events)] += 1;
                }
            }
        }
        counts
    }
}

/// The first event that is no more than `span` before each event.
fn starts(times: &[u64], span: u64) -> Vec<u32> {
    let start = |&time: &u64| times.iter().position(|&first| time - first <= span).expect("itself") as u32;
    times.iter().map(start).collect()
}

#[test]
fn agrees_with_brute_force() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for number in 0..2000 {
        let case = Case::new(&mut random);
        let events = Events { ends: &case.ends, num_vertices: case.num_vertices, ranks: &case.ranks };
        let threes: Vec<[u128; 36]> = case.spans.iter().map(|starts| case.triples(starts)).collect();
        assert_eq!(triples(&events, &case.spans, &|| false), Some(threes), "case {number}");
        let twos: Vec<[u128; 6]> = case.spans.iter().map(|starts| case.pairs(starts)).collect();
        assert_eq!(pairs(&events, &case.spans, &|| false), Some(twos), "case {number}");
    }
}

#[test]
fn stops_when_told() {
    let ends = [(0, 1), (1, 2), (2, 0)];
    let events = Events { ends: &ends, num_vertices: 3, ranks: &[0, 1, 2] };
    assert_eq!(triples(&events, &[vec![0, 0, 0]], &|| true), None);
}

const NUM_EVENTS: usize = 300_000;

/// The four events on the hub 0 and its neighbors 1 and 2.
const KINDS: [(u32, u32); 4] = [(0, 1), (1, 0), (0, 2), (2, 0)];

/// Counts by kind of event. Pairs of events tie: 2i and 2i + 1.
fn one_pass(kinds: &[usize], starts: &[u32]) -> [u128; 36] {
    let mut counts = [0; 36];
    let (mut ones, mut twos) = ([0_u64; 4], [[0_u64; 4]; 4]);
    let mut oldest = 0;
    for event in (0..kinds.len()).step_by(2) {
        while oldest < starts[event] as usize {
            let group = &kinds[oldest..oldest + 2];
            group.iter().for_each(|&kind| ones[kind] -= 1);
            group.iter().for_each(|&kind| (0..4).for_each(|second| twos[kind][second] -= ones[second]));
            oldest += 2;
        }
        let group = &kinds[event..event + 2];
        for &third in group {
            for (first, twos) in twos.iter().enumerate() {
                for (second, &count) in twos.iter().enumerate() {
                    let events = [first, second, third].map(|kind| (KINDS[kind].0 as usize, KINDS[kind].1 as usize));
                    counts[motif_index(events)] += u128::from(count);
                }
            }
        }
        group.iter().for_each(|&kind| (0..4).for_each(|first| twos[first][kind] += ones[first]));
        group.iter().for_each(|&kind| ones[kind] += 1);
    }
    counts
}

#[test]
fn parts_of_a_hub_add_up() {
    let mixed = |event: u64| (event * event).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let kinds: Vec<usize> = (0..NUM_EVENTS as u64).map(|event| mixed(event) as usize % 4).collect();
    let ends: Vec<(u32, u32)> = kinds.iter().map(|&kind| KINDS[kind]).collect();
    let ranks: Vec<u32> = (0..NUM_EVENTS as u32).map(|event| event / 2).collect();
    let starts =
        |span: u32| -> Vec<u32> { (0..NUM_EVENTS as u32).map(|event| (event & !1).saturating_sub(span)).collect() };
    let events = Events { ends: &ends, num_vertices: 3, ranks: &ranks };
    // The shorter the windows, the more shares: five, three, one.
    for span in [10, 30_000, u32::MAX] {
        let starts = starts(span);
        assert_eq!(
            triples(&events, std::slice::from_ref(&starts), &|| false),
            Some(vec![one_pass(&kinds, &starts)]),
            "span {span}"
        );
    }
}
