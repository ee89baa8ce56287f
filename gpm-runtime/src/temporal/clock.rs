//! Ranks → times: the same order, without gaps.

/// The distinct ranks of the events, numbered from 0 in their order. Such a number is called a *time* in this folder.
/// Events tie if and only if their times are equal, so no later stage needs to know about ties in any other way.
pub(crate) struct Clock {
    /// The time of each event, ascending.
    pub(crate) times: Vec<u32>,
    /// How many distinct times there are.
    pub(crate) num_times: usize,
}

impl Clock {
    /// Numbers the ranks, which are ascending.
    pub(crate) fn new(ranks: &[u32]) -> Clock {
        let mut times = Vec::with_capacity(ranks.len());
        let mut time = 0;
        for (event, &rank) in ranks.iter().enumerate() {
            time += u32::from(event > 0 && ranks[event - 1] != rank);
            times.push(time);
        }
        let num_times = if ranks.is_empty() { 0 } else { time as usize + 1 };
        Clock { times, num_times }
    }
}
