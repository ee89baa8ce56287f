//! Patterns as Python sees them: what their text says.

use gpm::Pattern;
use gpm::pattern::EdgeKind;
use gpm::pattern::predicate::Attribute;
use pyo3::prelude::*;

use crate::failure::input;

/// A pattern that was read.
#[pyclass(frozen, name = "Pattern", module = "gpmine._core")]
#[derive(Debug)]
pub(crate) struct CorePattern {
    pattern: Pattern,
}

/// Whether the text of a pattern compares ids of vertices; not what is no pattern, which others say.
#[pyfunction]
pub(crate) fn reads_ids(text: &str) -> bool {
    let Ok(pattern) = text.parse::<Pattern>() else { return false };
    fn is_id(attribute: &Attribute) -> bool {
        match attribute {
            Attribute::Property(_, of) => is_id(of),
            other => *other == Attribute::Id,
        }
    }
    let mut found = false;
    let mut look = |_, attribute: &Attribute| found |= is_id(attribute);
    pattern.predicate().conjuncts().iter().for_each(|condition| condition.visit(&mut look));
    found
}

/// An edge: its ends by number, whether it has a direction, its label, and whether it must be absent.
type Edge = (usize, usize, bool, Option<String>, bool);

#[pymethods]
impl CorePattern {
    /// Reads the pattern language.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<CorePattern> {
        let pattern = text.parse::<Pattern>().map_err(|error| input(py, error.to_string()))?;
        Ok(CorePattern { pattern })
    }

    /// The text that gives the same pattern with the same numbers.
    #[getter]
    fn text(&self) -> String {
        self.pattern.to_string()
    }

    /// What the catalog calls it, or its text.
    #[getter]
    fn title(&self) -> String {
        self.pattern.title()
    }

    /// The same text for all patterns that differ in names and order alone.
    #[getter]
    fn canonical(&self) -> String {
        self.pattern.canonical().to_string()
    }

    /// The vertices in order: each name, and the label if there is one.
    #[getter]
    fn vertices(&self) -> Vec<(String, Option<String>)> {
        let vertex =
            |u| (self.pattern.vertex_name(u).to_owned(), self.pattern.vertex_label(u).map(ToString::to_string));
        (0..self.pattern.num_vertices()).map(vertex).collect()
    }

    #[getter]
    fn edges(&self) -> Vec<Edge> {
        let edge = |absent: bool| {
            move |edge: gpm::pattern::PatternEdge| {
                let label = edge.label.as_ref().map(ToString::to_string);
                (edge.from, edge.to, edge.kind == EdgeKind::Directed, label, absent)
            }
        };
        self.pattern.edges().map(edge(false)).chain(self.pattern.anti_edges().map(edge(true))).collect()
    }

    /// The condition behind `where`, if there is one.
    #[getter]
    fn predicate(&self) -> Option<String> {
        let (pattern, predicate) = (&self.pattern, self.pattern.predicate());
        let name = |u: usize| pattern.vertex_name(u).to_owned();
        (!predicate.is_empty()).then(|| predicate.display(&name).to_string())
    }

    #[getter]
    fn is_directed(&self) -> bool {
        self.pattern.is_directed()
    }
}
