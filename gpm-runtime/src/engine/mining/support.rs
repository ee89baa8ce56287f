//! The support of one pattern by minimum image.

use gpm_plan::grow::{Link, Shape};
use gpm_plan::pattern::{EdgeKind, Label, Pattern, Semantics};
use gpm_plan::query::Query;

use super::frequent::FrequentPattern;
use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::planning::asked;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, LabelNames};
use crate::mine::domains_of;
use crate::view::{BindError, unknown};

impl Engine {
    /// Finds how many data vertices each vertex of a pattern is matched to, and of these numbers the smallest: its support, as
    /// [`Engine::frequent`] has it. `None` if the run was stopped. Runs on the CPU.
    ///
    /// ```
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let star = Graph::from_edges(4, [(0, 1), (0, 2), (0, 3)])?;
    /// let found = Engine::auto()?.support(&star, "end-middle-other", &Control::new())?.expect("nobody stops it");
    /// assert_eq!((found.support, found.domains), (1, vec![3, 1, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Option`] for homomorphisms, and for a pattern with a vertex or an edge without label where those of the graph have
    /// labels, with an edge without direction where those of the graph have one, or with anti-edges or a predicate;
    /// [`EngineError::Bind`] for a label that the graph does not have.
    pub fn support(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Option<FrequentPattern>, EngineError> {
        let Query { pattern, semantics, .. } = asked(graph, query)?;
        if semantics == Semantics::Homomorphism {
            return Err(EngineError::Option { what: "the meaning", must: "edge-induced or vertex-induced" });
        }
        graph.ensure_valid()?;
        let shape = shape(graph, &pattern)?;
        let is_induced = semantics == Semantics::VertexInduced;
        let settle = |control: &Control| Ok(self.pool.install(|| domains_of(graph, &shape, is_induced, control)).ok());
        let found = self.in_run(control, settle)?;
        Ok(found.map(|own| FrequentPattern {
            pattern,
            support: own.support(),
            domains: own.domain_sizes(),
            members: Vec::new(),
        }))
    }
}

/// The pattern in numbers.
fn shape(graph: &Graph, pattern: &Pattern) -> Result<Shape, EngineError> {
    let wrong = |must| EngineError::Option { what: "a pattern whose support is asked for", must };
    if pattern.has_anti_edges() || !pattern.predicate().is_empty() {
        return Err(wrong("one without anti-edges and predicate"));
    }
    if pattern.is_directed() && !graph.is_directed() {
        return Err(BindError::UndirectedGraph.into());
    }
    let number = |kind, names: &LabelNames, label: Option<&Label>, must| match (label, names.is_empty()) {
        (None, true) => Ok(0),
        (None, false) => Err(wrong(must)),
        (Some(label), _) => {
            let label = label.only().ok_or_else(|| wrong("one without choices of labels"))?;
            Ok(names.lookup(label).ok_or_else(|| unknown(kind, names, label))?)
        }
    };
    let (vertices, edges) = (graph.vertex_label_names(), graph.edge_label_names());
    let label =
        |u| number("vertex", vertices, pattern.vertex_label(u), "one with a label at each vertex, as the graph has");
    let labels: Vec<u32> = (0..pattern.num_vertices()).map(label).collect::<Result<_, _>>()?;
    let mut links: Vec<(usize, usize, Link)> = Vec::new();
    for edge in pattern.edges() {
        let label = number("edge", edges, edge.label.as_ref(), "one with a label on each edge, as the graph has")?;
        let link = match edge.kind {
            EdgeKind::Directed => Link::arc(label),
            EdgeKind::Undirected if !graph.is_directed() => Link::undirected(label),
            EdgeKind::Undirected => return Err(wrong("one whose edges have a direction, as those of the graph")),
        };
        // The other direction of a pair is there already.
        match links.iter_mut().find(|(from, to, _)| (*to, *from) == (edge.from, edge.to)) {
            Some((.., back)) => *back = back.with(link.reversed()).expect("a pattern has one edge each way"),
            None => links.push((edge.from, edge.to, link)),
        }
    }
    Ok(Shape::new(&labels, links))
}
