//! Published embedding counts of labelled queries: label-preserving injective maps, not induced, symmetry not divided out.

use std::fs;
use std::path::Path;

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;

use crate::dataset::{folder, pattern_of_columns, table};
use crate::engines::all_cores;
use crate::rows::{self, PATIENCE, Row};
use crate::settings::say;

/// Queries above this size are not asked: no time is promised for them.
const MAX_VERTICES: usize = 16;

/// Queries with more embeddings than this are only in the full run.
const QUICK_EMBEDDINGS: u128 = 200_000;

#[test]
fn embedding_counts_agree_with_the_published_ones() {
    let Some(folder) = folder() else { return };
    let (mut rows, mut num_larger) = (Vec::new(), 0);
    for fields in table(&folder.join("labelled/answers.tsv")) {
        let [graph_file, query_file, count] = &fields[..] else { panic!("three columns, not {fields:?}") };
        let (graph, _) = graph_file.split_once('/').expect("a graph is `FOLDER/FILE`");
        let pattern = pattern_of_query(&folder.join("labelled").join(query_file));
        if pattern.num_vertices() > MAX_VERTICES {
            num_larger += 1;
            continue;
        }
        let count = count.parse().expect("counts are numbers");
        let is_slow = count > QUICK_EMBEDDINGS;
        let query = Query::from(pattern).embeddings();
        rows.push(Row {
            graph: graph.to_owned(),
            question: query_file.clone(),
            query,
            count,
            limit: PATIENCE,
            is_slow,
        });
    }
    say(format_args!("published answers: left out {num_larger} queries of more than {MAX_VERTICES} vertices"));
    rows::check(&all_cores(), &folder, "published answers", rows);
}

/// A pattern from a query file of `v id label degree` and `e u v …` lines. Edge labels there mean nothing.
fn pattern_of_query(path: &Path) -> Pattern {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    let (mut labels, mut edges) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match *line.split_whitespace().collect::<Vec<_>>() {
            ["v", _, label, ..] => labels.push(label),
            ["e", u, v, ..] => edges.push(format!("{u}-{v}")),
            _ => {}
        }
    }
    pattern_of_columns(&edges.join(","), &labels.join(","))
}
