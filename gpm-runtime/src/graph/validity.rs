//! Whether the structure of a graph holds together.

use rayon::prelude::*;

use super::{Csr, Graph, GraphError, LabelId, LabelNames, VertexId};
use crate::process::in_pool;

impl Graph {
    /// Checks the whole structure: rows ascending and inside the graph, labels and splits in range. A graph built in
    /// memory always passes; opening a `.gpm` file above 16 MiB checks only samples, so code that reads rows without
    /// bound checks must call this (or [`Graph::verify_file`]) first. Cost: one parallel pass over the rows.
    ///
    /// ```
    /// gpm::Graph::from_edges(2, [(0, 1)])?.validate()?;
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError::Damaged`] with the first contradiction found.
    pub fn validate(&self) -> Result<(), GraphError> {
        let flaw =
            || self.out.flaw().or_else(|| self.incoming.as_ref().and_then(Csr::flaw)).or_else(|| self.label_flaw());
        in_pool(None, flaw).map_or(Ok(()), |what| {
            Err(GraphError::Damaged { path: self.file.clone().unwrap_or_else(|| "graph".to_owned()), what })
        })
    }

    /// [`Graph::validate`], once a graph and only where rows come from a mapped file that was not found sound before.
    pub(crate) fn ensure_valid(&self) -> Result<(), GraphError> {
        if self.out.is_mapped() && !self.soundness.is_known() {
            self.validate()?;
            self.soundness.note();
        }
        Ok(())
    }

    fn label_flaw(&self) -> Option<String> {
        let outside = |labels: Option<&[LabelId]>, names: &LabelNames| {
            labels.is_some_and(|labels| labels.par_iter().any(|&label| label as usize >= names.len()))
        };
        if outside(self.vertex_labels(), &self.vertex_label_names) {
            return Some("a vertex label has no name".to_owned());
        }
        let incoming = self.incoming.as_ref().and_then(Csr::labels);
        if outside(self.out.labels(), &self.edge_label_names) || outside(incoming, &self.edge_label_names) {
            return Some("an edge label has no name".to_owned());
        }
        let splits = self.splits.get()?;
        let wrong = |v: usize| splits[v] as usize != self.out.row(v as VertexId).partition_point(|&u| (u as usize) < v);
        (0..self.num_vertices()).into_par_iter().any(wrong).then(|| "a split is wrong".to_owned())
    }
}
