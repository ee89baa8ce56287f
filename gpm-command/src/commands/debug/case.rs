//! A graph and a pattern of which parts can be left out.

use std::ops::Range;

use gpm::{Column, Graph, GraphBuilder, GraphError, Pattern, VertexId, VertexOrder};

/// Part of a graph, and a pattern to be counted there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    /// Vertices of the whole graph, in the order of the input.
    pub(crate) vertices: Vec<VertexId>,
    /// Edges of it between these.
    pub(crate) edges: Vec<[VertexId; 2]>,
    pub(crate) pattern: Pattern,
}

impl Case {
    /// All of a graph.
    pub(crate) fn whole(graph: &Graph, pattern: Pattern) -> Case {
        Case { vertices: graph.input_order(), edges: graph.edges(), pattern }
    }

    /// Without some of its vertices, and the edges at them.
    pub(crate) fn without_vertices(&self, gone: Range<usize>) -> Case {
        let leaving = &self.vertices[gone.clone()];
        let stays = |edge: &&[VertexId; 2]| !edge.iter().any(|end| leaving.contains(end));
        Case {
            vertices: without(&self.vertices, gone.clone()),
            edges: self.edges.iter().filter(stays).copied().collect(),
            pattern: self.pattern.clone(),
        }
    }

    /// Without some of its edges.
    pub(crate) fn without_edges(&self, gone: Range<usize>) -> Case {
        Case { edges: without(&self.edges, gone), ..self.clone() }
    }

    /// With another pattern.
    pub(crate) fn with_pattern(&self, pattern: Pattern) -> Case {
        Case { pattern, ..self.clone() }
    }
}

fn without<T: Clone>(items: &[T], gone: Range<usize>) -> Vec<T> {
    [&items[..gone.start], &items[gone.end..]].concat()
}

/// The whole graph that cases are parts of.
pub(crate) struct Whole<'g> {
    graph: &'g Graph,
    /// In which vertices are numbered inside the engine, which is the same for its parts: faults may depend on it.
    order: VertexOrder,
}

impl<'g> Whole<'g> {
    pub(crate) fn new(graph: &'g Graph, order: VertexOrder) -> Self {
        Whole { graph, order }
    }

    /// The graph of a case: its vertices are called 0, 1, … and have the labels that they had, and the attributes if the pattern reads any.
    pub(crate) fn part(&self, case: &Case) -> Result<Graph, GraphError> {
        let Whole { graph, order } = self;
        let mut places = vec![0; graph.num_vertices()];
        case.vertices.iter().zip(0..).for_each(|(&v, place)| places[v as usize] = place);
        let ends = |&[u, v]: &[VertexId; 2]| (places[u as usize], places[v as usize]);
        let builder = if graph.is_directed() { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        let mut builder = builder.vertices(case.vertices.len());
        for edge in &case.edges {
            let (u, v) = ends(edge);
            builder = match self.edge_label(edge) {
                Some(label) => builder.labelled_edge(u, v, label),
                None => builder.edges([(u, v)]),
            };
        }
        if let Some(labels) = graph.vertex_labels() {
            let name = |&v: &VertexId| graph.vertex_label_names().name(labels[v as usize]).unwrap_or("");
            builder = builder.vertex_labels(case.vertices.iter().map(name));
        }
        let mut part = builder.build()?;
        if !case.pattern.has_attributes() {
            return Ok(part.relabelled(*order));
        }
        let vertices: Vec<usize> = case.vertices.iter().map(|&v| v as usize).collect();
        for (name, column) in columns(graph.vertex_column_names(), |name| graph.vertex_column(name)) {
            part.add_vertex_column(name, picked(column, &vertices))?;
        }
        let entries: Vec<usize> = case.edges.iter().filter_map(|&[u, v]| graph.edge_entry(u, v)).collect();
        let called = |edge| (u64::from(ends(edge).0), u64::from(ends(edge).1));
        let edges: Vec<(u64, u64)> = case.edges.iter().map(called).collect();
        for (name, column) in columns(graph.edge_column_names(), |name| graph.edge_column(name)) {
            part.add_edge_column(name, &edges, picked(column, &entries))?;
        }
        Ok(part.relabelled(*order))
    }

    fn edge_label(&self, &[u, v]: &[VertexId; 2]) -> Option<&'g str> {
        let labels = self.graph.out().labels()?;
        self.graph.edge_label_names().name(labels[self.graph.edge_entry(u, v)?])
    }
}

fn columns<'g>(
    names: impl Iterator<Item = &'g str>,
    column: impl Fn(&str) -> Option<&'g Column>,
) -> impl Iterator<Item = (&'g str, &'g Column)> {
    names.filter_map(move |name| Some((name, column(name)?)))
}

/// The values of a column at some places.
fn picked(column: &Column, places: &[usize]) -> Column {
    match column {
        Column::Integers(values) => Column::Integers(places.iter().map(|&at| values[at]).collect::<Vec<_>>().into()),
        Column::Floats(values) => Column::Floats(places.iter().map(|&at| values[at]).collect::<Vec<_>>().into()),
        Column::Moments(calendar, values) => {
            Column::Moments(*calendar, places.iter().map(|&at| values[at]).collect::<Vec<_>>().into())
        }
        Column::Text(text) => Column::Text(places.iter().map(|&at| text.get(at)).collect()),
        Column::Wide(wide) => Column::Wide(places.iter().map(|&at| wide.get(at)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_labels_and_attributes() {
        let builder = GraphBuilder::directed().vertex_labels(["x", "y", "z"]);
        let builder = builder.labelled_edge(0, 1, "p").labelled_edge(1, 2, "q");
        let mut graph = builder.build().expect("a graph");
        graph.add_vertex_column("age", vec![7_i64, 8, 9]).expect("one a vertex");
        graph.add_edge_column("weight", &[(0, 1), (1, 2)], vec![0.5, 1.5]).expect("one an edge");
        let graph = graph.relabelled(VertexOrder::Degree);
        let pattern = "a->b where a.age < b.age".parse().expect("a pattern");
        let case = Case::whole(&graph, pattern).without_vertices(0..1);
        let part = Whole::new(&graph, VertexOrder::Input).part(&case).expect("a part of a graph is one");
        assert_eq!((part.num_vertices(), part.edges()), (2, vec![[0, 1]]));
        let label = |v: usize| part.vertex_label_names().name(part.vertex_labels().expect("labels")[v]);
        assert_eq!((label(0), label(1)), (Some("y"), Some("z")));
        assert_eq!(part.edge_label_names().name(part.out().labels().expect("labels")[0]), Some("q"));
        assert_eq!(part.vertex_column("age"), Some(&vec![8_i64, 9].into()));
        assert_eq!(part.edge_column("weight"), Some(&vec![1.5].into()));
        let case = case.with_pattern("a->b".parse().expect("a pattern"));
        let part = Whole::new(&graph, VertexOrder::Input).part(&case).expect("a part of a graph is one");
        assert_eq!(part.vertex_column_names().count(), 0);
    }
}
