//! Counts on which at least two independent programs agree.

use std::time::Duration;

use crate::dataset::folder;
use crate::engines::Engines;
use crate::settings::say;
use crate::{rows, truth_rows};

/// Time after which a row has failed.
const LIMIT: Duration = Duration::from_secs(60);

/// Patterns above this size are left to the full run, as on the CPU.
const MAX_VERTICES: usize = 16;

/// Modes that are no counts of matches of one pattern.
const OTHER_MODES: [&str; 3] = ["fsm-", "mni-", "maximal-"];

#[test]
fn counts_agree_with_other_programs() {
    let Some(engines) = Engines::wait() else { return };
    let Some(folder) = folder() else { return };
    say(format_args!("truth: on {}", engines.gpu().device()));
    let is_count = |mode: &str, _: &str| !OTHER_MODES.iter().any(|other| mode.starts_with(other));
    let mut rows = truth_rows::read(&folder, is_count);
    for row in &mut rows {
        // Graphs that are large for a CPU's quick run are not for a GPU.
        row.is_slow = row.query.pattern.num_vertices() > MAX_VERTICES;
        row.limit = LIMIT;
    }
    rows::check(engines.gpu(), &folder, "truth", rows);
}
