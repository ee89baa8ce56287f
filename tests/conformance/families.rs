//! Closed-form counts of graph families: cliques, hypercubes, tori, wheels, rook's graphs, Paley graphs and others.

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;

use crate::dataset::{folder, load, table};
use crate::engines::all_cores;
use crate::rows::{self, PATIENCE, Row};
use crate::settings::say;

/// Columns with a pattern; the others are the name, V, E, counts that were not checked, and maximal cliques.
const PATTERNS: [(usize, &str); 4] = [(3, "triangle"), (4, "4-clique"), (6, "4-cycle"), (8, "wedge")];

#[test]
fn counts_of_graph_families_match_closed_forms() {
    let Some(folder) = folder() else { return };
    let lines = table(&folder.join("families/TRUTH.tsv"));
    rows::check(&all_cores(), &folder, "families", lines.iter().flat_map(|fields| rows_of(fields)).collect());
}

#[test]
fn graph_families_load_with_the_right_size() {
    let Some(folder) = folder() else { return };
    for fields in table(&folder.join("families/TRUTH.tsv")) {
        let Some(graph) = load(&folder, &fields[0]) else {
            say(format_args!("skipped: no data graph `{}`", fields[0]));
            continue;
        };
        let size = (graph.num_vertices().to_string(), graph.num_edges().to_string());
        assert_eq!(size, (fields[1].clone(), fields[2].clone()), "vertices and edges of {}", fields[0]);
    }
}

/// One row per pattern whose count is known.
fn rows_of(fields: &[String]) -> impl Iterator<Item = Row> + '_ {
    PATTERNS.iter().filter_map(|&(column, pattern)| {
        let count = fields[column].parse().ok()?;
        let query = Query::from(pattern.parse::<Pattern>().expect("the catalog has it"));
        let graph = fields[0].clone();
        Some(Row { graph, question: pattern.to_owned(), query, count, limit: PATIENCE, is_slow: false })
    })
}
