//! Labels as columns of text: what the attribute `label` is where no column is called so. Made when it is first read.

use gpm_plan::pattern::own_label;
use gpm_plan::pattern::predicate::{LABEL, text_code};

use super::column::Column;
use super::missing::MISSING;
use super::text::TextColumn;
use crate::graph::{LabelId, LabelNames};
use crate::on_demand::OnDemand;

/// The columns of a graph's labels, of vertices and of edges.
#[derive(Debug, Default)]
pub(crate) struct LabelColumns([OnDemand<Column>; 2]);

/// A graph that is made of another one has labels of its own.
impl Clone for LabelColumns {
    fn clone(&self) -> Self {
        LabelColumns::default()
    }
}

impl LabelColumns {
    /// The column of this name, if it is that of labels.
    pub(super) fn find(
        &self,
        name: &str,
        of_edges: bool,
        labels: Option<&[LabelId]>,
        names: &LabelNames,
    ) -> Option<&Column> {
        let labels = labels.filter(|_| name == LABEL)?;
        Some(self.0[usize::from(of_edges)].get_or_make(|| column(labels, names)))
    }

    /// Those that were read.
    pub(super) fn made(&self) -> impl Iterator<Item = &Column> {
        self.0.iter().filter_map(OnDemand::get)
    }
}

/// The names of labels as their owners have them; the empty one is that of whoever has none.
fn column(labels: &[LabelId], names: &LabelNames) -> Column {
    let code = |name: &str| if name.is_empty() { MISSING } else { text_code(name) };
    let codes: Vec<i64> = names.iter().map(|name| code(own_label(name))).collect();
    let values: Vec<i64> = labels.iter().map(|&label| codes.get(label as usize).copied().unwrap_or(MISSING)).collect();
    Column::Text(TextColumn::of_codes(values.into(), names.iter().map(own_label).filter(|name| !name.is_empty())))
}
