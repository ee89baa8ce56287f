//! The labels by which records are told from the vertices that they join.

/// The label of vertices that have none of their own, in graphs of records and in patterns of these.
pub const VERTEX: &str = "(vertex)";
/// The label of records that have none of their own; of others the label follows, after a blank.
pub const RECORD: &str = "(record)";

/// The label that a record carries whose own label is `own`.
///
/// ```
/// use gpm_plan::pattern::record_label;
///
/// assert_eq!(record_label(Some("pays")), "(record) pays");
/// assert_eq!(record_label(None), "(record)");
/// ```
pub fn record_label(own: Option<&str>) -> String {
    own.map_or_else(|| RECORD.to_owned(), |own| format!("{RECORD} {own}"))
}

/// The label that an owner has itself, of the label by which vertices and records are told apart; empty if it has none.
pub fn own_label(label: &str) -> &str {
    match label {
        VERTEX => "",
        _ if is_record_label(label) => label[RECORD.len()..].trim_start(),
        _ => label,
    }
}

/// Whether a label is one of records.
pub fn is_record_label(text: &str) -> bool {
    text.strip_prefix(RECORD).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a text that a pattern asks for admits a label of a graph of records: its own, or any of the kind.
pub fn admits(asked: &str, label: &str) -> bool {
    match asked {
        RECORD => is_record_label(label),
        VERTEX => !is_record_label(label),
        _ => asked == label,
    }
}
