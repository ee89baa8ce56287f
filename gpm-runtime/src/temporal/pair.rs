//! Sequences of events of one pair of vertices, by a window that slides over its list.

use crate::temporal::brake::{Brake, Stopped};
use crate::temporal::layout::Moment;
use crate::temporal::tally::Tally;
use crate::temporal::window::Window;

/// What the window holds of one pair. Indices are directions.
#[derive(Default)]
struct Held {
    /// How many events.
    events: [u64; 2],
    /// `[first][second]`: how many sequences of two events.
    twos: [[u64; 2]; 2],
}

impl Held {
    /// Takes events of one time into the window.
    #[inline]
    fn enter(&mut self, group: &[Moment]) {
        let before = self.events;
        for moment in group {
            let second = moment.direction();
            self.events[second] += 1;
            for (twos, before) in self.twos.iter_mut().zip(before) {
                twos[second] += before;
            }
        }
    }

    /// Takes events of one time out of the window. Nothing in it is earlier.
    #[inline]
    fn leave(&mut self, group: &[Moment]) {
        for moment in group {
            self.events[moment.direction()] -= 1;
        }
        for moment in group {
            for second in 0..2 {
                self.twos[moment.direction()][second] -= self.events[second];
            }
        }
    }
}

/// Counts the sequences of three events of one pair, given its events in the order of time.
pub(crate) fn count_threes(
    moments: &[Moment],
    window: &Window,
    brake: &mut Brake<'_>,
    tally: &mut Tally,
) -> Result<(), Stopped> {
    brake.spend(moments.len())?;
    // Most events of a short window have no two others near them. They cut the list.
    let is_near = |one: &Moment, next: &Moment| window.open(next.time()) <= one.time();
    for run in moments.chunk_by(is_near).filter(|run| run.len() > 2) {
        slide(run, window, brake, |held, last| {
            tally.reserve((run.len() as u64).pow(2));
            tally.add_pair(last.direction(), held.twos);
        })?;
    }
    Ok(())
}

/// Counts the sequences of two events of one pair, given its events in the order of time.
pub(crate) fn count_twos(
    moments: &[Moment],
    window: &Window,
    brake: &mut Brake<'_>,
    tally: &mut Tally,
) -> Result<(), Stopped> {
    slide(moments, window, brake, |held, last| {
        tally.reserve(moments.len() as u64);
        tally.add_repeat(last.direction(), held.events);
    })
}

/// Has `count` look at what the window holds before each event.
#[inline]
fn slide(
    moments: &[Moment],
    window: &Window,
    brake: &mut Brake<'_>,
    mut count: impl FnMut(&Held, Moment),
) -> Result<(), Stopped> {
    let mut held = Held::default();
    let (mut oldest, mut newest) = (0, 0);
    while newest < moments.len() {
        let time = moments[newest].time();
        let open = window.open(time);
        while moments[oldest].time() < open {
            let end = group_end(moments, oldest);
            held.leave(&moments[oldest..end]);
            oldest = end;
        }
        let group = &moments[newest..group_end(moments, newest)];
        for &moment in group {
            count(&held, moment);
        }
        held.enter(group);
        newest += group.len();
        brake.spend(group.len())?;
    }
    Ok(())
}

/// Where the events of one time end.
#[inline]
fn group_end(moments: &[Moment], begin: usize) -> usize {
    let time = moments[begin].time();
    begin + 1 + moments[begin + 1..].iter().take_while(|moment| moment.time() == time).count()
}
