//! The file of `--labels`: one label a line in id order, or `id label` lines.

use std::path::Path;

use super::dialect::Dialect;
use super::fields::{Records, split};
use super::scan::{Refusal, ScanError, check_text_start, count_lines, parse_name};
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
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    check_text_start(name, text)?;
    let (mut ids, mut labels, mut names) = (Vec::new(), Vec::new(), LabelCollector::default());
    let mut num_columns = None;
    let delimiter = Dialect::of_pairs(text);
    let (mut fields, mut line, mut counted) = (Vec::new(), 1, 0);
    for record in Records::new(text, delimiter) {
        let refused = |refusal| ScanError::of(text, record.trim_ascii(), refusal).locate(name, text);
        let start = record.as_ptr() as usize - text.as_ptr() as usize;
        line += count_lines(&text[counted..start]);
        // A blank line between labels in id order would shift the rest: only those at the end are passed over.
        let has_blank = num_columns == Some(1) && has_blank_line(&text[counted..start]);
        counted = start;
        split(record, delimiter, &mut fields).map_err(refused)?;
        let columns = *num_columns.get_or_insert(fields.len());
        if has_blank || columns != fields.len() || !(1..=2).contains(&columns) {
            return Err(refused(Refusal::Expected(LABEL_LINE)));
        }
        let parse = |field: usize| parse_name(&fields[field].text).map_err(refused);
        if columns == 2 {
            ids.push(LabelledId { id: parse(0)?.to_owned(), line });
        }
        labels.push(names.intern(parse(columns - 1)?));
    }
    if labels.is_empty() {
        return Err(GraphError::Empty { path: name.to_owned() });
    }
    let (names, final_ids) = names.finish();
    labels.iter_mut().for_each(|label: &mut LabelId| *label = final_ids[*label as usize]);
    Ok(LabelFile { name: name.to_owned(), ids: (num_columns == Some(2)).then_some(ids), labels, names })
}

/// Whether a line behind the first line of `text` is blank.
fn has_blank_line(text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    lines.len() > 2 && lines[1..lines.len() - 1].iter().any(|line| line.trim_ascii().is_empty())
}
