//! The `gpm count` that shows what was found.

use gpm::{Devices, Graph, PASSES, Query, Semantics, Unit, VertexOrder};

/// How a count was run, as far as options say.
pub(crate) struct How {
    pub(crate) devices: Devices,
    pub(crate) is_interpreted: bool,
    pub(crate) order: VertexOrder,
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
}
