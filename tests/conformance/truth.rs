//! Counts on which at least two independent programs agree.

use gpm_plan::pattern::Semantics;
use gpm_plan::query::Query;

use crate::dataset::{folder, pattern_of_columns, table};
use crate::rows::{self, PATIENCE, Row};

/// Data graphs that the quick run leaves out.
const LARGE: &[&str] = &["ca-AstroPh", "ca-HepPh", "email-Enron", "facebook_combined", "human", "wordnet"];

#[test]
fn unlabelled_counts_agree_with_other_programs() {
    check("truth, unlabelled", |mode, labels| matches!(mode, "edge-induced" | "vertex-induced") && labels.is_empty());
}

#[test]
fn labelled_counts_agree_with_other_programs() {
    check("truth, labelled", |mode, labels| matches!(mode, "edge-induced" | "vertex-induced") && !labels.is_empty());
}

#[test]
fn directed_counts_agree_with_other_programs() {
    check("truth, directed", |mode, _| mode.starts_with("directed-"));
}

#[test]
fn homomorphism_counts_agree_with_other_programs() {
    check("truth, homomorphisms", |mode, _| mode == "homomorphism");
}

#[test]
fn clique_counts_agree_with_other_programs() {
    check("truth, cliques", |mode, _| mode == "k-clique");
}

#[test]
fn labelled_embedding_counts_agree_with_other_programs() {
    check("truth, labelled embeddings", |mode, _| mode.starts_with("labelled-embeddings"));
}

/// Checks the rows whose mode and labels are `wanted`.
fn check(title: &str, wanted: impl Fn(&str, &str) -> bool) {
    let Some(folder) = folder() else { return };
    let lines = table(&folder.join("truth.tsv"));
    let rows = lines.iter().filter(|fields| wanted(&fields[1], &fields[4])).map(|fields| row(fields)).collect();
    rows::check(&folder, title, rows);
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
