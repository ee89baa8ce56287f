//! Sequences of three events with a vertex in common, the center.
//!
//! The events of a center pass once, in the order of time, through a window that ends at the event in hand. Two of the three events
//! of a star have the neighbor in common; the third may have any neighbor, the same one included. (Sequences with one neighbor
//! alone are therefore counted too, three times; [`crate::temporal::tally`] subtracts them.) So an event matters only if the
//! window holds another event with the same neighbor, its *company*. Most events of a short window have none, and cost a look at one
//! number. The others enter sums by neighbor, from which all stars that they begin or end are counted in constant time.

use crate::temporal::brake::{Brake, Stopped};
use crate::temporal::layout::Incidence;
use crate::temporal::tally::Tally;
use crate::temporal::window::Window;
use std::ops::Range;

/// What the window holds of one neighbor. Indices are directions. The sums wrap around, and so do the products that are compared
/// with them; their differences are exact, as no count of pairs of events of one center exceeds 64 bits.
#[derive(Clone, Copy, Default)]
struct Neighbor {
    /// How many events with the neighbor there are.
    events: [u32; 2],
    /// `[direction]`: the sum of the standings of these events.
    standings: [[u64; 4]; 2],
}

/// Where an event stands among the events of its center.
#[derive(Clone, Copy)]
struct Place {
    /// How many events are earlier, by direction; then how many are earlier or of equal time, by direction.
    standing: [u32; 4],
    /// Whether the sums of the neighbor contain the event.
    is_entered: bool,
}

/// Counts the stars of one center after the other. Kept by a thread, so that its memory is allocated once.
pub(crate) struct StarCounter {
    /// By neighbor. All zero between two centers.
    neighbors: Vec<Neighbor>,
    /// By neighbor: the number of its last event. Events are numbered from 1 on through all centers, so that nothing is ever reset.
    last_numbers: Vec<u64>,
    /// The number of the last event of the centers before.
    num_past: u64,
    /// By event of the center.
    places: Vec<Place>,
}

impl StarCounter {
    /// All counters at zero.
    pub(crate) fn new(num_vertices: usize) -> StarCounter {
        StarCounter {
            neighbors: vec![Neighbor::default(); num_vertices],
            last_numbers: vec![0; num_vertices],
            num_past: 0,
            places: Vec::new(),
        }
    }

    /// Counts a share of the stars of one center: of those whose first or second event may have another neighbor, the ones that end in
    /// `share`; of those whose third event may, the ones that begin there. `share` is a range of `incidences` that splits no time.
    pub(crate) fn count(
        &mut self,
        incidences: &[Incidence],
        share: Range<usize>,
        window: &Window,
        brake: &mut Brake<'_>,
        tally: &mut Tally,
    ) -> Result<(), Stopped> {
        let begin = window_begin(incidences, share.start, window);
        self.places.clear();
        // Places are relative to the first event that plays a part.
        let mut walk = Walk {
            incidences: &incidences[begin..],
            share: share.start - begin..share.end - begin,
            counter: self,
            tally,
            oldest: 0,
            entered: [0; 2],
        };
        walk.run(window, brake)?;
        walk.finish();
        Ok(())
    }
}

/// One passage of the events of a center through the window.
struct Walk<'a> {
    incidences: &'a [Incidence],
    share: Range<usize>,
    counter: &'a mut StarCounter,
    tally: &'a mut Tally,
    /// The place of the first event in the window.
    oldest: usize,
    /// How many events entered the window, by direction, and with them those that had no company.
    entered: [u32; 2],
}

