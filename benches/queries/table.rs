//! Rows of the tables.

use std::num::NonZeroU64;

use crate::common::geometric_mean;

/// A query that was timed.
pub(crate) struct Timed {
    pub(crate) name: String,
    pub(crate) seconds: f64,
    pub(crate) is_answered: bool,
    /// Nothing if nobody told the answer.
    pub(crate) is_wrong: Option<bool>,
    /// Seconds of the fastest other program, if one ended.
    pub(crate) peer: Option<f64>,
}

impl Timed {
    /// How many times as long the peer took. A query that was given up counts with the time it had, which is less than it needs.
    fn factor(&self) -> Option<f64> {
        Some(self.peer? / self.seconds)
    }

    /// Whether somebody who waits would notice that another program is faster: by more than three times, and ten milliseconds.
    fn is_slow(&self) -> bool {
        self.seconds > 0.01 && self.factor().is_some_and(|factor| factor < 1.0 / 3.0)
    }
}

/// Some queries that were timed.
#[derive(Default)]
pub(crate) struct Row {
    timed: Vec<Timed>,
}

/// Prints the heading of a table: of all matches, or of the first so many.
pub(crate) fn print_head(first: Option<NonZeroU64>, has_peers: bool) {
    let title = first.map_or("All matches".to_owned(), |first| format!("First {first} matches"));
    let (peers, line) = if has_peers { (" compared | peer / gpm | worst |", "--:|--:|--:|") } else { ("", "") };
    println!("\n{title}:\n");
    println!("| graph | vertices | queries | answered | wrong | median ms | 95 % ms | total ms |{peers}");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|{line}");
}

/// Names queries for which the fastest peer is much faster.
pub(crate) fn print_slow(row: &Row) {
    let slow: Vec<&Timed> = row.timed.iter().filter(|timed| timed.is_slow()).collect();
    if row.timed.iter().any(|timed| timed.peer.is_some()) {
        println!("\nOver 3 times slower than the best peer and over 10 ms: {}.", slow.len());
    }
    for timed in slow {
        let peer = timed.peer.unwrap_or(f64::NAN);
        println!("- {}: {:.1} ms, peer {:.1} ms", timed.name, timed.seconds * 1e3, peer * 1e3);
    }
}

impl Row {
    pub(crate) fn add(&mut self, timed: Timed) {
        self.timed.push(timed);
    }

    pub(crate) fn join(&mut self, other: Row) {
        self.timed.extend(other.timed);
    }

    /// Prints it as a row of the table.
    pub(crate) fn print(&self, graph: &str, size: &str, has_peers: bool) {
        let (queries, answered) = (self.timed.len(), self.timed.iter().filter(|timed| timed.is_answered).count());
        let wrong = self.timed.iter().filter(|timed| timed.is_wrong == Some(true)).count();
        let told = self.timed.iter().filter(|timed| timed.is_wrong.is_some()).count();
        let mut times: Vec<f64> = self.timed.iter().map(|timed| timed.seconds * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let (median, most) = (part(&times, 0.5), part(&times, 0.95));
        let total: f64 = times.iter().sum();
        print!("| {graph} | {size} | {queries} | {answered} | {wrong} of {told} | ");
        print!("{median:.2} | {most:.2} | {total:.0} |");
        if has_peers {
            let factors: Vec<f64> = self.timed.iter().filter_map(Timed::factor).collect();
            let shown = |factor: Option<f64>| factor.map_or("-".to_owned(), |factor| format!("{factor:.2}"));
            let worst = factors.iter().copied().min_by(f64::total_cmp);
            let (compared, mean) = (factors.len(), geometric_mean(factors.iter().copied()));
            print!(" {compared} | {} | {} |", shown(mean), shown(worst));
        }
        println!();
    }
}

/// The least value that is at least as large as this part of them; they are sorted.
pub(crate) fn part(times: &[f64], part: f64) -> f64 {
    let place = (times.len() as f64 * part).ceil() as usize;
    times.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}
