//! Which labels the records of a table have.

use super::attributes::{Column, MISSING, TextColumn};

/// Names of columns that hold the labels of records, in lower case.
const LABELS: [&str; 4] = ["label", "relation", "relationship", "type"];

/// A column of more texts than these has names, remarks or the like, and no labels, unless the caller says so. *guess*
const MOST: usize = 1000;

/// Which labels records have. Patterns that do not ask for labels are searched faster in a graph that has none, so that it has them on demand.
///
/// ```
/// use gpm::RecordLabels;
///
/// assert_eq!((RecordLabels::from(true), RecordLabels::from(false)), (RecordLabels::Needed, RecordLabels::None));
/// assert_eq!(RecordLabels::from("kind"), RecordLabels::Column("kind".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordLabels {
    /// None, whatever the table says.
    None,
    /// Those of the one column of text that is called `label`, `relation`, `relationship` or `type`, if there is one. A column of more than 1000 different
    /// texts is none of labels.
    IfAny,
    /// Those of that column, however many texts it has. A table without such a column is an error.
    Needed,
    /// Those of the column of this name, which holds text or integers.
    Column(String),
}

impl From<bool> for RecordLabels {
    /// Whether labels are needed.
    fn from(are_needed: bool) -> Self {
        if are_needed { RecordLabels::Needed } else { RecordLabels::None }
    }
}

impl From<&str> for RecordLabels {
    /// The column that has them.
    fn from(column: &str) -> Self {
        RecordLabels::Column(column.to_owned())
    }
}

impl RecordLabels {
    /// The labels of rows, if they have some, and the name of the column that holds them; or what is wrong. `given` are labels that come with the
    /// rows, and are no column.
    pub(super) fn found(
        self,
        given: Option<TextColumn>,
        columns: &[(String, Column)],
    ) -> Result<(Option<TextColumn>, Option<String>), String> {
        let name = match (self, given) {
            (RecordLabels::None, _) => None,
            (RecordLabels::Column(name), _) => Some(name),
            (_, Some(labels)) => return Ok((Some(labels), None)),
            (RecordLabels::IfAny, None) => called_so(columns)?.filter(|name| has_few_texts(columns, name)),
            (RecordLabels::Needed, None) => Some(called_so(columns)?.ok_or_else(|| {
                format!(
                    "a pattern asks for the label of a record, and no column of text is called {} (columns: {})",
                    LABELS.map(|name| format!("`{name}`")).join(", "),
                    names(columns)
                )
            })?),
        };
        let labels = name.as_deref().map(|name| named_labels(columns, name)).transpose()?;
        Ok((labels, name))
    }
}

/// The column that is called as one of labels, if there is one.
fn called_so(columns: &[(String, Column)]) -> Result<Option<String>, String> {
    let is_label = |(name, column): &&(String, Column)| {
        LABELS.contains(&name.to_lowercase().as_str()) && matches!(column, Column::Text(_))
    };
    let mut found = columns.iter().filter(is_label).map(|(name, _)| name);
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => Err(format!(
            "the labels of records may be in `{one}` or in `{other}`: rename one of the columns, or name the one that has them"
        )),
        (only, _) => Ok(only.cloned()),
    }
}

fn has_few_texts(columns: &[(String, Column)], name: &str) -> bool {
    columns
        .iter()
        .any(|(own, column)| own == name && matches!(column, Column::Text(text) if text.texts().len() <= MOST))
}

/// The labels in a column, or what is wrong.
fn named_labels(columns: &[(String, Column)], name: &str) -> Result<TextColumn, String> {
    match columns.iter().find(|(own, _)| own == name) {
        Some((_, Column::Text(text))) => Ok(text.clone()),
        Some((_, Column::Integers(values))) => {
            let text = |&value: &i64| (value != MISSING).then(|| value.to_string());
            let texts: Vec<Option<String>> = values.iter().map(text).collect();
            Ok(texts.iter().map(Option::as_deref).collect())
        }
        Some((_, other)) => Err(format!("labels are text or integers, and the column `{name}` holds {}", other.what())),
        None => Err(format!("no column `{name}` holds labels (columns: {})", names(columns))),
    }
}

fn names(columns: &[(String, Column)]) -> String {
    columns.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
