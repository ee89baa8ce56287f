//! The `gpm count` that shows what was found.

use gpm::graph::write::WriteFormat;
use gpm::{Devices, Graph, PASSES, Query, Semantics, Unit, VertexOrder};

use crate::failure::Failure;

/// How a count was run, as far as options say.
pub(crate) struct How {
    pub(crate) devices: Devices,
    pub(crate) is_interpreted: bool,
    pub(crate) order: VertexOrder,
}

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

/// The command that counts like this in a file.
pub(crate) fn command_line(file: &str, graph: &Graph, query: &Query, how: &How) -> String {
    let mut words = vec!["gpm".to_owned(), "count".to_owned(), quoted(file), quoted(&query.pattern.to_string())];
    let mut option = |option: &str| words.push(option.to_owned());
    match query.semantics {
        Semantics::EdgeInduced => {}
        Semantics::VertexInduced => option("--induced"),
        Semantics::Homomorphism => option("--homomorphism"),
    }
    if query.unit == Unit::Embeddings {
        option("--embeddings");
    }
    if graph.is_directed() {
        option("--directed");
    }
    if graph.out().labels().is_some() {
        option("--edge-labels");
    }
    match how.order {
        VertexOrder::Input => option("--order input"),
        VertexOrder::Degree => {}
        VertexOrder::Degeneracy => option("--order degeneracy"),
    }
    match &how.devices {
        Devices::Cpu => option("--device cpu"),
        Devices::Hybrid => option("--device hybrid"),
        Devices::Gpu(None) => option("--device gpu"),
        Devices::Gpu(Some(gpus)) => {
            let gpus: Vec<String> = gpus.iter().map(u32::to_string).collect();
            option(&format!("--device gpu:{}", gpus.join(",")));
        }
        // The choice of users who do not say.
        _ => {}
    }
    if how.is_interpreted {
        option("--interpret");
    }
    if let Some(strategy) = query.strategy {
        option(&format!("--strategy {strategy}"));
    }
    for pass in PASSES.iter().filter(|pass| query.disabled.contains(**pass)) {
        option(&format!("--disable {pass}"));
    }
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_:./,".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use gpm::{GraphBuilder, Pass};

    use super::*;

    const HOW: How = How { devices: Devices::Auto, is_interpreted: false, order: VertexOrder::Degree };

    #[test]
    fn what_differs_from_the_defaults_is_said() {
        let graph = Graph::from_edges(2, [(0, 1)]).expect("a graph");
        let query: Query = "a-b-c".parse().expect("a pattern");
        assert_eq!(command_line("a b.el", &graph, &query, &HOW), "gpm count 'a b.el' 'a-b b-c'");
        let query = query.vertex_induced().embeddings().without(Pass::Hoist.into()).without(Pass::Mark.into());
        let how = How { devices: Devices::Gpu(Some(vec![0, 2])), is_interpreted: true, order: VertexOrder::Input };
        let graph = GraphBuilder::directed().vertices(2).labelled_edge(0, 1, "x").build().expect("a graph");
        assert_eq!(
            command_line("-", &graph, &query, &how),
            "gpm count - 'a-b b-c' --induced --embeddings --directed --edge-labels --order input --device gpu:0,2 --interpret \
             --disable hoist --disable mark"
        );
    }

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
