//! Counts by family and directions → counts by motif.

use super::motif;

/// Where the cells of each family begin. Within a family the direction of the last event comes last.
const PAIRS: usize = 0;
const STARS: usize = PAIRS + 8;
const TRIANGLES: usize = STARS + 3 * 8;
const CENTERS: usize = TRIANGLES + 6 * 8;
const REPEATS: usize = CENTERS + 4;
const NUM_CELLS: usize = REPEATS + 4;

/// The counts of one span that one thread found.
#[derive(Clone)]
pub(crate) struct Tally {
    /// What was added since `settled` was brought up to date.
    recent: [u64; NUM_CELLS],
    /// At most this much was added to each cell of `recent`.
    reserved: u64,
    /// Everything else. 128 bits hold the number of all sequences of three of 2^31 events.
    settled: [u128; NUM_CELLS],
}

impl Tally {
    /// All counts at zero.
    pub(crate) fn new() -> Tally {
        Tally { recent: [0; NUM_CELLS], reserved: 0, settled: [0; NUM_CELLS] }
    }

    /// Makes sure that each cell has room for additions of `amount` in all. Every addition needs such room.
    #[inline]
    pub(crate) fn reserve(&mut self, amount: u64) {
        match self.reserved.checked_add(amount) {
            Some(reserved) => self.reserved = reserved,
            None => {
                self.settle();
                self.reserved = amount;
            }
        }
    }

    /// Moves the recent counts to the settled ones.
    #[cold]
    fn settle(&mut self) {
        for (settled, recent) in self.settled.iter_mut().zip(&mut self.recent) {
            *settled += u128::from(std::mem::take(recent));
        }
        self.reserved = 0;
    }

    /// Adds the counts of another thread.
    pub(crate) fn merge(&mut self, mut other: Tally) {
        other.settle();
        for (settled, more) in self.settled.iter_mut().zip(other.settled) {
            *settled += more;
        }
    }

    /// Adds sequences of three events of one pair that end in direction `third`, by the first two directions.
    #[inline]
    pub(crate) fn add_pair(&mut self, third: usize, counts: [[u64; 2]; 2]) {
        self.add(PAIRS, third, counts);
    }

    /// Adds stars whose event number `differs` is the one that may reach another neighbor than the other two do. The counts are
    /// `[one][other]`: by the direction of that one of the two which is not `given`, then by the direction of the one that differs.
    #[inline]
    pub(crate) fn add_star(&mut self, differs: usize, given: usize, counts: [[u64; 2]; 2]) {
        self.add(STARS + 8 * differs, given, counts);
    }

    /// Adds four counts to the half of a block of eight cells.
    #[inline]
    fn add(&mut self, block: usize, half: usize, counts: [[u64; 2]; 2]) {
        let begin = block + 4 * half;
        let cells: &mut [u64; 4] = (&mut self.recent[begin..begin + 4]).try_into().expect("a range of four");
        for (cell, count) in cells.iter_mut().zip([counts[0][0], counts[0][1], counts[1][0], counts[1][1]]) {
            *cell += count;
        }
    }

    /// Adds triangles that end with an event of edge `edge` in direction `third`. See [`crate::temporal::triangle`] for the order of the counts.
    #[inline]
    pub(crate) fn add_triangles(&mut self, edge: usize, third: usize, counts: &[u64; 8]) {
        let begin = TRIANGLES + 8 * (2 * edge + third);
        let cells: &mut [u64; 8] = (&mut self.recent[begin..begin + 8]).try_into().expect("a range of eight");
        for (cell, count) in cells.iter_mut().zip(counts) {
            *cell += count;
        }
    }

    /// Adds sequences of two events with a center in common, the second in direction `second`, by the direction of the first.
    #[inline]
    pub(crate) fn add_center(&mut self, second: usize, counts: [u64; 2]) {
        self.recent[CENTERS + second] += counts[0];
        self.recent[CENTERS + 2 + second] += counts[1];
    }

    /// Adds sequences of two events of one pair.
    #[inline]
    pub(crate) fn add_repeat(&mut self, second: usize, counts: [u64; 2]) {
        self.recent[REPEATS + second] += counts[0];
        self.recent[REPEATS + 2 + second] += counts[1];
    }

    /// The counts of the 36 motifs of three events.
    pub(crate) fn triples(&self) -> [u128; 36] {
        let mut sums = [0_u128; 36];
        for cell in 0..8 {
            let [given, one, other] = bits(cell);
            let directions = [one, other, given];
            let pairs = self.settled[PAIRS + cell];
            sums[motif::motif_index(directions.map(|direction| event(0, 1, direction)))] += pairs;
            for (differs, directions) in
                [[other, one, given], [one, other, given], [given, one, other]].into_iter().enumerate()
            {
                let mut events = directions.map(|direction| event(0, 1, direction));
                events[differs] = event(0, 2, directions[differs]);
                let one_neighbor = self.one_neighbor(directions);
                sums[motif::motif_index(events)] += self.settled[STARS + 8 * differs + cell] - one_neighbor;
            }
        }
        for (index, &count) in self.settled[TRIANGLES..CENTERS].iter().enumerate() {
            sums[motif::motif_index(triangle_of_cell(index))] += count;
        }
        sums
    }

    /// How many sequences of these directions, seen from a center, have one neighbor alone. A pair is counted at both of its ends, and
    /// from the other end its directions look reversed.
    fn one_neighbor(&self, [first, second, third]: [usize; 3]) -> u128 {
        let cell = 4 * third + 2 * first + second;
        self.settled[PAIRS + cell] + self.settled[PAIRS + (7 - cell)]
    }

    /// The counts of the 6 motifs of two events.
    pub(crate) fn pairs(&self) -> [u128; 6] {
        let mut sums = [0_u128; 6];
        for directions in 0..4 {
            let [first, second] = [directions >> 1, directions & 1];
            let repeats = self.settled[REPEATS + directions];
            sums[motif::first_two_index([event(0, 1, first), event(0, 1, second)])] += repeats;
            let one_neighbor = repeats + self.settled[REPEATS + (3 - directions)];
            sums[motif::first_two_index([event(0, 1, first), event(0, 2, second)])] +=
                self.settled[CENTERS + directions] - one_neighbor;
        }
        sums
    }
}

/// The three bits of a number, the highest first.
fn bits(number: usize) -> [usize; 3] {
    [number >> 2 & 1, number >> 1 & 1, number & 1]
}

/// An event between two vertices: from the first one if the direction is 0.
fn event(vertex: usize, other: usize, direction: usize) -> (usize, usize) {
    if direction == 0 { (vertex, other) } else { (other, vertex) }
}

/// The edges of a triangle with vertices 0 < 1 < 2, by their numbers.
const EDGES: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The sequence of events that a cell of the triangles counts.
fn triangle_of_cell(index: usize) -> [(usize, usize); 3] {
    let (last, is_swapped, first, second) = (index >> 4, index >> 2 & 1, index >> 1 & 1, index & 1);
    let mut others: Vec<usize> = (0..3).filter(|&edge| edge != last).collect();
    if is_swapped == 1 {
        others.reverse();
    }
    let event_of = |edge: usize, direction: usize| event(EDGES[edge].0, EDGES[edge].1, direction);
    [event_of(others[0], first), event_of(others[1], second), event_of(last, index >> 3 & 1)]
}