impl Walk<'_> {
    /// Lets the events enter, until all that begin a star of the share have left.
    #[inline]
    fn run(&mut self, window: &Window, brake: &mut Brake<'_>) -> Result<(), Stopped> {
        let mut newest = 0;
        while newest < self.incidences.len() {
            let time = self.incidences[newest].moment.time();
            let open = window.open(time);
            while self.incidences[self.oldest].moment.time() < open {
                self.leave();
            }
            if self.oldest >= self.share.end {
                break;
            }
            let group = newest..group_end(self.incidences, newest);
            let before = self.entered;
            for place in group.clone() {
                self.entered[self.incidences[place].moment.direction()] += 1;
            }
            let standing = [before[0], before[1], self.entered[0], self.entered[1]];
            let place = Place { standing, is_entered: false };
            self.counter.places.extend(group.clone().map(|_| place));
            self.meet(group.clone(), before);
            brake.spend(group.len())?;
            newest = group.end;
        }
        Ok(())
    }

    /// Finds the company of the events of one time, counts the stars that they end, and has those with company enter.
    #[inline]
    fn meet(&mut self, group: Range<usize>, before: [u32; 2]) {
        let is_counted = self.share.contains(&group.start);
        let num_past = self.counter.num_past;
        let first_number = num_past + 1 + self.oldest as u64;
        for place in group.clone() {
            let company = self.counter.last_numbers[self.incidences[place].neighbor as usize];
            if company >= first_number {
                self.enter((company - 1 - num_past) as usize);
                if is_counted {
                    self.count_last(place, before);
                }
            }
        }
        for place in group {
            let last_number = &mut self.counter.last_numbers[self.incidences[place].neighbor as usize];
            let company = std::mem::replace(last_number, num_past + 1 + place as u64);
            if company >= first_number {
                // Company of the same time may not have entered, and later events will meet only the last of that time.
                self.enter((company - 1 - num_past) as usize);
                self.enter(place);
            }
        }
    }

    /// Adds an event to the sums of its neighbor, unless it is there.
    #[inline]
    fn enter(&mut self, place: usize) {
        let Place { standing, is_entered } = &mut self.counter.places[place];
        if std::mem::replace(is_entered, true) {
            return;
        }
        let Incidence { neighbor, moment } = self.incidences[place];
        let neighbor = &mut self.counter.neighbors[neighbor as usize];
        neighbor.events[moment.direction()] += 1;
        for (sum, &count) in neighbor.standings[moment.direction()].iter_mut().zip(&*standing) {
            *sum = sum.wrapping_add(u64::from(count));
        }
    }

    /// Counts the stars that end with this event and whose first or second event may have another neighbor.
    /// `entered` is how many events of earlier times there are.
    #[inline]
    fn count_last(&mut self, place: usize, entered: [u32; 2]) {
        let Incidence { neighbor, moment } = self.incidences[place];
        let neighbor = &self.counter.neighbors[neighbor as usize];
        let [left_outward, left_inward, ..] = self.counter.places[self.oldest].standing;
        let mut first_differs = [[0; 2]; 2];
        for (one, counts) in first_differs.iter_mut().enumerate() {
            let [outward, inward, ..] = neighbor.standings[one];
            counts[0] = outward.wrapping_sub(product(left_outward, neighbor.events[one]));
            counts[1] = inward.wrapping_sub(product(left_inward, neighbor.events[one]));
        }
        self.tally.reserve(self.most());
        self.tally.add_star(0, moment.direction(), first_differs);
        self.tally.add_star(1, moment.direction(), neighbor.followers(entered));
    }

    /// Takes the events of the earliest time out of the window.
    #[inline]
    fn leave(&mut self) {
        let group = self.oldest..group_end(self.incidences, self.oldest);
        self.oldest = group.end;
        // With ties, the sums must be rid of all before any is counted.
        for place in group.clone() {
            let Place { standing, is_entered } = self.counter.places[place];
            if is_entered {
                let Incidence { neighbor, moment } = self.incidences[place];
                let neighbor = &mut self.counter.neighbors[neighbor as usize];
                neighbor.events[moment.direction()] -= 1;
                for (sum, count) in neighbor.standings[moment.direction()].iter_mut().zip(standing) {
                    *sum = sum.wrapping_sub(u64::from(count));
                }
            }
        }
        if self.share.contains(&group.start) {
            for place in group {
                if self.counter.places[place].is_entered {
                    self.count_first(place);
                }
            }
        }
    }

    /// Counts the stars that begin with this event and whose third event may have another neighbor. The window holds what is later
    /// than the event, as far as its stars reach.
    #[inline]
    fn count_first(&mut self, place: usize) {
        let Incidence { neighbor, moment } = self.incidences[place];
        let followers = self.counter.neighbors[neighbor as usize].followers(self.entered);
        self.tally.reserve(self.most());
        self.tally.add_star(2, moment.direction(), followers);
    }

    /// A bound of the stars that one event begins or ends.
    fn most(&self) -> u64 {
        (self.incidences.len() as u64).pow(2)
    }

    /// Has the remaining events leave, which takes the sums back to zero.
    fn finish(&mut self) {
        let num_entered = self.counter.places.len();
        self.incidences = &self.incidences[..num_entered];
        while self.oldest < num_entered {
            self.leave();
        }
        self.counter.num_past += num_entered as u64;
    }
}

impl Neighbor {
    /// `[one][other]`: in how many ways an event with the neighbor in direction `one` precedes one of the center in direction
    /// `other`, when so many events entered by direction.
    #[inline]
    fn followers(&self, entered: [u32; 2]) -> [[u64; 2]; 2] {
        let mut counts = [[0; 2]; 2];
        for (one, counts) in counts.iter_mut().enumerate() {
            let [.., outward, inward] = self.standings[one];
            counts[0] = product(entered[0], self.events[one]).wrapping_sub(outward);
            counts[1] = product(entered[1], self.events[one]).wrapping_sub(inward);
        }
        counts
    }
}

/// How many choices there are of one of `these` and one of `those`.
#[inline]
fn product(these: u32, those: u32) -> u64 {
    u64::from(these) * u64::from(those)
}

/// The first event in the window of the event at `place`, or the end if there is no such event.
pub(crate) fn window_begin(incidences: &[Incidence], place: usize, window: &Window) -> usize {
    incidences.get(place).map_or(incidences.len(), |last| {
        let open = window.open(last.moment.time());
        incidences[..place].partition_point(|incidence| incidence.moment.time() < open)
    })
}

/// Counts the sequences of two events of one center that end in `share`, a range that splits no time.
/// Sequences with one neighbor alone are counted too; [`crate::temporal::tally`] subtracts them.
pub(crate) fn count_twos(
    incidences: &[Incidence],
    share: Range<usize>,
    window: &Window,
    brake: &mut Brake<'_>,
    tally: &mut Tally,
) -> Result<(), Stopped> {
    let mut oldest = window_begin(incidences, share.start, window);
    let mut held = [0; 2];
    for incidence in &incidences[oldest..share.start] {
        held[incidence.moment.direction()] += 1;
    }
    let mut newest = share.start;
    while newest < share.end {
        let open = window.open(incidences[newest].moment.time());
        while incidences[oldest].moment.time() < open {
            held[incidences[oldest].moment.direction()] -= 1;
            oldest += 1;
        }
        let group = &incidences[newest..group_end(incidences, newest)];
        for last in group {
            tally.reserve(incidences.len() as u64);
            tally.add_center(last.moment.direction(), held);
        }
        for incidence in group {
            held[incidence.moment.direction()] += 1;
        }
        newest += group.len();
        brake.spend(group.len())?;
    }
    Ok(())
}

/// Where the events of one time end.
#[inline]
pub(crate) fn group_end(incidences: &[Incidence], begin: usize) -> usize {
    let time = incidences[begin].moment.time();
    begin + 1 + incidences[begin + 1..].iter().take_while(|incidence| incidence.moment.time() == time).count()
}
