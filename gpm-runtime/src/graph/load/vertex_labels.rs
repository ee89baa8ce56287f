//! The file of `--labels`: one label a line in id order, or `id label` lines.

use std::path::Path;

use super::scan::{Refusal, ScanError, check_text_start, content_lines, parse_name, tokens};
use super::source::{Source, decompress};
use crate::graph::names::LabelCollector;
use crate::graph::{GraphError, LabelId, LabelNames};

const LABEL_LINE: &str = "a label line: all lines have one label, or all have `id label`";

/// An id as written, and its 1-based line.
pub(super) struct LabelledId {
    pub(super) id: String,
    pub(super) line: u64,
}

/// A parsed label file.
pub(super) struct LabelFile {
    /// Its name, for messages.
    pub(super) name: String,
    /// Ids as written, parallel to `labels`; `None` if labels come in id order.
    pub(super) ids: Option<Vec<LabelledId>>,
    pub(super) labels: Vec<LabelId>,
    pub(super) names: LabelNames,
}

/// Reads a label file, compressed or not.
pub(super) fn load(path: &Path) -> Result<LabelFile, GraphError> {
    let source = Source::open(path)?;
    parse(&path.display().to_string(), source.bytes())
}

fn parse(name: &str, raw: &[u8]) -> Result<LabelFile, GraphError> {
    let text = decompress(name, raw)?;
    check_text_start(name, &text)?;
    let (mut ids, mut labels, mut names) = (Vec::new(), Vec::new(), LabelCollector::default());
    let mut num_columns = None;
    // A blank line between labels in id order would shift the rest: only blanks at the end are skipped.
    let body = text.trim_ascii_end();
    let is_comment = |line: &&[u8]| line.starts_with(b"#") || line.starts_with(b"%");
    let lines = body.split(|&byte| byte == b'\n').enumerate();
    for (line_idx, line) in lines.filter(|(_, line)| !is_comment(line)) {
        let refused = |refusal| ScanError::of(&text, line.trim_ascii(), refusal).locate(name, &text);
        let columns: Vec<&[u8]> = tokens(line).take(3).collect();
        if *num_columns.get_or_insert(columns.len()) != columns.len() || !(1..=2).contains(&columns.len()) {
            return Err(refused(Refusal::Expected(LABEL_LINE)));
        }
        if let [id, _] = columns.as_slice() {
            ids.push(LabelledId { id: parse_name(id).map_err(refused)?.to_owned(), line: line_idx as u64 + 1 });
        }
        let label = columns.last().copied().unwrap_or_default();
        labels.push(names.intern(parse_name(label).map_err(refused)?));
    }
    if content_lines(body).next().is_none() {
        return Err(GraphError::Empty { path: name.to_owned() });
    }
    let (names, final_ids) = names.finish();
    labels.iter_mut().for_each(|label: &mut LabelId| *label = final_ids[*label as usize]);
    Ok(LabelFile { name: name.to_owned(), ids: (num_columns == Some(2)).then_some(ids), labels, names })
}
