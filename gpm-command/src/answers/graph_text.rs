//! A small graph as text, to be looked at or put into a command line.

use gpm::Graph;
use gpm::graph::write::WriteFormat;

use crate::process::Failure;

/// The format of text that holds this graph with as little around it as possible; `None` if only files with attributes do.
pub(crate) fn text_format(graph: &Graph) -> Option<WriteFormat> {
    [WriteFormat::EdgeList, WriteFormat::Labelled].into_iter().find(|format| {
        let direction = usize::from(graph.is_directed());
        graph.num_edges() > 0 && format.flaw(graph).is_none() && format.losses(graph).len() == direction
    })
}

/// The graph as text of this format.
pub(crate) fn text(graph: &Graph, format: WriteFormat) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    format.write_to(graph, &mut bytes).map_err(|error| Failure::write("the graph", error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A graph as text for people: as a file has it, or with what of it text can hold.
pub(crate) fn as_text(graph: &Graph) -> Result<String, Failure> {
    text(graph, text_format(graph).unwrap_or(WriteFormat::EdgeList))
}

#[cfg(test)]
mod tests {
    use gpm::GraphBuilder;

    use super::*;

    #[test]
    fn the_format_holds_the_graph() {
        let format = |builder: GraphBuilder| text_format(&builder.build().expect("a graph"));
        let edge = || GraphBuilder::undirected().edges([(0, 1)]);
        assert_eq!(format(edge()), Some(WriteFormat::EdgeList));
        assert_eq!(format(edge().vertices(3)), Some(WriteFormat::Labelled));
        assert_eq!(format(edge().vertex_labels(["x", "y"])), Some(WriteFormat::Labelled));
        assert_eq!(format(edge().vertex_labels(["two words", "y"])), None);
        assert_eq!(format(GraphBuilder::directed().edges([(0, 1)])), Some(WriteFormat::EdgeList));
        assert_eq!(format(GraphBuilder::undirected().vertices(3)), None);
    }
}
