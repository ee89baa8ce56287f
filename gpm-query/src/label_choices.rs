//! Which labels a node must have.

use std::collections::BTreeSet;
use std::fmt;

use gpm::Graph;
use gpm::pattern::{is_record_label, own_label};

/// The labels that a node must have: of each choice one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels(pub(crate) Vec<BTreeSet<String>>);

impl Labels {
    /// Whether every label will do, and none.
    pub(crate) fn is_any(&self) -> bool {
        self.0.is_empty()
    }

    /// With what others demand.
    pub(crate) fn and(&self, others: &Labels) -> Labels {
        let new = others.0.iter().filter(|choice| !self.0.contains(choice)).cloned();
        Labels(self.0.iter().cloned().chain(new).collect())
    }

    /// Whether a vertex has them; `own` is its label, or several with `;` between them.
    pub(crate) fn admit(&self, own: &str) -> bool {
        self.0.iter().all(|choice| choice.contains(own) || own.split(';').any(|one| choice.contains(one)))
    }

    /// The labels of a graph's nodes with which a node has them.
    pub(crate) fn names<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = &'g str> {
        let names = graph.vertex_label_names().iter().filter(|name| !is_record_label(name));
        names.filter(|name| self.admit(own_label(name)))
    }
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.0.iter().map(|choice| choice.iter().map(String::as_str).collect::<Vec<_>>().join("|"));
        match choices.collect::<Vec<_>>() {
            choices if choices.is_empty() => Ok(()),
            choices => write!(f, ":{}", choices.join("&")),
        }
    }
}
