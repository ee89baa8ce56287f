//! Starts by event → windows by time.

use crate::temporal::clock::Clock;

/// One span of the census: which times may occur in one sequence.
pub(crate) struct Window {
    /// For each time, as that of the last event: the earliest time of a first event. Ascending.
    opens: Vec<u32>,
}

impl Window {
    /// Reads the window of each time off the starts of the events.
    pub(crate) fn new(clock: &Clock, starts: &[u32]) -> Window {
        assert_eq!(starts.len(), clock.times.len(), "a span has one start for each event");
        let mut opens = vec![0; clock.num_times];
        for (&time, &start) in clock.times.iter().zip(starts) {
            opens[time as usize] = clock.times[start as usize];
        }
        Window { opens }
    }

    /// The earliest time of a sequence that ends at `time`.
    #[inline]
    pub(crate) fn open(&self, time: u32) -> u32 {
        self.opens[time as usize]
    }

    /// How many times there are.
    pub(crate) fn num_times(&self) -> u32 {
        self.opens.len() as u32
    }
}
