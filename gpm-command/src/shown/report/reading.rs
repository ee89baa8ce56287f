//! What was read, and what was cleaned.

use gpm_report::Reading;

use crate::args::Loaded;

/// The section on what was read from a file.
pub(super) fn reading(source: &str, loaded: &Loaded) -> Reading {
    let report = &loaded.report;
    let both_ways = if report.is_directed { 0 } else { report.reverse_duplicates };
    let cleaned = [
        ("edges listed", report.edges_read),
        ("loops left out", report.loops_removed),
        ("edges listed again", report.duplicates_removed),
        ("edges listed in both directions", both_ways),
        ("edges with several labels, of which one was kept", report.conflicting_labels),
        ("comments", report.comments),
    ];
    let is_shown = |&(what, number): &(&str, u64)| number > 0 || what == "loops left out";
    let mut notes = report.notes.clone();
    if !report.ignored_names.is_empty() {
        notes.push(format!("Columns that were not read: {}.", report.ignored_names.join(", ")));
    }
    Reading {
        source: source.to_owned(),
        format: Some(report.format.name().to_owned()),
        cleaned: cleaned
            .into_iter()
            .filter(is_shown)
            .map(|(what, number)| (what.to_owned(), Some(number.into())))
            .collect(),
        notes,
    }
}
