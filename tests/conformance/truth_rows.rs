//! The rows of the truth table as queries.

use std::path::Path;

use gpm_plan::pattern::Semantics;
use gpm_plan::query::Query;

use crate::dataset::{pattern_of_columns, table};
use crate::rows::{PATIENCE, Row};

/// Data graphs that the quick run leaves out.
const LARGE: &[&str] = &["ca-AstroPh", "ca-HepPh", "email-Enron", "facebook_combined", "human", "wordnet"];

/// The rows whose mode and labels are `wanted`.
pub(crate) fn read(folder: &Path, wanted: impl Fn(&str, &str) -> bool) -> Vec<Row> {
    let lines = table(&folder.join("truth.tsv"));
    lines.iter().filter(|fields| wanted(&fields[1], &fields[4])).map(|fields| row(fields)).collect()
}

fn row(fields: &[String]) -> Row {
    let [graph, mode, name, edges, labels, count, ..] = fields else { panic!("too few columns: {fields:?}") };
    let query = Query::from(pattern_of_columns(edges, labels));
    let query = match mode.as_str() {
        "edge-induced" | "k-clique" | "directed-edge-induced" => query,
        "vertex-induced" | "directed-vertex-induced" => query.vertex_induced(),
        "homomorphism" => query.with_semantics(Semantics::Homomorphism),
        _ if mode.starts_with("labelled-embeddings") => query.embeddings(),
        _ => panic!("no query is known for mode `{mode}`"),
    };
    Row {
        graph: graph.clone(),
        question: format!("{mode} {name}"),
        limit: PATIENCE,
        is_slow: LARGE.contains(&graph.as_str()) || query.pattern.num_vertices() > 16,
        query,
        count: count.parse().expect("counts are numbers"),
    }
}
