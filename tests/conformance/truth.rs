//! Counts on which at least two independent programs agree.

use crate::dataset::folder;
use crate::engines::all_cores;
use crate::{rows, truth_rows};

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
    rows::check(&all_cores(), &folder, title, truth_rows::read(&folder, wanted));
}
