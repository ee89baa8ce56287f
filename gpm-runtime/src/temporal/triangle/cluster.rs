//! The events of three lists that are near each other → counts.

use crate::temporal::brake::{Brake, Stopped};
use crate::temporal::layout::Moment;
use crate::temporal::tally::Tally;
use crate::temporal::window::Window;

/// An event of a cluster.
#[derive(Clone, Copy)]
struct Step {
    time: u32,
    edge: u8,
    direction: u8,
}

/// Counts one cluster after the other.
#[derive(Default)]
pub(super) struct ClusterCounter {
    /// The events of the cluster, in the order of time.
    steps: Vec<Step>,
}

/// What the window holds of one triangle.
#[derive(Default)]
struct Held {
    /// `[edge][direction]`: how many events.
    events: [[u64; 2]; 3],
    /// `[edge]`: the sequences of two events of the other two edges. First those that begin with the lower of the two edges, then the
    /// rest; each by first, then by second direction.
    twos: [[u64; 8]; 3],
}

impl Held {
    /// Takes events of one time into the window.
    #[inline]
    fn enter(&mut self, group: &[Step]) {
        for step in group {
            let (edge, direction) = (step.edge as usize, step.direction as usize);
            for other in others(edge) {
                let twos = &mut self.twos[3 - edge - other];
                let begin = if other < edge { 0 } else { 4 };
                twos[begin + direction] += self.events[other][0];
                twos[begin + 2 + direction] += self.events[other][1];
            }
        }
        for step in group {
            self.events[step.edge as usize][step.direction as usize] += 1;
        }
    }

    /// Takes events of one time out of the window. Nothing in it is earlier.
    #[inline]
    fn leave(&mut self, group: &[Step]) {
        for step in group {
            self.events[step.edge as usize][step.direction as usize] -= 1;
        }
        for step in group {
            let (edge, direction) = (step.edge as usize, step.direction as usize);
            for other in others(edge) {
                let twos = &mut self.twos[3 - edge - other];
                let begin = if edge < other { 2 * direction } else { 4 + 2 * direction };
                twos[begin] -= self.events[other][0];
                twos[begin + 1] -= self.events[other][1];
            }
        }
    }
}

impl ClusterCounter {
    /// Counts the sequences with one event of each list.
    pub(super) fn count(
        &mut self,
        lists: [&[Moment]; 3],
        window: &Window,
        brake: &mut Brake<'_>,
        tally: &mut Tally,
    ) -> Result<(), Stopped> {
        self.merge(lists);
        let steps = &self.steps;
        let most = (steps.len() * steps.len()) as u64;
        let mut held = Held::default();
        let (mut oldest, mut newest) = (0, 0);
        while newest < steps.len() {
            let open = window.open(steps[newest].time);
            while steps[oldest].time < open {
                let end = group_end(steps, oldest);
                held.leave(&steps[oldest..end]);
                oldest = end;
            }
            let group = &steps[newest..group_end(steps, newest)];
            for step in group {
                tally.reserve(most);
                tally.add_triangles(step.edge as usize, step.direction as usize, &held.twos[step.edge as usize]);
            }
            held.enter(group);
            newest += group.len();
            brake.spend(group.len())?;
        }
        Ok(())
    }

    /// Merges the lists by time.
    fn merge(&mut self, lists: [&[Moment]; 3]) {
        self.steps.clear();
        let mut next = [0; 3];
        let time_at = |edge: usize, place: usize| lists[edge].get(place).map_or(u32::MAX, |moment| moment.time());
        let mut times = [time_at(0, 0), time_at(1, 0), time_at(2, 0)];
        loop {
            let edge = if times[0] <= times[1] && times[0] <= times[2] {
                0
            } else if times[1] <= times[2] {
                1
            } else {
                2
            };
            let Some(moment) = lists[edge].get(next[edge]) else { return };
            self.steps.push(Step { time: times[edge], edge: edge as u8, direction: moment.direction() as u8 });
            next[edge] += 1;
            times[edge] = time_at(edge, next[edge]);
        }
    }
}

/// The other two edges.
#[inline]
fn others(edge: usize) -> [usize; 2] {
    [[1, 2], [0, 2], [0, 1]][edge]
}

/// Where the events of one time end.
#[inline]
fn group_end(steps: &[Step], begin: usize) -> usize {
    let time = steps[begin].time;
    begin + 1 + steps[begin + 1..].iter().take_while(|step| step.time == time).count()
}
