//! Label names: the strings behind label ids.

use rustc_hash::FxHashMap;

use super::LabelId;

/// The names of labels: id ↔ string. Ids are dense; integer names come first in numeric order, then the others in
/// byte order, so ids do not depend on the order of the file.
///
/// ```
/// use gpm::GraphBuilder;
///
/// let graph = GraphBuilder::undirected().labelled_edge(0, 1, "knows").build()?;
/// let names = graph.edge_label_names();
/// assert_eq!((names.len(), names.lookup("knows"), names.name(0)), (1, Some(0), Some("knows")));
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelNames {
    names: Vec<String>,
    ids: FxHashMap<String, LabelId>,
}

impl LabelNames {
    /// Names in id order; a repeated name keeps its first id.
    pub(crate) fn from_names(names: Vec<String>) -> Self {
        let mut ids = FxHashMap::default();
        for (id, name) in names.iter().enumerate() {
            ids.entry(name.clone()).or_insert(id as LabelId);
        }
        Self { names, ids }
    }

    /// Number of labels.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of `id`, if it is a label.
    pub fn name(&self, id: LabelId) -> Option<&str> {
        self.names.get(id as usize).map(String::as_str)
    }

    /// The id of `name`, if the graph has that label.
    pub fn lookup(&self, name: &str) -> Option<LabelId> {
        self.ids.get(name).copied()
    }

    /// All names in id order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }
}

/// Collects label names while reading; [`Self::finish`] puts the ids in their final order.
#[derive(Debug, Default)]
pub(crate) struct LabelCollector {
    names: Vec<String>,
    ids: FxHashMap<String, LabelId>,
}

impl LabelCollector {
    /// The provisional id of `name`.
    pub(crate) fn intern(&mut self, name: &str) -> LabelId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.names.len() as LabelId;
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// The name of a provisional id.
    pub(crate) fn name(&self, id: LabelId) -> Option<&str> {
        self.names.get(id as usize).map(String::as_str)
    }

    /// The names in id order, and the final id of each provisional one.
    pub(crate) fn finish(self) -> (LabelNames, Vec<LabelId>) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_cached_key(|&i| {
            let name = &self.names[i];
            let integer = name.parse::<i64>().ok();
            (integer.is_none(), integer, name.clone())
        });
        let mut final_ids = vec![0; order.len()];
        for (id, &i) in order.iter().enumerate() {
            final_ids[i] = id as LabelId;
        }
        let names = order.into_iter().map(|i| self.names[i].clone()).collect();
        (LabelNames::from_names(names), final_ids)
    }
}
